"""What one build says about one source for one request: the input of the build and image layers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kernaudit.model.build import CommandLine

if TYPE_CHECKING:
    from kernaudit.model.arch import Gencode
    from kernaudit.model.build import Gate, RequestRule
    from kernaudit.model.evidence import Location
    from kernaudit.model.toolkit import Toolkit

__all__ = ["BuildAnswer", "Choice", "Entry", "OpenQuestion", "Refusal", "Stop"]


@dataclass(frozen=True, slots=True)
class Entry:
    """How one build target compiles the source.

    Without gencodes the compiler's own default applies, unless `undecided` says why they are not (all) known.
    `command` is what its command line means to the preprocessor.
    """

    target: str
    gencodes: tuple[Gencode, ...]
    gate: Gate | None
    location: Location
    undecided: str | None = None
    request_rule: RequestRule | None = None
    command: CommandLine = field(default_factory=CommandLine)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why the source is in no target: a sentence with its line, and the gate and condition that kept it out."""

    text: str
    location: Location | None
    gate: Gate | None = None
    condition: str | None = None


@dataclass(frozen=True, slots=True)
class Stop:
    """A configuration that stops, with the build tool's message."""

    message: str
    location: Location | None


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """What was missing to decide, and what a reader can do about it; `rule` names the kind of question."""

    rule: str
    text: str
    advice: str
    location: Location | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """Which of several libraries with the source the program loads on this device, in a sentence, with its line."""

    text: str
    location: Location
    decided: bool = True


@dataclass(frozen=True, slots=True)
class BuildAnswer:
    """One source in one evaluated build.

    Exactly one of four things holds: the configuration stopped (`stop`), some targets compile the source
    (`entries`), none does (`refusals`), or the build cannot say (`open_question`).

    Attributes:
        root: the build file that was evaluated.
        open_question: why nothing is known of the source: no build names it, or it is a whole project to fetch.
        external: the source belongs to a project that the build fetches, so it cannot be read here.
        unreadable: why the file could not be read, if it could not.
        jit: the program compiles the source while it runs, after dispatch.
        choice: what a loader picks among the targets, if it does; `entries` are those that are left.
        generated: the source is a pattern; a generator writes the files when the build is configured.
    """

    root: str
    entries: tuple[Entry, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    stop: Stop | None = None
    open_question: OpenQuestion | None = None
    external: bool = False
    generated: bool = False
    jit: bool = False
    unreadable: str | None = None
    choice: Choice | None = None

    def gencodes(self, toolkit: Toolkit) -> tuple[Gencode, ...]:
        """The gencodes of all targets in order, the compiler's default where a target gives none."""
        found = (code for entry in self.entries for code in entry.gencodes or _default(entry, toolkit))
        return tuple(dict.fromkeys(found))

    @property
    def undecided(self) -> str | None:
        """Why some of the gencodes are not known, None if all are."""
        return next((entry.undecided for entry in self.entries if entry.undecided is not None), None)


def _default(entry: Entry, toolkit: Toolkit) -> tuple[Gencode, ...]:
    return toolkit.default_gencodes if entry.undecided is None else ()
