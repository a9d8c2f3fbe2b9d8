"""What a stretch of host code mentions, and the tests it holds; both are worked out once per place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kernaudit.facts.host_gates.outcome import Test
from kernaudit.facts.host_gates.spell import spell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.facts.host_gates.env import Env
    from kernaudit.facts.host_gates.known import HostNames
    from kernaudit.facts.host_gates.node import Node
    from kernaudit.facts.host_gates.program import HostProgram
    from kernaudit.model.evidence import Location
    from kernaudit.sources.ast import Tuple

__all__ = ["Regions"]

_NOTHING: Final[frozenset[Node]] = frozenset()
_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_CODE: Final = re.compile(r"[\n;]")


class Regions:
    """Answers for the code of one program; the tuples of its functions live as long as it does."""

    def __init__(self, program: HostProgram, names: HostNames) -> None:
        self._program, self._names = program, names
        self._found: dict[tuple[int, Node], tuple[object, frozenset[Node]]] = {}
        self._rests: dict[tuple[int, int, Node], tuple[object, frozenset[Node]]] = {}
        self._lambdas: dict[tuple[Node, str], frozenset[Node]] = {}
        self._tests: dict[tuple[Location, str, tuple[int, int, int]], Test] = {}

    def test(self, location: Location, expression: Tuple, masks: tuple[int, int, int], check: bool) -> Test:
        """Return the one test of this place with these answers."""
        text = spell(expression)
        key = (location, text, masks)
        found = self._tests.get(key)
        if found is None:
            found = self._tests[key] = Test(location, text, *masks, check=check)
        return found

    def of(self, part: Tuple, node: Node) -> frozenset[Node]:
        """Return what a statement or expression in the code of `node` mentions."""
        if part and part[0] == "later":  # cases of a switch, from one on
            return self.after(part[1], part[2], node)
        key = (id(part), node)
        known = self._found.get(key)
        if known is None:
            known = self._found[key] = (part, frozenset(self._mentions(part, node)))
        return known[1]

    def after(self, parts: tuple[Tuple, ...], start: int, node: Node) -> frozenset[Node]:
        """Return what the statements of a block from `start` on mention."""
        key = (id(parts), start, node)
        known = self._rests.get(key)
        if known is None:
            found = _NOTHING.union(*(self.of(part, node) for part in parts[start:]))
            known = self._rests[key] = (parts, found)
        return known[1]

    def behind(self, env: Env) -> frozenset[Node]:
        """Return what the rest of a function or lambda mentions, from where it is being walked."""
        return _NOTHING.union(*(self.after(parts, start, env.node) for parts, start in env.rest))

    def name(self, node: Node, name: str, part: Tuple) -> None:
        """Say that a variable in the code of `node` holds a lambda: who mentions it mentions what is in the lambda."""
        self._lambdas[node, name] = self.of(part, node)

    def _mentions(self, part: object, node: Node) -> Iterator[Node]:
        if not isinstance(part, tuple) or not part:
            return
        kind = part[0]
        if kind == "call" and len(part) > 2 and self._is_about_kernel(part[1]):
            found = (one for inner in part[2] for one in self._mentions(inner, node))
            yield from (one for one in found if not self._program.is_kernel(one))
            return
        if kind in ("path", "type") and len(part) > 1 and isinstance(part[1], tuple):
            yield from self._named(part[1], node)
        elif kind == "str":
            yield from self.spelled(str(part[1]), node)
        for inner in part:
            if isinstance(inner, tuple):
                yield from self._mentions(inner, node)

    def _is_about_kernel(self, function: object) -> bool:
        path = function[1] if isinstance(function, tuple) and function and function[0] == "path" else None
        return isinstance(path, tuple) and bool(path) and self._names.is_about_kernel(str(path[-1][0]))

    def _named(self, path: tuple[tuple[str, object], ...], node: Node) -> Iterator[Node]:
        names = tuple(part[0] for part in path if isinstance(part, tuple) and part)
        if len(names) == 1:
            yield from self._lambdas.get((node, names[0]), ())
        for index, name in enumerate(names):
            yield from self._program.resolve(name, names[:index], node.path, node.scope)

    def spelled(self, text: str, node: Node) -> Iterator[Node]:
        """Yield the kernels that a string names: as its whole content, or in the code that it holds."""
        for name in _WORD.findall(text) if _CODE.search(text) else (text,):
            yield from self._program.spelled(name, node)
