from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernaudit.build.cmake.lib.version import compare_versions

VERSION = st.text(alphabet="019.a", max_size=7)


@pytest.mark.parametrize(
    ("left", "right", "order"),
    [
        ("1.10", "1.9", 1),
        ("1.0.0", "1", 0),
        ("9.0a", "9.0", 0),
        ("9.0a", "9.0.1", -1),
        ("12.8.93", "12.8", 1),
        ("v1", "0", 0),
        ("", "0", 0),
        ("1..2", "1.1", -1),
        ("1..2", "1", 0),
        ("1..2", "1.0.1", 1),
        ("1..2", "1.0.3", -1),
        ("01.2", "1.02", 0),
        ("1.", "1", 0),
        (".5", "0", 1),
        (".5", "0.4", 1),
        ("10.0f", "10.0+PTX", 0),
    ],
)
def test_order(left, right, order):
    assert compare_versions(left, right) == order
    assert compare_versions(right, left) == -order


@given(VERSION, VERSION)
def test_order_is_antisymmetric(left, right):
    assert compare_versions(left, right) == -compare_versions(right, left)


@given(st.lists(st.integers(0, 2000), min_size=1, max_size=4), st.lists(st.integers(0, 2000), min_size=1, max_size=4))
def test_order_is_that_of_the_numbers(left, right):
    pairs = list(itertools.zip_longest(left, right, fillvalue=0))
    want = [one for one, _ in pairs], [two for _, two in pairs]
    got = compare_versions(".".join(map(str, left)), ".".join(map(str, right)))
    assert got == (want[0] > want[1]) - (want[0] < want[1])


def test_digits_beyond_any_integer():
    assert compare_versions("1." + "9" * 10_000, "1.2") == 1
