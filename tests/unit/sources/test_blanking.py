"""Comments go, lines stay; neither comments nor directives start inside literals ([lex.phases], [lex.string])."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernaudit.sources.blanking import blank_comments


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a // b\nc", "a  \nc"),
        ("a /* b\nc */ d", "a  \n d"),
        ("a // b \\\nstill comment\nc", "a  \n\nc"),
        ('s = "// no comment"; // yes', 's = "// no comment";  '),
        ("c = '\"'; // yes", "c = '\"';  "),
        ('s = "a\\"/* b"; x', 's = "a\\"/* b"; x'),
        ("n = 1'000'000; // yes", "n = 1'000'000;  "),
        ("a /* never closed", "a  "),
        ("a/**/b", "a b"),
        ("a /***/ b", "a   b"),
    ],
)
def test_comments_become_one_blank(text: str, expected: str) -> None:
    assert blank_comments(text).text == expected


def test_raw_string_keeps_what_looks_like_a_comment() -> None:
    text = 'x = R"(// kept\n#if 0\n)"; // gone'
    blanked = blank_comments(text)
    assert blanked.text == 'x = R"(// kept\n#if 0\n)";  '
    [(start, end)] = blanked.raw_strings
    assert blanked.text[start:end] == '"(// kept\n#if 0\n)"'


def test_raw_string_with_delimiter_ends_at_its_own_delimiter() -> None:
    text = 'R"x()" // kept )x" // gone'
    assert blank_comments(text).text == 'R"x()" // kept )x"  '


@given(st.text(alphabet="/*\\\"'R()x\n #\r", max_size=60))
def test_no_line_is_lost(text: str) -> None:
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    assert blank_comments(text).text.count("\n") == plain.count("\n")


@given(st.text(max_size=80))
def test_result_has_one_byte_per_character(text: str) -> None:
    assert blank_comments(text).text.isascii()
