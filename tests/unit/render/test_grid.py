"""Columns of text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kernaudit.render.grid import Span, lay_out, paint, split_columns


def test_columns_are_filled_and_lines_end_without_blanks() -> None:
    rows = [[Span("a"), Span("b")], [Span("long label"), Span("c")], [Span("a title runs across")]]
    assert lay_out(rows, [6, 12], colour=False) == [
        "a      b",
        "long…l c".replace("long…l", "lon…el"),
        "a title runs across",
    ]


def test_colour_is_put_round_the_text_only() -> None:
    assert paint(Span("x", "bad"), colour=True) == "\x1b[31mx\x1b[0m"
    assert paint(Span("x", "bad"), colour=False) == "x"
    assert paint(Span("x"), colour=True) == "x"


def test_blocks_are_about_equally_long() -> None:
    assert split_columns([8] * 6, 50) == [range(3), range(3, 6)]
    assert split_columns([8] * 6, 60) == [range(6)]
    assert split_columns([8] * 14, 55) == [range(5), range(5, 10), range(10, 14)]
    assert split_columns([], 10) == []


@given(st.lists(st.integers(1, 12), max_size=20), st.integers(1, 60))
def test_blocks_cover_every_column_once_and_fit(widths: list[int], room: int) -> None:
    blocks = split_columns(widths, room)
    assert [index for block in blocks for index in block] == list(range(len(widths)))
    for block in blocks:
        assert len(block) == 1 or sum(widths[index] for index in block) + len(block) - 1 <= room
