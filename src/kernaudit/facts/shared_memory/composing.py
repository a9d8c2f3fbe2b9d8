"""Makes terms: what C++ makes of operators, conversions and choices, folded as far as it is known.

Equal terms are one object, within a run and when they come back from another process, so that what was worked out for
one holds for all.
"""

from __future__ import annotations

import copyreg
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from kernaudit.facts.shared_memory.integer import BOOL, INT, apply, common_type, convert
from kernaudit.facts.shared_memory.term import FALSE, TRUE, Choice, Missing, Named, Number, Operation, leaves_of

if TYPE_CHECKING:
    from kernaudit.facts.shared_memory.integer import IntType
    from kernaudit.facts.shared_memory.term import Term

__all__ = ["as_type", "choice", "negation", "operation", "truth_of", "works_in"]

_T = TypeVar("_T")

_MAX_DEPTH: Final = 90
_MAX_SHARED: Final = 1 << 16
"""Terms that are remembered so that equal ones are one object; beyond, sharing begins anew."""
_COMPARISONS: Final = frozenset({"<", ">", "<=", ">=", "==", "!="})
_LOGICAL: Final = frozenset({"&&", "||", "!"})

_composed: Final[dict[tuple[object, ...], Any]] = {}
"""Operations, choices and names that were made, by the objects that they are made of, which they keep alive."""
_leaves: Final[dict[Term, Term]] = {}


def operation(op: str, *operands: Term) -> Term:
    """Return the result of a C++ operator or of `min` and `max`, in the type that the language gives it."""
    short = _short_circuit(op, operands)
    if short is not None:
        return short
    common = works_in(op, operands)
    made = BOOL if op in _COMPARISONS else common
    value = _folded(op, operands, common)
    if value is None and all(operand.value is not None for operand in operands):
        return Missing(f"the result of {op!r}, which C++ does not define here", made)
    return _operation(op, operands, made, value)


def _operation(op: str, operands: tuple[Term, ...], made: IntType, value: int | None) -> Term:
    operands = tuple(map(_shared, operands))
    key = (op, made.bits, made.signed, *map(id, operands))
    found: Term | None = _composed.get(key)
    if found is not None:
        return found
    depth = 1 + max([operand.depth for operand in operands])
    if depth > _MAX_DEPTH:
        return Missing("an expression of too many parts", made) if value is None else Number(value, made)
    text = hash((op, made.bits, made.signed, *operands))
    term = Operation(op, operands, made, value, depth, _united(operands), any(map(_chooses, operands)), text)
    return _kept(key, term)


def _kept(key: tuple[object, ...], term: _T) -> _T:
    if len(_composed) >= _MAX_SHARED:
        _composed.clear()
    _composed[key] = term
    return term


def _shared(term: Term) -> Term:
    """The one object that stands for a term: equal terms are worked out once, wherever they come from.

    A name keeps its place in the source, which does not count when terms are compared.
    """
    if isinstance(term, Operation | Choice):
        return term
    if isinstance(term, Named):
        inner = _shared(term.term)
        key = (term.name, id(inner), term.location)
        found = _composed.get(key)
        return _kept(key, Named(term.name, inner, term.location)) if found is None else found
    found = _leaves.get(term)
    if found is None:
        if len(_leaves) >= _MAX_SHARED:
            _leaves.clear()
        found = _leaves[term] = term
    return found


def _united(terms: tuple[Term, ...]) -> frozenset[Term]:
    """The leaves of terms together; one set is used again where it holds the others."""
    found = leaves_of(terms[0])
    for term in terms[1:]:
        other = leaves_of(term)
        if not other <= found:
            found = other if found <= other else found | other
    return found


def _chooses(term: Term) -> bool:
    while isinstance(term, Named):
        term = term.term
    return isinstance(term, Operation | Choice) and term.chooses


def works_in(op: str, operands: tuple[Term, ...]) -> IntType:
    """Return the type an operator works in."""
    if op in _LOGICAL:
        return BOOL
    if op in ("<<", ">>") or len(operands) == 1:
        return common_type(operands[0].type, INT)
    return common_type(operands[0].type, operands[1].type)


def _folded(op: str, operands: tuple[Term, ...], common: IntType) -> int | None:
    values: list[int] = []
    for index, operand in enumerate(operands):
        if operand.value is None:
            return None
        shift = op in ("<<", ">>") and index == 1
        values.append(operand.value if shift else convert(operand.value, common))
    return apply(op, tuple(values), common)


def _short_circuit(op: str, operands: tuple[Term, ...]) -> Term | None:
    """`&&` and `||` are decided by one operand; `neutral && x` is x."""
    if op not in ("&&", "||"):
        return None
    deciding = op == "||"
    for index, operand in enumerate(operands):
        if operand.value is not None:
            return (TRUE if deciding else FALSE) if bool(operand.value) is deciding else truth_of(operands[1 - index])
    return None


def truth_of(term: Term) -> Term:
    """Return a term as a condition."""
    return term if term.type == BOOL else as_type(term, BOOL)


def negation(term: Term) -> Term:
    """Return the condition that holds where this one does not."""
    if isinstance(term, Operation) and term.op == "!":
        return truth_of(term.operands[0])
    return operation("!", truth_of(term))


def as_type(term: Term, made: IntType) -> Term:
    """Return a term converted to a type; a constant keeps its name where the conversion keeps its value."""
    if term.type == made:
        return term
    if isinstance(term, Missing):
        return replace(term, type=made) if made != BOOL else _operation("as", (term,), made, None)
    if isinstance(term, Number):
        return Number(convert(term.value, made), made)
    value = None if term.value is None else convert(term.value, made)
    return _operation("as", (term,), made, value)


def choice(condition: Term, yes: Term, no: Term) -> Term:
    """Return `condition ? yes : no`."""
    if condition.value is not None:
        return yes if condition.value else no
    if yes == no:
        return yes
    made = yes.type if yes.type == no.type else common_type(yes.type, no.type)
    parts = condition, yes, no = _shared(condition), _shared(yes), _shared(no)
    key = ("?", *map(id, parts))
    found: Term | None = _composed.get(key)
    if found is not None:
        return found
    depth = 1 + max(condition.depth, yes.depth, no.depth)
    if depth > _MAX_DEPTH:
        return Missing("a choice of too many parts", made)
    return _kept(key, Choice(condition, yes, no, made, depth, _united(parts), hash(("?", *parts))))


def _operation_again(op: str, operands: tuple[Term, ...], made: IntType, value: int | None) -> Operation:
    """An operation that comes back from another process."""
    found = _operation(op, operands, made, value)
    assert isinstance(found, Operation)
    return found


def _choice_again(condition: Term, yes: Term, no: Term) -> Choice:
    """A choice that comes back from another process."""
    found = choice(condition, yes, no)
    assert isinstance(found, Choice)
    return found


copyreg.pickle(Operation, lambda term: (_operation_again, (term.op, term.operands, term.type, term.value)))
copyreg.pickle(Choice, lambda term: (_choice_again, (term.condition, term.yes, term.no)))
