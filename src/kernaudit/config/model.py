"""The configuration as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernaudit.model.decision import PinBy
    from kernaudit.model.evidence import Location
    from kernaudit.model.verdict import Status

__all__ = ["FAIL_ON", "Config", "ConfiguredIgnore", "ConfiguredPin", "GatePolicy", "GivenNumber", "Requirement"]

FAIL_ON = ("regression", "build-break", "silent-no-op", "gate-mismatch", "suffix-lost")
"""The rules that `gate.fail_on` and `--fail-on` can name."""


@dataclass(frozen=True, slots=True)
class ConfiguredPin:
    """A pin as written; `decision` is what the team has settled on, `expiry` the day (ISO) until which that holds.

    The three numbers are what the team knows of this kernel itself (see `model.decision.Pin`).
    """

    by: PinBy
    value: str
    location: Location
    owner: str | None = None
    note: str | None = None
    decision: str | None = None
    expiry: str | None = None
    time_share: float | None = None
    speed_ratio: float | None = None
    port_lines: int | None = None


@dataclass(frozen=True, slots=True)
class GivenNumber:
    """An input of the cost model; which names there are, `rules/cost.yaml` says."""

    value: float
    location: Location


@dataclass(frozen=True, slots=True)
class Requirement:
    """The least status that a kernel, family or op must have on devices (in any spelling)."""

    by: PinBy
    value: str
    on: tuple[str, ...]
    status: Status
    location: Location


@dataclass(frozen=True, slots=True)
class ConfiguredIgnore:
    """Problems that do not fail the gate: those that every given part matches.

    Attributes:
        reason: why that is right.
        location: where it is written.
        kernel: a glob of names or ids.
        rule: the id of a rule of the gate.
        device: devices in any spelling; empty for all.
        path: a glob of files.
        expiry: the last day (ISO) on which it counts.
    """

    reason: str
    location: Location
    kernel: str | None = None
    rule: str | None = None
    device: tuple[str, ...] = ()
    path: str | None = None
    expiry: str | None = None


@dataclass(frozen=True, slots=True)
class GatePolicy:
    """When `check` fails; `unknown` is allow, warn or fail."""

    require: tuple[Requirement, ...] = ()
    unknown: str = "warn"
    fail_on: tuple[str, ...] = ("regression", "build-break")
    ignore: tuple[ConfiguredIgnore, ...] = ()


@dataclass(frozen=True, slots=True)
class Config:
    """One configuration; what is None or empty was not said.

    Attributes:
        file: what errors and reports call it, relative to the scanned root.
        project: id of the knowledge base entry whose source tree this is.
        stale_before: facts last seen before that day (ISO) are marked stale.
        places: top-level key as written -> its line.
    """

    file: str
    from_: str | None = None
    to: tuple[str, ...] = ()
    toolkit: str | None = None
    request: str | None = None
    defines: Mapping[str, str] = field(default_factory=dict)
    env: Mapping[str, str] = field(default_factory=dict)
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    title: str | None = None
    project: str | None = None
    stale_before: str | None = None
    pins: tuple[ConfiguredPin, ...] = ()
    cost: Mapping[str, GivenNumber] = field(default_factory=dict)
    gate: GatePolicy = field(default_factory=GatePolicy)
    places: Mapping[str, Location] = field(default_factory=dict)
