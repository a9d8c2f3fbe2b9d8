"""Lines stay on one line and short, whatever a tree calls its kernels."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernaudit.decisions.line import MOST, fit, money, number, price, spread


@given(st.text(max_size=400))
def test_a_line_fits_and_is_one_line(text: str) -> None:
    line = fit(text)
    assert len(line) <= MOST
    assert line.isprintable()


def test_a_line_is_cut_at_a_word() -> None:
    assert fit("one two three", 11) == "one two..."
    assert fit("one two", 11) == "one two"


def test_control_characters_become_blanks() -> None:
    assert fit("a\x1b[31m\nb") == "a [31m b"


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (8386.56, "8,390"), (5, "5"), (1.08, "1.08"), (65.4321, "65.4"), (0.0123, "0.0123")]
)
def test_numbers_have_three_digits(value: float, text: str) -> None:
    assert number(value) == text


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (999, "999"), (8386, "8.39k"), (104_832, "105k"), (2e6, "2M")])
def test_money_is_short(value: float, text: str) -> None:
    assert money(value) == text


def test_spreads() -> None:
    assert spread(3.71, 6.8, "weeks") == "3.71..6.8 weeks"
    assert spread(2, None, "weeks") == "from 2 weeks"
    assert spread(None, 2) == "up to 2"
    assert spread(None, None, "weeks") == "unknown"
    assert (price(1000, 1000), price(1000, None), price(None, 2e6, "EUR")) == ("USD 1k", "from USD 1k", "up to EUR 2M")
