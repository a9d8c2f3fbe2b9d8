"""What a term can be on one device: its range, given what the device answers and which conditions hold."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from kernaudit.facts.shared_memory.integer import BOOL, INT, common_type
from kernaudit.facts.shared_memory.interval import ANY, Range, combine, exactly, hull, within
from kernaudit.facts.shared_memory.term import Choice, Missing, Named, Number, Operation, Query, bare

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernaudit.facts.shared_memory.term import DeviceFact, Term

__all__ = ["View", "possible", "range_of"]

_MAX_FORKS: Final = 6
_COMPARISONS: Final = frozenset({"<", ">", "<=", ">=", "==", "!="})
_MIRRORED: Final = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
_OPPOSITE: Final = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "==": "!=", "!=": "=="}


@dataclass(frozen=True, slots=True)
class View:
    """What is taken for granted while terms are looked at.

    Attributes:
        device: what the device answers; empty where no device is looked at.
        known: ranges of terms, without their names and conversions.
        constants: other values for named constants, to ask what would be if.
    """

    device: Mapping[DeviceFact, int] = field(default_factory=dict)
    known: Mapping[Term, Range] = field(default_factory=dict)
    constants: Mapping[str, int] = field(default_factory=dict)

    def assuming(self, condition: Term, holds: bool) -> View:
        """The view in which a condition holds, or does not."""
        known = dict(self.known)
        _learn(condition, holds, self, known)
        return replace(self, known=known)


def possible(term: Term, view: View, forks: int = _MAX_FORKS) -> Range:
    """Return the range of a term; open choices are followed both ways, with what each of them implies."""
    condition = _open_condition(term, view) if forks else None
    if condition is None:
        return range_of(term, view)
    return hull(possible(term, view.assuming(condition, holds), forks - 1) for holds in (True, False))


def range_of(term: Term, view: View) -> Range:
    """Return the range of a term, every part of it taken alone."""
    found = _range_of(term, view)
    known = view.known.get(bare(term)) if view.known else None
    return found if known is None else found.meet(known)


def _range_of(term: Term, view: View) -> Range:
    match term:
        case Number(value=value):
            return exactly(value)
        case Query(fact=fact):
            answer = view.device.get(fact)
            return Range(0, None) if answer is None else exactly(answer)
        case Missing(type=made, low=low, high=high):
            return within(Range(low, high), made) if low is not None or high is not None else _any_of(term)
        case Named(name=name, term=inner):
            return exactly(view.constants[name]) if name in view.constants else range_of(inner, view)
        case Choice(condition=condition, yes=yes, no=no):
            truth = range_of(condition, view).truth
            if truth is not None:
                return range_of(yes if truth else no, view)
            return hull((range_of(yes, view), range_of(no, view)))
        case Operation():
            return _operation(term, view)


def _any_of(term: Missing) -> Range:
    made = term.type
    return Range(made.low, made.high) if made.bits < INT.bits else ANY if made.signed else Range(0, None)


def _operation(term: Operation, view: View) -> Range:
    if term.value is not None and not view.constants:
        return exactly(term.value)
    operands = [range_of(operand, view) for operand in term.operands]
    if term.op == "as":
        return within(operands[0], term.type)
    works_in = term.type
    if term.op in _COMPARISONS:
        works_in = common_type(term.operands[0].type, term.operands[1].type)
    if term.type.bits > 1 or term.op in _COMPARISONS:
        shift = term.op in ("<<", ">>")
        operands = [r if shift and index else within(r, works_in) for index, r in enumerate(operands)]
    return within(combine(term.op, tuple(operands), works_in), term.type)


def _open_condition(term: Term, view: View) -> Term | None:
    """The first condition that decides a choice inside a term and is not known."""
    if isinstance(term, Named):
        return _open_condition(term.term, view)
    if isinstance(term, Choice):
        truth = range_of(term.condition, view).truth
        if truth is None:
            return term.condition
        return _open_condition(term.yes if truth else term.no, view)
    if isinstance(term, Operation):
        found = (_open_condition(operand, view) for operand in term.operands)
        return next((condition for condition in found if condition is not None), None)
    return None


def _learn(condition: Term, holds: bool, view: View, known: dict[Term, Range]) -> None:
    """Note what follows from a condition for the terms in it."""
    inner = bare(condition)
    if isinstance(inner, Number):
        return
    if inner.type == BOOL or not holds:
        known[inner] = exactly(int(holds))
    if not isinstance(inner, Operation):
        return
    if inner.op in ("!", "as"):
        _learn(inner.operands[0], holds if inner.op == "as" else not holds, view, known)
    elif (inner.op == "&&" and holds) or (inner.op == "||" and not holds):
        for operand in inner.operands:
            _learn(operand, holds, view, known)
    elif inner.op in _COMPARISONS:
        _learn_order(inner.op if holds else _OPPOSITE[inner.op], inner.operands, view, known)


def _learn_order(op: str, operands: tuple[Term, ...], view: View, known: dict[Term, Range]) -> None:
    left, right = operands
    for one, other, relation in ((left, right, op), (right, left, _MIRRORED[op])):
        allowed = _allowed(relation, range_of(other, view))
        name = bare(one)
        if not isinstance(name, Number):
            known[name] = known[name].meet(allowed) if name in known else allowed


def _allowed(relation: str, other: Range) -> Range:
    """The values that stand in this relation to some value of a range."""
    if relation == "==":
        return other
    if relation in ("<", "<="):
        return Range(None, None if other.high is None else other.high - (relation == "<"))
    if relation in (">", ">="):
        return Range(None if other.low is None else other.low + (relation == ">"), None)
    return ANY
