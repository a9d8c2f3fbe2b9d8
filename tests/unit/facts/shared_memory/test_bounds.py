"""What a condition on a value tells of what a conversion makes of it, and the other way round."""

from __future__ import annotations

from kernaudit.facts.shared_memory.bounds import Ranges, View
from kernaudit.facts.shared_memory.composing import as_type, operation
from kernaudit.facts.shared_memory.integer import INT, SIZE, IntType
from kernaudit.facts.shared_memory.term import Missing, Number


def test_an_upper_bound_alone_leaves_room_for_negative_values() -> None:
    n = operation("-", Missing("rows"), Missing("done"))
    ranges = Ranges(View()).assuming(operation("<", n, Number(100)), True)
    assert ranges.of(n).high == 99
    assert ranges.of(as_type(n, SIZE)).high == SIZE.high


def test_a_bound_on_both_sides_holds_for_the_unsigned_number() -> None:
    n = operation("-", Missing("rows"), Missing("done"))
    inside = operation("&&", operation(">=", n, Number(0)), operation("<", n, Number(100)))
    ranges = Ranges(View()).assuming(inside, True)
    assert (ranges.of(as_type(n, SIZE)).low, ranges.of(as_type(n, SIZE)).high) == (0, 99)


def test_a_value_that_cannot_be_negative_needs_no_lower_bound() -> None:
    n = operation("+", Missing("rows", low=0), Missing("more", low=0))
    ranges = Ranges(View()).assuming(operation("<", n, Number(100)), True)
    assert ranges.of(as_type(n, SIZE)).high == 99


def test_a_value_cut_to_a_byte_says_nothing_of_the_value() -> None:
    """256 is 0 as an `int8_t`."""
    n = operation("-", Missing("rows"), Missing("done"))
    cut = as_type(n, IntType(8, signed=True))
    ranges = Ranges(View()).assuming(operation("<", cut, Number(5)), True)
    assert ranges.of(n).high == INT.high


def test_a_value_that_fits_a_byte_is_bounded_by_a_condition_on_the_byte() -> None:
    n = operation("+", Missing("rows", low=0, high=50), Missing("more", low=0, high=50))
    cut = as_type(n, IntType(8, signed=True))
    ranges = Ranges(View()).assuming(operation("<", cut, Number(5)), True)
    assert (ranges.of(n).low, ranges.of(n).high) == (0, 4)


def test_a_lower_bound_of_an_unsigned_number_says_nothing_of_a_signed_value() -> None:
    """-1 is the largest of them."""
    n = operation("-", Missing("rows"), Missing("done"))
    ranges = Ranges(View()).assuming(operation(">", as_type(n, SIZE), Number(100)), True)
    assert ranges.of(n).low == INT.low


def test_an_upper_bound_of_an_unsigned_number_rules_negative_values_out() -> None:
    n = operation("-", Missing("rows"), Missing("done"))
    ranges = Ranges(View()).assuming(operation("<", as_type(n, SIZE), Number(100)), True)
    assert (ranges.of(n).low, ranges.of(n).high) == (0, 99)


def test_a_size_kept_in_an_int_is_taken_to_fit() -> None:
    n = operation("+", Missing("rows", SIZE), Missing("more", SIZE))
    ranges = Ranges(View()).assuming(operation("<=", as_type(n, INT), Number(100)), True)
    assert ranges.of(n).high == 100
