from __future__ import annotations

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernaudit.build.cmake.lib.errors import LibError
from kernaudit.build.cmake.lib.regex import Regex, RegexError, compile_regex, quote_regex
from kernaudit.build.cmake.lib.regex_cost import path_bound
from kernaudit.build.cmake.lib.regex_parse import parse_regex
from kernaudit.build.cmake.lib.regex_replace import clear_matches, match_all, match_writes, replace_all

ATOM = st.sampled_from(["a", "b", "c", ".", "[ab]", "[^a]", "\\.", "^", "$", "{", "-"])
QUANTIFIED = st.builds(lambda atom, sign: atom + sign, ATOM, st.sampled_from(["", "", "", "*", "+", "?"]))


def sequences(inner):
    return st.lists(inner, min_size=1, max_size=4).map("".join)


PATTERN = st.recursive(
    sequences(QUANTIFIED),
    lambda inner: st.one_of(
        st.builds(lambda one, two: f"{one}|{two}", inner, inner),
        st.builds(lambda body, sign: f"({body}){sign}", inner, st.sampled_from(["", "*", "+", "?"])),
        st.builds(lambda one, two: f"({one}){two}", inner, inner),
    ),
    max_leaves=6,
)
SUBJECT = st.text(alphabet="abc.-{", max_size=10)


def compiled(pattern):
    try:
        return Regex(pattern)
    except RegexError:
        return None


@settings(max_examples=400, deadline=None)
@given(PATTERN, SUBJECT)
def test_both_engines_find_the_same(pattern, subject):
    fast, bounded = compiled(pattern), compiled(pattern)
    if fast is None:
        return
    bounded._bound = None  # never cheap enough for `re`
    assert tuple(fast.matches(subject)) == tuple(bounded.matches(subject))


@given(st.text(max_size=20), st.text(max_size=5), st.text(max_size=5))
def test_quoted_text_matches_just_itself(text, before, after):
    pattern = quote_regex(text)
    if not pattern:
        return
    match = compile_regex(f"^{pattern}$").search(text)
    assert match is not None
    assert match.groups[0] == text
    assert compile_regex(pattern).search(before + text + after) is not None


@given(PATTERN, SUBJECT)
def test_replacing_a_match_by_itself_changes_nothing(pattern, subject):
    regex = compiled(pattern)
    if regex is not None:
        assert replace_all(regex, "\\0", subject).text == subject


@pytest.mark.parametrize(
    ("pattern", "text", "groups"),
    [
        ("sm_([0-9]+)(a?)", "sm_90a", ("sm_90a", "90", "a")),
        ("(a|ab)(c|bcd)(d*)", "abcd", ("abcd", "a", "bcd", "")),
        ("[\\.]", "a\\b", ("\\",)),
        ("a{2}", "aa{2}", ("a{2}",)),
        ("a.b", "a\nb", ("a\nb",)),
        ("[]a]+", "x]a]", ("]a]",)),
        ("[a-]+", "b-a", ("-a",)),
        ("(b)?a", "a", ("a", "")),
        ("é", "café", ("é",)),
        ("(a*)+b", "b", None),
    ],
)
def test_search(pattern, text, groups):
    if groups is None:
        with pytest.raises(RegexError):
            Regex(pattern)
        return
    match = compile_regex(pattern).search(text)
    assert match is not None
    assert match.groups == groups


@pytest.mark.parametrize(
    "pattern", ["(", ")", "a**", "*a", "[a", "a\\", "[b-a]", "(a?)+", "(" * 40 + ")" * 40, "a" * 30_000]
)
def test_malformed_expressions_are_refused(pattern):
    with pytest.raises(RegexError):
        Regex(pattern)


def test_thirty_one_groups_are_allowed():
    assert Regex("(a)" * 31).groups == 31
    with pytest.raises(RegexError):
        Regex("(a)" * 32)


def test_the_anchor_matches_again_after_each_replacement():
    assert replace_all(compile_regex("^a"), "", "aaab").text == "b"
    assert replace_all(compile_regex("^a|c"), "", "aaabc").text == "b"


def test_the_anchor_matches_once_where_that_is_asked_for():
    assert replace_all(compile_regex("^a"), "", "aaab", anchor_once=True).text == "aab"
    assert replace_all(compile_regex("^a|c"), "", "aaabc", anchor_once=True).text == "aab"


def test_bytes_are_characters():
    assert [match.groups[0].encode("utf-8", "surrogateescape") for match in match_all(compile_regex("."), "é")] == [
        b"\xc3",
        b"\xa9",
    ]
    assert replace_all(compile_regex("(.)"), "\\1", "é").text == "é"


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("(a+)+$", "a" * 5000 + "b"),
        ("(a|aa)+$", "a" * 3000 + "b"),
        ("(.*)(.*)(.*)(.*)(.*)x", "a" * 3000),
        ("((a*b)+c)+d", "ab" * 2000),
        ("(((((a+)+)+)+)+)+$", "a" * 20000 + "!"),
        ("(a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?)aaaaaaaaaaaaaaaaaaaaaaaaa$", "a" * 24),
        ("^a", "a" * 50000),
        ("a*", "b" * 20000),
    ],
)
def test_hostile_expressions_end_soon(pattern, text):
    start = time.perf_counter()
    match_all(compile_regex(pattern), text)
    assert time.perf_counter() - start < 5


def test_a_text_too_long_for_its_expression_is_an_error():
    with pytest.raises(LibError, match=r"too long|too many"):
        tuple(Regex("((a|b)+c|(a|b)+d)+e").matches("ab" * 1_000_000))


def test_expressions_that_grow_are_kept_from_the_plain_engine():
    degrees = {
        "a*b*$": 0,
        "[0-9]+\\.[0-9]+": 0,
        "-gencode arch=[^ ]+ *": 0,
        ".*x": 1,
        ".*.*x": 2,
        "(a|b)*": None,
    }
    for pattern, degree in degrees.items():
        found = path_bound(parse_regex(pattern)[0])
        assert (found if found is None else found[0]) == degree, pattern


def test_a_cheap_bound_is_kept_by_the_plain_engine():
    text = "1." * 400
    start = time.perf_counter()
    assert Regex("([0-9]+)\\.([0-9]+)x").search(text) is None
    assert re.search(r"x", text) is None
    assert time.perf_counter() - start < 1


def test_match_variables():
    match = compile_regex("sm_([0-9]+)(a?)(f?)").search("sm_90")
    assert match is not None
    assert match_writes([match]) == [("CMAKE_MATCH_0", "sm_90"), ("CMAKE_MATCH_1", "90"), ("CMAKE_MATCH_COUNT", "1")]
    assert match_writes([]) == []


def test_a_new_search_blanks_what_the_last_one_set():
    state = {"CMAKE_MATCH_COUNT": "2", "CMAKE_MATCH_0": "ab", "CMAKE_MATCH_2": "b", "CMAKE_MATCH_3": "stays"}
    assert clear_matches(state.get) == [("CMAKE_MATCH_0", ""), ("CMAKE_MATCH_2", ""), ("CMAKE_MATCH_COUNT", "0")]
    assert clear_matches({}.get) == []


def test_groups_of_earlier_matches_are_blank_afterwards():
    matches = match_all(compile_regex("(a)|(b)"), "ab")
    assert dict(match_writes(matches)) == {
        "CMAKE_MATCH_0": "b",
        "CMAKE_MATCH_1": "",
        "CMAKE_MATCH_2": "b",
        "CMAKE_MATCH_COUNT": "2",
    }
