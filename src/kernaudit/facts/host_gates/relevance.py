"""Which host code is worth walking: what asks for the device's capability, directly or through what does.

A function that returns something of the device, and a field that holds it, make their readers relevant in turn.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kernaudit.facts.host_gates.entering import outcome_of
from kernaudit.facts.host_gates.shapes import Kind
from kernaudit.facts.host_gates.values import depends

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kernaudit.facts.host_gates.known import HostNames
    from kernaudit.facts.host_gates.node import Node
    from kernaudit.facts.host_gates.outcome import Outcome
    from kernaudit.facts.host_gates.program import HostProgram
    from kernaudit.facts.host_gates.values import Value
    from kernaudit.facts.host_gates.walk import Walk

__all__ = ["Relevance", "find_relevant"]

_MAX_ROUNDS: Final = 6


class Relevance:
    """What was found.

    Attributes:
        nodes: functions, methods and classes that are walked.
        carriers: functions whose result hangs on the device, or that return on some devices only.
        methods: name -> methods that do, for calls on objects of unknown type.
        above: nodes from which one of them can be reached.
        positions: template parameters, by function and index, that get what a test of the device chose.
        fields: names of fields that hold something of the device and are read somewhere.
    """

    def __init__(self) -> None:
        self.nodes: dict[Node, None] = {}
        self.carriers: dict[Node, None] = {}
        self.methods: dict[str, list[Node]] = {}
        self.fields: set[str] = set()
        self.above: set[Node] = set()
        self.positions: set[tuple[Node, int]] = set()


def seeds(program: HostProgram, names: HostNames) -> list[Node]:
    """Return the nodes in whose own text the device is asked for."""
    kinds = (Kind.FUNCTION, Kind.CLASS)
    return [node for node in program.edges if node.kind in kinds and node.asks(names)]


def find_relevant(walk: Walk, program: HostProgram, names: HostNames) -> Relevance:
    """Fill the walk's relevance: start where the device is asked for, and follow results and fields."""
    found = walk.relevance
    pending = seeds(program, names)
    for _ in range(_MAX_ROUNDS):
        new = _add(found, pending)
        if not new:
            break
        found.above.update(
            above for node in new for above in program.ancestors(node if node.owner is None else node.owner)
        )
        walk.forget()
        _walk_all(walk, found, new)
        pending = _readers(program, found, walk.fields)
    return found


def _add(found: Relevance, nodes: Iterable[Node]) -> list[Node]:
    new: list[Node] = []
    for node in nodes:
        if node not in found.nodes:
            found.nodes[node] = None
            new.append(node)
            if node.kind is Kind.CLASS:
                new.extend(method for method in node.methods if method not in found.nodes)
                found.nodes.update(dict.fromkeys(node.methods))
    return new


def _walk_all(walk: Walk, found: Relevance, new: list[Node]) -> None:
    """Learn which of the new nodes hand on what they know of the device."""
    for node in new:
        for function in node.functions if node.kind is Kind.FUNCTION else ():
            outcome = outcome_of(walk, node, function)
            if outcome.after not in (0, walk.lanes.full) or any(map(depends, _results(outcome))):
                found.carriers[node] = None
                if node.owner is not None or node.qualified:
                    known = found.methods.setdefault(node.name, [])
                    if node not in known:
                        known.append(node)
    walk.forget()


def _results(outcome: Outcome) -> Iterable[Value]:
    """What a function returns, and what it writes behind pointers and references."""
    return (outcome.value, *(value for _, value in outcome.written))


def _readers(program: HostProgram, found: Relevance, fields: Mapping[str, object]) -> list[Node]:
    """Return the nodes that call a carrier, or read a field that holds something of the device."""
    readers: dict[Node, None] = {}
    for carrier in found.carriers:
        readers.update(dict.fromkeys(program.callers.get(carrier, ())))
        if carrier.owner is not None:
            readers.update(dict.fromkeys(program.callers.get(carrier.owner, ())))
    words = frozenset(fields) | frozenset(found.methods)
    if words:
        pattern = re.compile(rf"(?:\.|->)\s*({'|'.join(sorted(map(re.escape, words)))})\b(?!\s*=[^=])")
        for node in program.edges:
            if node.kind in (Kind.FUNCTION, Kind.CLASS) and node.words & words:
                read = set(pattern.findall(node.text))
                found.fields |= read & fields.keys()
                readers.update({node: None} if read else {})
    return [node for node in readers if node.kind in (Kind.FUNCTION, Kind.CLASS)]
