"""More bytes never turn a launch that fails into one that runs; the limit without an opt-in call is the default one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kernaudit.facts.shared_memory.composing import operation
from kernaudit.facts.shared_memory.fact import OptIn, SharedMemoryFact, StaticBytes
from kernaudit.facts.shared_memory.integer import SIZE
from kernaudit.facts.shared_memory.term import DeviceFact, Missing, Number, Query, Term
from kernaudit.model.evidence import Location
from kernaudit.verdicts.launch import Outcome, Setting, launch_in

_HERE = Location("a.cu", 7)
_DEFAULT, _MOST = 49_152, 101_376
_BYTES = st.integers(0, 300_000)
_BEST_LAST = (Outcome.EXCEEDED, Outcome.UNKNOWN, Outcome.FITS)


def _bytes(value: int) -> Term:
    return Number(value, SIZE)


def _outcome(request: Term, *optins: Term, static: int = 0, path: tuple[Term, ...] = ()) -> Outcome:
    made = tuple(OptIn(amount, _HERE) for amount in optins)
    fact = SharedMemoryFact(None, "kernel", _HERE, request, path, made, StaticBytes(static, static))
    answers = ((DeviceFact.SHARED_OPTIN, _MOST),)
    return launch_in(fact, Setting(answers, _DEFAULT, _MOST)).outcome


@given(_BYTES, st.integers(0, 49_152))
def test_a_launch_without_an_optin_call_gets_the_default(dynamic: int, static: int) -> None:
    expected = Outcome.FITS if dynamic + static <= _DEFAULT else Outcome.EXCEEDED
    assert _outcome(_bytes(dynamic), static=static) is expected


@given(_BYTES, st.integers(0, 49_152))
def test_a_launch_with_a_call_for_its_bytes_gets_what_the_device_allows(dynamic: int, static: int) -> None:
    expected = Outcome.FITS if dynamic + static <= _MOST else Outcome.EXCEEDED
    assert _outcome(_bytes(dynamic), _bytes(dynamic), static=static) is expected


@given(_BYTES, st.integers(0, 100_000), _BYTES, st.booleans())
def test_more_bytes_are_never_better(dynamic: int, more: int, allowed: int, raised: bool) -> None:
    optins = (_bytes(allowed),) if raised else ()
    less, greater = (_BEST_LAST.index(_outcome(_bytes(b), *optins)) for b in (dynamic, dynamic + more))
    assert greater <= less


@given(_BYTES, st.integers(0, 40_000), st.integers(1, 9_000))
def test_more_static_bytes_are_never_better(dynamic: int, static: int, more: int) -> None:
    less, greater = (
        _BEST_LAST.index(_outcome(_bytes(dynamic), _bytes(dynamic), static=s)) for s in (static, static + more)
    )
    assert greater <= less


@given(st.integers(1, 4_096), st.integers(1, 4_096))
def test_an_open_size_is_unknown_with_a_call_and_bounded_without(scale: int, extra: int) -> None:
    """Without the call the launch gets the default at most, so it never needs more than that and runs."""
    request = operation("+", operation("*", Missing("n", SIZE), _bytes(scale)), _bytes(extra))
    assert _outcome(request, request) is Outcome.UNKNOWN
    assert _outcome(request) is Outcome.FITS


@given(st.integers(_MOST + 1, 1 << 24))
def test_a_known_part_above_the_limit_fails_whatever_the_rest(known: int) -> None:
    request = operation("+", Missing("n", SIZE, low=0, high=1024), _bytes(known))
    assert _outcome(request, request) is Outcome.EXCEEDED


@given(st.integers(_DEFAULT + 1, _MOST - 1))
def test_a_call_that_allows_too_little_fails(dynamic: int) -> None:
    assert _outcome(_bytes(dynamic), _bytes(dynamic - 1)) is Outcome.EXCEEDED


@given(st.integers(0, 300_000))
def test_a_launch_under_a_test_of_the_limit_is_not_reached_where_it_fails(needed: int) -> None:
    """A test of the queried limit keeps a launch that would not fit from being made."""
    guard = operation("<=", _bytes(needed), Query(DeviceFact.SHARED_OPTIN, SIZE))
    found = _outcome(_bytes(needed), _bytes(needed), path=(guard,))
    assert found is (Outcome.FITS if needed <= _MOST else Outcome.UNREACHED)
