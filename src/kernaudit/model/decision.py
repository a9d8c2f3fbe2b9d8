"""Pins and what to do about them: field by field as the data contract names it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kernaudit.model.evidence import Location

__all__ = [
    "Answer",
    "Branch",
    "BranchFact",
    "BranchInput",
    "BranchKind",
    "BreakEven",
    "Cost",
    "Decision",
    "InputSource",
    "Pin",
    "PinBy",
    "PinOrigin",
    "PinSpec",
]


class PinBy(StrEnum):
    """What a pin names."""

    KERNEL = "kernel"
    FAMILY = "family"
    OP = "op"
    FILE = "file"
    PACKAGE = "package"


class PinOrigin(StrEnum):
    """Who chose a pin."""

    CONFIG = "config"
    DEFAULT = "default"


class Answer(StrEnum):
    """What to do about a pin on a device."""

    KEEP = "keep"
    REBUILD = "rebuild"
    RESIZE = "resize"
    REGATE = "regate"
    BRANCHES = "branches"
    UNKNOWN = "unknown"


class BranchKind(StrEnum):
    """The three ways out where no small change helps."""

    REVERT = "revert"
    WAIT = "wait"
    PORT = "port"


class InputSource(StrEnum):
    """Where a number of a cost came from."""

    GIVEN = "given"
    ASSUMED = "assumed"
    FACT = "fact"


@dataclass(frozen=True, slots=True)
class PinSpec:
    """A pin as written."""

    by: PinBy
    value: str


@dataclass(frozen=True, slots=True)
class Pin:
    """Something a team depends on by name.

    Attributes:
        matched: ids of kernels.
        entry: its id in the knowledge base.
        time_share: part of GPU time that this kernel takes, where the team knows it.
        speed_ratio: its speed over what would take its place, as the team measured it.
        port_lines: code lines that a port would replace, as the team counted them.
    """

    id: str
    spec: PinSpec
    origin: PinOrigin
    matched: tuple[str, ...] = ()
    owner: str | None = None
    note: str | None = None
    expiry: str | None = None
    decision: str | None = None
    entry: str | None = None
    location: Location | None = None
    time_share: float | None = None
    speed_ratio: float | None = None
    port_lines: int | None = None


@dataclass(frozen=True, slots=True)
class Cost:
    """A range of money; an end that is None is not known."""

    low: float | None
    high: float | None
    unit: str = "USD"


@dataclass(frozen=True, slots=True)
class BranchInput:
    """A number that went into a branch; text where it is a range or not known."""

    name: str
    value: float | str | None
    unit: str
    source: InputSource


@dataclass(frozen=True, slots=True)
class BranchFact:
    """Evidence from the knowledge base; `stale` if it is older than the date that was asked for."""

    text: str
    source: str
    date: str
    grade: str
    stale: bool = False


@dataclass(frozen=True, slots=True)
class Branch:
    """One way out, in a line of at most 120 characters, with all that it rests on; `feasible` is None if unknown."""

    kind: BranchKind
    feasible: bool | None
    line: str
    cost: Cost
    inputs: tuple[BranchInput, ...] = ()
    facts: tuple[BranchFact, ...] = ()


@dataclass(frozen=True, slots=True)
class BreakEven:
    """The value of one input at which another branch becomes the cheaper one."""

    input: str
    value: float


@dataclass(frozen=True, slots=True)
class Decision:
    """What to do about one pin on one device; `caveats` are what a reader must know though the answer stands."""

    pin: str
    device: str
    answer: Answer
    line: str
    branches: tuple[Branch, ...] = ()
    cheapest: BranchKind | None = None
    break_even: BreakEven | None = None
    caveats: tuple[str, ...] = ()
    facts: tuple[BranchFact, ...] = ()
