"""Instruction rules, `rules/instructions/<family>.yaml`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, model_validator

from kernaudit.ruleset.name_pattern import is_name_pattern
from kernaudit.ruleset.ptx_pattern import compile_pattern
from kernaudit.ruleset.schema.base import ReleaseText, Strict, Text

__all__ = ["InstructionFile", "InstructionMatch", "RuleEntry", "TargetEntry"]


def _several(value: object) -> object:
    return [value] if isinstance(value, str) else value


def _pattern(text: str) -> str:
    compile_pattern(text)
    return text


def _name(text: str) -> str:
    if not is_name_pattern(text):
        raise ValueError(f"{text!r} is no pattern of a name")
    return text


Kebab = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
Capability = Annotated[str, StringConstraints(pattern=r"^([0-9]{2,3}|[0-9]{1,2}\.[0-9])$")]
SmName = Annotated[str, StringConstraints(pattern=r"^sm_[0-9]{2,3}[af]?$")]
FamilyName = Annotated[str, StringConstraints(pattern=r"^[0-9]{2,3}f$")]
Pattern = Annotated[Text, AfterValidator(_pattern)]
Names = Annotated[list[Annotated[Text, AfterValidator(_name)]], BeforeValidator(_several)]
Words = Annotated[str, StringConstraints(max_length=4000)]


class TargetEntry(Strict):
    """SM targets in one of four forms; several forms are a union."""

    minimum: Capability | None = None
    only: list[SmName] = Field(default_factory=list)
    suffixed: list[Capability] = Field(default_factory=list)
    families: list[FamilyName] = Field(default_factory=list)

    @model_validator(mode="after")
    def _says_something(self) -> TargetEntry:
        if self.minimum is None and not (self.only or self.suffixed or self.families):
            raise ValueError("say minimum, only, suffixed or families")
        return self


class InstructionMatch(Strict):
    """What a rule recognises: PTX patterns, C++ names; `modifiers` are known to the opcodes and change nothing."""

    ptx: list[Pattern] = Field(default_factory=list)
    names: Names = Field(default_factory=list)
    modifiers: Words = ""

    @model_validator(mode="after")
    def _says_something(self) -> InstructionMatch:
        if not self.ptx and not self.names:
            raise ValueError("say ptx or names")
        return self


class ChangeEntry(Strict):
    """From a later toolkit on, other targets."""

    since_cuda: ReleaseText
    targets: TargetEntry


class EmulationEntry(Strict):
    """Chips on which the assembler emits a software sequence."""

    numbers: list[Capability]
    source: Text


class StubEntry(Strict):
    """What a library compiles where the feature is missing."""

    what: Literal["refused", "trap", "print", "print+trap", "empty", "software"]
    source: Text


class RuleEntry(Strict):
    """One rule."""

    id: Kebab
    title: Text
    kind: Literal["instruction", "tag"] = "instruction"
    match: InstructionMatch
    targets: TargetEntry
    since_cuda: ReleaseText
    changes: list[ChangeEntry] = Field(default_factory=list)
    until_cuda: ReleaseText | None = None
    replacement: Text | None = None
    emulated_on: EmulationEntry | None = None
    effort: Literal["none", "days", "weeks", "months"] | None = None
    on_unsupported: StubEntry | None = None
    reference: Text
    witness: list[Text] = Field(default_factory=list)


class InstructionFile(Strict):
    """One file: rules of one family, and the words its opcodes know besides those in the patterns."""

    family: Kebab
    vocabulary: dict[Text, Words] = Field(default_factory=dict)
    rules: list[RuleEntry]
