"""The state of one evaluation: what it was given, what it may still do, and what it has seen."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.cmake.unknown import Unknown as Marked
from kernaudit.build.cmake.unknown import UnknownRegistry, contains_unknown
from kernaudit.build.setup_py.errors import EvaluationStoppedError, ProgramError
from kernaudit.build.setup_py.limits import Limits
from kernaudit.build.setup_py.values import ClassValue, Instance, PathValue, Unknown
from kernaudit.model.evidence import Assumption, AssumptionKind, Location

if TYPE_CHECKING:
    import ast
    from collections.abc import Callable, Sequence

    from kernaudit.build.cmake.files import TreeView
    from kernaudit.build.setup_py.environ import Environ
    from kernaudit.build.setup_py.frame import Flow, Frame
    from kernaudit.build.setup_py.values import ModuleValue
    from kernaudit.model.arch import ComputeCapability
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.ruleset.load import Rules

__all__ = ["Command", "Machine", "SetupCall"]

_CLOCK_EVERY: Final = 1024


@dataclass(frozen=True, slots=True)
class Command:
    """A program that the script would run."""

    words: tuple[Any, ...]
    location: Location


@dataclass(frozen=True, slots=True)
class SetupCall:
    """A call of `setup()`."""

    arguments: dict[str, Any]
    location: Location


@dataclass(slots=True)
class Machine:
    """One evaluation.

    Attributes:
        files: the tree under its made-up absolute root.
        directory: where the script runs, absolute.
        environ: its environment.
        toolkit: the assumed CUDA toolkit.
        device: the column's device, None if the question has none.
        rules: names and numbers of architectures; None are those that ship.
        intercepted: functions that are noted, not run, wherever the script defines them.
        rounds: loops with more rounds than this are not walked: what they change is not known afterwards.
        replaced: names of modules that the script sets, as (module, name).
        device_used: the script asked for the device.
        ways: which way an undecided condition that may have to do with architectures goes; None takes none of them.
    """

    files: TreeView
    directory: str
    environ: Environ
    toolkit: Toolkit
    device: ComputeCapability | None
    limits: Limits = field(default_factory=Limits)
    rules: Rules | None = None
    registry: UnknownRegistry = field(default_factory=UnknownRegistry)
    assumptions: dict[tuple[str, Location | None], Assumption] = field(default_factory=dict)
    modules: dict[str, ModuleValue] = field(default_factory=dict)
    search: list[str] = field(default_factory=list)
    classes: dict[str, ClassValue] = field(default_factory=dict)
    intercepted: dict[str, Any] = field(default_factory=dict)
    setups: list[SetupCall] = field(default_factory=list)
    commands: list[Command] = field(default_factory=list)
    compiled: list[Instance] = field(default_factory=list)
    written: dict[str, str] = field(default_factory=dict)
    replaced: dict[tuple[str, str], Location] = field(default_factory=dict)
    arch_texts: dict[str, Location] = field(default_factory=dict)
    arch_words: dict[str, Location] = field(default_factory=dict)
    device_used: bool = False
    rounds: int | None = None
    ways: Callable[[str], bool] | None = None
    guarded: int = 0
    file: str = ""
    line: int = 1
    evaluate: Callable[[ast.expr, Frame], Any] = field(init=False)
    execute: Callable[[Sequence[ast.stmt], Frame], Flow] = field(init=False)
    call: Callable[..., Any] = field(init=False)
    attribute: Callable[[Any, str], Any] = field(init=False)
    load: Callable[[str], ModuleValue | Unknown] = field(init=False)
    _steps: int = 0
    _bound: int = 0
    _volume: int = 0
    _depth: int = 0
    _started: float = field(default_factory=time.process_time)

    @property
    def here(self) -> Location:
        """The line that is evaluated."""
        return Location(self.file, self.line)

    # -- bounds ----------------------------------------------------------------------------------------------------

    def step(self) -> None:
        """Count one step.

        Raises:
            EvaluationStoppedError: the budget is spent.
        """
        self._steps += 1
        late = self._steps % _CLOCK_EVERY == 0 and time.process_time() - self._started > self.limits.seconds
        if self._steps > (self._bound or self.limits.steps) or late:
            raise EvaluationStoppedError("the script takes more steps than this evaluator allows", self.here)

    def allow(self, steps: int) -> None:
        """Let the next part of the evaluation take so many steps, as far as the whole budget reaches."""
        self._bound = min(self.limits.steps, self._steps + steps)

    def spend(self, size: int) -> None:
        """Account for a value of so many characters or items.

        Raises:
            EvaluationStoppedError: it is too large.
        """
        self._volume += size
        self._steps += size >> 6
        if size > self.limits.size or self._volume > self.limits.volume:
            raise EvaluationStoppedError("the script builds larger values than this evaluator allows", self.here)

    def deeper(self) -> None:
        """Enter one level of nesting.

        Raises:
            EvaluationStoppedError: it is one too many.
        """
        self._depth += 1
        if self._depth > self.limits.depth:
            raise EvaluationStoppedError("the script nests deeper than this evaluator allows", self.here)

    def back(self) -> None:
        """Leave one level of nesting."""
        self._depth -= 1

    # -- what is not known -----------------------------------------------------------------------------------------

    def unknown(self, origin: str) -> Unknown:
        """Return a value that is not known, as of this line."""
        return Unknown(origin, self.here)

    def mark(self, unknown: Unknown) -> str:
        """Return a piece of text that stands for a value that is not known."""
        return self.registry.new(unknown.origin, unknown.location)

    def unmark(self, text: str) -> Unknown:
        """Return the first value that is not known in a text that holds one."""
        found: Marked | None = self.registry.first([text])
        return self.unknown("a value that is not known") if found is None else Unknown(found.origin, found.location)

    def hole(self, value: Any) -> Unknown | None:
        """Return what is not known of a value (not looking into containers), or None if it is known."""
        if isinstance(value, Unknown):
            return value
        text = value.path if isinstance(value, PathValue) else value
        if isinstance(text, str) and contains_unknown(text):
            return self.unmark(text)
        return None

    def assume(self, kind: AssumptionKind, text: str, origin: str | None = None, at: Location | None = None) -> None:
        """Note an assumption, once."""
        place = at or self.here
        self.assumptions.setdefault((text, place), Assumption(kind, text, place, origin))

    def fail(self, cls: ClassValue, message: str, *, deliberate: bool = False) -> ProgramError:
        """Return an exception of the script, to be raised."""
        return ProgramError(Instance(cls, {"args": (message,)}), message, self.here, deliberate=deliberate)
