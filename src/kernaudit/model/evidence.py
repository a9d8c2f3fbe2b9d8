"""Where something was read, what was assumed, and what was not read."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Assumption", "AssumptionKind", "CodePiece", "Finding", "FindingLevel", "Location", "SkipReason", "Skipped"]


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A line of a file; the path is POSIX and relative to the scanned root, lines count from 1."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True, order=True)
class CodePiece:
    """A function in a source: where it starts and ends, and how many of its lines hold code."""

    start: Location
    last: int
    lines: int


class AssumptionKind(StrEnum):
    """Why something had to be assumed (contract, `assumptions[].kind`)."""

    UNKNOWN_CONDITION = "unknown-condition"
    EXTERNAL = "external"
    SWITCH_ON = "switch-on"
    UNMODELLED_COMMAND = "unmodelled-command"
    SATISFIABLE = "satisfiable"
    REQUEST = "request"
    NATIVE = "native"
    COMPILER_DEFAULT = "compiler-default"


@dataclass(frozen=True, slots=True)
class Assumption:
    """A decision taken without knowing; `origin` says where the unknown value came from."""

    kind: AssumptionKind
    text: str
    location: Location | None = None
    origin: str | None = None


class FindingLevel(StrEnum):
    """How serious a finding of the build layer is."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something about the build that a reader must see; `devices` and `families` are ids, empty for all."""

    id: str
    level: FindingLevel
    text: str
    location: Location | None = None
    devices: tuple[str, ...] = ()
    families: tuple[str, ...] = ()


class SkipReason(StrEnum):
    """Why a file was not read (contract, `skipped[].reason`)."""

    UNREADABLE = "unreadable"
    TOO_LARGE = "too-large"
    BINARY = "binary"
    OUTSIDE_ROOT = "outside-root"
    VENDORED = "vendored"
    EXCLUDED = "excluded"
    PARSE_ERROR = "parse-error"


@dataclass(frozen=True, slots=True, order=True)
class Skipped:
    """A path that was not read, or only in part."""

    path: str
    reason: SkipReason
    detail: str | None = None
