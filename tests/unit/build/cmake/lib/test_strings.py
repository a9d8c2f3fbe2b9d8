from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernaudit.build.cmake.lib import strings
from kernaudit.build.cmake.lib.commands import MAX_VALUE
from kernaudit.build.cmake.lib.errors import LibError
from kernaudit.build.cmake.lib.string_command import string_command
from kernaudit.build.cmake.lib.text import from_bytes, lower, narrow, to_bytes, to_int, upper, widen


def run(*args, **state):
    return dict(string_command(args, state.get))


@pytest.mark.parametrize(
    "args",
    [
        ("REPEAT", "ab", "99999999999999", "o"),
        ("REPLACE", "a", "b" * 100_000, "o", "a" * 100_000),
        ("REGEX", "REPLACE", "a", "b" * 100_000, "o", "a" * 100_000),
        ("RANDOM", "LENGTH", "999999999999", "o"),
    ],
)
def test_no_value_grows_without_bound(args):
    with pytest.raises(LibError, match=f"the limit is {MAX_VALUE}"):
        run(*args)


def test_chance_and_time_are_fixed():
    assert run("RANDOM", "LENGTH", "4", "ALPHABET", "ab", "o") == {"o": "abab"}
    assert run("TIMESTAMP", "o", "%Y-%m-%d", "UTC") == {"o": "1970-01-01"}
    assert run("TIMESTAMP", "o") == {"o": "1970-01-01T00:00:00"}


def test_letters_are_ascii_only():
    assert upper("aéß") == "AéSS".replace("SS", "ß")
    assert lower("AÉK") == "aÉk"


def test_lengths_and_positions_count_bytes():
    assert run("LENGTH", "é", "o") == {"o": "2"}
    assert strings.find("éa", "a") == 2
    assert strings.substring("éa", 2, -1) == "a"
    assert to_bytes(strings.substring("é", 0, 1)) == b"\xc3"


@given(st.text(max_size=20).filter(str.isprintable))
def test_widening_can_be_undone(text):
    assert narrow(widen(text)) == text
    assert from_bytes(to_bytes(text)) == text


@given(st.binary(max_size=20))
def test_any_bytes_survive(data):
    assert to_bytes(from_bytes(data)) == data


@given(st.integers(-(2**70), 2**70))
def test_numbers_fit_or_are_none(value):
    assert to_int(str(value)) == (value if -(2**63) <= value < 2**63 else None)


@pytest.mark.parametrize("text", ["", "+", "-", "1a", "٣", "1 ", "0x1", "9" * 5000])
def test_what_is_no_number(text):
    assert to_int(text) is None
