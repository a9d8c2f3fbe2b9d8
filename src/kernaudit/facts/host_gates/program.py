"""The host code of one build: its nodes, what a name in one of them means, and who mentions whom."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from kernaudit.facts.host_gates.shapes import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.facts.host_gates.known import HostNames
    from kernaudit.facts.host_gates.library import HostFile, HostLibrary
    from kernaudit.facts.host_gates.node import Node

__all__ = ["HostProgram", "ProgramUnit"]

_NO_LINKS: Final[frozenset[str]] = frozenset()
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
        names: tells what asks for the device and what launches.
        types: names of classes and aliases that are kernels of a library, whose `__global__` function it holds.
        extra: kernels that no unit compiles: their sources are handed to a compiler while the program runs.
    """

    def __init__(
        self,
        units: Sequence[ProgramUnit],
        library: HostLibrary,
        names: HostNames,
        types: frozenset[str] = frozenset(),
        extra: Iterable[Node] = (),
    ) -> None:
        self.units = tuple(units)
        self._library, self._names, self._types = library, names, types
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
        self.extra = frozenset(extra)
        for node in self.extra:
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
            visible = self._visible(candidates, path)
            if not visible:
                visible = self._linked(candidates, path)
                if not qualifiers:  # what a namespace that is not around the place holds is something else
                    visible = [
                        one for one in visible if one.kind is Kind.KERNEL or one.scope == scope[: len(one.scope)]
                    ]
            found = self._resolved[key] = tuple(_nearest(visible, qualifiers, scope))
        return found

    def _visible(self, candidates: list[Node], path: str) -> list[Node]:
        closure = self._library.closure(path)
        found = [node for node in candidates if node.path in closure]
        if not found:
            around = self._paths_around(path)
            found = [node for node in candidates if node.path in around]
        return found

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

    def spelled(self, name: str, node: Node) -> tuple[Node, ...]:
        """Return the kernels that a string in the code of a node means: it is handed to a compiler or a loader."""
        kernels = [one for one in self.by_name.get(name, ()) if one.kind is Kind.KERNEL]
        seen = self.resolve(name, (), node.path, node.scope)
        return tuple(one for one in kernels if one in self.extra or one in seen) or tuple(kernels)

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
        """Mentions, as far as they lead to a launch or to where the device is asked for."""
        found: dict[Node, dict[Node, None]] = {}
        users = self._users()
        inside = {fragment: holder for holder, parts in self.fragments.items() for fragment in parts}
        pending = [
            node for node in self.nodes if self.is_kernel(node) or self._launches(node) or node.asks(self._names)
        ]
        known = set(pending)
        for target in pending:  # it grows while it is read
            found.setdefault(target, {})
            for user in self._callers_of(target, users, inside):
                found.setdefault(user, {})[target] = None
                if user not in known:
                    known.add(user)
                    pending.append(user)
        return {node: tuple(targets) for node, targets in found.items()}

    def is_kernel(self, node: Node) -> bool:
        """Whether a node is a kernel, also one of a library."""
        return node.kind is Kind.KERNEL or (node.kind in (Kind.CLASS, Kind.ALIAS) and node.name in self._types)

    def _launches(self, node: Node) -> bool:
        return any(self._names.is_launch(word) for word in node.words)

    def _users(self) -> dict[str, list[Node]]:
        """Nodes by the names in their code."""
        names = frozenset(self.by_name)
        found: dict[str, list[Node]] = {}
        for node in self.nodes:
            if node.kind is not Kind.KERNEL:
                for name in node.words & names:
                    found.setdefault(name, []).append(node)
        return found

    def _mentions(self, user: Node, target: Node) -> bool:
        name = target.name
        if any(target in self.resolve(name, used, user.path, user.scope) for used in user.uses(name)):
            return True
        return target.kind is Kind.KERNEL and name in user.spelled and target in self.spelled(name, user)

    def _callers_of(self, target: Node, users: dict[str, list[Node]], inside: dict[Node, Node]) -> Iterable[Node]:
        if target in inside:
            yield inside[target]
        for user in users.get(target.name, ()):
            if user is not target and self._mentions(user, target):
                yield user
        if target.qualified and target.kind is Kind.FUNCTION:
            for holder in self.resolve(target.scope[-1], (), target.path, target.scope[:-1]):
                if holder.kind is Kind.CLASS:
                    yield holder

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
        """Where a caller that was not read may come in.

        That is what nothing mentions, and initialised variables. In a library for Python, callers come through what
        it registers: a function that nothing calls counts only for kernels that nothing else leads to.
        """
        first = [node for node in self.edges if node.kind is Kind.GLOBAL or not self.callers.get(node)]
        idle = set(self._idle(first))
        found = [node for node in first if node not in idle]
        reached = self.reach(found)
        for node in (*first, *self.edges):
            if node not in reached:
                more = self.reach([node])
                if node not in idle or not any(self.is_kernel(one) and one in reached for one in more):
                    found.append(node)
                reached |= more
        return tuple(found)

    def _idle(self, nodes: Sequence[Node]) -> Iterable[Node]:
        """Functions that nothing calls, in targets that register functions for Python."""
        links = [self._links_of(node) for node in nodes if node.registers]
        for node in nodes:
            if node.kind is Kind.FUNCTION and not node.registers:
                own = self._links_of(node)
                if any(own & other or not (own or other) for other in links):
                    yield node

    def _links_of(self, node: Node) -> frozenset[str]:
        return _NO_LINKS.union(*(unit.links for unit in self._units_of.get(node.path, ())))

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
    def dead_ends(self) -> frozenset[str]:
        """Names of functions that never return, whatever they are given."""
        functions = (node for node in self.nodes if node.kind is Kind.FUNCTION and node.name in self.by_name)
        ending = {node.name for node in functions if node.never_returns(self._names)}
        return frozenset(name for name in ending if all(one.never_returns(self._names) for one in self.by_name[name]))

    @cached_property
    def launching(self) -> frozenset[Node]:
        """Nodes from which a launch can be reached."""
        found: set[Node] = set()
        for node in self.edges:
            if node not in found and (self.is_kernel(node) or self._launches(node)):
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
