"""Texts of one line and at most 120 characters, and numbers as people read them."""

from __future__ import annotations

__all__ = ["MOST", "fit", "money", "number", "spread"]

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


def spread(low: float | None, high: float | None, unit: str = "", *, as_money: bool = False) -> str:
    """A range as `3.7..6.8 weeks`, `from 2 weeks`, `8 weeks` or `unknown`."""
    show = money if as_money else number
    tail = f" {unit}" if unit else ""
    if low is None and high is None:
        return "unknown"
    if high is None:
        return f"from {show(low or 0)}{tail}"
    if low is None:
        return f"up to {show(high)}{tail}"
    return f"{show(low)}{tail}" if show(low) == show(high) else f"{show(low)}..{show(high)}{tail}"
