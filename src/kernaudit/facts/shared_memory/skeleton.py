"""What a body defines, assigns, calls and tests, by name; worked out once for all units that have the body."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from kernaudit.facts.shared_memory.nodes import children, names_in, root_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kernaudit.sources.ast import Tuple

__all__ = ["BRANCHES", "LEAVING", "Called", "NodeFacts", "Skeleton", "Skeletons"]

BRANCHES: Final = {"if": (3,), "switch": (1,), "for": (2, 3), "while": (1,), "do": (2,), "each": (2,)}
"""Statements that decide whether others run, and where their condition stands."""
LEAVING: Final = frozenset({"return", "break", "continue", "abort"})


@dataclass(frozen=True, slots=True)
class NodeFacts:
    """What is inside one node.

    Attributes:
        words: identifiers.
        written: names that are declared or assigned.
        launches: a launch, or a declaration of shared memory.
        leaves: a way out of the function or of a loop.
        shared: the node itself declares shared memory.
    """

    words: frozenset[str]
    written: frozenset[str]
    launches: bool
    leaves: bool
    shared: bool


@dataclass(frozen=True, slots=True)
class Called:
    """A call: the names of what is called, their words, and the words of each argument."""

    path: tuple[str, ...]
    callee: frozenset[str]
    arguments: tuple[frozenset[str], ...]


@dataclass(slots=True)
class Skeleton:
    """A body by names.

    Attributes:
        roots: words that matter in any case: of launch configurations, shared declarations, returns and type names.
        declared: local names.
        definitions: name and what it is declared with or assigned from.
        assigned: names that are assigned.
        conditions: words of a condition, and what the statement that it decides holds.
        calls: all calls.
    """

    roots: set[str] = field(default_factory=set)
    declared: set[str] = field(default_factory=set)
    definitions: list[tuple[str, NodeFacts]] = field(default_factory=list)
    assigned: list[str] = field(default_factory=list)
    conditions: list[tuple[frozenset[str], NodeFacts]] = field(default_factory=list)
    calls: list[Called] = field(default_factory=list)


_NAMING: Final = frozenset({"path", "type", "member"})
_WRITING: Final = frozenset({"decl", "assign"})


class Skeletons:
    """Skeletons of bodies and facts of nodes.

    Attributes:
        blocks: whether the threads of a launch's block matter too, not only its bytes.
    """

    def __init__(self, *, blocks: bool = False) -> None:
        self.blocks = blocks
        self._facts: dict[int, tuple[Tuple, NodeFacts]] = {}
        self._bodies: dict[int, tuple[tuple[Tuple, ...], Skeleton]] = {}

    def of(self, body: tuple[Tuple, ...]) -> Skeleton:
        """Return the skeleton of a body."""
        known = self._bodies.get(id(body))
        if known is None:
            known = self._bodies[id(body)] = (body, self._read(body))
        return known[1]

    def facts(self, node: Tuple) -> NodeFacts:
        """Return what is inside a node."""
        known = self._facts.get(id(node))
        if known is None:
            known = self._facts[id(node)] = (node, self._gather(node))
        return known[1]

    def words(self, node: Tuple | None) -> frozenset[str]:
        """Return the identifiers in a node."""
        return self.facts(node).words if node else frozenset()

    def _gather(self, node: Tuple) -> NodeFacts:
        words: set[str] = set()
        written: set[str] = set()
        launches = leaves = False
        pending = [node]
        while pending:
            part = pending.pop()
            kind = part[0]
            if kind in BRANCHES and part is not node:
                known = self.facts(part)
                words |= known.words
                written |= known.written
                launches, leaves = launches or known.launches, leaves or known.leaves
                continue
            if kind in _NAMING:
                words.update(names_in(part))
            elif kind in _WRITING:
                written.update(_written_by(part))
                launches = launches or _is_shared(part)
            launches = launches or kind == "launch"
            leaves = leaves or kind in LEAVING
            pending.extend(children(part))
        return NodeFacts(frozenset(words), frozenset(written), launches, leaves, _is_shared(node))

    def _read(self, body: tuple[Tuple, ...]) -> Skeleton:
        found = Skeleton()
        pending = list(reversed(body))
        while pending:
            node = pending.pop()
            handler = _READERS.get(node[0])
            if handler is not None:
                handler(self, node, found)
            pending.extend(children(node))
        return found

    # -- what kinds of nodes tell ------------------------------------------------------------------------------

    def _declared(self, node: Tuple, found: Skeleton) -> None:
        facts = self.facts(node)
        if facts.shared:
            found.roots |= facts.words
        for name in node[3].split(","):
            found.declared.add(name.strip())
            found.definitions.append((name.strip(), facts))

    def _assigned(self, node: Tuple, found: Skeleton) -> None:
        name = root_name(node[2]) or "this"
        found.definitions.append((name, self.facts(node)))
        found.assigned.append(name)

    def _launched(self, node: Tuple, found: Skeleton) -> None:
        found.roots |= self.words(node[1])
        if len(node[2]) > 2:
            found.roots |= self.words(node[2][2])
        if self.blocks and len(node[2]) > 1:
            found.roots |= self.words(node[2][1])

    def _called(self, node: Tuple, found: Skeleton) -> None:
        target = node[1]
        path = tuple(names_in(target)) if target[0] in ("path", "member") else ()
        arguments = tuple(self.words(argument) for argument in node[2])
        found.calls.append(Called(path, self.words(target), arguments))

    def _returned(self, node: Tuple, found: Skeleton) -> None:
        found.roots |= self.words(node[1])

    def _branch(self, node: Tuple, found: Skeleton) -> None:
        words = frozenset[str]().union(*(self.words(node[index]) for index in BRANCHES[node[0]]))
        found.conditions.append((words, self.facts(node)))

    def _lambda(self, node: Tuple, found: Skeleton) -> None:
        found.declared.update(parameter[0] for parameter in node[1])

    def _used(self, node: Tuple, found: Skeleton) -> None:
        """`using` is always followed, so what its type is made of is needed."""
        found.roots |= self.words(node[3])


_READERS: Final[dict[str, Callable[[Skeletons, Tuple, Skeleton], None]]] = {
    "decl": Skeletons._declared,
    "assign": Skeletons._assigned,
    "launch": Skeletons._launched,
    "call": Skeletons._called,
    "return": Skeletons._returned,
    "lambda": Skeletons._lambda,
    "using": Skeletons._used,
    **dict.fromkeys(BRANCHES, Skeletons._branch),
}


def _is_shared(node: Tuple) -> bool:
    """Whether a node declares static shared memory."""
    return node[0] == "decl" and "__shared__" in node[1] and "extern" not in node[1]


def _written_by(node: Tuple) -> Iterator[str]:
    """The names that a node itself declares or assigns."""
    if node[0] == "decl":
        yield from (part.strip() for part in node[3].split(","))
    elif node[0] == "assign":
        name = root_name(node[2])
        if name is not None:
            yield name
