from __future__ import annotations

import functools
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernaudit.build.cmake.lib.errors import LibError
from kernaudit.build.cmake.lib.list_command import list_command
from kernaudit.build.cmake.lib.lists import (
    append_list,
    expand_list,
    join_list,
    natural_key,
    split_list,
    strverscmp,
)

TEXT = st.text(alphabet="ab;[]\\", max_size=12)


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("", []),
        ("a", ["a"]),
        ("9.0a;", ["9.0a", ""]),
        (";", ["", ""]),
        ("a;[b;c];d", ["a", "[b;c]", "d"]),
        ("a;[b;c", ["a", "[b;c"]),
        ("a];b", ["a];b"]),
        (r"a\;b;c", ["a;b", "c"]),
        (r"a\b;c\\", [r"a\b", r"c\\"]),
        (r"a\;b", ["a;b"]),
        (r"a\b", [r"a\b"]),
    ],
)
def test_split(text, items):
    assert split_list(text) == items


def test_expanding_drops_empty_elements():
    assert expand_list(";a;;b;") == ["a", "b"]
    assert expand_list("") == []


@given(st.lists(st.text(alphabet="abc. ", max_size=4), min_size=1, max_size=6).filter(lambda items: items != [""]))
def test_joining_plain_elements_can_be_undone(items):
    assert split_list(join_list(items)) == items


@given(TEXT, st.lists(TEXT, min_size=1, max_size=3))
def test_appending_is_joining_values(text, items):
    assert append_list(text, items) == ";".join([text, *items] if text else items)


@given(TEXT)
def test_expanding_is_splitting_without_the_empty_ones(text):
    assert expand_list(text) == [item for item in split_list(text) if item]


@pytest.mark.parametrize(
    "order",
    [
        ["10.0", "10.0+PTX", "10.0a", "10.0f", "10.3"],
        ["7.5", "8.0", "9.0", "9.0a", "10.0", "10.0f", "12.0", "12.1"],
        ["000", "00", "01", "010", "09", "0", "1", "9", "10"],  # the example in strverscmp(3)
    ],
)
def test_natural_order(order):
    backwards = order[::-1]
    backwards.sort(key=natural_key)
    assert backwards == order


@given(st.text(alphabet="019a.", max_size=6), st.text(alphabet="019a.", max_size=6))
def test_natural_order_is_antisymmetric(left, right):
    assert (strverscmp(left, right) > 0) == (strverscmp(right, left) < 0)
    assert (strverscmp(left, right) == 0) == (left == right)


@given(st.integers(min_value=0, max_value=10**9), st.integers(min_value=0, max_value=10**9))
def test_natural_order_of_numbers_is_numeric(left, right):
    assert (strverscmp(f"sm_{left}", f"sm_{right}") < 0) == (left < right)


def test_user_functions_are_called_for_each_element():
    calls = []

    def call(function, args):
        calls.append((function, tuple(args)))
        return "1" if args[0] == "a" else "0"

    assert list_command(["FILTER", "x", "INCLUDE", "PREDICATE", "f"], {"x": "a;b"}.get, call) == [("x", "a")]
    assert calls == [("f", ("a",)), ("f", ("b",))]


def test_a_comparator_orders_as_it_says():
    def longer_first(_, args):
        return "1" if len(args[0]) > len(args[1]) else "0"

    writes = list_command(["SORT", "x", "COMPARATOR", "f"], {"x": "a;ccc;bb"}.get, longer_first)
    assert writes == [("x", "ccc;bb;a")]


def test_a_function_that_sets_nothing_is_an_error():
    with pytest.raises(LibError, match="did not set the output variable"):
        list_command(["TRANSFORM", "x", "APPLY", "f"], {"x": "a"}.get, lambda _function, _args: None)


def test_a_function_without_a_caller_is_unknown():
    with pytest.raises(LibError, match='unknown function "f"'):
        list_command(["FILTER", "x", "INCLUDE", "PREDICATE", "f"], {"x": "a"}.get)


def test_sorting_equal_keys_keeps_the_order():
    writes = list_command(["SORT", "x", "COMPARE", "FILE_BASENAME"], {"x": "b/k;a/k;c/j"}.get)
    assert writes == [("x", "c/j;b/k;a/k")]


def test_splitting_a_long_list_is_linear():
    def seconds(count):
        text = ";".join(["[a;b]\\;c"] * count)
        start = time.perf_counter()
        assert len(split_list(text)) == count
        return time.perf_counter() - start

    best = functools.reduce(min, (seconds(20_000) for _ in range(3)))
    assert best < 0.5
