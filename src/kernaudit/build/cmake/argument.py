"""Arguments compiled: constants, single variables and templates, ready to be expanded many times."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.lib.lists import expand_list
from kernaudit.build.cmake.program import Argument, Quoting
from kernaudit.build.cmake.reference import Domain, Reference, ReferenceFault, Template, parse_template

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.build.cmake.interpreter import Interpreter

__all__ = ["Op", "Piece", "Read", "Slots", "compile_argument", "compile_arguments", "compile_text"]

Read = Callable[["Interpreter"], str]
"""Evaluates one argument to its text (before an unquoted one is taken apart as a list)."""

Slots = frozenset[str]
"""The names that the enclosing macro replaces as text: its parameters, ARGC, ARGN, ARGV; empty outside macros."""


class Op(IntEnum):
    """How a piece adds to the argument list; the order is by how common they are."""

    CONSTANT = 0
    VARIABLE = 1
    QUOTED_VARIABLE = 2
    QUOTED = 3
    LIST = 4


Piece = tuple[Op, str, "Read | None"]
"""What to do, a constant's text or a variable's name, and the template's closure."""

_PLAIN_NAME: Final = re.compile(r"\$\{([A-Za-z0-9_/.+-]+)\}\Z")
_LINE_VARIABLE: Final = "CMAKE_CURRENT_LIST_LINE"
_ARGV_ITEM: Final = re.compile(r"ARGV[0-9]+\Z")
_MANY_PARTS: Final = 4


def compile_arguments(args: Iterable[Argument], slots: Slots) -> list[Piece]:
    """Compile a command's arguments; malformed ones become closures that fail when the command runs."""
    pieces: list[Piece] = []
    for arg in args:
        pieces.extend(compile_argument(arg, slots))
    return pieces


def compile_argument(arg: Argument, slots: Slots) -> list[Piece]:
    """Compile one argument (a constant bare one may be several values, or none)."""
    text, quoting, line = arg
    if quoting is Quoting.BRACKET:
        return [(Op.CONSTANT, text, None)]
    quoted = quoting is Quoting.QUOTED
    if "$" not in text and "\\" not in text:
        return [(Op.CONSTANT, item, None) for item in ([text] if quoted else expand_list(text))]
    plain = _PLAIN_NAME.match(text)
    if plain is not None:
        name = plain.group(1)
        if name not in slots and name != _LINE_VARIABLE and not (slots and _ARGV_ITEM.match(name)):
            return [(Op.QUOTED_VARIABLE if quoted else Op.VARIABLE, name, None)]
    compiled = compile_text(text, line, slots)
    if isinstance(compiled, str):
        return [(Op.CONSTANT, item, None) for item in ([compiled] if quoted else expand_list(compiled))]
    return [(Op.QUOTED if quoted else Op.LIST, "", compiled)]


def compile_text(text: str, line: int, slots: Slots) -> str | Read:
    """Compile an argument's text: its value where that is constant, else a closure."""
    try:
        template = parse_template(text)
    except ReferenceFault as fault:
        return _failing(str(fault))
    return _compile_template(template, line, slots)


def _failing(message: str) -> Read:
    def fail(interp: Interpreter) -> str:
        interp.fail(message)

    return fail


def _compile_template(template: Template, line: int, slots: Slots) -> str | Read:
    parts = [part if isinstance(part, str) else _compile_reference(part, line, slots) for part in template]
    if all(isinstance(part, str) for part in parts):
        return "".join(part for part in parts if isinstance(part, str))
    if len(parts) == 1:
        return parts[0]
    if len(parts) == 2:
        return _pair(parts[0], parts[1])
    return _joined(parts)


def _pair(first: str | Read, second: str | Read) -> Read:
    if isinstance(first, str):
        assert not isinstance(second, str)
        return lambda interp: first + second(interp)
    if isinstance(second, str):
        return lambda interp: first(interp) + second
    return lambda interp: first(interp) + second(interp)


def _joined(parts: list[str | Read]) -> Read:
    checked = len(parts) > _MANY_PARTS

    def read(interp: Interpreter) -> str:
        texts = [part if isinstance(part, str) else part(interp) for part in parts]
        if checked:
            interp.check_total(texts)
        return "".join(texts)

    return read


def _compile_reference(reference: Reference, line: int, slots: Slots) -> str | Read:
    name = _compile_template(reference.name, line, slots)
    if reference.domain is Domain.ENVIRONMENT:
        return _environment(name)
    if reference.domain is Domain.CACHE:
        return _cache(name)
    if not isinstance(name, str):
        return _computed(name)
    if name == _LINE_VARIABLE:
        return str(line)
    if name in slots or (slots and _ARGV_ITEM.match(name)):
        return _macro_text(name)
    return _variable(name)


def _variable(name: str) -> Read:
    def read(interp: Interpreter) -> str:
        value = interp.variables.get(name)
        return interp.cache.get(name, "") if value is None else value

    return read


def _computed(name: Read) -> Read:
    def read(interp: Interpreter) -> str:
        key = name(interp)
        value = interp.variables.get(key)
        return interp.cache.get(key, "") if value is None else value

    return read


def _macro_text(name: str) -> Read:
    """The text that the macro call gives a name; `${ARGV9}` beyond the arguments is a variable as any other."""

    def read(interp: Interpreter) -> str:
        value = interp.macro.get(name)
        return (interp.get(name) or "") if value is None else value

    return read


def _environment(name: str | Read) -> Read:
    if isinstance(name, str):
        return lambda interp: interp.env.get(name, "")
    return lambda interp: interp.env.get(name(interp), "")


def _cache(name: str | Read) -> Read:
    if isinstance(name, str):
        return lambda interp: interp.cache.get(name, "")
    return lambda interp: interp.cache.get(name(interp), "")
