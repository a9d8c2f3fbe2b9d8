"""The host code of one build: its nodes, what a name in one of them means, and who mentions whom."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from kernaudit.facts.host_gates.shapes import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.facts.host_gates.library import HostFile, HostLibrary
    from kernaudit.facts.host_gates.node import Node

__all__ = ["HostProgram", "ProgramUnit"]

_REACHABLE: Final = frozenset({Kind.FUNCTION, Kind.KERNEL, Kind.CLASS, Kind.ALIAS})


class ProgramUnit:
    """One translation unit: its files after preprocessing, and the build targets it is linked into."""

    __slots__ = ("files", "links", "path", "paths")

    def __init__(self, path: str, files: Sequence[HostFile], links: frozenset[str]) -> None:
        self.path, self.files, self.links = path, tuple(files), links
        self.paths = frozenset(file.path for file in files)


class HostProgram:
    """Units that are linked together, as a graph of mentions.

    Args:
        units: at least the units that hold kernels, and host sources of the same build targets.
        library: knows include closures.
        extra: kernels that no unit compiles: their sources are handed to a compiler while the program runs.
    """

    def __init__(self, units: Sequence[ProgramUnit], library: HostLibrary, extra: Iterable[Node] = ()) -> None:
        self.units = tuple(units)
        self._library = library
        self.nodes: dict[Node, None] = {}
        self.by_name: dict[str, list[Node]] = {}
        self._units_of: dict[str, list[ProgramUnit]] = {}
        self._resolved: dict[tuple[str, tuple[str, ...], str, tuple[str, ...]], tuple[Node, ...]] = {}
        self._around: dict[str, frozenset[str]] = {}
        self._constants: dict[str, list[Node]] = {}
        self._seen_constants: dict[tuple[str, str], Node | None] = {}
        for unit in units:
            for file in unit.files:
                self._units_of.setdefault(file.path, []).append(unit)
                for node in file.nodes:
                    self._add(node)
                for name, node in file.constants.items():
                    known = self._constants.setdefault(name, [])
                    if node not in known:
                        known.append(node)
        for node in extra:
            self._add(node)
        self.fragments = self._fragments()

    def _fragments(self) -> dict[Node, list[Node]]:
        """Functions with statements that they include from another file."""
        found: dict[Node, list[Node]] = {}
        for fragment in {file.fragment for unit in self.units for file in unit.files if file.fragment is not None}:
            self.nodes[fragment] = None
            for path, line in self._library.included_by(fragment.path):
                for node in self.nodes:
                    if node.path == path and node.line <= line <= node.end and node.kind is not Kind.FRAGMENT:
                        found.setdefault(node, []).append(fragment)
        return found

    def _add(self, node: Node) -> None:
        if node not in self.nodes:
            self.nodes[node] = None
            if node.kind in _REACHABLE and node.name:
                self.by_name.setdefault(node.name, []).append(node)

    # -- names -------------------------------------------------------------------------------------------------

    def resolve(self, name: str, qualifiers: tuple[str, ...], path: str, scope: tuple[str, ...]) -> tuple[Node, ...]:
        """Return what a name means at a place of a file: definitions that it can see, else those it links to."""
        candidates = self.by_name.get(name)
        if not candidates:
            return ()
        key = (name, qualifiers, path, scope)
        found = self._resolved.get(key)
        if found is None:
            found = self._resolved[key] = tuple(_nearest(self._visible(candidates, path), qualifiers, scope))
        return found

    def _visible(self, candidates: list[Node], path: str) -> list[Node]:
        closure = self._library.closure(path)
        found = [node for node in candidates if node.path in closure]
        if not found:
            around = self._paths_around(path)
            found = [node for node in candidates if node.path in around]
        return found or self._linked(candidates, path)

    def _paths_around(self, path: str) -> frozenset[str]:
        found = self._around.get(path)
        if found is None:
            paths = (unit.paths for unit in self._units_of.get(path, ()))
            found = self._around[path] = frozenset().union(*paths)
        return found

    def _linked(self, candidates: list[Node], path: str) -> list[Node]:
        """Definitions in other units of the same targets, if the name is declared where it is used."""
        units = self._units_of.get(path, ())
        links = frozenset().union(*(unit.links for unit in units)) if units else frozenset()
        name = candidates[0].name
        declared = any(name in file.declared for unit in units for file in unit.files)
        return [
            node
            for node in candidates
            if self._links(node, links) and ((declared and not node.internal) or node.kind is Kind.KERNEL)
        ]

    def _links(self, node: Node, links: frozenset[str]) -> bool:
        units = self._units_of.get(node.path, ())
        return not units or not links or any(unit.links & links or not unit.links for unit in units)

    def constant(self, name: str, path: str) -> Node | None:
        """Return the initialised variable or enumeration that declares a name which a file can see."""
        found = self._constants.get(name)
        if found is None:
            return None
        key = (name, path)
        if key not in self._seen_constants:
            closure = self._library.closure(path)
            near = [node for node in found if node.path in closure] or [
                node for node in found if node.path in self._paths_around(path)
            ]
            self._seen_constants[key] = near[0] if near else None
        return self._seen_constants[key]

    def constants_of(self, node: Node) -> Iterable[Node]:
        """Yield the constants that the code of a node names."""
        for name in sorted(node.words & self._constants.keys()):
            found = self.constant(name, node.path)
            if found is not None:
                yield found

    # -- mentions ----------------------------------------------------------------------------------------------

    def mentions(self, node: Node) -> tuple[Node, ...]:
        """Return what the text of a node mentions; a class leads to its methods that are defined outside of it."""
        return self.edges.get(node, ())

    @cached_property
    def edges(self) -> dict[Node, tuple[Node, ...]]:
        """Mentions of every node that host code runs through."""
        names = frozenset(self.by_name)
        outside = self._methods_outside()
        return {
            node: (*self._mentioned(node, names), *outside.get(node, ()), *self.fragments.get(node, ()))
            for node in self.nodes
            if node.kind is not Kind.KERNEL
        }

    def _mentioned(self, node: Node, names: frozenset[str]) -> tuple[Node, ...]:
        found: dict[Node, None] = {}
        for name in sorted(node.words & names):
            for qualifiers in node.uses(name):
                for target in self.resolve(name, qualifiers, node.path, node.scope):
                    if target is not node:
                        found[target] = None
        return tuple(found)

    def _methods_outside(self) -> dict[Node, list[Node]]:
        found: dict[Node, list[Node]] = {}
        for node in self.nodes:
            if node.qualified and node.kind is Kind.FUNCTION:
                for holder in self.resolve(node.scope[-1], (), node.path, node.scope[:-1]):
                    if holder.kind is Kind.CLASS:
                        found.setdefault(holder, []).append(node)
        return found

    @cached_property
    def callers(self) -> dict[Node, list[Node]]:
        """Who mentions a node."""
        found: dict[Node, list[Node]] = {}
        for node, targets in self.edges.items():
            for target in targets:
                found.setdefault(target, []).append(node)
        return found

    @cached_property
    def roots(self) -> tuple[Node, ...]:
        """Where a caller that was not read may come in: what nothing mentions, and initialised variables."""
        first = [node for node in self.edges if node.kind is Kind.GLOBAL or not self.callers.get(node)]
        reached = self.reach(first)
        rest: list[Node] = []
        for node in self.edges:
            if node not in reached:
                rest.append(node)
                reached |= self.reach([node])
        return (*first, *rest)

    def reach(self, starts: Iterable[Node]) -> set[Node]:
        """Return everything that can be reached from nodes by mention."""
        found = set(starts)
        pending = list(found)
        while pending:
            for target in self.mentions(pending.pop()):
                if target not in found:
                    found.add(target)
                    pending.append(target)
        return found

    def ancestors(self, node: Node) -> set[Node]:
        """Return every node from which a node can be reached, and itself."""
        found = {node}
        pending = [node]
        while pending:
            for caller in self.callers.get(pending.pop(), ()):
                if caller not in found:
                    found.add(caller)
                    pending.append(caller)
        return found

    @cached_property
    def launching(self) -> frozenset[Node]:
        """Nodes from which a kernel can be reached."""
        found: set[Node] = set()
        for node in self.nodes:
            if node.kind is Kind.KERNEL and node not in found:
                found |= self.ancestors(node)
        return frozenset(found)


def _nearest(nodes: list[Node], qualifiers: tuple[str, ...], scope: tuple[str, ...]) -> list[Node]:
    """Keep what a name with these qualifiers means in this scope; all, where that does not tell."""
    if len(nodes) < 2:
        return nodes
    if qualifiers:
        for count in range(len(qualifiers), 0, -1):
            wanted = qualifiers[-count:]
            fitting = [node for node in nodes if node.scope[-count:] == wanted]
            if fitting:
                return fitting
        return nodes
    ranks = [_shared(node.scope, scope) for node in nodes]
    best = max(ranks)
    return [node for node, rank in zip(nodes, ranks, strict=True) if rank == best]


def _shared(inner: tuple[str, ...], outer: tuple[str, ...]) -> int:
    """How near a scope is to where the name stands: the depth of the scope if it lies around the place, else 0."""
    count = 0
    for one, other in zip(inner, outer, strict=False):
        if one != other:
            return 0
        count += 1
    return count + 1 if count == len(inner) else 0
