"""Tables of numbers and functions that host code searches for the device: which row it takes is not followed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kernaudit.facts.host_gates.shapes import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.facts.host_gates.node import Node
    from kernaudit.facts.host_gates.program import HostProgram
    from kernaudit.facts.host_gates.relevance import Relevance

__all__ = ["searched_tables"]

_FIELD: Final = r"(?:\.\s*\w+\s*=\s*)?"
_ROWS: Final = re.compile(r"\{\s*\{")
_ROW: Final = re.compile(rf"\b\d+\s*,\s*{_FIELD}&?\s*[A-Za-z_]|\b[A-Za-z_]\w*\s*,\s*{_FIELD}\d+\s*[,}}]")


def searched_tables(program: HostProgram, relevance: Relevance) -> frozenset[Node]:
    """Return the initialised variables whose functions launch kernels and of which the device may pick one.

    Their rows hold a number beside a function, and a function that asks for the device, or one that it calls, reads
    them. An initialiser alone launches nothing, so what stands in such a table is reached perhaps.
    """
    return frozenset(
        table
        for reader in _readers(program, relevance)
        for table in program.constants_of(reader)
        if table.kind is Kind.GLOBAL and table in program.launching and _is_table(table)
    )


def _readers(program: HostProgram, relevance: Relevance) -> Iterator[Node]:
    for node in relevance.nodes:
        yield node
        for word in sorted(node.words & program.by_name.keys()):
            called = program.resolve(word, (), node.path, node.scope)
            yield from (one for one in called if one.kind is Kind.FUNCTION)


def _is_table(node: Node) -> bool:
    return _ROWS.search(node.text) is not None and _ROW.search(node.text) is not None
