"""Conditions as text: which variables an `if` asks about, and which tests stand in front of an `else`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.program import Command, If, Quoting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.build.cmake.program import Body

__all__ = ["asked_names", "compared_literals", "tests_before"]

_REFERENCE: Final = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_.+-]*)\}")
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.+-]*")
_UNARY: Final = frozenset(
    [
        "NOT",
        "AND",
        "OR",
        "DEFINED",
        "EXISTS",
        "COMMAND",
        "POLICY",
        "TARGET",
        "TEST",
        "IS_DIRECTORY",
        "IS_ABSOLUTE",
        "IS_SYMLINK",
    ]
)
_BINARY: Final = frozenset(
    [
        "IN_LIST",
        "MATCHES",
        "STREQUAL",
        "STRLESS",
        "STRGREATER",
        "STRLESS_EQUAL",
        "STRGREATER_EQUAL",
        "EQUAL",
        "LESS",
        "GREATER",
        "LESS_EQUAL",
        "GREATER_EQUAL",
        "VERSION_LESS",
        "VERSION_GREATER",
        "VERSION_EQUAL",
        "VERSION_LESS_EQUAL",
        "VERSION_GREATER_EQUAL",
        "PATH_EQUAL",
        "IS_NEWER_THAN",
    ]
)
_CONSTANTS: Final = frozenset(["ON", "OFF", "TRUE", "FALSE", "YES", "NO", "Y", "N", "IGNORE", "NOTFOUND"])
_WORDS: Final = _UNARY | _BINARY | _CONSTANTS


def asked_names(command: Command) -> Iterator[str]:
    """Yield the variables that a condition asks about; what a comparison compares with is none unless `${...}`."""
    compared = False
    for argument in command.args:
        text = argument.text
        if "${" in text:
            yield from _REFERENCE.findall(text)
        elif not compared and argument.quoting is Quoting.BARE and text not in _WORDS and _NAME.fullmatch(text):
            yield text
        compared = text in _BINARY


def compared_literals(command: Command) -> Iterator[tuple[str, str]]:
    """Yield (variable, literal) of the comparisons `X STREQUAL "literal"` in a condition."""
    for left, operator, right in zip(command.args, command.args[1:], command.args[2:], strict=False):
        if operator.text == "STREQUAL" and "$" not in right.text:
            reference = _REFERENCE.fullmatch(left.text)
            name = reference[1] if reference else left.text
            if _NAME.fullmatch(name) and name not in _WORDS:
                yield name, right.text


def tests_before(body: Body, condition: Command) -> list[Command]:
    """Return the `if` and `elseif` in front of a branch, nearest first; nothing if the branch is not in this body."""
    pending = list(body)
    while pending:
        statement = pending.pop()
        if isinstance(statement, Command):
            continue
        if isinstance(statement, If):
            branches = [*statement.branches, *([statement.otherwise] if statement.otherwise else [])]
            commands = [branch.command for branch in branches]
            for at, command in enumerate(commands):
                if (command.line, command.file) == (condition.line, condition.file) and command.key == condition.key:
                    return commands[:at][::-1]
            for branch in branches:
                pending += branch.body
        else:
            pending += statement.body
    return []
