"""Parameter packs: what a template's `class... U` holds, and the expansions and folds over it.

A pack stands in an environment beside its parameter (which stays unknown), under a name that no source can write.
C++ standard [temp.variadic] and [expr.prim.fold], for packs whose arguments are written out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from kernaudit.facts.frame import Frame
from kernaudit.facts.values import DEPENDENT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.facts.values import Value
    from kernaudit.sources.ast import Tuple

__all__ = ["MARK", "PackValue", "element_frame", "folded", "function_packs", "pack_in", "packs_of", "spread"]

MARK: Final = "..."
"""What the name of a pack begins with in an environment."""


@dataclass(frozen=True, slots=True)
class PackValue:
    """The arguments that a parameter pack holds."""

    values: tuple[Any, ...]


def packs_of(parameters: Tuple, given: Sequence[Value]) -> dict[str, Value]:
    """Return the pack of a parameter list whose arguments are all written out; nothing if one of them is unknown."""
    index = next((i for i, (_, _, _, pack) in enumerate(parameters) if pack), None)
    if index is None or index != len(parameters) - 1 or any(value is DEPENDENT for value in given[index:]):
        return {}
    return {MARK + parameters[index][0]: PackValue(tuple(given[index:]))}


def function_packs(template: Tuple, parameters: Tuple, explicit: Sequence[Value] | None) -> dict[str, Value]:
    """Return the pack of a function template that is called with explicit arguments, unless a call may add to it."""
    if explicit is None or any(parameter[4] for parameter in parameters):
        return {}
    found = packs_of(template, explicit)
    return {} if any(_mentions(p[1], name.removeprefix(MARK)) for name in found for p in parameters) else found


def pack_in(pattern: Tuple, frame: Frame) -> tuple[str, PackValue] | None:
    """Return name and content of the one pack that a pattern names; None if it is unknown, or there are several."""
    names = sorted(set(_names(pattern)))
    packs = [(name, frame.type_argument(MARK + name)) for name in names]
    known = [(name, pack) for name, pack in packs if isinstance(pack, PackValue)]
    return known[0] if len(known) == 1 else None


def element_frame(frame: Frame, name: str, value: Value) -> Frame:
    """Return a frame in which a pack's name means one of its elements."""
    return Frame({name: value}, frame.scope, parent=frame, instance=frame.instance, this_inside=frame.this_inside)


def spread(part: Tuple, frame: Frame) -> list[tuple[Tuple, Frame]]:
    """Return what a template argument stands for, with where it is to be evaluated: a known expansion is many."""
    pack = pack_in(part[1], frame) if part[0] == "pack" else None
    if pack is None:
        return [(part, frame)]
    return [(part[1], element_frame(frame, pack[0], one)) for one in pack[1].values]


def folded(operator: str, values: Sequence[Value]) -> Value:
    """Return what `(... && pack)` or `(... || pack)` is worth."""
    ends = operator == "||"
    if any(isinstance(value, int) and bool(value) is ends for value in values):
        return ends
    return not ends if all(isinstance(value, int) for value in values) else DEPENDENT


def _mentions(node: object, name: str) -> bool:
    return any(found == name for found in _names(node))


def _names(node: object) -> list[str]:
    if isinstance(node, str):
        return [node]
    return [name for part in node for name in _names(part)] if isinstance(node, tuple) else []
