"""Terms fold as C++ does, are one object where they are equal, and come back from other processes as themselves."""

from __future__ import annotations

import pickle

from hypothesis import given
from hypothesis import strategies as st

from kernaudit.facts.shared_memory.composing import as_type, choice, negation, operation
from kernaudit.facts.shared_memory.integer import BOOL, SIZE
from kernaudit.facts.shared_memory.term import Missing, Named, Number, Term, leaves_of
from kernaudit.model.evidence import Location

_BYTES = st.integers(0, 1 << 24)
_ARITHMETIC = {
    "+": lambda a, b: a + b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "min": min,
    "max": max,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
}


def _size(value: int) -> Term:
    return Number(value, SIZE)


@given(_BYTES, st.lists(st.tuples(st.sampled_from(sorted(_ARITHMETIC)), st.integers(1, 64)), max_size=6))
def test_bytes_fold_as_python_calculates(start: int, steps: list[tuple[str, int]]) -> None:
    term, value = _size(start), start
    for op, operand in steps:
        term, value = operation(op, term, _size(operand)), _ARITHMETIC[op](value, operand)
    assert term.value == value % (1 << 64)


@given(_BYTES, _BYTES)
def test_an_unsigned_difference_wraps_and_a_signed_one_does_not(left: int, right: int) -> None:
    assert operation("-", _size(left), _size(right)).value == (left - right) % (1 << 64)
    assert operation("-", Number(left), Number(right)).value == left - right


@given(_BYTES, st.integers(1, 1 << 16))
def test_rounding_up_to_a_multiple(size: int, step: int) -> None:
    padded = operation("-", operation("+", _size(size), _size(step)), _size(1))
    whole = operation("*", operation("/", padded, _size(step)), _size(step))
    assert whole.value == -(-size // step) * step


def _request() -> Term:
    stages = Named("kStages", Number(4), Location("a.cu", 3))
    return operation("*", stages, operation("+", Missing("head_dim"), Number(16)))


def test_equal_terms_are_one_object() -> None:
    assert _request() is _request()
    condition = operation("<", Missing("n"), Number(8))
    assert choice(condition, _request(), Number(0)) is choice(condition, _request(), Number(0))
    assert negation(negation(condition)) is condition


def test_a_name_keeps_its_own_place() -> None:
    """Two headers may give a constant the same name and value; the edit belongs to the one that is used."""
    here, there = (Named("kStages", Number(4), Location(path, 3)) for path in ("a.cuh", "b.cuh"))
    first, second = operation("*", here, Missing("n")), operation("*", there, Missing("n"))
    assert first == second
    assert [term.operands[0].location.file for term in (first, second)] == ["a.cuh", "b.cuh"]  # type: ignore[union-attr]  # operations on names


def test_terms_come_back_as_the_same_objects() -> None:
    request = choice(operation("<", Missing("n"), Number(8)), _request(), as_type(Missing("m"), BOOL))
    assert pickle.loads(pickle.dumps(request)) is request


def test_leaves_are_what_is_not_known() -> None:
    assert leaves_of(_request()) == {Missing("head_dim")}
    assert leaves_of(operation("*", Number(2), Number(3))) == frozenset()
