"""What a statement can do besides what it is there for: leave, call, and hand variables to others that change them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kernaudit.facts.shared_memory.nodes import children, names_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.facts.shared_memory.skeleton import Skeletons
    from kernaudit.sources.ast import Tuple

__all__ = ["Traits", "statements_in", "traits_of", "ways_out"]

_LOOPS: Final = frozenset({"for", "each", "while", "do"})
_INNER: Final = {"if": (2, 4, 5), "for": (4,), "each": (3,), "while": (2,), "do": (1,)}
"""Where the statements inside a statement stand."""
_WAYS: Final = frozenset({"return", "abort", "break", "continue"})
_NONE: Final[frozenset[str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Traits:
    """What is inside one node.

    Attributes:
        handed: identifiers in arguments, in objects whose method is called, behind `&` and in lambdas.
        called: names of what is called.
        lambdas: whether there is a lambda.
    """

    handed: frozenset[str]
    called: frozenset[str]
    lambdas: bool


def traits_of(node: Tuple, skeletons: Skeletons) -> Traits:
    """Return what is inside a node."""
    handed: set[str] = set()
    called: set[str] = set()
    lambdas = False
    pending = [node]
    while pending:
        part = pending.pop()
        kind = part[0]
        if kind == "call":
            target = part[1]
            called.update(names_in(target))
            passed = part[2] if target[0] == "path" else (target, *part[2])
            handed.update(*(skeletons.words(one) for one in passed))
        elif kind == "construct":
            handed.update(*(skeletons.words(one) for one in part[2]))
        elif kind in ("addr", "lambda", "launch"):
            handed |= skeletons.words(part)
            lambdas = lambdas or kind == "lambda"
        pending.extend(children(part))
    return Traits(frozenset(handed), frozenset(called), lambdas)


def statements_in(statement: Tuple) -> Iterator[Tuple]:
    """Yield the statements directly inside a statement."""
    kind = statement[0]
    if kind == "block":
        yield from statement[1]
    elif kind == "switch":
        for _, inside in statement[2]:
            yield from inside
    else:
        yield from (statement[index] for index in _INNER.get(kind, ()))


def ways_out(statement: Tuple) -> frozenset[str]:
    """Return how a statement may be left before its end; what ends at a loop or `switch` inside it is no such way."""
    kind = statement[0]
    if kind in _WAYS:
        return frozenset((kind,))
    found = _NONE.union(*map(ways_out, statements_in(statement)))
    if kind in _LOOPS:
        return found - {"break", "continue"}
    return found - {"break"} if kind == "switch" else found
