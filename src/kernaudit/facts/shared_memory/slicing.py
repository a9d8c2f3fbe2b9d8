"""What of a function the bytes of a launch can depend on; the rest need not be evaluated.

A slice is a set of names, worked out without regard to order: names in launch configurations, opt-in calls,
declarations of shared memory and calls of functions with any of them; names in what those are assigned from; names in
conditions around any of it. For a function that is called for its value, what it returns counts too, and what it
writes outside itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.facts.shared_memory.api import CONFIG_LAUNCHES, OPTIN_CALLS, PLAIN_LAUNCHES
from kernaudit.facts.shared_memory.nodes import children, names_in, root_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kernaudit.sources.ast import Tuple

__all__ = ["Slice", "Slicer"]

_BRANCHES: Final = {"if": (3,), "switch": (1,), "for": (2, 3), "while": (1,), "do": (2,), "each": (2,)}
"""Statements that decide whether others run, and where their condition stands."""
_LEAVING: Final = frozenset({"return", "break", "continue", "abort"})
_LAUNCHES: Final = frozenset({*OPTIN_CALLS, *PLAIN_LAUNCHES, *CONFIG_LAUNCHES})


class Slice:
    """The names that matter in one function."""

    __slots__ = ("_keeps", "_slicer", "names")

    def __init__(self, slicer: Slicer, names: frozenset[str]) -> None:
        self.names = names
        self._slicer = slicer
        self._keeps: dict[int, bool] = {}

    def keeps(self, statement: Tuple) -> bool:
        """Whether a statement has to be walked."""
        known = self._keeps.get(id(statement))
        if known is None:
            known = self._keeps[id(statement)] = self._matters(statement)
        return known

    def _matters(self, statement: Tuple) -> bool:
        kind = statement[0]
        if kind in _LEAVING or kind in ("using", "block", "class") or self._slicer.launches(statement):
            return True
        if kind == "decl":
            return not self.names.isdisjoint(part.strip() for part in statement[3].split(","))
        leaves = kind in _BRANCHES and self._slicer.leaves(statement)
        return leaves or not self.names.isdisjoint(self._slicer.facts(statement).words)


class _Facts:
    """What is inside one node: words, declared or assigned names, launches, ways out."""

    __slots__ = ("launches", "leaves", "words", "written")

    def __init__(self, words: frozenset[str], written: frozenset[str], launches: bool, leaves: bool) -> None:
        self.words, self.written, self.launches, self.leaves = words, written, launches, leaves


class Slicer:
    """Slices functions.

    Args:
        launching: names of functions that launch or opt in, directly or through others.
        needed: name of such a function -> positions of the arguments that matter, or None for all.
    """

    def __init__(self, launching: frozenset[str], needed: Callable[[str], frozenset[int] | None]) -> None:
        self._launching, self._needed = launching, needed
        self._facts: dict[int, tuple[Tuple, _Facts]] = {}

    def slice(self, body: Sequence[Tuple], local: frozenset[str]) -> Slice:
        """Return the slice of a body whose parameters are `local`."""
        found = _Findings(self, local)
        for statement in body:
            found.read(statement)
        return Slice(self, found.settled())

    def facts(self, node: Tuple) -> _Facts:
        """Return what is inside a node; each is looked through once."""
        known = self._facts.get(id(node))
        if known is None:
            known = self._facts[id(node)] = (node, self._gather(node))
        return known[1]

    def _gather(self, node: Tuple) -> _Facts:
        words: set[str] = set()
        written: set[str] = set()
        launches = leaves = False
        pending = [node]
        while pending:
            part = pending.pop()
            kind = part[0]
            if kind in _BRANCHES and part is not node:
                known = self.facts(part)
                words |= known.words
                written |= known.written
                launches, leaves = launches or known.launches, leaves or known.leaves
                continue
            words.update(names_in(part))
            written.update(_written_by(part))
            launches = launches or kind == "launch" or _is_shared(part) or self.call_name(part) is not None
            leaves = leaves or kind in _LEAVING
            pending.extend(children(part))
        return _Facts(frozenset(words), frozenset(written), launches, leaves)

    def words(self, node: Tuple | None) -> frozenset[str]:
        """Return the names in a node."""
        return self.facts(node).words if node else frozenset()

    def launches(self, node: Tuple) -> bool:
        """Whether a node launches, opts in or calls what does."""
        return self.facts(node).launches

    def leaves(self, node: Tuple) -> bool:
        """Whether a statement may leave the function or a loop."""
        return self.facts(node).leaves

    def call_name(self, node: Tuple) -> str | None:
        """Return under which launching name a call, name or member stands, or None."""
        target = node[1] if node[0] == "call" else node
        if target[0] == "path" and target[1]:
            found = [part[0] for part in target[1] if part[0] in self._launching or part[0] in _LAUNCHES]
            return found[-1] if found else None
        if target[0] == "member":
            return target[2][0] if target[2][0] in self._launching else None
        return None

    def arguments(self, call: Tuple) -> Iterator[Tuple]:
        """Yield the parts of a call that matter, given what it calls."""
        name = self.call_name(call)
        if name in OPTIN_CALLS or name in CONFIG_LAUNCHES:
            yield from call[2][:3] if name in OPTIN_CALLS else call[2][:2]
        elif name in PLAIN_LAUNCHES:
            yield from (part for index, part in enumerate(call[2]) if index in (0, PLAIN_LAUNCHES[name]))
        elif name is not None:
            positions = self._needed(name)
            yield from (part for index, part in enumerate(call[2]) if positions is None or index in positions)


class _Findings:
    """What is gathered from one body before the names are settled."""

    def __init__(self, slicer: Slicer, local: frozenset[str]) -> None:
        self._slicer = slicer
        self.local = set(local)
        self.names: set[str] = set()
        self.definitions: list[tuple[str, frozenset[str]]] = []
        self.assigned: list[str] = []
        self.conditions: list[tuple[frozenset[str], _Facts, bool]] = []
        self.calls: list[tuple[frozenset[str], frozenset[str]]] = []
        self.lambdas: set[str] = set()

    def read(self, node: Tuple) -> None:
        """Gather from a node and all inside it."""
        handler = _READERS.get(node[0])
        if handler is not None:
            handler(self, node)
        for part in children(node):
            self.read(part)

    def _declared(self, node: Tuple) -> None:
        words = frozenset().union(*(self._slicer.words(part) for part in children(node)))
        if _is_shared(node):
            self.names |= words
        for name in node[3].split(","):
            self.local.add(name.strip())
            self.definitions.append((name.strip(), words))
            if self._slicer.launches(node) and not _is_shared(node):
                self.lambdas.add(name.strip())

    def _assigned(self, node: Tuple) -> None:
        name = root_name(node[2]) or "this"
        self.definitions.append((name, self._slicer.words(node[2]) | self._slicer.words(node[3])))
        self.assigned.append(name)

    def _launched(self, node: Tuple) -> None:
        self.names |= self._slicer.words(node[1])
        if len(node[2]) > 2:
            self.names |= self._slicer.words(node[2][2])

    def _called(self, node: Tuple) -> None:
        if self._slicer.call_name(node) is not None:
            self.names |= self._slicer.words(node[1])
            for part in self._slicer.arguments(node):
                self.names |= self._slicer.words(part)
        elif node[1][0] == "path":
            self.calls.append((self._slicer.words(node[1]), self._slicer.words(node)))

    def _returned(self, node: Tuple) -> None:
        self.names |= self._slicer.words(node[1])

    def _branch(self, node: Tuple) -> None:
        words = frozenset().union(*(self._slicer.words(node[i]) for i in _BRANCHES[node[0]]))
        facts = self._slicer.facts(node)
        self.conditions.append((words, facts, facts.launches or facts.leaves))

    def _lambda(self, node: Tuple) -> None:
        self.local.update(parameter[0] for parameter in node[1])

    def _used(self, node: Tuple) -> None:
        """`using` is always followed, so what its type is made of is needed."""
        self.names |= self._slicer.words(node[3])

    def settled(self) -> frozenset[str]:
        """Return the names, with all that they depend on."""
        self._spread_lambdas()
        self.names.update(self.lambdas, (name for name in self.assigned if name not in self.local))
        for called, words in self.calls:
            if not self.lambdas.isdisjoint(called):
                self.names |= words
        before = -1
        while len(self.names) != before:
            before = len(self.names)
            for name, words in self.definitions:
                if name in self.names:
                    self.names |= words
            for words, facts, always in self.conditions:
                matters = always or not self.lambdas.isdisjoint(facts.words)
                if matters or not self.names.isdisjoint(facts.written):
                    self.names |= words
        return frozenset(self.names)

    def _spread_lambdas(self) -> None:
        """A lambda that calls one that launches does so too."""
        before = -1
        while len(self.lambdas) != before:
            before = len(self.lambdas)
            self.lambdas.update(name for name, words in self.definitions if not self.lambdas.isdisjoint(words))


_READERS: Final[dict[str, Callable[[_Findings, Tuple], None]]] = {
    "decl": _Findings._declared,
    "assign": _Findings._assigned,
    "launch": _Findings._launched,
    "call": _Findings._called,
    "return": _Findings._returned,
    "lambda": _Findings._lambda,
    "using": _Findings._used,
    **dict.fromkeys(_BRANCHES, _Findings._branch),
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
