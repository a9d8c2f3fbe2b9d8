"""Where in the project's own files something happened: the call at directory level, and the `if` around it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, cast

if TYPE_CHECKING:
    from collections.abc import Container

    from kernaudit.build.cmake.frame import Frame
    from kernaudit.build.cmake.interpreter import Interpreter
    from kernaudit.build.cmake.program import Command
    from kernaudit.build.cmake.project.state import ProjectState
    from kernaudit.model.evidence import Location

__all__ = ["Reference", "Site", "SiteCache", "WriteLog", "last_write", "names_in", "site_of"]

_NAME: Final = re.compile(r"\$\{([A-Za-z0-9_.+/-]+)\}")


@dataclass(frozen=True, slots=True)
class Reference:
    """A variable that a command refers to: its value there, and the directory-level command that wrote it last."""

    name: str
    value: str
    write: Command | None = None


@dataclass(frozen=True, slots=True)
class Site:
    """A command as a reader looks for it.

    Attributes:
        command: the outermost call of a user's function that led there, else the command itself.
        condition: the innermost `if` (`elseif`, `else`) around `command`.
        references: the variables in the command's arguments.
    """

    command: Command
    condition: Command | None = None
    references: tuple[Reference, ...] = ()

    @property
    def location(self) -> Location:
        """The line of the command."""
        return self.command.location


@dataclass(slots=True)
class SiteCache:
    """The site of the call that is being run: most calls of a user's function lead to many commands."""

    frame: Frame | None = None
    site: Site | None = None
    names: dict[int, tuple[Command, tuple[str, ...]]] = field(default_factory=dict)

    def names_in(self, command: Command) -> tuple[str, ...]:
        """Return `names_in`, remembered; the command is kept, so that its identity stays its own."""
        found = self.names.get(id(command))
        if found is None:
            found = self.names[id(command)] = (command, names_in(command))
        return found[1]


def site_of(interp: Interpreter) -> Site:
    """Return the site of the running command."""
    if not interp.frames:
        return _make(interp, interp.site)
    cache = cast("ProjectState", interp.project).sites
    outermost = interp.frames[0]
    if cache.frame is not outermost or cache.site is None:
        cache.frame, cache.site = outermost, _make(interp, outermost.site)
    return cache.site


def _make(interp: Interpreter, command: Command) -> Site:
    sites = cast("ProjectState", interp.project).sites
    references = tuple(
        Reference(name, value, last_write(interp, name))
        for name in sites.names_in(command)
        if (value := interp.get(name)) is not None
    )
    return Site(command, interp.condition(), references)


def names_in(command: Command) -> tuple[str, ...]:
    """Return the variables that the arguments of a command refer to, in order, each once."""
    found: dict[str, None] = {}
    for argument in command.args:
        if "${" in argument.text:
            found.update(dict.fromkeys(_NAME.findall(argument.text)))
    return tuple(found)


def last_write(interp: Interpreter, name: str) -> Command | None:
    """Return the directory-level command that wrote a variable last."""
    writes = interp.writes
    if writes is None:
        writes = next((kept for _, kept in reversed(interp.scopes) if kept is not None), None)
    return None if writes is None else writes.get(name)


class WriteLog(dict[str, "Command"]):
    """The last writes of a directory's variables, with the history of some of them.

    A condition that kept a source out is judged by the value its variable had there: variables are used again.
    """

    def __init__(self, interp: Interpreter, watched: Container[str], history: dict[str, list[Reference]]) -> None:
        super().__init__()
        self.interp = interp
        self.watched = watched
        self.history = history

    def __setitem__(self, name: str, command: Command) -> None:
        if command.key != "list" or name not in self:  # taking items out of a list does not make it
            super().__setitem__(name, command)
        if name in self.watched:
            interp = self.interp
            variables = interp.variables if interp.writes is self else interp.scopes[-1][0]
            self.history.setdefault(name, []).append(Reference(name, variables.get(name, ""), command))
