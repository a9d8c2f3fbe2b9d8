"""A kernel that an open condition may leave out, or whose definition has no end, is unknown, with the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kernaudit.facts.bodies import Body

from .test_read import kernel, read

if TYPE_CHECKING:
    from pathlib import Path

K = "__global__ void {}(float* p) {{ p[0] = 1.0f; }}\n"


@pytest.mark.parametrize("condition", ["__has_include(<far/away.h>)", "FAR_VERSION >= 3", "FAR_ARCH(90)"])
def test_a_kernel_under_a_condition_that_nobody_knows(tmp_path: Path, condition: str) -> None:
    text = f"#include <far/config.h>\n#if {condition}\n{K.format('a')}#else\n{K.format('b')}#endif\n{K.format('c')}"
    facts = read(tmp_path, {"u.cu": text}, "sm_90a")
    assert {k.name: k.body.body for k in facts.kernels} == {"a": Body.UNKNOWN, "b": Body.UNKNOWN, "c": Body.CODE}
    for name in "ab":
        doubt = kernel(facts, name).doubt
        assert doubt is not None
        assert condition in doubt.text
        assert str(doubt.location) == "u.cu:2"
    assert kernel(facts, "c").doubt is None


def test_a_kernel_that_both_ways_define_alike_is_known(tmp_path: Path) -> None:
    text = f"#if __has_include(<far.h>)\n{K.format('k')}#else\n{K.format('k')}#endif\n"
    assert kernel(read(tmp_path, {"u.cu": text}, "sm_80")).body.body is Body.CODE


def test_a_kernel_that_only_a_mixture_of_open_conditions_compiles(tmp_path: Path) -> None:
    text = f"#if __has_include(<a.h>)\n#else\n#if __has_include(<b.h>)\n{K.format('k')}#endif\n#endif\n"
    found = kernel(read(tmp_path, {"u.cu": text}, "sm_80"))
    assert found.body.body is Body.UNKNOWN
    assert found.doubt is not None
    assert str(found.doubt.location) == "u.cu:3"


def test_a_condition_that_is_known_leaves_no_doubt(tmp_path: Path) -> None:
    text = f"#include <far/config.h>\n#ifdef USE_OTHER\n{K.format('gone')}#endif\n{K.format('k')}"
    facts = read(tmp_path, {"u.cu": text}, "sm_80")
    assert [(k.name, k.body.body) for k in facts.kernels] == [("k", Body.CODE)]


@pytest.mark.parametrize(
    "rest", ["  if (p) {\n", "  if (p) { p[0] = 1.0f;\n}\n", "  p[0] = 1.0f;\n", "  p[0] = a @@ ((;\n  for (;;) {\n"]
)
@pytest.mark.parametrize(
    "head", ["__global__ void cut(float* p) {\n", "template <int N>\n__global__ void cut(float* p) {\n"]
)
def test_a_definition_without_an_end(tmp_path: Path, head: str, rest: str) -> None:
    facts = read(tmp_path, {"u.cu": f"{K.format('k')}{head}{rest}"}, "sm_80")
    assert {k.name: k.body.body for k in facts.kernels} == {"k": Body.CODE, "cut": Body.UNKNOWN}
    doubt = kernel(facts, "cut").doubt
    assert doubt is not None
    assert str(doubt.location) == f"u.cu:{1 + head.count(chr(10))}"


def test_a_head_that_cannot_be_read(tmp_path: Path) -> None:
    text = f"{K.format('k')}__global__ void __launch_bounds__(64) broken(@@ * p, [[) {{\n  p[0] = 1.0f;\n"
    assert [k.name for k in read(tmp_path, {"u.cu": text}, "sm_80").kernels] == ["k", "broken"]


def test_the_word_in_a_string_is_no_kernel(tmp_path: Path) -> None:
    text = 'const char* source = R"(__global__ void text(float* p) { )";\nvoid f() { @@ g("__global__ void t() {"); }\n'
    assert [k.name for k in read(tmp_path, {"u.cu": text + K.format("k")}, "sm_80").kernels] == ["k"]


@pytest.mark.parametrize("around", ["k", "h"])
def test_an_instruction_that_only_one_way_of_an_open_condition_has(tmp_path: Path, around: str) -> None:
    """The target may refuse it, or never see it: nobody knows, unless the target has the instruction."""
    fence = '#if FAR_VERSION >= 3\n  asm volatile("wgmma.fence.sync.aligned;");\n#endif\n'
    inside = {"k": "", "h": "", around: fence}
    text = f"#include <far/config.h>\n__device__ void h(float* p) {{\n{inside['h']}  *p = 1.0f;\n}}\n"
    text += f"__global__ void k(float* p) {{\n{inside['k']}  h(p);\n}}\n"
    doubtful, sure = (kernel(read(tmp_path, {"u.cu": text}, target)) for target in ("sm_80", "sm_90a"))
    assert doubtful.body.body is Body.UNKNOWN
    assert doubtful.doubt is not None
    assert "FAR_VERSION >= 3" in doubtful.doubt.text
    assert sure.body.body is Body.CODE


@pytest.mark.parametrize("garbage", ["a @@ b $$ (1 2);", "[[[ what is this ]]] 3 4 5;", "float 3x = ;= 4 @;"])
@pytest.mark.parametrize("around", ["k", "h"])
def test_code_that_the_grammar_steps_over(tmp_path: Path, garbage: str, around: str) -> None:
    inside = {"k": "", "h": "", around: f"\n{garbage}\n"}
    text = f"__device__ void h(float* p) {{{inside['h']}*p = 1.0f; }}\n"
    text += f"__global__ void k(float* p) {{{inside['k']}h(p); p[1] = 2.0f; }}\n"
    found = kernel(read(tmp_path, {"u.cu": text}, "sm_80"), "k")
    assert found.body.body is Body.UNKNOWN
    assert found.doubt is not None
    assert found.doubt.text.startswith("unparsed: ")
    assert found.doubt.location.line == (2 if around == "h" else 3)


def test_words_that_the_grammar_does_not_place_change_nothing(tmp_path: Path) -> None:
    text = """template <class T> __global__ void k(float* p) {
  using X = typename T::template Inner<3>;
  typename T::S& s = reinterpret_cast<typename T::S&>(*p);
  typename T::Store(s).put(p, s);
  p[0] = 1.0f;
}
"""
    assert kernel(read(tmp_path, {"u.cu": text}, "sm_80"), "k").body.body is Body.CODE


@pytest.mark.parametrize(
    "classes",
    [
        "struct A : A {};",
        "struct B; struct A : B {}; struct B : A {};",
        "template <int N> struct R : R<N - 1>, R<N - 2> {}; struct A : R<40> {};",
        "template <class T> struct B : T {}; template <class T> struct C : B<C<T>> {}; struct A : C<int> {};",
    ],
)
def test_classes_that_derive_without_end(tmp_path: Path, classes: str) -> None:
    """No compiler takes most of these; what is asked of them must come to an end all the same."""
    text = (
        f"{classes}\n__global__ void k(float* p) {{ A a; a.go(p); a.x = 3; A::t(p); typename A::Q q; p[0] = 1.0f; }}\n"
    )
    assert kernel(read(tmp_path, {"u.cu": text}, "sm_80"), "k").body.body is Body.CODE


@pytest.mark.parametrize(
    ("inside", "body"),
    [
        ("goto end; p[0] = 1.0f; end: ;", Body.UNKNOWN),
        ("goto work; return; work: p[0] = 1.0f;", Body.UNKNOWN),
        ("if (p[1] > 0) goto end; p[0] = 1.0f; end: ;", Body.CODE),
        ("again: if (p[1] > 0) goto again; p[0] = 1.0f;", Body.CODE),
    ],
)
def test_where_a_jump_leads_is_not_followed(tmp_path: Path, inside: str, body: Body) -> None:
    text = f"__global__ void k(float* p) {{\n#if __CUDA_ARCH__ >= 700\n{inside}\n#endif\n}}\n"
    assert kernel(read(tmp_path, {"u.cu": text}, "sm_80"), "k").body.body is body
