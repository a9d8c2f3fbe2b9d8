"""Tables of numbers and functions that host code searches for the device: which row it takes is not followed.

A table is an initialised variable of a file, or one inside of a function, or one that statements fill. Its rows hold a
number, or a name, beside a function.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kernaudit.facts.host_gates.shapes import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kernaudit.facts.host_gates.lanes import Lanes
    from kernaudit.facts.host_gates.node import Node
    from kernaudit.facts.host_gates.program import HostProgram
    from kernaudit.facts.host_gates.relevance import Relevance

__all__ = ["SearchedTables"]

_FIELD: Final = r"(?:\.\s*\w+\s*=\s*)?"
_ROWS: Final = re.compile(r"\{\s*\{")
_ROW: Final = re.compile(rf"\b\d+\s*,\s*{_FIELD}&?\s*[A-Za-z_]|\b[A-Za-z_]\w*\s*,\s*{_FIELD}\d+\s*[,}}]")
_KEY: Final = re.compile(rf"\{{\s*{_FIELD}([A-Za-z_0-9:]+)\s*,\s*{_FIELD}(?:&\s*)?[A-Za-z_\[]")
_FILLED: Final = re.compile(r"\[\s*([A-Za-z_0-9:]+)\s*\]\s*=(?!=)\s*&?\s*([A-Za-z_]\w*)")
_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_TARGET_NAME: Final = r"(?:^|[_:a-z])(?:sm|cc|arch|compute)_?\d"
_MAX_CALLS: Final = 4
_SHORT: Final = 5
_NO_NAMES: Final[frozenset[str]] = frozenset()


class SearchedTables:
    """The tables of one program of which the device may pick a row.

    A function that asks for the device, or one that it calls, reads them. An initialiser alone launches nothing, so
    what stands in such a table is reached perhaps. Tables behind more calls, inside of functions, or with names for
    keys count if every key is a device's.

    Attributes:
        variables: initialised variables whose functions launch kernels.
    """

    def __init__(self, program: HostProgram, relevance: Relevance, lanes: Lanes) -> None:
        self._keys = lanes.keys
        # "Ada" is a part of many a word, "blackwell" of none.
        names = "|".join(rf"(?:^|[_:]){one}$" if len(one) < _SHORT else one for one in sorted(lanes.generations))
        self._device_name = re.compile(f"{_TARGET_NAME}|{names}" if names else _TARGET_NAME, re.IGNORECASE)
        tables = [node for node in program.launching if node.kind is Kind.GLOBAL]
        for_devices = frozenset(table for table in tables if self._is_for_devices(table.text))
        wanted = for_devices.union(filter(_is_table, tables))
        self.variables = _read(program, wanted, relevance.nodes, 1)
        self._local = {node: rows for node in program.edges if (rows := self._rows_of(node))}
        if self._local or for_devices:
            far = frozenset(_readers(program, relevance.nodes, _MAX_CALLS))
            self.variables |= _read(program, for_devices, relevance.nodes, _MAX_CALLS)
            self._local = {node: rows for node, rows in self._local.items() if node in far}

    def rows(self, node: Node) -> frozenset[str]:
        """Return the functions that a function names in the rows of such a table, and nowhere else."""
        return self._local.get(node, _NO_NAMES)

    def rows_within(self, node: Node, walked: Iterable[Node]) -> frozenset[str]:
        """Return the same of a function and of those into which its calls were followed."""
        others = _NO_NAMES.union(*map(self.rows, walked))
        return self.rows(node) | (others - node.words)

    def _rows_of(self, node: Node) -> frozenset[str]:
        if node.kind is not Kind.FUNCTION or not (_ROWS.search(node.text) or _FILLED.search(node.text)):
            return _NO_NAMES
        inside, rest = self._split(node.text)
        return frozenset(_WORD.findall(inside)) - frozenset(_WORD.findall(rest)) if inside else _NO_NAMES

    def _split(self, text: str) -> tuple[str, str]:
        """The tables in a text, and what is left of it without them."""
        spans = [(start, end) for start, end in _tables(text) if self._is_for_devices(text[start:end])]
        filled = list(_FILLED.finditer(text))
        if filled and all(self._is_device(match[1]) for match in filled):
            spans += [match.span() for match in filled]
        inside = " ".join(text[start:end] for start, end in spans)
        for start, end in sorted(spans, reverse=True):
            text = f"{text[:start]} {text[end:]}"
        return inside, text

    def _is_for_devices(self, text: str) -> bool:
        keys = [match[1] for match in _KEY.finditer(text)] if _ROWS.search(text) else []
        return bool(keys) and all(map(self._is_device, keys))

    def _is_device(self, key: str) -> bool:
        return int(key) in self._keys if key.isdecimal() else self._device_name.search(key) is not None


def _read(program: HostProgram, tables: frozenset[Node], nodes: Iterable[Node], calls: int) -> frozenset[Node]:
    """Those of some initialised variables that nodes read, or functions that they call; most programs have none."""
    readers = dict.fromkeys(_readers(program, nodes, calls)) if tables else ()
    return frozenset(table for reader in readers for table in program.constants_of(reader) if table in tables)


def _readers(program: HostProgram, nodes: Iterable[Node], calls: int) -> Iterator[Node]:
    """Nodes, and the functions that they call, directly or through others."""
    known = set(nodes)
    level = list(known)
    yield from level
    for _ in range(calls):
        called = (one for node in level for one in _called(program, node))
        level = [one for one in dict.fromkeys(called) if one not in known]
        known.update(level)
        yield from level


def _called(program: HostProgram, node: Node) -> Iterator[Node]:
    for word in sorted(node.words & program.by_name.keys()):
        called = program.resolve(word, (), node.path, node.scope)
        yield from (one for one in called if one.kind is Kind.FUNCTION)


def _is_table(node: Node) -> bool:
    return _ROWS.search(node.text) is not None and _ROW.search(node.text) is not None


def _tables(text: str) -> Iterator[tuple[int, int]]:
    """Where in a text lists of lists stand, up to the brace that closes them."""
    position = 0
    while (match := _ROWS.search(text, position)) is not None:
        depth, position = 0, match.start()
        for position in range(match.start(), len(text)):
            depth += (text[position] == "{") - (text[position] == "}")
            if depth == 0:
                break
        yield match.start(), position + 1
        position += 1
