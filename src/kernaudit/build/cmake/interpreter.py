"""The machine state of one evaluation, and the services that commands use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NoReturn

from kernaudit.build.cmake.errors import ConfigureError
from kernaudit.build.cmake.limits import Limits
from kernaudit.build.cmake.policy import PolicyState
from kernaudit.build.cmake.program import Command
from kernaudit.build.cmake.unknown import UnknownRegistry
from kernaudit.model.evidence import Assumption, AssumptionKind, Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.build.cmake.flow import Signal
    from kernaudit.build.cmake.ports import TreeFiles
    from kernaudit.build.cmake.programs import ProgramCache

__all__ = ["Frame", "Handler", "Interpreter"]

Handler = Callable[["Interpreter", list[str]], "Signal | None"]
"""A command: it gets its expanded arguments; only control commands return a signal."""

_START: Final = Command("", 0, "", "", ())


@dataclass(slots=True)
class Frame:
    """A user's function or macro that is being run: where it was called and how many `if` were open there."""

    name: str
    site: Command
    conditions: int


class Interpreter:
    """One evaluation of a cmake project or script; mutable machine state.

    Args:
        tree: the files.
        programs: parsed files, shared by the evaluations of one run.
        commands: every command there is, by lower-case name.
        script: script mode (`cmake -P`): a command that is not modelled is an error.
    """

    def __init__(
        self,
        tree: TreeFiles,
        programs: ProgramCache,
        commands: Mapping[str, Handler],
        *,
        script: bool = False,
        limits: Limits | None = None,
    ) -> None:
        self.tree = tree
        self.programs = programs
        self.commands: dict[str, Handler] = dict(commands)
        self.script = script
        self.limits = limits or Limits()
        self.variables: dict[str, str] = {}
        self.scopes: list[dict[str, str]] = []
        self.cache: dict[str, str] = {}
        self.cache_types: dict[str, str] = {}
        self.env: dict[str, str] = {}
        self.policies = PolicyState()
        self.site: Command = _START
        self.frames: list[Frame] = []
        self.conditions: list[Command] = []
        self.writes: dict[str, Command] = {}
        self.unknowns = UnknownRegistry()
        self.assumptions: dict[Assumption, None] = {}
        self.out: list[tuple[str, str]] = []
        self.steps = 0
        self.project: Any = None

    # -- variables -------------------------------------------------------------------------------------------------

    def get(self, name: str) -> str | None:
        """Return the value that `${name}` has here: the variable, else the cache entry, else None."""
        value = self.variables.get(name)
        return self.cache.get(name) if value is None else value

    def set(self, name: str, value: str) -> None:
        """Set a variable of the current scope."""
        self.variables[name] = value

    def unset(self, name: str) -> None:
        """Remove a variable of the current scope (a cache entry of the name shows again)."""
        self.variables.pop(name, None)

    def set_parent(self, name: str, value: str | None) -> None:
        """Set or, with None, remove a variable of the scope that called this one."""
        raise NotImplementedError

    # -- where we are ----------------------------------------------------------------------------------------------

    @property
    def here(self) -> Location:
        """The command that is running."""
        return self.site.location

    @property
    def user_site(self) -> Command:
        """The command at directory level that led here: the outermost call of a user's function, else the command."""
        return self.frames[0].site if self.frames else self.site

    @property
    def user_calls(self) -> tuple[Location, ...]:
        """The calls of user functions and macros that led here, outermost first."""
        return tuple(frame.site.location for frame in self.frames)

    def condition(self, depth: int = 0) -> Command | None:
        """Return the innermost `if` (or `elseif`, `else`) around the call of `frames[depth]`, or around the command."""
        count = self.frames[depth].conditions if depth < len(self.frames) else len(self.conditions)
        return self.conditions[count - 1] if count else None

    # -- outcomes --------------------------------------------------------------------------------------------------

    def fail(self, message: str) -> NoReturn:
        """Stop the configuration with an error of the running command."""
        raise ConfigureError(message, self.here)

    def assume(self, kind: AssumptionKind, text: str, origin: str | None = None) -> None:
        """Record a decision taken without knowing, once per place and text."""
        self.assumptions[Assumption(kind, text, self.here, origin)] = None

    def unknown(self, origin: str) -> str:
        """Return the marker of a new unknown value that came from `origin`."""
        return self.unknowns.new(origin, self.here)

    def derived(self, texts: Iterable[str]) -> str:
        """Return a new unknown value with the origin of the first one in the texts."""
        raise NotImplementedError

    # -- running ---------------------------------------------------------------------------------------------------

    def run_file(self, path: str) -> None:
        """Run a file in the current scope, as `include()` does; `return()` in it ends the file."""
        raise NotImplementedError

    def call(self, name: str, args: Sequence[str]) -> None:
        """Invoke a command with expanded arguments, as `cmake_language(CALL)` does."""
        raise NotImplementedError

    def evaluate(self, code: str) -> None:
        """Run cmake code in the current scope, as `cmake_language(EVAL CODE)` does."""
        raise NotImplementedError

    def push_scope(self) -> None:
        """Open a variable scope that sees copies of all variables (a function call, a subdirectory)."""
        raise NotImplementedError

    def pop_scope(self) -> None:
        """Leave the innermost variable scope."""
        raise NotImplementedError
