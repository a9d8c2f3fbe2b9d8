"""Text that cannot harm a terminal, cut and wrapped by what it takes there."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kernaudit.render.plain import display_width, fit, fit_path, printable, wrap


def test_control_characters_are_spelled() -> None:
    assert printable("a\x1b[31mb") == "a\\x1b[31mb"
    assert printable("two\nlines\tand") == "two lines and"
    assert printable("\u202eright to left") == "\\u202eright to left"


@given(st.text())
def test_printable_text_is_printable(text: str) -> None:
    assert printable(text).isprintable()


def test_width_counts_terminal_columns() -> None:
    assert display_width("abc") == 3
    assert display_width("漢字") == 4
    assert display_width("e\u0301") == 1


def test_fit_cuts_the_middle() -> None:
    assert fit("scaled_mm_sm100_fp8", 11) == "scale…0_fp8"
    assert fit("short", 11) == "short"


@given(st.text(alphabet=st.characters(exclude_categories=("C",))), st.integers(0, 30))
def test_fit_never_exceeds_the_width(text: str, width: int) -> None:
    assert display_width(fit(text, width)) <= width
    assert display_width(fit_path(text, width)) <= width


def test_a_path_keeps_its_end() -> None:
    assert fit_path("csrc/quantization/fp4/moe.cu", 14) == "…on/fp4/moe.cu"
    assert fit_path("  csrc/quantization/fp4/moe.cu", 14) == "  …/fp4/moe.cu"
    assert fit_path("moe.cu", 14) == "moe.cu"


def test_wrap_indents_later_lines_and_keeps_long_words() -> None:
    assert wrap("one two three", 9, "    ", "  ") == ["  one two", "    three"]
    assert wrap("a/very/long/path/without/blanks", 10) == ["a/very/long/path/without/blanks"]


@given(st.lists(st.text(alphabet="ab", min_size=1, max_size=5), min_size=1, max_size=20))
def test_wrap_loses_no_word(words: list[str]) -> None:
    lines = wrap(" ".join(words), 12)
    assert " ".join(line.strip() for line in lines).split() == words
    assert all(len(line) <= 12 for line in lines)
