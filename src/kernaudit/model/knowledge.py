"""What is known of kernels that people pin: facts with source, date and grade, and the keys to find them by."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = [
    "Fact",
    "Fallback",
    "FallbackList",
    "KernelEntry",
    "KeySet",
    "PortNote",
    "SpeedRatio",
    "TreeMarks",
    "TuningNote",
    "UpstreamState",
    "UpstreamStatus",
    "Work",
]


class UpstreamStatus(StrEnum):
    """What the kernel's own project did, or said, about a device."""

    SHIPPED = "shipped"
    BRANCH = "branch"
    PROMISED = "promised"
    DECLINED = "declined"
    ABANDONED = "abandoned"
    SUPERSEDED = "superseded"
    ABSENT = "absent"

    @property
    def has_no_date(self) -> bool:
        """Whether waiting for it has no end in sight."""
        return self in _NO_DATE


_NO_DATE = frozenset({UpstreamStatus.DECLINED, UpstreamStatus.ABANDONED, UpstreamStatus.SUPERSEDED})


class Work(StrEnum):
    """What kind of code a port has to write; the factors stand in `rules/cost.yaml`."""

    CONFIG = "config"
    LIBRARY = "library"
    HAND_GEMM = "hand-gemm"
    HAND_ATTENTION = "hand-attention"


@dataclass(frozen=True, slots=True)
class Fact:
    """A statement, who makes it, the day on which it was so (ISO), and how much it is worth."""

    text: str
    source: str
    date: str
    grade: str

    def older_than(self, day: str | None) -> bool:
        """Whether it was seen before that day (ISO); nothing is old where no day is given."""
        return day is not None and self.date < day


@dataclass(frozen=True, slots=True)
class UpstreamState:
    """The state of some devices upstream; `since` is the day on which a shipped one came (ISO), where known."""

    devices: tuple[str, ...]
    status: UpstreamStatus
    fact: Fact
    since: str | None = None


@dataclass(frozen=True, slots=True)
class Fallback:
    """What can take a kernel's place; `entry` is its own id in the knowledge base."""

    name: str
    entry: str | None = None


@dataclass(frozen=True, slots=True)
class FallbackList:
    """Fallbacks in the order in which `project` (None: anybody) tries them; no `devices` means all others."""

    order: tuple[Fallback, ...]
    fact: Fact
    devices: tuple[str, ...] = ()
    project: str | None = None


@dataclass(frozen=True, slots=True)
class SpeedRatio:
    """Speed of the kernel over `over`, measured on `device`; `gives_up` says that going back to it loses that."""

    over: str
    low: float
    high: float
    device: str
    fact: Fact
    entry: str | None = None
    gives_up: bool = False


@dataclass(frozen=True, slots=True)
class TuningNote:
    """The kernel runs on these devices, and was made for others."""

    devices: tuple[str, ...]
    fact: Fact


@dataclass(frozen=True, slots=True)
class PortNote:
    """What a port has to write, and the instruction rules of what it has to replace."""

    work: Work
    rules: tuple[str, ...]
    fact: Fact


@dataclass(frozen=True, slots=True)
class KeySet:
    """Globs and names that tie a row of a report to an entry.

    Attributes:
        project: only in trees of this entry's project; None in any tree.
        kernels, files, families, ops: globs on what a report calls them (case is ignored).
        externals: names of fetched projects.
        urls: `owner/name` of their repositories.
        packages: names of packages.
        backends: globs on what lists of backends in the project's own code call it.
    """

    project: str | None = None
    kernels: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    families: tuple[str, ...] = ()
    ops: tuple[str, ...] = ()
    externals: tuple[str, ...] = ()
    urls: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    backends: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TreeMarks:
    """How a source tree of the project is recognised: globs on its root's name, or names of build targets."""

    roots: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KernelEntry:
    """One kernel, library or system.

    Attributes:
        first: day on which the kernel itself came (ISO); a wait for a device cannot have begun earlier.
        pinned: how projects fix its version.
    """

    id: str
    name: str
    what: str
    kind: str
    repository: str | None
    keys: tuple[KeySet, ...]
    first: str | None = None
    tree: TreeMarks | None = None
    pinned: tuple[Fact, ...] = ()
    upstream: tuple[UpstreamState, ...] = ()
    fallbacks: tuple[FallbackList, ...] = ()
    ratios: tuple[SpeedRatio, ...] = ()
    tuned_for: tuple[TuningNote, ...] = ()
    port: PortNote | None = None
    notes: tuple[Fact, ...] = ()

    def state_on(self, device: str) -> UpstreamState | None:
        """The upstream state of a device; None where nothing is known."""
        return next((state for state in self.upstream if device in state.devices), None)

    def facts(self) -> tuple[Fact, ...]:
        """Every fact of the entry."""
        port = () if self.port is None else (self.port.fact,)
        states, ratios = (one.fact for one in self.upstream), (one.fact for one in self.ratios)
        lists, tuned = (one.fact for one in self.fallbacks), (one.fact for one in self.tuned_for)
        return (*self.pinned, *states, *lists, *ratios, *tuned, *port, *self.notes)
