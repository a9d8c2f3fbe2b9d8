"""The form of a configuration file; values arrive as text and are converted here."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    WithJsonSchema,
    model_validator,
)

from kernaudit.model.decision import PinBy
from kernaudit.model.gate import GateRule
from kernaudit.model.verdict import Status

__all__ = ["ConfigFile", "GateEntry", "IgnoreEntry", "PinEntry", "RequirementEntry"]


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError as error:
        raise ValueError("a date is written like 2027-01-31") from error


def _running(status: Status) -> Status:
    if not status.runs:
        raise ValueError("the least status is native, compatible-sass or ptx-jit")
    return status


def _several(value: object) -> object:
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


_SCALAR = {"type": ["string", "number", "boolean"]}
"""Values arrive as the text that was written, so that an editor has to let `to: 10.0` and `A: ON` pass."""
Text = Annotated[str, StringConstraints(min_length=1, max_length=1000, strip_whitespace=True), WithJsonSchema(_SCALAR)]
Value = Annotated[str, WithJsonSchema(_SCALAR)]
Day = Annotated[str, AfterValidator(_day)]
Names = Annotated[
    list[Text], BeforeValidator(_several), WithJsonSchema({"anyOf": [{"type": "array", "items": _SCALAR}, _SCALAR]})
]
RuleId = Annotated[GateRule, Field()]
FailOn = Literal["regression", "gate-mismatch", "silent-no-op", "suffix-lost", "build-break"]
Amount = Annotated[float, Field(ge=0, le=1e12, allow_inf_nan=False)]


_FAIL_ON: tuple[FailOn, ...] = ("regression", "build-break")


class _Named(_Form):
    kernel: Text | None = None
    family: Text | None = None
    op: Text | None = None

    @property
    def named(self) -> list[tuple[PinBy, str]]:
        """What it names."""
        values = ((by, getattr(self, by.value, None)) for by in PinBy)
        return [(by, value) for by, value in values if value is not None]

    @model_validator(mode="after")
    def _one(self) -> _Named:
        if len(self.named) != 1:
            choices = ", ".join(by.value for by in PinBy if by.value in type(self).model_fields)
            raise ValueError(f"name exactly one of {choices}")
        return self


class PinEntry(_Named):
    """One pin."""

    file: Text | None = None
    package: Text | None = None
    owner: Text | None = None
    note: Text | None = None
    decision: Literal["keep", "rebuild", "resize", "regate", "revert", "wait", "port"] | None = None
    expiry: Day | None = None
    time_share: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] | None = None
    speed_ratio: Annotated[float, Field(gt=0, le=1000, allow_inf_nan=False)] | None = None
    port_lines: Annotated[int, Field(ge=0, le=10**7)] | None = None


class RequirementEntry(_Named):
    """One thing that must run."""

    on: Annotated[Names, Field(min_length=1)]
    status: Annotated[Status, AfterValidator(_running)] = Status.PTX_JIT


class IgnoreEntry(_Form):
    """Problems that do not fail the gate."""

    kernel: Text | None = None
    rule: RuleId | None = None
    device: Names = Field(default_factory=list)
    path: Text | None = None
    reason: Text
    expiry: Day | None = None

    @model_validator(mode="after")
    def _narrow(self) -> IgnoreEntry:
        if not (self.kernel or self.rule or self.device or self.path):
            raise ValueError("name at least one of kernel, rule, device, path")
        return self


class GateEntry(_Form):
    """The policy of `check`."""

    require: list[RequirementEntry] = Field(default_factory=list)
    unknown: Literal["allow", "warn", "fail"] = "warn"
    fail_on: list[FailOn] = Field(default_factory=lambda: list(_FAIL_ON))
    ignore: list[IgnoreEntry] = Field(default_factory=list)


class ConfigFile(_Form):
    """The whole file."""

    from_: Text | None = Field(default=None, alias="from")
    to: Names = Field(default_factory=list)
    toolkit: Text | None = None
    request: Text | None = None
    define: dict[Text, Value] = Field(default_factory=dict)
    env: dict[Text, Value] = Field(default_factory=dict)
    include: Names = Field(default_factory=list)
    exclude: Names = Field(default_factory=list)
    title: Text | None = None
    project: Text | None = None
    stale_before: Day | None = None
    pins: list[PinEntry] = Field(default_factory=list)
    cost: dict[Text, Amount] = Field(default_factory=dict)
    gate: GateEntry = Field(default_factory=GateEntry)
