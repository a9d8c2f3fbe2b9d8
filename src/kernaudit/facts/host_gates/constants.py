"""Constants of namespace scope and of classes, and enumerators: evaluated where a name is asked for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kernaudit.facts.host_gates.env import Env
from kernaudit.facts.host_gates.number import FREE
from kernaudit.facts.host_gates.shapes import Kind

if TYPE_CHECKING:
    from kernaudit.facts.host_gates.node import Node
    from kernaudit.facts.host_gates.values import Value
    from kernaudit.facts.host_gates.walk import Walk
    from kernaudit.sources.ast import Tuple

__all__ = ["Constants"]

_CONSTANT: Final = re.compile(r"\bconst(?:expr)?\b|\benum\b")
_PENDING: Final = object()


class Constants:
    """Values by name and place."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._values: dict[tuple[Node, str], Value | object] = {}

    def value(self, path: Tuple, env: Env) -> Value:
        """Return the value of a name that is no variable, FREE where it is not known."""
        names = tuple(name for name, _ in path)
        program = self._walk.program
        node = program.constant(names[-1], env.node.path)
        if node is not None:
            return self._evaluated(node, names[-1])
        if len(names) > 1:
            for holder in program.resolve(names[-2], names[:-2], env.node.path, env.node.scope):
                if holder.kind is Kind.CLASS:
                    return self._evaluated(holder, names[-1])
        owner = env.node.owner
        return FREE if owner is None else self._evaluated(owner, names[-1])

    def _evaluated(self, node: Node, name: str) -> Value:
        key = (node, name)
        known = self._values.get(key)
        if known is None:
            self._values[key] = _PENDING
            written = node.constant(name) if _CONSTANT.search(node.source) else None
            known = self._values[key] = FREE if written is None else self._walk.aside(written, Env(node))
        return FREE if known is _PENDING else known  # type: ignore[return-value]  # everything else in it is a value
