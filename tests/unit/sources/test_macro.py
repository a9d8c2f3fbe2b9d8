"""Macro replacement; expected texts follow [cpp.replace] and were compared with `gcc -E`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernaudit.sources.macro import ExpansionLimit, Macro, expand_text, parse_define


def expand(text: str, *defines: str) -> str:
    macros: dict[str, Macro] = {}
    for define in defines:
        macro = parse_define(define)
        assert macro is not None
        macros[macro.name] = macro
    return expand_text(text, macros, frozenset(macros))


@pytest.mark.parametrize(
    ("text", "defines", "expected"),
    [
        ("x = N;", ["N 4"], "x = 4;"),
        ("NN N", ["N 4"], "NN 4"),
        ('"N"', ["N 4"], '"N"'),
        ("F(1, 2)", ["F(a, b) a + b"], "1 + 2"),
        ("F(g(1, 2), 3)", ["F(a, b) b - a"], "3 - g(1, 2)"),
        ("F", ["F(a) a"], "F"),
        ("F (7)", ["F(a) a"], "7"),
        ("F(N)", ["F(a) a", "N 4"], "4"),
        ("S(N)", ["S(a) #a", "N 4"], '"N"'),
        ("X(N)", ["S(a) #a", "X(a) S(a)", "N 4"], '"4"'),
        ("C(k, 1)", ["C(a, b) a ## b"], "k1"),
        ("C(N, 1)", ["C(a, b) a##b", "N 4"], "N1"),
        ("V(a, b, c)", ["V(first, ...) first(__VA_ARGS__)"], "a(b, c)"),
        ("V(a)", ["V(args...) f(args)"], "f(a)"),
        ("V(a)", ["V(x, ...) f(x, ## __VA_ARGS__)"], "f(a)"),
        ("V(a, b)", ["V(x, ...) f(x, ## __VA_ARGS__)"], "f(a,b)"),
        ("P(x, y)", ["P(a, b) a##_##b"], "x_y"),
        ("N(7)", ["N F", "F(a) a;"], "7;"),
        ("N N", ["N F", "F(a) a;"], "F F"),
        ("F(1)(2)", ["F(a) F"], "F(2)"),
        (
            "V(1)",
            ["G(a, b, c, ...) c", "V(...) G(__VA_ARGS__, T, O)(__VA_ARGS__)", "T(a, b) two a b", "O(a) one a"],
            "one 1",
        ),
        (
            "V(1, 2)",
            ["G(a, b, c, ...) c", "V(...) G(__VA_ARGS__, T, O)(__VA_ARGS__)", "T(a, b) two a b", "O(a) one a"],
            "two 1 2",
        ),
        ("A", ["A B", "B A"], "A"),
        ("E()", ["E() 1"], "1"),
        ("k<T>(x)", ["T float"], "k<float>(x)"),
        ("F((a, b))", ["F(x) [x]"], "[(a, b)]"),
        ('F("a,b)")', ["F(x) [x]"], '["a,b)"]'),
    ],
)
def test_expansion(text: str, defines: list[str], expected: str) -> None:
    assert expand(text, *defines) == expected


def test_a_use_over_several_lines_keeps_the_line_count() -> None:
    assert expand("F(1,\n  2,\n  3) end", "F(a, b, c) a b c") == "1 2 3\n\n end"


def test_the_name_of_a_kernel_may_come_from_a_macro() -> None:
    define = "KERNEL(name, ...) template<__VA_ARGS__> __global__ void name(Params params)"
    expected = "template<bool A, bool B> __global__ void fwd(Params params) { }"
    assert expand("KERNEL(fwd, bool A, bool B) { }", define) == expected


def test_explosive_macros_are_refused() -> None:
    doubling = [f"M{i} M{i + 1} M{i + 1}" for i in range(40)]
    with pytest.raises(ExpansionLimit):
        expand("M0", *doubling)


def test_parse_define_tells_object_like_from_function_like() -> None:
    assert parse_define(" N (4)").params is None  # type: ignore[union-attr]
    assert parse_define(" N(a) 4").params == ("a",)  # type: ignore[union-attr]
    assert parse_define(" N() 4").params == ()  # type: ignore[union-attr]
    assert parse_define(" 4") is None


_TEXTS = st.text(alphabet="ABF(),#\" \n'", max_size=40)


@given(_TEXTS, _TEXTS.map(lambda t: t.replace("\n", " ")), _TEXTS.map(lambda t: t.replace("\n", " ")))
def test_expansion_never_loses_a_line_and_always_ends(text: str, first: str, second: str) -> None:
    result = expand(text, f"A {first}", f"F(B) {second}")
    assert result.count("\n") == text.count("\n")
