"""Conditions of device code that ask what it is compiled for, and ask something outside of the tree.

What such a name answers is not known, and the answer differs between targets: code behind it may be missing on one of
them. A condition on any other unknown (a flag, a type's trait) does not depend on the device.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.facts.effects import Site
from kernaudit.facts.shared_memory.nodes import children

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from kernaudit.facts.builtins import Builtins
    from kernaudit.facts.reach import Reach
    from kernaudit.facts.scope import UnitScope
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Function

__all__ = ["TargetTests"]

_TARGET: Final = "__CUDA_ARCH"
_CONDITIONS: Final = {"if": 3, "switch": 1, "cond": 1}
_MOST: Final = 64
_NO_NAMES: Final[frozenset[str]] = frozenset()


class TargetTests:
    """Finds them in what kernels of one unit reach."""

    def __init__(self, scope: UnitScope, builtins: Builtins) -> None:
        self._scope = scope
        self._tells = builtins.tells_target
        self._found: dict[int, tuple[Function, Site | None]] = {}
        self._asked: dict[int, tuple[Tuple, bool]] = {}

    def first(self, reached: Reach) -> Site | None:
        """Return the first such condition, None where there is none."""
        if not any(map(self._may_ask, reached.mentioned)):
            return None
        return next((site for one in reached.functions if (site := self._in(one)) is not None), None)

    def asks(self, condition: Tuple) -> bool:
        """Whether a condition itself is one, if none of its names is a local variable's."""
        known = self._asked.get(id(condition))
        if known is None:
            found = any(self._asks_outside(node, _NO_NAMES) for node in _all((condition,)))
            known = self._asked[id(condition)] = (condition, found)
        return known[1]

    def _may_ask(self, word: str) -> bool:
        return word.startswith(_TARGET) or self._tells(word)

    def _in(self, function: Function) -> Site | None:
        known = self._found.get(id(function))
        if known is None:
            asks = function.has_body and any(map(self._may_ask, function.words))
            known = self._found[id(function)] = (function, self._search(function) if asks else None)
        return known[1]

    def _search(self, function: Function) -> Site | None:
        values = dict(_declared(function.body))
        own = {*values, *(p[0] for p in function.parameters), *(p[0] for p in function.template or ())}
        if function.owner is not None:
            own |= {p[0] for p in function.owner.template or ()}
        for condition, line in _conditions(function):
            pending, followed = [condition], set[str]()
            while pending and len(followed) < _MOST:
                node = pending.pop()
                if self._asks_outside(node, own):
                    return Site(function.path, line or function.name_line, "a test of the target")
                pending.extend(children(node))
                pending.extend(self._behind(node, values, followed))
        return None

    def _behind(self, node: Tuple, values: dict[str, Tuple], followed: set[str]) -> Iterator[Tuple]:
        """The values of the names in a node: of local variables, and of constants of the unit."""
        if node[0] != "path":
            return
        name = node[1][-1][0]
        if name in followed:
            return
        followed.add(name)
        if name in values:
            yield values[name]
            return
        yield from (one.value for one in self._scope.constants(name) if isinstance(one.value, tuple))

    def _asks_outside(self, node: Tuple, own: AbstractSet[str]) -> bool:
        """Whether a name, or a call, is of something outside and asks for the target by its name or its arguments."""
        path = node[1] if node[0] == "path" else node[1][1] if node[0] == "call" and node[1][0] == "path" else ()
        if not path:
            return False
        given = [part for _, arguments in path for part in arguments or ()]
        given += node[2] if node[0] == "call" else ()
        asks = self._tells(path[-1][0]) or any(map(_names_target, given))
        return asks and not self._is_known(path, own)

    def _is_known(self, path: Tuple, own: AbstractSet[str]) -> bool:
        root, last = path[0][0], path[-1][0]
        return root in own or root.startswith("__") or bool(self._scope.declarations(last))


def _names_target(node: Tuple) -> bool:
    if not isinstance(node, tuple) or not node:
        return False
    if node[0] in ("path", "type") and node[1] and node[1][0][0].startswith(_TARGET):
        return True
    return any(map(_names_target, children(node)))


def _all(nodes: Iterable[Tuple]) -> Iterator[Tuple]:
    pending = list(nodes)
    while pending:
        node = pending.pop()
        yield node
        pending.extend(children(node))


def _declared(body: Tuple) -> Iterator[tuple[str, Tuple]]:
    """The local variables of a body with their first values."""
    for node in _all(body):
        if node[0] == "decl" and isinstance(node[5], tuple) and node[5]:
            yield node[3], node[5]


def _conditions(function: Function) -> Iterator[tuple[Tuple, int]]:
    """What a function branches on, and what a constexpr one returns, with the line where that is known."""
    returns = "constexpr" in function.head
    for node in _all(function.body):
        if node[0] in _CONDITIONS:
            line = node[6] if node[0] == "if" else 0
            yield node[_CONDITIONS[node[0]]], line
        elif node[0] == "return" and returns and node[1] is not None:
            yield node[1], function.name_line
