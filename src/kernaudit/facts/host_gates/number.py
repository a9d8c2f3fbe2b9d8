"""Numbers of host code, per lane: known values, anything (a shape, a flag), or undecided by the device.

A number that is not known and does not hang on the device is free: a condition on it is taken as satisfiable either
way. Where a capability meets a number that is not known, the outcome hangs on the device and is not decided.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

__all__ = [
    "FREE",
    "OPEN",
    "Lane",
    "Number",
    "Unknown",
    "binary",
    "constant",
    "made",
    "merged",
    "negated",
    "truth",
    "without_sign",
]


class Unknown(Enum):
    """Why a lane's value is not known."""

    FREE = "free"
    DEVICE = "device"


Lane = frozenset[int] | Unknown

_MAX_VALUES: Final = 16
_MAX_NUMBER: Final = 1 << 64
_TRUE: Final = frozenset({1})
_FALSE: Final = frozenset({0})


@dataclass(frozen=True, slots=True)
class Number:
    """A number; one lane stands for all.

    `direct` marks arithmetic on the capability itself, `chosen` a constant that stands where a test of the device led,
    `unsigned` what may be of a type without a sign: below zero it is some large number.
    """

    lanes: tuple[Lane, ...]
    direct: bool = False
    chosen: bool = False
    unsigned: bool = False

    @property
    def varies(self) -> bool:
        """Whether it differs from device to device, or hangs on the device in a way that is not known."""
        return len(self.lanes) > 1 or self.lanes[0] is Unknown.DEVICE

    @property
    def single(self) -> int | None:
        """Its value where it is one and the same on all lanes."""
        lane = self.lanes[0]
        return next(iter(lane)) if len(self.lanes) == 1 and isinstance(lane, frozenset) and len(lane) == 1 else None


FREE: Final = Number((Unknown.FREE,))
OPEN: Final = Number((Unknown.DEVICE,))


def constant(value: int, *, chosen: bool = False, unsigned: bool = False) -> Number:
    """Return a number that is the same everywhere."""
    return Number((frozenset({int(value)}),), False, chosen, unsigned)


def made(lanes: Sequence[Lane], *, direct: bool = False, chosen: bool = False, unsigned: bool = False) -> Number:
    """Return a number; equal lanes become one."""
    first = lanes[0]
    if all(lane == first for lane in lanes):
        return Number((first,), direct, chosen and isinstance(first, frozenset), unsigned)
    return Number(tuple(lanes), direct, False, unsigned)


def without_sign(value: Number) -> Number:
    """Return a number as a variable of an unsigned type holds it."""
    lanes = [Unknown.DEVICE if _is_below_zero(lane) else lane for lane in value.lanes]
    return made(lanes, direct=value.direct, chosen=value.chosen, unsigned=True)


def _divide(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


_ARITHMETIC: Final[dict[str, Callable[[int, int], int]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _divide,
    "%": lambda a, b: a - b * _divide(a, b),
    "<<": operator.lshift,
    ">>": operator.rshift,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "min": min,
    "max": max,
}
_COMPARISONS: Final[dict[str, Callable[[int, int], bool]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
_LOGICAL: Final = frozenset({"&&", "||"})
_WORDS: Final = {"and": "&&", "or": "||", "not_eq": "!=", "bitand": "&", "bitor": "|", "xor": "^"}


def binary(op: str, left: Number, right: Number) -> Number:
    """Return the value of an operator (also spelled `and`, `or`), lane by lane."""
    op = _WORDS.get(op, op)
    direct = (left.direct or right.direct) and op in _ARITHMETIC
    lanes = [_lane(op, a, b, left.direct, right.direct) for a, b in _zip(left, right)]
    unsigned = (left.unsigned or right.unsigned) and op in _ARITHMETIC
    if (unsigned or left.unsigned or right.unsigned) and op not in _LOGICAL:
        lanes = [_wrapped(*three) for three in zip(lanes, *zip(*_zip(left, right), strict=True), strict=True)]
    return made(lanes, direct=direct, chosen=left.chosen or right.chosen, unsigned=unsigned)


def _wrapped(result: Lane, left: Lane, right: Lane) -> Lane:
    """What an operator gives without a sign: where something is below zero, the types would have to be known."""
    return Unknown.DEVICE if any(map(_is_below_zero, (result, left, right))) else result


def _is_below_zero(lane: Lane) -> bool:
    return isinstance(lane, frozenset) and min(lane, default=0) < 0


def negated(value: Number) -> Number:
    """Return `!value`."""
    lanes = [lane if isinstance(lane, Unknown) else frozenset(int(not v) for v in lane) for lane in value.lanes]
    return made(lanes, chosen=value.chosen)


def _zip(left: Number, right: Number) -> Iterable[tuple[Lane, Lane]]:
    if len(left.lanes) == len(right.lanes):
        return zip(left.lanes, right.lanes, strict=True)
    if len(left.lanes) == 1:
        return ((left.lanes[0], lane) for lane in right.lanes)
    return ((lane, right.lanes[0]) for lane in left.lanes)


def _lane(op: str, a: Lane, b: Lane, a_direct: bool, b_direct: bool) -> Lane:
    if op in ("&&", "||"):
        return _logical(op, a, b)
    if isinstance(a, frozenset) and isinstance(b, frozenset):
        return _known(op, a, b)
    if Unknown.DEVICE in (a, b):
        return Unknown.DEVICE
    hangs = (a_direct and isinstance(a, frozenset)) or (b_direct and isinstance(b, frozenset))
    return Unknown.DEVICE if hangs else Unknown.FREE


def _known(op: str, a: frozenset[int], b: frozenset[int]) -> Lane:
    calculate = _ARITHMETIC.get(op) or _COMPARISONS.get(op)
    if calculate is None:
        return Unknown.FREE
    found: set[int] = set()
    for one in a:
        for other in b:
            if (op in ("/", "%") and other == 0) or (op in ("<<", ">>") and not 0 <= other < 64):
                return Unknown.FREE
            found.add(int(calculate(one, other)))
    return _bounded(found)


def _bounded(values: Iterable[int]) -> Lane:
    found = frozenset(values)
    if len(found) > _MAX_VALUES or any(abs(value) >= _MAX_NUMBER for value in found):
        return Unknown.FREE
    return found


def _logical(op: str, a: Lane, b: Lane) -> Lane:
    decides = op == "||"
    sides = [_truths(a), _truths(b)]
    if any(side == {decides} for side in sides):
        return _TRUE if decides else _FALSE
    if Unknown.DEVICE in (a, b):
        return Unknown.DEVICE
    if all(side == {not decides} for side in sides):
        return _FALSE if decides else _TRUE
    if isinstance(a, frozenset) and isinstance(b, frozenset):
        return frozenset({0, 1})
    return Unknown.FREE


def _truths(lane: Lane) -> set[bool]:
    return {True, False} if isinstance(lane, Unknown) else {bool(value) for value in lane}


def truth(value: Number, count: int) -> tuple[int, int, int]:
    """Return the masks of the lanes on which a condition may hold, may fail, and is not decided by the device."""
    lanes = value.lanes if len(value.lanes) > 1 else value.lanes * count
    yes = no = undecided = 0
    for index, lane in enumerate(lanes):
        bit = 1 << index
        truths = _truths(lane)
        yes |= bit if True in truths else 0
        no |= bit if False in truths else 0
        undecided |= bit if lane is Unknown.DEVICE else 0
    return yes, no, undecided


def merged(new: Number, new_mask: int, old: Number, old_mask: int, count: int) -> Number:
    """Return the value where two ways meet: each counts on the lanes of its mask."""
    if new == old or not new_mask:
        return old if not new_mask or new == old else new
    if not old_mask:
        return new
    news = new.lanes if len(new.lanes) > 1 else new.lanes * count
    olds = old.lanes if len(old.lanes) > 1 else old.lanes * count
    direct = new.direct or old.direct
    lanes: list[Lane] = []
    for index, (a, b) in enumerate(zip(news, olds, strict=True)):
        bit = 1 << index
        if new_mask & bit and old_mask & bit:
            lanes.append(_union(a, b, direct))
        else:
            lanes.append(a if new_mask & bit else b)
    unsigned = new.unsigned or old.unsigned
    return made(lanes, direct=direct, chosen=new.chosen or old.chosen, unsigned=unsigned)


def _union(a: Lane, b: Lane, direct: bool) -> Lane:
    if a == b:
        return a
    if Unknown.DEVICE in (a, b):
        return Unknown.DEVICE
    if isinstance(a, frozenset) and isinstance(b, frozenset):
        return _bounded(a | b)
    return Unknown.DEVICE if direct else Unknown.FREE
