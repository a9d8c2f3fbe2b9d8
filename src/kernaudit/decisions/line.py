"""Texts of one line and at most 120 characters, and numbers as people read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["MOST", "fit", "money", "number", "price", "spread"]

MOST = 120
"""Characters of a branch's or decision's line (data contract, `decisions[].line`)."""


def fit(text: str, most: int = MOST) -> str:
    """The text on one line, without control characters, cut at a word where it is too long."""
    words = "".join(letter if letter.isprintable() else " " for letter in text).split()
    line = " ".join(words)
    if len(line) <= most:
        return line
    cut = line[: most - 3]
    return f"{cut.rpartition(' ')[0] or cut}..."


def number(value: float) -> str:
    """Three significant digits: more would claim what guesses do not hold."""
    if value == 0:
        return "0"
    text = f"{value:.3g}"
    return f"{float(text):,.0f}" if "e" in text else text


def money(value: float) -> str:
    """An amount in thousands or millions, to three digits."""
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{number(value / size)}{letter}"
    return number(value)


def spread(low: float | None, high: float | None, unit: str = "") -> str:
    """A range as `3.7..6.8 weeks`, `from 2 weeks`, `8 weeks` or `unknown`."""
    return _range(low, high, number, tail=f" {unit}" if unit else "")


def price(low: float | None, high: float | None, unit: str = "USD") -> str:
    """A range of money as `USD 3.7k..6.8k`, `from USD 10k`, `USD 8.39k` or `unknown`."""
    return _range(low, high, money, head=f"{unit} ")


def _range(low: float | None, high: float | None, show: Callable[[float], str], head: str = "", tail: str = "") -> str:
    if low is None and high is None:
        return "unknown"
    if high is None:
        return f"from {head}{show(low or 0)}{tail}"
    if low is None:
        return f"up to {head}{show(high)}{tail}"
    return f"{head}{show(low)}{tail}" if show(low) == show(high) else f"{head}{show(low)}..{show(high)}{tail}"
