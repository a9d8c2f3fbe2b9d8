"""Paths and names that code puts together: where they start the machine alone may know, how they end the code says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernaudit.facts.python.outcome import Loaded
from kernaudit.facts.python.values import UNKNOWN, OneOf, PathEnd, PerLane, Unknown, lift

if TYPE_CHECKING:
    import ast
    from collections.abc import Iterable, Sequence

    from kernaudit.facts.python.frame import Frame

__all__ = ["glued", "joined_path", "note_loads"]

_LONGEST = 1000


def joined_path(parts: Sequence[Any]) -> Any:
    """The parts of a path, joined; unknown if nothing is known of its end."""
    found = parts[0] if parts else UNKNOWN
    for part in parts[1:]:
        found = lift(_below, _open_start(found), part)
    return found


def glued(parts: Sequence[Any]) -> Any:
    """The parts of a text without anything between them."""
    found: Any = ""
    for part in parts:
        unknown = isinstance(part, OneOf) or (isinstance(part, Unknown) and not part.dependent)
        found = PathEnd("") if unknown else lift(_after, found, part)
    return UNKNOWN if found == PathEnd("") else found


def _open_start(value: Any) -> Any:
    """What is not known and does not depend on the device may stand at the start."""
    unknown = isinstance(value, OneOf) or (isinstance(value, Unknown) and not value.dependent)
    return PathEnd("") if unknown else value


def _below(left: Any, right: Any) -> Any:
    if isinstance(right, str) and right.startswith("/"):
        return right
    return _after(_after(left, "/"), right)


def _after(left: Any, right: Any) -> Any:
    if isinstance(right, PathEnd):
        return right
    if not isinstance(right, str | int) or not isinstance(left, str | PathEnd):
        raise TypeError
    text = f"{left.text if isinstance(left, PathEnd) else left}{right}"
    if len(text) > _LONGEST:
        raise ValueError
    return PathEnd(text) if isinstance(left, PathEnd) else text


def note_loads(values: Iterable[Any], frame: Frame, node: ast.AST) -> None:
    """Note the texts among the arguments of a call that loads, each with the lanes that have it."""
    for value in values:
        lanes: dict[str | PathEnd, int] = {}
        rows = enumerate(value.values) if isinstance(value, PerLane) else ((-1, value),)
        for index, one in rows:
            if isinstance(one, str | PathEnd):
                lanes[one] = lanes.get(one, 0) | (-1 if index < 0 else 1 << index)
        for text, mask in lanes.items():
            whole = isinstance(text, str)
            name = text if isinstance(text, str) else text.text
            yes, may = frame.yes & mask, frame.may & mask
            if yes | may:
                frame.loads.append(Loaded(name, whole, frame.at(node), yes, may, frame.path))
