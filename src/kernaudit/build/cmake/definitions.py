"""`function` and `macro` compiled: the definition, and the command that it adds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.argument import compile_arguments
from kernaudit.build.cmake.expand import expand
from kernaudit.build.cmake.flow import Signal
from kernaudit.build.cmake.frame import Frame
from kernaudit.build.cmake.macro_text import needs_text, nested_names, substitute

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kernaudit.build.cmake.compile import Context
    from kernaudit.build.cmake.flow import Handler, Node
    from kernaudit.build.cmake.interpreter import Interpreter
    from kernaudit.build.cmake.program import Body, Definition

__all__ = ["compile_definition"]

_CONTROL: Final = frozenset(
    {"if", "elseif", "else", "endif", "while", "endwhile", "foreach", "endforeach"}
    | {"function", "endfunction", "macro", "endmacro", "block", "endblock", "return", "break", "continue"}
)
_MACRO_NAMES: Final = frozenset({"ARGC", "ARGV", "ARGN"})
_NAME: Final = re.compile(r"[A-Za-z0-9/_.+-]*\Z")
_TEXTS_KEPT: Final = 64


def compile_definition(definition: Definition, context: Context) -> Node:
    """Compile a definition; the body is compiled when it is called for the first time."""
    command = definition.command
    pieces = compile_arguments(command.args, context.slots)
    is_function = command.key == "function"
    functions: dict[tuple[str, ...], _Function] = {}
    macros: dict[tuple[str, ...], _Macro] = {}

    def define(interp: Interpreter) -> None:
        interp.site = command
        words = tuple(expand(interp, pieces))
        if not words:
            interp.fail(f"{command.key} called with incorrect number of arguments")
        key = words[0].lower()
        if key in _CONTROL:
            interp.fail(f'Built-in flow control command "{words[0]}" cannot be overridden.')
        handler: Handler
        if is_function:
            function = functions.get(words) or functions.setdefault(words, _Function(definition, words, context))
            handler = function.bound(interp)
        else:
            macro = macros.get(words) or macros.setdefault(words, _Macro(definition, words, context))
            handler = macro.bound(interp)
        interp.define_command(key, handler)

    return define


class _Function:
    """A function's compiled body, shared by all evaluations."""

    __slots__ = ("body", "context", "count", "directory", "line", "name", "nodes", "parameters")

    def __init__(self, definition: Definition, words: tuple[str, ...], context: Context) -> None:
        self.body = definition.body
        self.context = context.inside(frozenset())
        self.name = words[0]
        self.parameters = words[1:]
        self.count = len(self.parameters)
        self.line = str(definition.command.line)
        self.directory = context.path.rpartition("/")[0]
        self.nodes: tuple[Node, ...] | None = None

    def bound(self, interp: Interpreter) -> Handler:
        """The command, with the policies of its definition."""
        policies = interp.policies

        def invoke(interp: Interpreter, args: list[str]) -> None:
            if len(args) < self.count:
                interp.fail(f"Function invoked with incorrect arguments for function named: {self.name}")
            nodes = self.nodes
            if nodes is None:
                nodes = self.nodes = self.context.body(self.body)
            interp.enter(Frame(self.name, interp.site, len(interp.conditions), self.count))
            saved, loops = interp.policies, interp.loops
            interp.policies, interp.loops = policies, 0
            interp.push_scope()
            self.define_arguments(interp.variables, args)
            signal = interp.run(nodes)
            interp.pop_scope(interp.returned if signal is Signal.RETURN else ())
            interp.policies, interp.loops = saved.with_changes(policies, interp.policies), loops
            interp.leave()

        return invoke

    def define_arguments(self, variables: dict[str, str], args: list[str]) -> None:
        """Set what a call defines (`function()` in cmake's documentation)."""
        variables["ARGC"] = str(len(args))
        for number, value in enumerate(args):
            variables[f"ARGV{number}"] = value
        variables.update(zip(self.parameters, args, strict=False))
        variables["ARGV"] = ";".join(args)
        variables["ARGN"] = ";".join(args[self.count :])
        variables["CMAKE_CURRENT_FUNCTION"] = self.name
        variables["CMAKE_CURRENT_FUNCTION_LIST_FILE"] = self.context.path
        variables["CMAKE_CURRENT_FUNCTION_LIST_DIR"] = self.directory
        variables["CMAKE_CURRENT_FUNCTION_LIST_LINE"] = self.line


class _Macro:
    """A macro's compiled body: its parameters are read from the call where that equals replacing their text."""

    __slots__ = ("always_text", "body", "context", "count", "name", "nested", "nodes", "parameters", "texts")

    def __init__(self, definition: Definition, words: tuple[str, ...], context: Context) -> None:
        self.name = words[0]
        self.parameters = words[1:]
        self.count = len(self.parameters)
        self.body = definition.body
        self.context = context.inside(frozenset(self.parameters) | _MACRO_NAMES)
        self.always_text = needs_text(self.body)
        self.nested = nested_names(self.body)
        self.nodes: tuple[Node, ...] | None = None
        self.texts: dict[tuple[str, ...], tuple[Node, ...]] = {}

    def bound(self, interp: Interpreter) -> Handler:
        """The command, with the policies of its definition."""
        policies = interp.policies

        def invoke(interp: Interpreter, args: list[str]) -> Signal | None:
            if len(args) < self.count:
                interp.fail(f"Macro invoked with incorrect arguments for macro named: {self.name}")
            saved, macro = interp.policies, interp.macro
            nodes = self.replaced(args, interp.policies.is_new("CMP0219")) if self.is_text(args) else self.compiled()
            interp.enter(Frame(self.name, interp.site, len(interp.conditions)))
            interp.policies, interp.macro = policies, self.values(args)
            signal = interp.run(nodes)
            interp.policies, interp.macro = saved.with_changes(policies, interp.policies), macro
            interp.leave()
            return signal

        return invoke

    def compiled(self) -> tuple[Node, ...]:
        """The body with its parameters read at run time."""
        if self.nodes is None:
            self.nodes = self.context.body(self.body)
        return self.nodes

    def is_text(self, args: Sequence[str]) -> bool:
        """Whether a value holds a character that means something once it is text of the macro's body."""
        if self.always_text:
            return True
        if any("$" in arg or "\\" in arg or "}" in arg or "{" in arg for arg in args):
            return True
        return bool(self.nested) and not all(map(_NAME.match, self.nested_values(args)))

    def nested_values(self, args: Sequence[str]) -> Iterator[str]:
        """The values that become part of a variable's name."""
        values = self.values(list(args))
        return (values[name] for name in self.nested if name in values)

    def replaced(self, args: Sequence[str], escape: bool) -> tuple[Node, ...]:
        """The body with the arguments put in as text, compiled for this call (and kept for equal ones)."""
        key = (str(escape), *args)
        nodes = self.texts.get(key)
        if nodes is None:
            body: Body = substitute(self.body, self.parameters, args, escape=escape)
            nodes = self.context.inside(frozenset()).body(body)
            if len(self.texts) < _TEXTS_KEPT:
                self.texts[key] = nodes
        return nodes

    def values(self, args: list[str]) -> dict[str, str]:
        """What each replaced name stands for."""
        values = {f"ARGV{number}": value for number, value in enumerate(args)}
        values["ARGC"] = str(len(args))
        values["ARGV"] = ";".join(args)
        values["ARGN"] = ";".join(args[self.count :])
        values.update(zip(self.parameters, args, strict=False))
        return values
