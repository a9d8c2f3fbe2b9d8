"""Ranges of integers, and what the operators of C++ make of them; an open end is None.

Results always hold the true value, with two assumptions: signed overflow, which the language does not define, does not
happen, and an open end does not wrap around.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kernaudit.facts.shared_memory.integer import apply, convert

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kernaudit.facts.shared_memory.integer import IntType

__all__ = ["ANY", "EMPTY_TRUTH", "Range", "combine", "exactly", "hull", "within"]


@dataclass(frozen=True, slots=True)
class Range:
    """All integers from `low` to `high`, both included."""

    low: int | None
    high: int | None

    @property
    def value(self) -> int | None:
        """The one integer in it, or None."""
        return self.low if self.low is not None and self.low == self.high else None

    @property
    def truth(self) -> bool | None:
        """As a condition: true, false or either."""
        if self.low == 0 and self.high == 0:
            return False
        positive = self.low is not None and self.low > 0
        return True if positive or (self.high is not None and self.high < 0) else None

    def meet(self, other: Range) -> Range:
        """The integers in both; where they contradict each other, this one."""
        low = self.low if other.low is None else other.low if self.low is None else max(self.low, other.low)
        high = self.high if other.high is None else other.high if self.high is None else min(self.high, other.high)
        return self if low is not None and high is not None and low > high else Range(low, high)


ANY: Final = Range(None, None)
EMPTY_TRUTH: Final = Range(0, 1)
"""A condition that may hold or not."""


def exactly(value: int) -> Range:
    """The range of one integer."""
    return Range(value, value)


def within(found: Range, made: IntType) -> Range:
    """Return what a range becomes in a type."""
    value = found.value
    if value is not None:
        converted = convert(value, made)
        return found if converted == value else exactly(converted)
    if made.bits == 1:
        truth = found.truth
        return EMPTY_TRUTH if truth is None else exactly(int(truth))
    fits = found.low is not None and made.holds(found.low) and found.high is not None and made.holds(found.high)
    if fits:
        return found
    wraps = not made.signed and (found.low is None or found.low < 0 or (found.high or 0) > made.high)
    return Range(made.low, made.high) if wraps else found.meet(Range(made.low, made.high))


def hull(ranges: Iterable[Range]) -> Range:
    """Return the smallest range that holds all of these."""
    found = list(ranges)
    lows, highs = [r.low for r in found], [r.high for r in found]
    low = None if None in lows else min(v for v in lows if v is not None)
    return Range(low, None if None in highs else max(v for v in highs if v is not None))


def combine(op: str, operands: tuple[Range, ...], made: IntType) -> Range:
    """Return the range of an operator's results; operands are in the type `made` that the operator works in."""
    values = tuple(operand.value for operand in operands)
    if all(value is not None for value in values):
        exact = apply(op, tuple(value for value in values if value is not None), made)
        return ANY if exact is None else exactly(exact)
    rule = _RULES.get(op)
    return ANY if rule is None else rule(*operands)


def _negate(one: Range) -> Range:
    return Range(None if one.high is None else -one.high, None if one.low is None else -one.low)


def _add(left: Range, right: Range) -> Range:
    low = None if left.low is None or right.low is None else left.low + right.low
    return Range(low, None if left.high is None or right.high is None else left.high + right.high)


def _subtract(left: Range, right: Range) -> Range:
    return _add(left, _negate(right))


def _corners(left: Range, right: Range, calculate: Callable[[int, int], int]) -> Range:
    """For operators that are monotone between the ends; an open end is kept where both sides are at least zero."""
    ends = (left.low, left.high, right.low, right.high)
    if None not in ends:
        found = [calculate(a, b) for a in ends[:2] for b in ends[2:]]  # type: ignore[arg-type]  # None is ruled out
        return Range(min(found), max(found))
    if left.low is not None and right.low is not None and left.low >= 0 and right.low >= 0:
        return Range(calculate(left.low, right.low), None)
    return ANY


def _multiply(left: Range, right: Range) -> Range:
    return _corners(left, right, lambda a, b: a * b)


def _divide(left: Range, right: Range) -> Range:
    if right.low is None or right.low <= 0:
        return ANY
    if left.low is None or left.low < 0:
        return ANY if left.low is None or left.high is None else Range(left.low, max(left.high, 0))
    low = 0 if right.high is None else left.low // right.high
    return Range(low, None if left.high is None else left.high // right.low)


def _remainder(left: Range, right: Range) -> Range:
    if right.high is None or right.low is None or right.low <= 0 or left.low is None or left.low < 0:
        return ANY
    return Range(0, right.high - 1 if left.high is None else min(left.high, right.high - 1))


def _left_shift(left: Range, right: Range) -> Range:
    if left.low is None or left.low < 0 or right.low is None or right.low < 0 or (right.high or 64) >= 64:
        return ANY
    high = None if left.high is None or right.high is None else left.high << right.high
    return Range(left.low << right.low, high)


def _right_shift(left: Range, right: Range) -> Range:
    if left.low is None or left.low < 0 or right.low is None or right.low < 0:
        return ANY
    low = 0 if right.high is None else left.low >> min(right.high, 64)
    return Range(low, None if left.high is None else left.high >> min(right.low, 64))


def _and(left: Range, right: Range) -> Range:
    """A mask that clears low bits rounds down, which is monotone; any other keeps the result below both."""
    for one, mask in ((left, right), (right, left)):
        step = None if mask.value is None else _rounding_step(mask.value, one.high)
        if step is not None and one.low is not None and one.low >= 0:
            return Range(one.low // step * step, None if one.high is None else one.high // step * step)
    if left.low is None or right.low is None or left.low < 0 or right.low < 0:
        return ANY
    highs = [high for high in (left.high, right.high) if high is not None]
    return Range(0, min(highs, default=None))


def _rounding_step(mask: int, high: int | None) -> int | None:
    """The power of two to whose multiples `x & mask` rounds down, for a mask such as ~15 and x up to `high`."""
    for bits in (64, 32):
        full = (1 << bits) - 1
        step = (~mask & full) + 1
        covers = bits == 64 or (high is not None and high <= full)
        if covers and step & (step - 1) == 0 and step < full >> 1:
            return step
    return None


def _or(left: Range, right: Range) -> Range:
    if left.low is None or right.low is None or left.low < 0 or right.low < 0:
        return ANY
    high = None if left.high is None or right.high is None else left.high + right.high
    return Range(max(left.low, right.low), high)


def _exclusive(left: Range, right: Range) -> Range:
    found = _or(left, right)
    return found if found is ANY else Range(0, found.high)


def _least(left: Range, right: Range) -> Range:
    low = None if left.low is None or right.low is None else min(left.low, right.low)
    highs = [high for high in (left.high, right.high) if high is not None]
    return Range(low, min(highs, default=None))


def _greatest(left: Range, right: Range) -> Range:
    lows = [low for low in (left.low, right.low) if low is not None]
    return Range(
        max(lows, default=None), None if left.high is None or right.high is None else max(left.high, right.high)
    )


def _less(left: Range, right: Range) -> Range:
    if left.high is not None and right.low is not None and left.high < right.low:
        return exactly(1)
    return exactly(0) if left.low is not None and right.high is not None and left.low >= right.high else EMPTY_TRUTH


def _not_more(left: Range, right: Range) -> Range:
    return _invert(_less(right, left))


def _invert(one: Range) -> Range:
    truth = one.truth
    return EMPTY_TRUTH if truth is None else exactly(int(not truth))


def _equal(left: Range, right: Range) -> Range:
    apart = _less(left, right).truth or _less(right, left).truth
    return exactly(0) if apart else EMPTY_TRUTH


def _both(left: Range, right: Range) -> Range:
    if left.truth is False or right.truth is False:
        return exactly(0)
    return exactly(1) if left.truth and right.truth else EMPTY_TRUTH


def _either(left: Range, right: Range) -> Range:
    return _invert(_both(_invert(left), _invert(right)))


_RULES: Final[dict[str, Callable[..., Range]]] = {
    "neg": _negate,
    "!": _invert,
    "~": lambda one: _subtract(_negate(one), exactly(1)),
    "+": _add,
    "-": _subtract,
    "*": _multiply,
    "/": _divide,
    "%": _remainder,
    "<<": _left_shift,
    ">>": _right_shift,
    "&": _and,
    "|": _or,
    "^": _exclusive,
    "min": _least,
    "max": _greatest,
    "<": _less,
    ">": lambda left, right: _less(right, left),
    "<=": _not_more,
    ">=": lambda left, right: _not_more(right, left),
    "==": _equal,
    "!=": lambda left, right: _invert(_equal(left, right)),
    "&&": _both,
    "||": _either,
}
