"""Reads registrations in host code: the names that Python sees, and what each of them calls."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kernaudit.facts.host_gates.shapes import Kind
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kernaudit.facts.host_gates.node import Node
    from kernaudit.facts.host_gates.program import HostProgram

__all__ = ["Registration", "find_registrations"]

_CALL: Final = re.compile(r"\.\s*(def|impl)\s*\(")
_NAME: Final = re.compile(r'\s*"([^"\\\n]*)"')
_OP: Final = re.compile(r"(?:\w+::)?([A-Za-z_]\w*)")
_STRING: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_PATH: Final = re.compile(r"(?<![\w.>])((?:[A-Za-z_]\w*\s*::\s*)*)([A-Za-z_]\w*)")
_LIBRARY: Final = re.compile(r"static void (\w+?)_(?:library|fragment|[A-Z]\w*)\(Library& ")
_OUTER: Final = frozenset({Kind.FUNCTION, Kind.KERNEL})
_MAX_CALL: Final = 20_000
_HEAD: Final = 200


@dataclass(frozen=True, slots=True)
class Registration:
    """One `def` or `impl` of a name.

    Attributes:
        library: the namespace of a PyTorch library, empty for other modules.
        called: functions that its other arguments name; none for a schema alone.
    """

    name: str
    library: str
    location: Location
    called: tuple[Node, ...]


def find_registrations(program: HostProgram) -> tuple[Registration, ...]:
    """Return the registrations of a program in the order of its code; those that its macros leave out do not exist."""
    return tuple(found for node in program.nodes if node.registers for found in _of(program, node))


def _of(program: HostProgram, node: Node) -> Iterator[Registration]:
    text = node.source
    library = _LIBRARY.search(text[:_HEAD])
    for match in _CALL.finditer(text):
        arguments = _arguments(text, match.end())
        named = _NAME.match(arguments)
        op = None if named is None else _OP.match(named[1].strip())
        if named is None or op is None:
            continue
        line = node.line + text.count("\n", 0, match.start())
        called = dict.fromkeys(_called(program, node, arguments[named.end() :]))
        yield Registration(op[1], library[1] if library else "", Location(node.path, line), tuple(called))


def _called(program: HostProgram, node: Node, arguments: str) -> Iterable[Node]:
    """Functions that are named in arguments, also inside a lambda."""
    for match in _PATH.finditer(_STRING.sub('""', arguments)):
        qualifiers = tuple(part.strip() for part in match[1].split("::")[:-1])
        for found in program.resolve(match[2], qualifiers, node.path, node.scope):
            if found.kind in _OUTER:
                yield found


def _arguments(text: str, start: int) -> str:
    """The text between the parentheses of a call, as far as it goes."""
    depth, position, end = 1, start, min(len(text), start + _MAX_CALL)
    while position < end:
        char = text[position]
        if char == '"':
            string = _STRING.match(text, position)
            position = end if string is None else string.end()
            continue
        depth += (char in "([{") - (char in ")]}")
        if not depth:
            break
        position += 1
    return text[start:position]
