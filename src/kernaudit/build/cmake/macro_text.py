"""Macro parameters as cmake defines them: their `${name}` is replaced in the text of the body, before evaluation."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.program import Block, Branch, Command, Definition, If, Loop, Quoting, commands_of
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kernaudit.build.cmake.program import Body, Program, Statement

__all__ = ["at_line", "needs_text", "nested_names", "substitute"]

_NESTED: Final = re.compile(r"\{[^${}]*\$\{([^${}]*)\}")


def needs_text(body: Body) -> bool:
    r"""Whether only real replacement is right: a definition inside keeps the texts, and `\${x}` hides a reference."""
    for command, _ in commands_of(body):
        if command.key in ("function", "macro", "cmake_language"):
            return True
        if any("\\$" in arg.text for arg in command.args):
            return True
    return False


def nested_names(body: Body) -> frozenset[str]:
    """The names whose references stand inside the name of another (`${x_${name}}`), where not every text is legal."""
    texts = (arg.text for command, _ in commands_of(body) for arg in command.args if "${" in arg.text)
    return frozenset(name for text in texts for name in _NESTED.findall(text))


def substitute(body: Body, parameters: Sequence[str], args: Sequence[str], *, escape: bool) -> Body:
    r"""Return the body with the arguments put in.

    Args:
        body: the macro's statements.
        parameters: its formal parameters.
        args: the call's arguments, at least one per parameter.
        escape: protect backslashes (policy CMP0219).
    """
    values = [arg.replace("\\", "\\\\") if escape else arg for arg in args]
    pairs = [(f"${{{name}}}", value) for name, value in zip(parameters, values, strict=False)]
    pairs.append(("${ARGC}", str(len(args))))
    pairs.append(("${ARGN}", ";".join(values[len(parameters) :])))
    pairs.append(("${ARGV}", ";".join(values)))
    pairs.extend((f"${{ARGV{number}}}", value) for number, value in enumerate(values))

    def put_in(command: Command) -> Command:
        return command._replace(
            args=tuple(
                arg
                if arg.quoting is Quoting.BRACKET or "${" not in arg.text
                else arg._replace(text=_replaced(arg.text, pairs))
                for arg in command.args
            )
        )

    return _map(body, put_in)


def at_line(program: Program, line: int) -> Program:
    """The program with every command at one line: that of the command that carries the code."""
    fault = program.error
    if fault is not None:
        return replace(program, error=replace(fault, location=Location(fault.location.file, line)))
    return replace(program, body=_map(program.body, lambda command: command._replace(line=line)))


def _replaced(text: str, pairs: Sequence[tuple[str, str]]) -> str:
    for name, value in pairs:
        if name in text:
            text = text.replace(name, value)
    return text


def _map(body: Body, change: Callable[[Command], Command]) -> Body:
    return tuple(_map_statement(statement, change) for statement in body)


def _map_statement(statement: Statement, change: Callable[[Command], Command]) -> Statement:
    if isinstance(statement, Command):
        return change(statement)
    if isinstance(statement, If):
        branches = tuple(Branch(change(item.command), _map(item.body, change)) for item in statement.branches)
        last = statement.otherwise
        return If(branches, Branch(change(last.command), _map(last.body, change)) if last else None)
    kind: type[Loop | Definition | Block] = type(statement)
    return kind(change(statement.command), _map(statement.body, change))
