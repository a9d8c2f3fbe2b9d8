"""The machine of one evaluation: variables, scopes, commands, and how files and calls are run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernaudit.build.cmake.bounds import LARGE
from kernaudit.build.cmake.errors import BudgetError
from kernaudit.build.cmake.flow import Handler, Node, Signal
from kernaudit.build.cmake.frame import Frame
from kernaudit.build.cmake.journal import Journal
from kernaudit.build.cmake.known import is_cmake_command
from kernaudit.build.cmake.limits import Limits
from kernaudit.build.cmake.policy import PolicyState
from kernaudit.build.cmake.recursion import deep_recursion
from kernaudit.model.evidence import AssumptionKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from kernaudit.build.cmake.ports import TreeFiles
    from kernaudit.build.cmake.program import Command
    from kernaudit.build.cmake.programs import ProgramCache

__all__ = ["Frame", "Handler", "Interpreter"]


class Interpreter(Journal):
    """One evaluation of a cmake project or script; mutable machine state.

    Args:
        tree: the files.
        programs: parsed files, shared by the evaluations of one run.
        commands: every command there is, by lower-case name.
        script: script mode (`cmake -P`): a command that is not modelled is an error.
        limits: how much the evaluation may do.

    Attributes:
        variables: the current scope, flat: a call copies it.
        cache: cache entries, with `cache_types` (no type: given on the command line) and `cache_docs`.
        env: the environment.
        macro: what the names stand for that the macro being run replaces as text.
        writes: for each variable of the directory's scope the user-level command that wrote it last.
        modules: models of cmake's own modules, by the name that `include()` gives.
        foreign: who may define commands that nobody here can see (an external package); None if nobody.
        project: where the model of a project hangs its state.
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
        super().__init__(limits or Limits())
        self.tree: TreeFiles = tree
        self.programs = programs
        self.commands: dict[str, Handler] = dict(commands)
        self.script = script
        self._defined: set[str] = set()
        self.variables: dict[str, str] = {}
        self.scopes: list[tuple[dict[str, str], dict[str, Command] | None]] = []
        self.writes: dict[str, Command] | None = {}
        self.cache: dict[str, str] = {}
        self.cache_types: dict[str, str] = {}
        self.cache_docs: dict[str, str] = {}
        self.env: dict[str, str] = {}
        self.macro: dict[str, str] = {}
        self.policies = PolicyState()
        self.policy_stack: list[PolicyState] = []
        self.loops = 0
        self.nesting = -1  # the first file is not called by a command
        self.returned: tuple[str, ...] = ()
        self.deferred: dict[str, list[tuple[str, Command, Node]]] = {}
        self.checks: list[str] = []
        self.guarded: set[str] = set()
        self.foreign: str | None = None
        self.modules: dict[str, Callable[[Interpreter], None]] = {}
        self.project: Any = None

    # -- variables -------------------------------------------------------------------------------------------------

    def get(self, name: str) -> str | None:
        """Return the value that `${name}` has here: the variable, else the cache entry, else None."""
        value = self.variables.get(name)
        return self.cache.get(name) if value is None else value

    def set(self, name: str, value: str) -> None:
        """Set a variable of the current scope."""
        if len(value) > LARGE:
            self.touch(value)
        self.variables[name] = value
        if self.writes is not None:
            self.writes[name] = self.frames[0].site if self.frames else self.site

    def unset(self, name: str) -> None:
        """Remove a variable of the current scope (a cache entry of the name shows again)."""
        self.variables.pop(name, None)

    def assign(self, writes: Iterable[tuple[str, str | None]]) -> None:
        """Make assignments in order; None removes a variable."""
        variables, log = self.variables, self.writes
        for name, value in writes:
            if value is None:
                variables.pop(name, None)
                continue
            if len(value) > LARGE:
                self.touch(value)
            variables[name] = value
            if log is not None:
                log[name] = self.frames[0].site if self.frames else self.site

    def set_parent(self, name: str, value: str | None) -> None:
        """Set or, with None, remove a variable of the scope that called this one."""
        if not self.scopes:
            self.say("AUTHOR_WARNING", f'Cannot set "{name}": current scope has no parent.')
            return
        variables, writes = self.scopes[-1]
        if value is None:
            variables.pop(name, None)
        else:
            variables[name] = value
        if writes is not None:
            writes[name] = self.frames[0].site if self.frames else self.site

    def push_scope(self, *, directory: bool = False) -> None:
        """Open a variable scope that sees copies of all variables (a call, a block or, with writes, a directory)."""
        self.scopes.append((self.variables, self.writes))
        self.variables = self.variables.copy()
        self.writes = dict(self.writes or ()) if directory else None

    def pop_scope(self, propagate: Iterable[str] = ()) -> None:
        """Leave the innermost variable scope, handing out the named variables as they are."""
        inner = self.variables
        for name in propagate:
            self.set_parent(name, inner.get(name))
        self.variables, self.writes = self.scopes.pop()

    # -- calls -----------------------------------------------------------------------------------------------------

    def enter(self, frame: Frame) -> None:
        """Begin a call of a user's function or macro."""
        self.check_depth()
        self.frames.append(frame)

    def leave(self) -> None:
        """End the innermost call."""
        self.frames.pop()

    def check_depth(self) -> None:
        """Stop where calls and includes are nested deeper than cmake allows (blocks, loops and `if` do not count)."""
        limit = self.limits.depth
        asked = self.variables.get("CMAKE_MAXIMUM_RECURSION_DEPTH", "")
        if asked.isdigit():
            limit = min(limit, int(asked[:9]))
        if len(self.frames) + self.nesting >= limit - 1:
            raise BudgetError(f"Maximum recursion depth of {limit} exceeded", self.here)

    # -- commands --------------------------------------------------------------------------------------------------

    def define_command(self, key: str, handler: Handler) -> None:
        """Add a command; one of the same name stays reachable with `_` in front."""
        self._defined.add(key)
        before = self.commands.get(key)
        if before is not None:
            self.commands[f"_{key}"] = before
        self.commands[key] = handler

    def has_command(self, name: str) -> bool:
        """Tell whether `if(COMMAND name)` is true."""
        return name.lower() in self.commands or is_cmake_command(name.lower())

    def user_commands(self) -> list[str]:
        """The functions and macros that were defined so far."""
        return sorted(self._defined)

    def global_property(self, name: str) -> str | None:
        """Return a global property; a project's model answers."""
        value = None if self.project is None else self.project.global_property(name)
        return None if value is None else str(value)

    def has_target(self, name: str) -> bool:
        """Tell whether `if(TARGET name)` is true; a project's model answers."""
        return bool(self.project is not None and self.project.has_target(name))

    def has_test(self, name: str) -> bool:
        """Tell whether `if(TEST name)` is true; a project's model answers."""
        return bool(self.project is not None and self.project.has_test(name))

    def missing_command(self, name: str) -> Signal | None:
        """Run a command that is neither modelled nor defined: recorded if it may exist, else an error."""
        if not self.script:
            if is_cmake_command(name.lower()):
                self.assume(AssumptionKind.UNMODELLED_COMMAND, f"{name}() is not modelled; it does nothing here")
                return None
            if self.foreign is not None:
                text = f"{name}() is not defined in the tree; it does nothing here (it may come from {self.foreign})"
                self.assume(AssumptionKind.UNMODELLED_COMMAND, text, self.foreign)
                return None
        self.fail(f'Unknown CMake command "{name}".')

    # -- running ---------------------------------------------------------------------------------------------------

    def run(self, nodes: Sequence[Node]) -> Signal | None:
        """Run statements until one of them leaves the body."""
        self.budget -= len(nodes)
        if self.budget < 0:
            self.out_of_steps()
        for node in nodes:
            signal = node(self)
            if signal is not None:
                return signal
        return None

    def call(self, name: str, args: Sequence[str]) -> Signal | None:
        """Invoke a command with expanded arguments, as `cmake_language(CALL)` does."""
        handler = self.commands.get(name.lower())
        if handler is None:
            return self.missing_command(name)
        self.check_depth()
        self.nesting += 1
        signal = handler(self, list(args))
        self.nesting -= 1
        return signal

    def run_file(self, path: str) -> None:
        """Run a file in the current scope, as `include()` does; `return()` in it ends the file.

        Raises:
            ConfigureError: there is no such file, its text is no cmake code, or it stops.
        """
        text = self.tree.read_text(path)
        if text is None:
            self.fail(f"could not load requested file:\n  {path}")
        names = ("CMAKE_CURRENT_LIST_FILE", "CMAKE_CURRENT_LIST_DIR")
        before = [self.variables.get(name) for name in names]
        self.variables[names[0]] = path
        self.variables[names[1]] = path.rpartition("/")[0] or "/"
        self.execute(lambda: self.programs.compiled(path, text))
        for name, value in zip(names, before, strict=True):
            if value is None:
                self.variables.pop(name, None)
            else:
                self.variables[name] = value

    def execute(self, load: Callable[[], Sequence[Node]]) -> None:
        """Run the statements of a file: `return()` ends it, a stray `break()` at its top level ends nothing."""
        self.check_depth()
        self.returned = ()
        self.nesting += 1
        site = self.site
        with deep_recursion(self):
            nodes = load()
            self.budget -= len(nodes)
            if self.budget < 0:
                self.out_of_steps()
            for node in nodes:
                if node(self) is Signal.RETURN:
                    break
        self.nesting -= 1
        self.site = site
