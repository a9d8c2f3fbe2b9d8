"""Declarations are cut at the braces and semicolons of namespace scope."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernaudit.sources.split import declared_names, split_declarations


def pieces(text: str) -> list[str]:
    return [text[piece.start : piece.end] for piece in split_declarations(text)]


def names(text: str) -> set[str]:
    [piece] = split_declarations(text)
    return set(declared_names(text, piece.body))


def test_functions_end_at_their_brace_and_classes_at_their_semicolon() -> None:
    text = "void f() { if (x) { } }\nstruct S { int a; };\nint g(int);\nint x = 3;\n"
    assert pieces(text) == ["void f() { if (x) { } }", "struct S { int a; };", "int g(int);", "int x = 3;"]


def test_namespaces_and_linkage_blocks_open_scopes() -> None:
    text = 'namespace a::b {\nvoid f() {}\nnamespace { void g() {} }\n}\nextern "C" { void h() {} }\nvoid i() {}\n'
    found = [(text[p.start : p.end], p.scope, p.line) for p in split_declarations(text)]
    assert found == [
        ("void f() {}", ("a", "b"), 2),
        ("void g() {}", ("a", "b"), 3),
        ("void h() {}", (), 5),
        ("void i() {}", (), 6),
    ]


def test_initialisers_and_braces_in_strings_do_not_end_a_declaration() -> None:
    text = 'const int t[] = { 1, 2 };\nconst char* s = "};{";\nvoid f() { g("}"); h(\'}\'); }\nint y;\n'
    assert len(pieces(text)) == 4


def test_a_function_that_takes_or_returns_a_struct_is_no_class() -> None:
    assert pieces("struct S f(struct T t) { return g(t); } int x;") == [
        "struct S f(struct T t) { return g(t); }",
        "int x;",
    ]


def test_unbalanced_braces_end_with_the_text() -> None:
    assert pieces("void f() { { }") == ["void f() { { }"]
    assert pieces("} } void f() { }") == ["void f() { }"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("template <int N> __global__ void kern(int* p) { f(p); }", "kern"),
        ("static __device__ inline float op(float a);", "op"),
        ("template <> struct tile<16, half2> { int x; };", "tile"),
        ("using vec = tile<4>;", "vec"),
        ("typedef float (*fn_t);", "fn_t"),
        ("constexpr int N = 4;", "N"),
        ("template <class T> constexpr bool is_x = false;", "is_x"),
        ("enum kind { A = 1, B, C };", "B"),
        ("template void launch<3>(int);", "launch"),
        ("extern template void launch<3>(int);", "launch"),
        ("S operator+(S a, S b) { return a; }", "operator+"),
        ("struct { int x; } named;", "named"),
        ("typedef struct { int x; } block_t;", "block_t"),
        ("template <typename T> void C<T>::method(int a) { }", "method"),
    ],
)
def test_declared_names_include_what_is_declared(text: str, expected: str) -> None:
    assert expected in names(text)


@given(st.text(alphabet="{};()\"'=\n ansRvoid", max_size=80))
def test_pieces_are_ordered_and_inside_the_text(text: str) -> None:
    position = 0
    for piece in split_declarations(text):
        assert position <= piece.start < piece.end <= len(text)
        assert piece.line == text.count("\n", 0, piece.start) + 1
        position = piece.end


def test_a_stray_brace_does_not_swallow_the_declaration_before_it() -> None:
    text = "void f() { g(); }\n(}"
    assert [text[one.start : one.end] for one in split_declarations(text)] == ["void f() { g(); }\n("]
