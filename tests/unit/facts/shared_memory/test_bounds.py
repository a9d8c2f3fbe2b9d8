"""What a condition on a signed value tells of the unsigned number that a conversion makes of it."""

from __future__ import annotations

from kernaudit.facts.shared_memory.bounds import Ranges, View
from kernaudit.facts.shared_memory.composing import as_type, operation
from kernaudit.facts.shared_memory.integer import SIZE
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
