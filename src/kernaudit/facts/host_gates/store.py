"""Outcomes of host functions that were walked, kept for other builds of the same tree.

What a function does follows from its code, the code it reaches, which of that is walked, and what is known of fields
and methods that it uses. Where all of this is the same, the outcome is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable

    from kernaudit.facts.host_gates.node import Node
    from kernaudit.facts.host_gates.outcome import Outcome
    from kernaudit.facts.host_gates.program import HostProgram
    from kernaudit.facts.host_gates.relevance import Relevance
    from kernaudit.facts.host_gates.values import Value
    from kernaudit.sources.outline import Function

__all__ = ["OutcomeStore", "Signatures"]


class OutcomeStore:
    """Outcomes by function and signature, and the values that walking it stored in fields."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, Hashable], tuple[Function, Outcome, dict[str, tuple[Value, int]]]] = {}

    def get(self, function: Function, signature: Hashable) -> tuple[Outcome, dict[str, tuple[Value, int]]] | None:
        """Return an outcome, with the fields as they were written."""
        found = self._kept.get((id(function), signature))
        return None if found is None else found[1:]

    def put(
        self, function: Function, signature: Hashable, outcome: Outcome, fields: dict[str, tuple[Value, int]]
    ) -> None:
        """Keep an outcome."""
        self._kept[id(function), signature] = (function, outcome, fields)


class Signatures:
    """What the outcome of a node's code depends on, at one state of a walk."""

    def __init__(self, program: HostProgram, relevance: Relevance, fields: dict[str, tuple[Value, int]]) -> None:
        self._program, self._relevance = program, relevance
        self._fields = {name: fields.get(name) for name in relevance.fields}
        self._names = frozenset(self._fields) | frozenset(relevance.methods)
        self._parts: dict[Node, Hashable] = {}

    def of(self, node: Node) -> Hashable:
        """Return a value that is equal wherever the outcome is."""
        start = node if node.owner is None else node.owner
        return frozenset(self._part(one) for one in self._program.reach([start]))

    def _positions(self, node: Node) -> Hashable:
        return frozenset(index for one, index in self._relevance.positions if one is node)

    def _part(self, node: Node) -> Hashable:
        found = self._parts.get(node)
        if found is None:
            program, relevance = self._program, self._relevance
            used = tuple(
                (name, self._fields.get(name), tuple(relevance.methods.get(name, ())))
                for name in sorted(node.words & self._names)
            )
            constants = tuple(program.constants_of(node))
            found = self._parts[node] = (
                node,
                program.mentions(node),
                node in relevance.nodes,
                used,
                constants,
                self._positions(node),
            )
        return found
