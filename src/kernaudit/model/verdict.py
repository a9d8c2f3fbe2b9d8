"""The words of a cell: status, layer, note, remedy (design section 4, contract `CELL`)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kernaudit.model.evidence import Location

__all__ = [
    "Cell",
    "Detail",
    "Edit",
    "IfRebuilt",
    "Layer",
    "Note",
    "NoteKind",
    "Reason",
    "Remedy",
    "RemedyKind",
    "SharedMemory",
    "Status",
]


class Status(StrEnum):
    """Verdict of one kernel on one device, worst first."""

    MISSING_INSTRUCTION = "missing-instruction"
    NOT_BUILT = "not-built"
    GUARDED_OUT = "guarded-out"
    SMEM_EXCEEDED = "smem-exceeded"
    RUNTIME_REJECTED = "runtime-rejected"
    UNKNOWN = "unknown"
    PTX_JIT = "ptx-jit"
    COMPATIBLE_SASS = "compatible-sass"
    NATIVE = "native"

    @property
    def rank(self) -> int:
        """Position in the order worst first: 0 is the worst."""
        return _RANK[self]

    @property
    def runs(self) -> bool:
        """Whether this status claims that the kernel runs."""
        return self in _RUNS


_RANK = {status: rank for rank, status in enumerate(Status)}
_RUNS = frozenset({Status.PTX_JIT, Status.COMPATIBLE_SASS, Status.NATIVE})


class Detail(StrEnum):
    """How a status came about, where the status alone does not say."""

    SILENT_NO_OP = "silent-no-op"
    TRAP = "trap"
    PRINT = "print"
    COMPILE_ERROR = "compile-error"
    UNKNOWN_TARGET = "unknown-target"
    CONFIGURE_ERROR = "configure-error"
    TOOLKIT = "toolkit"
    MISSING_INPUT = "missing-input"


class Layer(StrEnum):
    """Which of the independent layers a reason belongs to."""

    BUILD = "build"
    IMAGE = "image"
    GUARD = "guard"
    INSTRUCTION = "instruction"
    SMEM = "smem"
    HOST = "host"
    PYTHON = "python"


class NoteKind(StrEnum):
    """Remarks that never change a status."""

    GATE_MISMATCH = "gate-mismatch"
    OPEN_FLOOR = "open-floor"
    DEGRADED = "degraded"
    EMULATED = "emulated"
    SUFFIX_LOST = "suffix-lost"
    PARTLY_GUARDED = "partly-guarded"
    UNTUNED = "untuned"
    JIT_DRIVER = "jit-driver"
    BUILD_BREAK = "build-break"
    UNPROVEN = "unproven"
    ESTIMATE = "estimate"


class RemedyKind(StrEnum):
    """What would make a cell run, in the order in which remedies are listed."""

    PORT = "port"
    RESIZE = "resize"
    REGATE = "regate"
    REBUILD = "rebuild"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Reason:
    """One link of the chain that led to a verdict."""

    layer: Layer
    text: str
    location: Location | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """A remark on a cell."""

    kind: NoteKind
    text: str
    location: Location | None = None


@dataclass(frozen=True, slots=True)
class Edit:
    """The text change a remedy proposes at its location."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Remedy:
    """One thing needed to make a cell run (or run better, under `improve`)."""

    kind: RemedyKind
    text: str
    location: Location | None = None
    edit: Edit | None = None


@dataclass(frozen=True, slots=True)
class SharedMemory:
    """Shared memory of one launch, in bytes; `fits` names the largest constant that fits."""

    limit: int
    optin: bool
    static: int | None = None
    dynamic: int | None = None
    expression: str | None = None
    fits: tuple[str, int] | None = None
    estimate: bool = False


@dataclass(frozen=True, slots=True)
class IfRebuilt:
    """The verdict if the source were built for this device's own number (design section 4)."""

    target: str | None
    status: Status
    detail: Detail | None = None
    also: tuple[Status, ...] = ()
    notes: tuple[Note, ...] = ()
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """One kernel on one device."""

    status: Status
    detail: Detail | None = None
    also: tuple[Status, ...] = ()
    image: str | None = None
    images: tuple[str, ...] = ()
    smem: SharedMemory | None = None
    notes: tuple[Note, ...] = ()
    reasons: tuple[Reason, ...] = ()
    remedies: tuple[Remedy, ...] = ()
    improve: tuple[Remedy, ...] = ()
    if_rebuilt: IfRebuilt | None = None

    @property
    def deciding(self) -> Reason | None:
        """The reason that decided: chains run towards it, and a cell that does not run is not due to its image."""
        others = [one for one in self.reasons if one.layer is not Layer.IMAGE]
        chain = others if others and not self.status.runs else self.reasons
        return chain[-1] if chain else None
