"""The knowledge base, `rules/kernels/<id>.yaml`: one file per kernel, library or system. No fact without its source."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from kernaudit.model.knowledge import UpstreamStatus, Work
from kernaudit.ruleset.schema.base import SourceKey, Strict, Text

__all__ = ["CostFile", "DateText", "FactEntry", "GradeWord", "KernelFile", "LagFile", "NumberText"]


def _real_day(text: str) -> str:
    from datetime import date  # noqa: PLC0415 - for the check only

    date.fromisoformat(text)
    return text


DateText = Annotated[str, StringConstraints(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"), AfterValidator(_real_day)]
NumberText = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,9}(\.[0-9]{1,6})?$")]
"""A number that is not whole; in quotes, as YAML would change some of them."""

DeviceId = Annotated[str, StringConstraints(pattern=r"^sm_[0-9]{2,3}[af]?$")]
EntryId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
GradeWord = Literal[
    "source-code",
    "repository",
    "maintainer",
    "vendor",
    "vendor-readme",
    "preprint",
    "moderate",
    "weak-moderate",
    "weak",
    "pr-bench",
    "user-comment",
    "press",
    "unverified",
]
Devices = Annotated[list[DeviceId], Field(min_length=1)]
Globs = Annotated[list[Text], Field(min_length=1)]
UpstreamWord = Annotated[str, AfterValidator(lambda text: UpstreamStatus(text).value)]
WorkWord = Annotated[str, AfterValidator(lambda text: Work(text).value)]


class FactEntry(Strict):
    """A statement with what makes it checkable."""

    text: Text
    source: SourceKey
    date: DateText
    grade: GradeWord


class _State(FactEntry):
    devices: Devices
    state: UpstreamWord
    since: DateText | None = None

    @model_validator(mode="after")
    def _only_what_came_has_a_day(self) -> _State:
        if self.since is not None and self.state not in {"shipped", "branch"}:
            raise ValueError("`since` is the day on which it came; only `shipped` and `branch` have one")
        return self


class _Fallback(Strict):
    name: Text
    entry: EntryId | None = None


class _Fallbacks(FactEntry):
    devices: Devices | None = None
    project: EntryId | None = None
    order: Annotated[list[_Fallback], Field(min_length=1)]


class _Ratio(FactEntry):
    over: Text
    entry: EntryId | None = None
    device: DeviceId
    low: NumberText
    high: NumberText
    gives_up: bool = False

    @model_validator(mode="after")
    def _in_order(self) -> _Ratio:
        if float(self.low) > float(self.high) or float(self.low) <= 0:
            raise ValueError("`low` must be above 0 and not above `high`")
        return self


class _Tuning(FactEntry):
    devices: Devices


class _Port(FactEntry):
    work: WorkWord
    rules: list[Text] = Field(default_factory=list)


class _Keys(Strict):
    project: EntryId | None = None
    kernels: Globs | None = None
    files: Globs | None = None
    families: Globs | None = None
    ops: Globs | None = None
    externals: Globs | None = None
    urls: Globs | None = None
    packages: Globs | None = None
    backends: Globs | None = None

    @model_validator(mode="after")
    def _says_something(self) -> _Keys:
        if not self.model_fields_set - {"project"}:
            raise ValueError(
                "a set of keys names at least one kernel, file, family, op, external, url, package or backend"
            )
        return self


class _Tree(Strict):
    roots: Globs
    targets: Globs | None = None


class KernelFile(Strict):
    """One entry."""

    name: Text
    what: Text
    kind: Literal["kernel", "kernel-library", "host-system", "fallback", "language"]
    repository: Text | None = None
    first: DateText | None = None
    tree: _Tree | None = None
    keys: list[_Keys]
    pinned: list[FactEntry]
    upstream: Annotated[list[_State], Field(min_length=1)]
    fallbacks: list[_Fallbacks]
    ratios: list[_Ratio]
    tuned_for: list[_Tuning] = Field(default_factory=list)
    port: _Port | None = None
    notes: list[FactEntry] = Field(default_factory=list)
    sources: Annotated[dict[SourceKey, Text], Field(min_length=1)]

    @model_validator(mode="after")
    def _one_state_per_device(self) -> KernelFile:
        named = [device for state in self.upstream for device in state.devices]
        twice = sorted({device for device in named if named.count(device) > 1})
        if twice:
            raise ValueError(f"upstream: {', '.join(twice)} has two states")
        return self


class _LagRow(Strict):
    kernel: Text
    arch: DeviceId
    kind: Literal["run", "native"]
    days: int | None = None
    over: int | None = None
    source: Text
    grade: Literal["high", "medium", "low"]
    seen: Text

    @model_validator(mode="after")
    def _either(self) -> _LagRow:
        if (self.days is None) == (self.over is None):
            raise ValueError("say `days` (it came) or `over` (it had not come by then), not both")
        return self


class LagFile(Strict):
    """`rules/lag.yaml`."""

    rows: Annotated[list[_LagRow], Field(min_length=1)]


class _CostInput(Strict):
    value: NumberText
    unit: Text
    basis: Literal["assumed", "fact"]
    why: Text


class CostFile(Strict):
    """`rules/cost.yaml`."""

    inputs: Annotated[dict[Text, _CostInput], Field(min_length=1)]
    work: dict[WorkWord, _CostInput]
