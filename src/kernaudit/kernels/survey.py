"""What all SM targets together make of a translation unit: one value per kernel, small enough to pass and to keep.

Readers of sources work on syntax and share it; what a verdict needs is far less. These values survive pickling, hold no
syntax, and equal facts of several targets are one object.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from kernaudit.facts.bodies import Body

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernaudit.facts.shared_memory.fact import KernelId, SharedMemoryFact, StaticBytes
    from kernaudit.kernels.model import Doubt, Refusal
    from kernaudit.kernels.parsed import ParsedPiece
    from kernaudit.model.arch import SmTarget
    from kernaudit.model.evidence import CodePiece, Location

__all__ = ["Branch", "BranchStop", "CodeFact", "KernelSurvey", "RuleUse", "UnitSurvey", "instance_of"]


@dataclass(frozen=True, slots=True)
class RuleUse:
    """The first place where a kernel falls under an instruction rule, and the functions that hold such places."""

    rule: str
    location: Location
    text: str
    held: tuple[CodePiece, ...] = ()


@dataclass(frozen=True, slots=True)
class BranchStop:
    """A statement that ends a part of a kernel: a trap, else a return for some template arguments."""

    line: int
    traps: bool


@dataclass(frozen=True, slots=True)
class Branch:
    """A preprocessor branch, in code that a kernel reaches, which depends on the SM target.

    Attributes:
        location: the directive.
        end: last line that the branch controls.
        text: its condition; `else` for the last one.
        taken: whether the branch is active.
        known: False where its condition could not be evaluated.
        values: the macros that its condition looks at, as text.
        inside: it stands in a function; else it surrounds one, or a macro that a condition looks at.
        stop: of an active one in a function, what ends a part of the kernel there.
    """

    location: Location
    end: int
    text: str
    taken: bool
    known: bool
    values: tuple[tuple[str, str], ...]
    inside: bool = True
    stop: BranchStop | None = None


@dataclass(frozen=True, slots=True)
class CodeFact:
    """One kernel, or one instantiation of it, compiled for one SM target.

    Attributes:
        body: what became of the body.
        sites: the prints and traps that decided it.
        uses: the instruction rules of the functions it may reach, by rule.
        refused: what the toolkit refuses because of it.
        branches: the target's branches of code that depends on the target, by place.
        static: its static shared memory; None where it has none.
        doubt: why the body is not known, where one thing is the reason.
    """

    body: Body
    sites: tuple[Location, ...] = ()
    uses: tuple[RuleUse, ...] = ()
    refused: tuple[Refusal, ...] = ()
    branches: tuple[Branch, ...] = ()
    static: StaticBytes | None = None
    doubt: Doubt | None = None

    def stops(self, *, instance: bool) -> tuple[Branch, ...]:
        """The branches that end a part of it; of an instance, what returns for others says nothing."""
        return tuple(one for one in self.branches if one.stop is not None and (one.stop.traps or not instance))

    @property
    def traps_somewhere(self) -> bool:
        """Whether it traps on some path because of its target."""
        return any(one.stop.traps for one in self.branches if one.stop is not None)

    @property
    def rules(self) -> frozenset[str]:
        """Ids of the instruction rules."""
        return frozenset(use.rule for use in self.uses)


def instance_of(kernel: KernelId) -> tuple[str, ...]:
    """The template arguments with which a launch names a kernel, as text."""
    return tuple(value for _, value in kernel.arguments)


def _is_open(kernel: KernelId) -> bool:
    """Whether some argument is not known, so that the launch may be of any instantiation."""
    return not kernel.arguments or "?" in instance_of(kernel)


_PLAIN = CodeFact(Body.CODE)


@dataclass(frozen=True, slots=True)
class KernelSurvey:
    """One kernel of a unit over all SM targets that were asked about.

    Attributes:
        name: unqualified.
        qualified: with namespaces.
        location: where it is written.
        arguments: of the instantiation as text; None for the kernel with all its instantiations.
        facts: per target; a target is missing where the text for it does not define the kernel.
        emitted: whether the unit compiles it: False for a template that nothing in the unit instantiates.
        cluster: blocks of the cluster that its declaration asks for, where no host code of the unit allows large ones.
        instances: by arguments, the facts per target of each instantiation, where they were needed to decide.
    """

    name: str
    qualified: str
    location: Location
    arguments: tuple[str, ...] | None
    facts: Mapping[SmTarget, CodeFact]
    emitted: bool = True
    instances: Mapping[tuple[str, ...], Mapping[SmTarget, CodeFact]] = field(default_factory=dict)
    cluster: int | None = None

    def fact(self, target: SmTarget) -> CodeFact | None:
        """What that target makes of it; None where its text does not define the kernel."""
        return self.facts.get(target)

    @property
    def is_plain(self) -> bool:
        """Whether every target makes the same code of it, with nothing that a verdict could turn on."""
        return all(fact == _PLAIN for fact in self.facts.values())

    def without_code(self) -> KernelSurvey:
        """The same kernel in a unit whose text does not define it."""
        return replace(self, facts={}, instances={})


@dataclass(frozen=True, slots=True)
class UnitSurvey:
    """One unit over all SM targets that were asked about.

    Attributes:
        targets: those that the unit was read for.
        kernels: in file, line and instantiation order.
        refused: per target what the toolkit refuses, in and outside kernels; accepted targets are missing.
        undecided: conditions whose value nobody knows, and that decide something.
        launches: what the unit's host code asks of shared memory, per launch.
        parsed: the declarations in which what its kernels reach stands.
        lost: where its own text could not be read, if no kernel was found in it and one may stand there.
    """

    unit: str
    targets: frozenset[SmTarget]
    kernels: tuple[KernelSurvey, ...]
    refused: Mapping[SmTarget, tuple[Refusal, ...]] = field(default_factory=dict)
    undecided: tuple[Branch, ...] = ()
    launches: tuple[SharedMemoryFact, ...] = ()
    parsed: frozenset[ParsedPiece] = frozenset()
    lost: int | None = None

    def launches_of(self, kernel: KernelSurvey) -> tuple[SharedMemoryFact, ...]:
        """The launches of a kernel: of all its instantiations, or of the one that it is."""
        place = kernel.location
        found = [one for one in self.launches if one.kernel is not None and one.kernel.path == place.file]
        found = [one for one in found if one.kernel is not None and one.kernel.line == place.line]
        if kernel.arguments is None:
            return tuple(found)
        same = [one for one in found if one.kernel is not None and instance_of(one.kernel) == kernel.arguments]
        return tuple(same) or tuple(one for one in found if one.kernel is not None and _is_open(one.kernel))
