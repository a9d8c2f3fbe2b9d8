"""Which statements are worth walking: those that use something of the device. Of others only what they mention counts.

A statement that uses nothing of the device takes every way on every device alike: its conditions are satisfiable, so
what it mentions is reached, and it ends nothing that could have gone on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from kernaudit.facts.host_gates.env import Env
    from kernaudit.facts.host_gates.known import HostNames
    from kernaudit.facts.host_gates.relevance import Relevance
    from kernaudit.sources.ast import Tuple

__all__ = ["Heat"]

_KEPT: Final = frozenset(
    {"if", "for", "each", "while", "do", "switch", "block", "try", "decl", "expr", "return", "using", "lambda", "call"}
)
_WALKED: Final = frozenset({"return", "throw", "break", "continue", "jump", "try", "do", "block", "using"})
"""Statements that are short or leave; the parts of a block are looked at one by one."""
_NOTHING: Final[frozenset[str]] = frozenset()


class Heat:
    """Answers for the code of one program; the tuples of its functions live as long as it does."""

    def __init__(self, names: HostNames, relevance: Relevance, dead_ends: frozenset[str]) -> None:
        self._names, self._relevance, self._dead_ends = names, relevance, dead_ends
        self._words: dict[int, tuple[object, frozenset[str]]] = {}
        self._assigned: dict[int, tuple[object, frozenset[str]]] = {}
        self._giving: dict[int, tuple[object, bool]] = {}
        self._hot: dict[str, bool] = {}
        self._asking: dict[int, bool] = {}
        self.renew()

    def renew(self) -> None:
        """More is known to hang on the device than before."""
        relevance = self._relevance
        nodes = {node.name for node in (*relevance.nodes, *relevance.above)}
        self._live = frozenset(nodes | relevance.fields | relevance.methods.keys())
        self._asking.clear()

    def cold(self, statement: Tuple, env: Env) -> bool:
        """Whether a statement uses nothing of the device, neither by name nor through a variable."""
        kind = statement[0]
        if kind in _WALKED or (kind == "expr" and self._ends(statement[1])) or self._gives(statement):
            return False
        words = self.words(statement)
        asking = self._asking.get(id(statement))
        if asking is None:
            asking = self._asking[id(statement)] = any(map(self._is_hot, words)) or not words.isdisjoint(self._live)
        if asking:
            return False
        holder: Env | None = env
        while holder is not None:
            if not words.isdisjoint(holder.hot):
                return False
            holder = holder.parent
        return True

    def assigned(self, part: Any) -> frozenset[str]:
        """Return the variables that a part of code may write: assigned, or handed on by address."""
        key = id(part)
        known = self._assigned.get(key)
        if known is None:
            found: set[str] = set()
            _collect_assigned(part, found)
            known = self._assigned[key] = (part, frozenset(found))
        return known[1]

    def _gives(self, statement: Tuple) -> bool:
        """Whether a statement may return a value from the function."""
        known = self._giving.get(id(statement))
        if known is None:
            known = self._giving[id(statement)] = (statement, _returns_value(statement))
        return known[1]

    def _ends(self, expression: Tuple) -> bool:
        """Whether an expression never goes on, on any device."""
        while expression[0] == "bin" and expression[1] == "<<":
            expression = expression[2]
        if expression[0] == "throw" or (expression[0] == "call" and self._names.is_fatal(expression)):
            return True
        if expression[0] != "call" or expression[1][0] != "path":
            return bool(expression[0] == "call")
        name = expression[1][1][-1][0]
        if name in self._dead_ends:
            return True
        kind = self._names.kind(name)
        if kind == "check":
            first = expression[2][0] if expression[2] else ("opaque", ())
            return bool(first[0] == "const" and not first[1])
        return kind == "abort"

    def _is_hot(self, word: str) -> bool:
        found = self._hot.get(word)
        if found is None:
            names = self._names
            found = (
                word in names.api.fields
                or word in names.api.attributes
                or word in names.api.identity
                or names.kind(word) in ("properties", "attribute", "capability", "fill")
                or names.function_fact(word) is not None
                or names.is_property_type(word)
            )
            self._hot[word] = found
        return found

    def words(self, part: Any) -> frozenset[str]:
        """Return all names in a part of code."""
        if not isinstance(part, tuple) or not part:
            return _NOTHING
        kind = part[0]
        kept = isinstance(kind, str) and kind in _KEPT
        if kept:
            known = self._words.get(id(part))
            if known is not None:
                return known[1]
        if kind in ("str", "asm", "const"):
            return _NOTHING
        found: set[str] = set()
        for inner in part:
            if isinstance(inner, str):
                found.add(inner)
            elif isinstance(inner, tuple):
                found |= self.words(inner)
        result = frozenset(found)
        if kept:
            self._words[id(part)] = (part, result)
        return result


def _returns_value(part: Any) -> bool:
    if not isinstance(part, tuple) or not part or part[0] == "lambda":
        return False
    if part[0] == "return":
        return len(part) > 1 and part[1] is not None
    return any(_returns_value(inner) for inner in part if isinstance(inner, tuple))


def _collect_assigned(part: Any, found: set[str]) -> None:
    if not isinstance(part, tuple) or not part:
        return
    kind, parts = part[0], len(part)  # a name may be called like a kind: `assign` with its template arguments
    target = part[2] if kind == "assign" and parts == 5 else part[1] if kind == "addr" and parts == 2 else None
    if isinstance(target, tuple) and target and target[0] == "path" and len(target[1]) == 1:
        found.add(target[1][0][0])
    for inner in part:
        if isinstance(inner, tuple):
            _collect_assigned(inner, found)
