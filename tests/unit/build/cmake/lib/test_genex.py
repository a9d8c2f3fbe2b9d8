from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernaudit.build.cmake.lib.errors import LibError
from kernaudit.build.cmake.lib.genex import evaluate_genex
from kernaudit.build.cmake.lib.genex_context import Compiler, GenexContext
from kernaudit.build.cmake.lib.genex_parse import GenexError, parse_genex
from kernaudit.build.cmake.unknown import UnknownRegistry, contains_unknown
from kernaudit.model.evidence import Location

COMPILERS = {"CXX": Compiler("GNU", "13.3.0"), "CUDA": Compiler("NVIDIA", "12.8.93")}
MARKER = UnknownRegistry().new("git describe", Location("CMakeLists.txt", 1))


class Targets:
    """Two targets; `loop` refers to itself."""

    words = {"one": {"P": "p1", "LOOP": "$<TARGET_PROPERTY:LOOP>"}, "two": {"P": "p2"}}  # noqa: RUF012

    def exists(self, name):
        return name in self.words

    def property(self, target, name, context):
        value = self.words[target].get(name)
        return value if value is None else evaluate_genex(value, context.for_target(target))


def context(language="CUDA", **options):
    return GenexContext(language=language, compilers=COMPILERS, targets=Targets(), **options)


@pytest.mark.parametrize(
    ("text", "cuda", "cxx"),
    [
        ("$<$<COMPILE_LANGUAGE:CUDA>:-gencode;arch=compute_80,code=sm_80>", "-gencode;arch=compute_80,code=sm_80", ""),
        ("$<$<COMPILE_LANGUAGE:CXX,C>:-O3>", "", "-O3"),
        ("$<COMPILE_LANGUAGE>", "CUDA", "CXX"),
        ("$<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:--x>$<$<COMPILE_LANG_AND_ID:CXX,Clang,GNU>:-y>", "--x", "-y"),
        ("$<$<AND:$<COMPILE_LANGUAGE:CUDA>,$<CONFIG:Release>>:-fast>", "-fast", ""),
        ("$<$<VERSION_GREATER_EQUAL:$<CUDA_COMPILER_VERSION>,12.8>:new>", "new", "new"),
    ],
)
def test_languages(text, cuda, cxx):
    place = context()
    assert evaluate_genex(text, place) == cuda
    assert evaluate_genex(text, place.for_language("CXX")) == cxx
    assert evaluate_genex(text, place) == cuda


def test_outside_compilation_there_is_no_language():
    with pytest.raises(GenexError, match="may only be used to specify include directories"):
        evaluate_genex("$<$<COMPILE_LANGUAGE:CUDA>:x>", context(""))


def test_what_is_linked_only():
    assert evaluate_genex("$<LINK_ONLY:a>$<COMPILE_ONLY:b>", context()) == "b"
    assert evaluate_genex("$<LINK_ONLY:a>$<COMPILE_ONLY:b>", context(linking=True)) == "a"


def test_targets():
    place = context(target="one")
    assert evaluate_genex("$<TARGET_PROPERTY:P>,$<TARGET_PROPERTY:two,P>", place) == "p1,p2"
    assert evaluate_genex("$<TARGET_PROPERTY:P>", place.for_target("two")) == "p2"
    assert evaluate_genex("$<TARGET_GENEX_EVAL:two,$<1:$>$<ANGLE-R>$<TARGET_PROPERTY:P>>", place) == "$>p1"
    assert evaluate_genex("$<TARGET_FILE:two>", place) == "$<TARGET_FILE:two>"
    with pytest.raises(GenexError, match='Target "none" not found'):
        evaluate_genex("$<TARGET_PROPERTY:none,P>", place)


def test_a_property_that_refers_to_itself_ends():
    with pytest.raises(GenexError, match="Dependency loop found"):
        evaluate_genex("$<TARGET_PROPERTY:LOOP>", context(target="one"))


def test_properties_that_refer_to_each_other_twice_are_worked_out_once():
    words = {f"P{n}": f"$<TARGET_PROPERTY:P{n + 1}>$<TARGET_PROPERTY:P{n + 1}>" for n in range(25)} | {"P25": "x"}

    class Chain:
        looked_up = 0

        def exists(self, name):
            return name == "one"

        def property(self, target, name, context):  # noqa: ARG002
            Chain.looked_up += 1
            return evaluate_genex(words[name], context)

    place = GenexContext(language="CUDA", target="one", targets=Chain())
    with pytest.raises(LibError, match="the limit is"):
        evaluate_genex("$<TARGET_PROPERTY:P0>", place)
    assert evaluate_genex("$<TARGET_PROPERTY:P5>", place) == "x" * 2**20
    assert Chain.looked_up <= 26


@pytest.mark.parametrize(
    "text",
    [
        f"$<$<BOOL:{MARKER}>:x>",
        f"$<BOOL:{MARKER}>",
        f"$<NOT:$<BOOL:{MARKER}>>",
        f"$<AND:1,$<STREQUAL:{MARKER},a>>",
        f"$<OR:0,$<STREQUAL:{MARKER},a>>",
        f"$<IF:$<BOOL:{MARKER}>,a,b>",
        f"$<VERSION_LESS:{MARKER},1>",
        f"$<IN_LIST:a,b;{MARKER}>",
        f"$<LIST:LENGTH,a;{MARKER}>",
        f"$<TARGET_EXISTS:{MARKER}>",
        f"$<UPPER_CASE:{MARKER}>",
        f"$<EQUAL:{MARKER},1>",
    ],
)
def test_what_depends_on_an_unknown_value_is_that_value(text):
    assert evaluate_genex(text, context()) == MARKER


@pytest.mark.parametrize(
    ("text", "want"),
    [
        (f"$<AND:0,$<BOOL:{MARKER}>>", "0"),
        (f"$<AND:$<BOOL:{MARKER}>,0>", "0"),
        (f"$<OR:$<BOOL:{MARKER}>,1>", "1"),
        (f"$<0:{MARKER}>", ""),
        (f"$<IF:0,{MARKER},b>", "b"),
        (f"$<IN_LIST:a,a;{MARKER}>", "1"),
    ],
)
def test_what_the_known_part_decides(text, want):
    assert evaluate_genex(text, context()) == want


def test_unknown_content_passes_through():
    assert evaluate_genex(f"$<1:a;{MARKER}>", context()) == f"a;{MARKER}"
    assert evaluate_genex(f"$<LIST:APPEND,a,{MARKER}>", context()) == f"a;{MARKER}"


def test_an_expression_that_is_not_modelled_is_unknown_or_refused():
    registry = UnknownRegistry()
    place = context(unknown=lambda origin: registry.new(origin, Location("x", 1)))
    assert contains_unknown(evaluate_genex("$<COMPILE_FEATURES:cxx_std_17>", place))
    with pytest.raises(GenexError, match="not modelled"):
        evaluate_genex("$<COMPILE_FEATURES:cxx_std_17>", context())


@pytest.mark.parametrize("text", ["$<FOO:a>", "$<2:x>", "$<AND:x>", "$<IF:1,a>", "$<>", "$<0>"])
def test_what_cmake_refuses(text):
    with pytest.raises(GenexError, match="Error evaluating generator expression"):
        evaluate_genex(text, context())


@pytest.mark.parametrize("text", ["$<", "a$<1:b", "$<1:$<0:x>", "a>b", "$", "a,b:c"])
def test_what_nothing_closes_is_text(text):
    assert "$<1:" not in text or evaluate_genex(text, context()) in (text, text.replace("$<0:x>", ""))
    if "$<1:" not in text:
        assert evaluate_genex(text, context()) == text


@given(st.text(alphabet="a$<>:,1", max_size=12))
def test_parsing_loses_nothing(text):
    parts = parse_genex(text)
    assert "".join(part if isinstance(part, str) else part.source for part in parts) == text


def test_deep_nesting_is_refused():
    with pytest.raises(GenexError, match="nested too deeply"):
        evaluate_genex("$<1:" * 5000 + "x" + ">" * 5000, context())


def test_results_are_kept_by_language():
    place = context()
    evaluate_genex("$<$<COMPILE_LANGUAGE:CUDA>:x>", place)
    evaluate_genex("$<$<COMPILE_LANGUAGE:CUDA>:x>", place.for_language("CXX"))
    assert sorted(place.cache.values()) == ["", "x"]
    evaluate_genex("$<TARGET_EXISTS:one>", place)
    assert len(place.cache) == 2
