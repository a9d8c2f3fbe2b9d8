"""What a term can be on one device: its range, given what the device answers and which conditions hold."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from kernaudit.facts.shared_memory.composing import works_in
from kernaudit.facts.shared_memory.integer import BOOL, INT
from kernaudit.facts.shared_memory.interval import ANY, Range, combine, exactly, hull, within
from kernaudit.facts.shared_memory.term import Choice, Missing, Named, Number, Operation, Query, bare, leaves_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kernaudit.facts.shared_memory.integer import IntType
    from kernaudit.facts.shared_memory.term import DeviceFact, Term

__all__ = ["Ranges", "View", "possible", "range_of"]

_MAX_FORKS: Final = 6
_MAX_CHAIN: Final = 48
"""Conditions after which ranges are worked out anew instead of looked up at those before."""
_NOTHING: Final[frozenset[Term]] = frozenset()
_COMPARISONS: Final = frozenset({"<", ">", "<=", ">=", "==", "!="})
_MIRRORED: Final = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
_OPPOSITE: Final = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "==": "!=", "!=": "=="}


@dataclass(frozen=True, slots=True)
class View:
    """What is taken for granted while terms are looked at.

    Attributes:
        device: what the device answers; empty where no device is looked at.
        known: ranges of terms, without their names and conversions.
    """

    device: Mapping[DeviceFact, int] = field(default_factory=dict)
    known: Mapping[Term, Range] = field(default_factory=dict)


def possible(term: Term, ranges: Ranges, forks: int = _MAX_FORKS) -> Range:
    """Return the range of a term; open choices are followed both ways, with what each of them implies."""
    condition = ranges.open_condition(term) if forks else None
    if condition is None:
        return ranges.of(term)
    whole = ranges.of(term)
    found = possible(term, ranges.assuming(condition, True), forks - 1)
    if found == whole:  # the other way can add nothing: what is assumed only narrows
        return whole
    return hull([found, possible(term, ranges.assuming(condition, False), forks - 1)])


def range_of(term: Term, view: View) -> Range:
    """Return the range of a term, every part of it taken alone."""
    return Ranges(view).of(term)


class Ranges:
    """The ranges of a term's parts in one view; a part that is used twice is worked out once.

    Args:
        view: what is taken for granted.
        outer: the ranges in a view that this one adds a condition to.
        told: what this condition tells something of. A term that is less deep than all of it, or has no leaf in
            common with it, holds none of it and is as it was.
    """

    def __init__(self, view: View, outer: Ranges | None = None, told: Sequence[Term] = ()) -> None:
        self._view = view
        self._outer = outer
        self._changed = _NOTHING.union(*map(leaves_of, told))
        self._depth = min((term.depth for term in told), default=0)
        self._length: int = 0 if outer is None else outer._length + 1
        self._found: dict[int, tuple[Term, Range]] = {}

    def assuming(self, condition: Term, holds: bool) -> Ranges:
        """Return the ranges in the view in which a condition holds as well, or does not."""
        return _assumed(self, condition, holds)

    def with_condition(self, condition: Term, holds: bool) -> Ranges:
        """Work out what `assuming` returns."""
        before = self._view.known
        known = dict(before)
        _learn(condition, holds, self, known)
        told = [term for term, found in known.items() if before.get(term, ANY) != found]
        return Ranges(View(self._view.device, known), self if self._length < _MAX_CHAIN else None, told)

    def of(self, term: Term) -> Range:
        """Return the range of a term."""
        if term.value is not None:
            return exactly(term.value)
        known = self._found.get(id(term))
        if known is None:
            outer = self._outer
            if outer is not None and (term.depth < self._depth or self._changed.isdisjoint(leaves_of(term))):
                return outer.of(term)
            known = self._found[id(term)] = (term, self._narrowed(term))
        return known[1]

    def _narrowed(self, term: Term) -> Range:
        found = self._range(term)
        plain = bare(term) if self._view.known else term
        known = self._view.known.get(plain) if self._view.known else None
        return found if known is None or self._wraps(term, plain) else found.meet(known)

    def _wraps(self, term: Term, plain: Term) -> bool:
        """Whether a conversion makes a term a large number where the value that conditions speak of is negative."""
        if not plain.type.signed or term.type.signed:
            return False
        low = self.of(plain).low
        return low is None or low < 0

    def _range(self, term: Term) -> Range:
        match term:
            case Query(fact=fact):
                answer = self._view.device.get(fact)
                return Range(*fact.bounds) if answer is None else exactly(answer)
            case Missing(type=made, low=low, high=high):
                return within(Range(low, high), made) if low is not None or high is not None else _any_of(term)
            case Named(term=inner):
                return self.of(inner)
            case Choice(condition=condition, yes=yes, no=no):
                truth = self.of(condition).truth
                return hull((self.of(yes), self.of(no))) if truth is None else self.of(yes if truth else no)
            case Operation():
                return self._operation(term)
            case Number(value=value):
                return exactly(value)

    def _operation(self, term: Operation) -> Range:
        if term.value is not None:
            return exactly(term.value)
        operands = [self.of(operand) for operand in term.operands]
        if term.op == "as":
            return within(operands[0], term.type)
        common = works_in(term.op, term.operands)
        shift = term.op in ("<<", ">>")
        operands = [r if shift and index else within(r, common) for index, r in enumerate(operands)]
        return within(combine(term.op, tuple(operands), common), term.type)

    def open_condition(self, term: Term) -> Term | None:
        """The first condition that decides a choice inside a term and is not known."""
        pending = [term]
        seen: set[int] = set()
        while pending:
            part = pending.pop()
            if id(part) in seen:
                continue
            seen.add(id(part))
            if isinstance(part, Named):
                pending.append(part.term)
            elif isinstance(part, Choice):
                truth = self.of(part.condition).truth
                if truth is None:
                    return part.condition
                pending.append(part.yes if truth else part.no)
            elif isinstance(part, Operation) and part.chooses:
                pending.extend(reversed(part.operands))
        return None


@lru_cache(maxsize=256)
def _assumed(ranges: Ranges, condition: Term, holds: bool) -> Ranges:
    """Launches on one way share its conditions, and with them what follows."""
    return ranges.with_condition(condition, holds)


def _any_of(term: Missing) -> Range:
    made = term.type
    return Range(made.low, made.high) if made.bits < INT.bits else ANY if made.signed else Range(0, None)


def _learn(condition: Term, holds: bool, ranges: Ranges, known: dict[Term, Range]) -> None:
    """Note what follows from a condition for the terms in it."""
    inner = bare(condition)
    if isinstance(inner, Number):
        return
    if inner.type == BOOL or not holds:
        known[inner] = exactly(int(holds))
    if not isinstance(inner, Operation):
        return
    if inner.op in ("!", "as"):
        _learn(inner.operands[0], holds if inner.op == "as" else not holds, ranges, known)
    elif (inner.op == "&&" and holds) or (inner.op == "||" and not holds):
        for operand in inner.operands:
            _learn(operand, holds, ranges, known)
    elif inner.op in _COMPARISONS:
        _learn_order(inner.op if holds else _OPPOSITE[inner.op], inner.operands, ranges, known)


def _learn_order(op: str, operands: tuple[Term, ...], ranges: Ranges, known: dict[Term, Range]) -> None:
    left, right = operands
    for one, other, relation in ((left, right, op), (right, left, _MIRRORED[op])):
        allowed = _unconverted(one, _allowed(relation, ranges.of(other)), ranges)
        name = bare(one)
        if not isinstance(name, Number):
            known[name] = known[name].meet(allowed) if name in known else allowed


def _unconverted(term: Term, allowed: Range, ranges: Ranges) -> Range:
    """What the allowed values of a term say of the value below its conversions.

    Of a value cut to fewer bits than an `int` has nothing follows, nor from a lower bound of the unsigned number that
    a negative value turns into. A size that is kept in an `int` is taken to fit.
    """
    while (inner := _below(term)) is not None:
        made = term.type
        if not isinstance(term, Named) and not _holds(made, inner, ranges):
            if made.bits < INT.bits:
                return ANY
            if inner.type.signed and not made.signed:
                upper = allowed.high is not None and allowed.high <= made.high >> 1
                allowed = Range(0, allowed.high) if upper else ANY
        term = inner
    return allowed


def _below(term: Term) -> Term | None:
    if isinstance(term, Named):
        return term.term
    converts = isinstance(term, Operation) and term.op == "as" and term.type != BOOL
    return term.operands[0] if isinstance(term, Operation) and converts else None


def _holds(made: IntType, inner: Term, ranges: Ranges) -> bool:
    """Whether a type has every value that a term can have."""
    found = ranges.of(inner)
    within_type = made.holds(inner.type.low) and made.holds(inner.type.high)
    if within_type or found.low is None:
        return within_type
    return made.low <= found.low and found.high is not None and found.high <= made.high


def _allowed(relation: str, other: Range) -> Range:
    """The values that stand in this relation to some value of a range."""
    if relation == "==":
        return other
    if relation in ("<", "<="):
        return Range(None, None if other.high is None else other.high - (relation == "<"))
    if relation in (">", ">="):
        return Range(None if other.low is None else other.low + (relation == ">"), None)
    return ANY
