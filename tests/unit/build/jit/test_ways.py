"""The ways through a function: each once, and the same condition goes the same way wherever it stands."""

from __future__ import annotations

from kernaudit.build.jit.ways import Ways


def _tried(most: int) -> list[str]:
    ways = Ways(most)
    found = []
    while ways.start():
        letters = "A" if ways("a") else "a"
        letters += ("B" if ways("b") else "b") if ways("a") else ""
        found.append(letters)
    return found


def test_each_way_is_tried_once() -> None:
    assert _tried(16) == ["a", "Ab", "AB"]


def test_no_more_than_asked_for() -> None:
    assert _tried(2) == ["a", "Ab"]


def test_a_function_without_open_conditions_has_one_way() -> None:
    ways = Ways(16)
    assert [ways.start(), ways.start()] == [True, False]
