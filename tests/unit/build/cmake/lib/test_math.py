from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernaudit.build.cmake.lib.errors import LibError
from kernaudit.build.cmake.lib.math import evaluate_math

INT64 = st.integers(min_value=-(2**63) + 1, max_value=2**63 - 1)


def wrapped(value):
    return (value + 2**63) % 2**64 - 2**63


@given(INT64, INT64, st.sampled_from("+-*&|^"))
def test_operators_wrap_at_64_bits(left, right, operator):
    want = {
        "+": left + right,
        "-": left - right,
        "*": left * right,
        "&": left & right,
        "|": left | right,
        "^": left ^ right,
    }[operator]
    assert evaluate_math(f"({left}) {operator} ({right})") == str(wrapped(want))


@given(INT64, INT64.filter(bool))
def test_division_truncates_towards_zero(left, right):
    quotient, rest = int(evaluate_math(f"({left})/({right})")), int(evaluate_math(f"({left})%({right})"))
    assert quotient * right + rest == left
    assert abs(rest) < abs(right)
    assert rest == 0 or (rest < 0) == (left < 0)


@given(INT64)
def test_hexadecimal_is_the_bit_pattern(value):
    assert int(evaluate_math(f"{value}", hexadecimal=True), 16) == value % 2**64


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("2+3*4", "14"),
        ("1|2^3&4", "3"),
        ("1 << 2 + 1", "8"),
        ("-3 % 2", "-1"),
        ("- - 3", "3"),
        ("~0", "-1"),
        ("0x1F + 08", "39"),
        ("1 << 65", "2"),
        ("1 << 1000000000000", "1"),
        ("-1 >> 70", "-1"),
    ],
)
def test_values(expression, value):
    assert evaluate_math(expression) == value


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("", "syntax error"),
        ("1 +", "unexpected end of file"),
        ("(1", "syntax error"),
        ("1 2", "syntax error"),
        ("1/0", "divide by zero"),
        ("1%0", "modulo by zero"),
        ("9223372036854775808", "out of range"),
        ("9" * 5000, "out of range"),
        ("(-9223372036854775807-1)/-1", "overflow in division"),
        ("(" * 10_000 + "1", "syntax error"),
    ],
)
def test_errors(expression, words):
    with pytest.raises(LibError, match=words):
        evaluate_math(expression)


def test_a_million_signs_are_no_recursion():
    assert evaluate_math("-" * 1_000_000 + "1") == "1"
