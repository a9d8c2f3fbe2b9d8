"""What a gate says about a report: problems, what was suppressed, and how it compares with what was agreed before."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from kernaudit.model.evidence import FindingLevel

if TYPE_CHECKING:
    from kernaudit.model.evidence import Location
    from kernaudit.model.verdict import Cell, Status

__all__ = [
    "CellChange",
    "GateOutcome",
    "GateRule",
    "Ignored",
    "Move",
    "Problem",
    "ReportDiff",
    "UnusedIgnore",
]

_LINE = re.compile(r":\d+\b")


class GateRule(StrEnum):
    """What a gate can fail on; the ids that suppressions name."""

    REQUIREMENT = "requirement"
    REGRESSION = "regression"
    BUILD_BREAK = "build-break"
    SILENT_NO_OP = "silent-no-op"
    GATE_MISMATCH = "gate-mismatch"
    SUFFIX_LOST = "suffix-lost"
    UNKNOWN = "unknown"
    DOES_NOT_RUN = "does-not-run"
    WEAKER = "weaker"


@dataclass(frozen=True, slots=True)
class Ignored:
    """Why a problem does not count, and where that is written."""

    reason: str
    location: Location


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, as SARIF, annotations and test reports show it.

    Attributes:
        rule: a `GateRule`, or the id of a finding.
        level: an error fails the gate.
        text: one sentence.
        location: the line to show it at; None where nothing was read.
        kernel: id of the kernel, family or op.
        device: id of the device.
        places: further lines that belong to it; a suppression may stand at any of them.
        ignored: set where a suppression keeps it from failing the gate.
    """

    rule: str
    level: FindingLevel
    text: str
    location: Location | None = None
    kernel: str | None = None
    device: str | None = None
    places: tuple[Location, ...] = ()
    ignored: Ignored | None = None

    @property
    def fails(self) -> bool:
        """Whether the gate fails because of it."""
        return self.level is FindingLevel.ERROR and self.ignored is None

    @property
    def fingerprint(self) -> str:
        """What stays the same when lines move: the rule and what it is about."""
        about = self.kernel or f"{self.location.file if self.location else ''}|{_LINE.sub('', self.text)}"
        parts = f"{self.rule}|{about}|{self.device or ''}"
        return hashlib.sha256(parts.encode("utf-8", "backslashreplace")).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Move:
    """A cell that was agreed on before: what it was and what it is; `after` is None where the kernel is gone."""

    kernel: str
    device: str
    before: Status
    after: Status | None = None


@dataclass(frozen=True, slots=True)
class UnusedIgnore:
    """A suppression that kept nothing from failing, or that cannot count, and why."""

    text: str
    location: Location


@dataclass(frozen=True, slots=True)
class GateOutcome:
    """What the gate says.

    Attributes:
        problems: errors first; suppressed ones stay in the list.
        improvements: cells that run and did not at the time of the baseline.
        stale: entries of the baseline whose kernel is gone.
        unused: suppressions that had no effect.
        remarks: what a reader must know to trust the answer, as sentences.
        compared: entries of the baseline that were held against the report.
    """

    problems: tuple[Problem, ...] = ()
    improvements: tuple[Move, ...] = ()
    stale: tuple[Move, ...] = ()
    unused: tuple[UnusedIgnore, ...] = ()
    remarks: tuple[str, ...] = ()
    compared: int = 0

    @property
    def failed(self) -> bool:
        """Whether anything fails the gate."""
        return any(problem.fails for problem in self.problems)


@dataclass(frozen=True, slots=True)
class CellChange:
    """One cell that two reports answer differently."""

    kernel: str
    device: str
    a: Cell
    b: Cell

    @property
    def lost(self) -> bool:
        """Whether the kernel ran in A and is not known to run in B."""
        return self.a.status.runs and not self.b.status.runs


@dataclass(frozen=True, slots=True)
class ReportDiff:
    """Two reports side by side.

    Attributes:
        name_a: what the first is called.
        name_b: what the second is called.
        devices: device ids that both have, in the order of B.
        only_in_a: kernel ids.
        only_in_b: kernel ids.
        changed: cells, by kernel in the order of B and by device.
        remarks: what differs beside the trees (toolkit, request), as sentences.
        vanished: kernels that ran in A and that could not be read in B, with the line of B that still holds the name.
    """

    name_a: str
    name_b: str
    devices: tuple[str, ...]
    only_in_a: tuple[str, ...] = ()
    only_in_b: tuple[str, ...] = ()
    changed: tuple[CellChange, ...] = ()
    remarks: tuple[str, ...] = ()
    vanished: tuple[tuple[str, Location], ...] = ()

    @property
    def loses(self) -> bool:
        """Whether something ran in A and is not known to run in B; a kernel that was removed is no loss."""
        return bool(self.vanished) or any(one.lost for one in self.changed)
