"""The single files of `rules/`: toolkits, images, macros, devices and torch's names."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from kernaudit.ruleset.schema.base import (
    CapabilityText,
    Condition,
    ReleaseText,
    SourceKey,
    Strict,
    SuffixWord,
    TargetText,
    Text,
)

__all__ = ["DevicesFile", "ImagesFile", "MacrosFile", "ToolkitsFile", "TorchFile"]

Bytes = Annotated[int, Field(gt=0, le=2**31)]
Sources = Annotated[dict[SourceKey, Text], Field(min_length=1)]


class _Default(Strict):
    release: ReleaseText
    source: SourceKey


class _Release(Strict):
    version: Annotated[str, Field(pattern=r"^[0-9]+\.[0-9]+\.[0-9]+$")]
    ptx_isa: Annotated[str, Field(pattern=r"^[0-9]+\.[0-9]$")]
    source: SourceKey


class _Driver(Strict):
    minimum: Annotated[str, Field(pattern=r"^[0-9]+(\.[0-9]+)*$")]
    source: SourceKey


class _Span(Strict):
    since: ReleaseText | None = None
    until: ReleaseText | None = None
    source: SourceKey


class _DefaultTarget(_Span):
    target: TargetText


class _StaticShared(Strict):
    since: ReleaseText
    limit: Bytes
    by_target: Annotated[dict[TargetText, Bytes], Field(default_factory=dict)]
    arch_specific: Literal["optin"] | None = None
    source: SourceKey


class ToolkitsFile(Strict):
    """`rules/toolkits.yaml`."""

    default: _Default
    releases: Annotated[dict[ReleaseText, _Release], Field(min_length=1)]
    drivers: dict[Annotated[str, Field(pattern=r"^[0-9]+$")], _Driver]
    other_targets: dict[TargetText, _Span]
    default_target: Annotated[list[_DefaultTarget], Field(min_length=1)]
    static_shared: Annotated[list[_StaticShared], Field(min_length=1)]
    sources: Sources


class _LoadRule(Strict):
    conditions: Annotated[list[Condition], Field(min_length=1)]
    numbers: Literal["as-written"] | None = None
    source: SourceKey


class _BySuffix(Strict):
    plain: _LoadRule
    a: _LoadRule
    f: _LoadRule


class _Loads(Strict):
    sass: _BySuffix
    ptx: _BySuffix


class _Choice(Strict):
    suffix_order: Annotated[list[SuffixWord], Field(min_length=3, max_length=3)]
    source: SourceKey


class _Note(Strict):
    text: Text
    source: SourceKey


class _Unproven(Strict):
    tegra: _Note
    renumbered: _Note


class _Clause(Strict):
    real: Annotated[list[SuffixWord], Field(min_length=1)]
    conditions: Annotated[list[Condition], Field(min_length=1)]
    since: ReleaseText | None = None
    until: ReleaseText | None = None
    source: SourceKey


class _Clauses(Strict):
    plain: list[_Clause]
    a: list[_Clause]
    f: list[_Clause]


class _GencodeRules(Strict):
    assembler: _Clauses
    driver: _Clauses
    ptx: _LoadRule


class _Shorthand(Strict):
    suffixed_adds_plain_ptx: bool
    source: SourceKey


class ImagesFile(Strict):
    """`rules/images.yaml`."""

    loads: _Loads
    choice: _Choice
    unproven: _Unproven
    gencode: _GencodeRules
    shorthand: _Shorthand
    sources: Sources


class _Macro(Strict):
    name: Text
    value: Text
    suffixes: list[SuffixWord] | None = None
    since: ReleaseText | None = None
    tools: list[Literal["nvcc", "nvrtc"]] | None = None
    except_nvrtc: list[TargetText] | None = None
    source: SourceKey


class MacrosFile(Strict):
    """`rules/macros.yaml`."""

    macros: list[_Macro]
    sources: Sources


class _DefaultDevices(Strict):
    devices: Annotated[list[CapabilityText], Field(min_length=1)]
    source: SourceKey


class _Spelling(Strict):
    ignored_words: list[Text]
    ignored_pattern: Text
    source: SourceKey


class DevicesFile(Strict):
    """`rules/devices.yaml`."""

    default: _DefaultDevices
    spelling: _Spelling
    sources: Sources


class _TorchName(Strict):
    stands_for: Text
    ptx: Text | None = None


class _TorchNames(Strict):
    cmake: dict[Text, _TorchName]
    setuptools: dict[Text, _TorchName]


class TorchFile(Strict):
    """`rules/torch.yaml`."""

    names: _TorchNames
    source: Text
