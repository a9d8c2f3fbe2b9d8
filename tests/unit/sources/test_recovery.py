"""What the grammar cannot read is counted, and a kernel in it is found all the same."""

from __future__ import annotations

from kernaudit.sources.recovery import kernels_of, parse_statistics
from kernaudit.sources.syntax import SyntaxStore


def declarations(text: str):
    return SyntaxStore().file("u.cu", text, frozenset()).declarations


def test_plain_kernels_are_found_in_line_order() -> None:
    [one, two] = declarations("__global__ void a(int* p) { *p = 1; }\nstatic __global__ void b(int* p) { *p = 2; }\n")
    assert [f.name for d in (one, two) for f in kernels_of(d)] == ["a", "b"]


def test_a_kernel_behind_a_macro_without_semicolon_is_found() -> None:
    text = "UNKNOWN_MACRO(x, y <) ]\n@@ { ) }\ntemplate <int N>\n__global__ void k(int* p) {\n  p[N] = 1;\n}\n"
    found = [f for d in declarations(text) for f in kernels_of(d)]
    assert [(f.name, f.name_line) for f in found] == [("k", 4)]


def test_statistics_count_bytes_and_errors() -> None:
    clean, broken = "void f() { g(); }", "void h() { @@@ ; }"
    parsed = declarations(f"{clean}\n{broken}\n")
    statistics = parse_statistics(parsed)
    assert (statistics.files, statistics.bytes) == (1, len(clean) + len(broken))
    assert 0 < statistics.recovered_bytes <= statistics.error_bytes < len(broken)
    assert parse_statistics(parsed[:1]).error_bytes == 0


def test_a_kernel_whose_body_is_unreadable_is_known_by_its_head() -> None:
    text = (
        "namespace n {\n__global__ void k(int* p) {\n  LIKELY(x, (*p = 1;))\n}\n"
        "__global__ void l(int* p) { *p = 2; }\n}\n"
    )
    found = [f for d in declarations(text) for f in kernels_of(d)]
    assert [(f.name, f.scope, f.name_line, f.end_line, f.readable) for f in found] == [
        ("k", ("n",), 2, 4, False),
        ("l", ("n",), 5, 5, True),
    ]
