"""A cmake file as data: commands with their raw arguments, nested as the control commands nest them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

from kernaudit.model.evidence import Location

__all__ = [
    "Argument",
    "Block",
    "Body",
    "Branch",
    "Command",
    "Definition",
    "If",
    "Loop",
    "Program",
    "Quoting",
    "Statement",
    "commands_of",
]


class Quoting(IntEnum):
    """How an argument is written: bare, `"quoted"` or `[[bracket]]`."""

    BARE = 0
    QUOTED = 1
    BRACKET = 2


class Argument(NamedTuple):
    """An argument before anything is expanded; the text is without its quotes."""

    text: str
    quoting: Quoting
    line: int


class Command(NamedTuple):
    """One command invocation; `file` is the path as reports show it, `key` the name in lower case."""

    file: str
    line: int
    name: str
    key: str
    args: tuple[Argument, ...]

    @property
    def location(self) -> Location:
        """Where the command starts."""
        return Location(self.file, self.line)

    @property
    def text(self) -> str:
        """The invocation on one line, as a reader would write it."""
        return f"{self.name}({' '.join(_written(arg) for arg in self.args)})"


def _written(arg: Argument) -> str:
    if arg.quoting is Quoting.QUOTED:
        return f'"{arg.text}"'
    return f"[[{arg.text}]]" if arg.quoting is Quoting.BRACKET else arg.text


@dataclass(frozen=True, slots=True)
class Branch:
    """`if`, `elseif` or `else` (its arguments mean nothing then) with what it guards."""

    command: Command
    body: Body


@dataclass(frozen=True, slots=True)
class If:
    """A whole `if` ... `endif`."""

    branches: tuple[Branch, ...]
    otherwise: Branch | None


@dataclass(frozen=True, slots=True)
class Loop:
    """`foreach` or `while` with its body."""

    command: Command
    body: Body


@dataclass(frozen=True, slots=True)
class Definition:
    """`function` or `macro` with its body."""

    command: Command
    body: Body


@dataclass(frozen=True, slots=True)
class Block:
    """`block()` ... `endblock()`."""

    command: Command
    body: Body


Statement = Command | If | Loop | Definition | Block
Body = tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Program:
    """A file that was parsed; `error` says why its text is refused, and then nothing of it runs."""

    file: str
    body: Body
    error: SyntaxFault | None = None


@dataclass(frozen=True, slots=True)
class SyntaxFault:
    """A text that cmake refuses to run: cmake's message and the line."""

    message: str
    location: Location


def commands_of(body: Body, inside: tuple[Command, ...] = ()) -> Iterator[tuple[Command, tuple[Command, ...]]]:
    """Every command with the `if`/`elseif`/`else`, loops and definitions around it, outermost first."""
    for statement in body:
        if isinstance(statement, Command):
            yield statement, inside
        elif isinstance(statement, If):
            for branch in (*statement.branches, *([statement.otherwise] if statement.otherwise else ())):
                yield branch.command, inside
                yield from commands_of(branch.body, (*inside, branch.command))
        else:
            yield statement.command, inside
            yield from commands_of(statement.body, (*inside, statement.command))
