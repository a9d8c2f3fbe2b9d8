"""Commands nested as `if`, loops, definitions and blocks nest them; cmake checks that before it runs a file."""

from __future__ import annotations

from typing import Final

from kernaudit.build.cmake.lexer import read_commands
from kernaudit.build.cmake.program import (
    Block,
    Body,
    Branch,
    Command,
    Definition,
    If,
    Loop,
    Program,
    Statement,
    SyntaxFault,
)

__all__ = ["parse"]

_OPENERS: Final = {
    "if": "endif",
    "foreach": "endforeach",
    "while": "endwhile",
    "function": "endfunction",
    "macro": "endmacro",
    "block": "endblock",
}
_CLOSERS: Final = frozenset(_OPENERS.values())
_NODES: Final[dict[str, type[Loop | Definition | Block]]] = {
    "foreach": Loop,
    "while": Loop,
    "function": Definition,
    "macro": Definition,
    "block": Block,
}
_DEEPEST: Final = 500
"""Nested control commands: real files stay below twenty; compiling and running them recurses."""


def parse(text: str, file: str) -> Program:
    """Parse a cmake file; `file` is its path as reports show it.

    A text that cmake refuses gives a program with an `error` (message and line) whose body is empty.
    """
    commands, fault = read_commands(text, file)
    if fault is None:
        nested = _nest(commands)
        if not isinstance(nested, SyntaxFault):
            return Program(file, nested)
        fault = nested
    return Program(file, (), fault)


class _Open:
    """A control command whose end has not come yet."""

    __slots__ = ("body", "branches", "command", "otherwise")

    def __init__(self, command: Command | None) -> None:
        self.command = command
        self.body: list[Statement] = []
        self.branches: list[Branch] = []
        self.otherwise = False

    def close_branch(self, following: Command | None) -> None:
        assert self.command is not None
        self.branches.append(Branch(self.command, tuple(self.body)))
        self.body = []
        if following is not None:
            self.command = following

    def statement(self) -> Statement:
        assert self.command is not None
        if self.branches or self.command.key == "if":
            self.close_branch(None)
            last = self.branches.pop() if self.otherwise else None
            return If(tuple(self.branches), last)
        return _NODES[self.command.key](self.command, tuple(self.body))


def _nest(commands: list[Command]) -> Body | SyntaxFault:
    stack = [_Open(None)]
    top = stack[0]
    for command in commands:
        key = command.key
        if key in _OPENERS:
            if len(stack) > _DEEPEST:
                return SyntaxFault("Flow control statements are nested too deeply.", command.location)
            top = _Open(command)
            stack.append(top)
        elif key in ("elseif", "else"):
            if not _is_if(top) or top.otherwise:
                return _misnested(command)
            top.close_branch(command)
            top.otherwise = key == "else"
        elif key in _CLOSERS:
            if not _closes(key, top):
                return _misnested(command)
            statement = stack.pop().statement()
            top = stack[-1]
            top.body.append(statement)
        else:
            top.body.append(command)
    if len(stack) > 1:
        assert top.command is not None
        return _misnested(top.command)
    return tuple(top.body)


def _is_if(item: _Open) -> bool:
    return item.command is not None and item.command.key in ("if", "elseif", "else")


def _closes(key: str, item: _Open) -> bool:
    if item.command is None:
        return False
    return _is_if(item) if key == "endif" else _OPENERS.get(item.command.key) == key


def _misnested(command: Command) -> SyntaxFault:
    return SyntaxFault("Flow control statements are not properly nested.", command.location)
