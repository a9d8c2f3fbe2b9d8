"""Statements compiled to closures: run many times, by every evaluation of a run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kernaudit.build.cmake.argument import Slots, compile_arguments
from kernaudit.build.cmake.branches import compile_if
from kernaudit.build.cmake.definitions import compile_definition
from kernaudit.build.cmake.expand import expand, split_pieces
from kernaudit.build.cmake.language import compile_language
from kernaudit.build.cmake.loops import compile_loop
from kernaudit.build.cmake.program import Block, Command, Definition, If, Loop
from kernaudit.build.cmake.scopes import compile_block

if TYPE_CHECKING:
    from kernaudit.build.cmake.flow import Node, Signal
    from kernaudit.build.cmake.interpreter import Interpreter
    from kernaudit.build.cmake.program import Body, Statement

__all__ = ["Context", "compile_body"]


@dataclass(frozen=True, slots=True)
class Context:
    """Where statements stand: the file (as cmake names it), and the names that an enclosing macro replaces."""

    path: str
    slots: Slots = frozenset()

    def body(self, statements: Body) -> tuple[Node, ...]:
        """Compile statements that stand here."""
        return compile_body(statements, self)

    def inside(self, slots: Slots) -> Context:
        """The same file inside another definition."""
        return replace(self, slots=slots)


def compile_body(statements: Body, context: Context) -> tuple[Node, ...]:
    """Compile a list of statements."""
    return tuple(_compile(statement, context) for statement in statements)


def _compile(statement: Statement, context: Context) -> Node:
    if isinstance(statement, Command):
        if statement.key == "cmake_language":
            return compile_language(statement, context.slots)
        return _compile_command(statement, context)
    if isinstance(statement, If):
        return compile_if(statement, context)
    if isinstance(statement, Loop):
        return compile_loop(statement, context)
    if isinstance(statement, Definition):
        return compile_definition(statement, context)
    assert isinstance(statement, Block)
    return compile_block(statement, context)


def _compile_command(command: Command, context: Context) -> Node:
    key = command.key
    pieces = compile_arguments(command.args, context.slots)
    constants, rest = split_pieces(pieces)
    if not rest:

        def run_constant(interp: Interpreter) -> Signal | None:
            interp.site = command
            handler = interp.commands.get(key)
            if handler is None:
                return interp.missing_command(command.name)
            return handler(interp, constants.copy())

        return run_constant

    def run(interp: Interpreter) -> Signal | None:
        interp.site = command
        handler = interp.commands.get(key)
        if handler is None:
            return interp.missing_command(command.name)
        return handler(interp, expand(interp, rest, constants))

    return run
