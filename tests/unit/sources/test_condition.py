"""Conditions of `#if`: grammar and three-valued evaluation ([cpp.cond], [expr])."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernaudit.sources.condition import parse_condition
from kernaudit.sources.environment import Environment
from kernaudit.sources.macro import Macro, parse_define


def environment(defines: dict[str, str] | None = None, external: tuple[str, ...] = ()) -> Environment:
    macros: dict[str, Macro] = {}
    for head, body in (defines or {}).items():
        macro = parse_define(f"{head} {body}")
        assert macro is not None
        macros[macro.name] = macro
    return Environment(macros, frozenset(macros), external, unknown_is=False)


def value(text: str, defines: dict[str, str] | None = None, external: tuple[str, ...] = ()) -> int | None:
    return environment(defines, external).evaluate(parse_condition(text))


ARCH = {"__CUDA_ARCH__": "900"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1", 1),
        ("0x10 == 16 && 010 == 8 && 0b11 == 3", 1),
        ("1'000 == 1000", 1),
        ("200000L > 199999UL", 1),
        ("2 + 3 * 4 == 14", 1),
        ("(2 + 3) * 4 == 20", 1),
        ("-7 / 2 == -3 && -7 % 2 == -1", 1),
        ("1 << 4 == 16", 1),  # << binds closer than ==
        ("1 | 2 ^ 3 & 2", 1),  # & before ^ before |
        ("1 ? 2 : 3", 2),
        ("0 ? 2 : 0 ? 3 : 4", 4),
        ("!0 && ~0 == -1", 1),
        ("'a' == 97", 1),
        ("not 0 and 1 or 0", 1),
        ("true && !false", 1),
        ("undefined_name", 0),
        ("defined X", 0),
        ("defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900", 1),
        ("!defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 800", 0),
        ("__CUDA_ARCH__ == 860 || __CUDA_ARCH__ == 890 || __CUDA_ARCH__ == 900", 1),
        ("defined(__CLION_IDE__)", 0),
    ],
)
def test_value(text: str, expected: int) -> None:
    assert value(text, ARCH) == expected


@pytest.mark.parametrize("text", ["", "(", "1 +", "1 1", "defined", "a ? b", "@", "1 / 0", "5 % 0", "1 << 99"])
def test_what_is_no_condition_is_not_known(text: str) -> None:
    assert value(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("__CUDA_ARCH__ - 1000u < 100", 0),  # 900 - 1000 is huge without a sign
        ("__CUDA_ARCH__ - 1000 < 100", 1),
        ("1000u > -1", 0),
        ("1000 > -1", 1),
        ("-1 > 0u", 1),
        ("0xffffffffffffffff == -1", 1),  # a literal that no signed number holds
        ("18446744073709551615u + 1 == 0", 1),
        ("(1 ? -1 : 0u) > 0", 1),  # both branches have one type
        ("-1 / 2u > 0", 1),
        ("-1 >> 63 == -1", 1),
        ("(-1 >> 1u) < 0", 1),  # a shift has the type of its left side
        ("!0u - 2 < 0", 1),  # the result of `!` is signed
        ("(0u < 1) - 2 < 0", 1),
        ("9223372036854775807 + 1 < 0", 1),
        ("9223372036854775807 / 3 == 3074457345618258602", 1),
        ("'\\0' == 0 && '\\n' == 10", 1),
    ],
)
def test_arithmetic_is_that_of_64_bits_signed_or_not(text: str, expected: int) -> None:
    assert value(text, ARCH) == expected  # values of `g++ -E`, which nvcc preprocesses with


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("__CUDA_ARCH__ - OFFSET >= 0", 0),  # 900 - 1000 - 100
        ("OFFSET * 2 == 800", 1),  # 1000 - 100 * 2
        ("CALL(1) * 2 == 3", 1),  # 1 + 1 * 2
        ("__CUDA_ARCH__ AT_LEAST 900", 1),
        ("!(__CUDA_ARCH__ AT_LEAST 900)", 0),
        ("0 && EITHER", 1),  # 0 && 0 || 1
        ("EMPTY + 0 == 0", 1),
        ("ALIAS * 2 == 800", 1),
        ("UNSIGNED - 1001 > 0", 1),
    ],
)
def test_operators_of_a_macro_bind_as_they_come(text: str, expected: int) -> None:
    macros = {"OFFSET": "1000 - 100", "CALL(x)": "x + 1", "AT_LEAST": ">=", "EITHER": "0 || 1", "EMPTY": ""}
    assert value(text, {**ARCH, **macros, "ALIAS": "OFFSET", "UNSIGNED": "1000u"}) == expected


def test_ifdef_and_ifndef() -> None:
    assert environment(ARCH).evaluate(parse_condition(" __CUDA_ARCH__ extra", "ifdef")) == 1
    assert environment(ARCH).evaluate(parse_condition("__CUDA_ARCH__", "ifndef")) == 0


def test_macro_values_are_evaluated_where_they_are_used() -> None:
    defines = {"LIMIT": "BASE + 100", "BASE": "800", "FAMILY(n)": "(SPECIFIC == n)", "SPECIFIC": "1000"}
    assert value("__CUDA_ARCH__ >= LIMIT", {**defines, **ARCH}) == 1
    assert value("FAMILY(1000) && !FAMILY(1200)", defines) == 1


def test_function_like_macro_may_expand_to_defined() -> None:
    defines = {"HAS(feature)": "defined(__CUDA_ARCH_FEAT_##feature)", "__CUDA_ARCH_FEAT_SM90_ALL": "1"}
    assert value("HAS(SM90_ALL)", defines) == 1
    assert value("HAS(SM100_ALL)", defines) == 0


def test_macro_that_names_itself_ends() -> None:
    assert value("LOOP", {"LOOP": "LOOP + 1"}) == 1


def test_names_of_headers_outside_the_tree_are_not_known() -> None:
    assert value("CUTLASS_THING", external=("CUTLASS_",)) is None
    assert value("defined(CUTLASS_THING)", external=("CUTLASS_",)) is None
    assert value("defined(CUTLASS_THING) && 0", external=("CUTLASS_",)) == 0
    assert value("defined(CUTLASS_THING) || 1", external=("CUTLASS_",)) == 1
    assert value("CUTLASS_THING ? 1 : 1", external=("CUTLASS_",)) == 1


_LEAVES = st.sampled_from(
    ["1", "0", "__CUDA_ARCH__ >= 900", "defined(A)", "EXTERNAL_X", "defined(EXTERNAL_Y)", "(2 > 1)"]
)
_CONDITIONS = st.recursive(
    _LEAVES,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["&&", "||", "==", "+"]), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        inner.map(lambda text: f"!({text})"),
        st.tuples(inner, inner, inner).map(lambda t: f"({t[0]} ? {t[1]} : {t[2]})"),
    ),
    max_leaves=12,
)


@given(_CONDITIONS, st.sampled_from(["800", "900", "1000"]), st.booleans())
def test_a_guard_and_its_negation_never_both_hold(text: str, arch: str, external: bool) -> None:
    prefixes = ("EXTERNAL_",) if external else ()
    defines = {"__CUDA_ARCH__": arch}
    guard, negation = value(text, defines, prefixes), value(f"!({text})", defines, prefixes)
    assert not (guard and negation)
    assert (guard is None) == (negation is None)
    if guard is not None:
        assert bool(guard) is not bool(negation)


@given(_CONDITIONS)
def test_what_is_known_without_a_name_stays_when_the_name_is_known(text: str) -> None:
    unknown = value(text, {"__CUDA_ARCH__": "900"}, ("EXTERNAL_",))
    if unknown is not None:
        for given_value in ("0", "1"):
            defines = {"__CUDA_ARCH__": "900", "EXTERNAL_X": given_value, "EXTERNAL_Y": given_value}
            assert value(text, defines, ("EXTERNAL_",)) == unknown


@given(st.text(max_size=60))
def test_any_text_is_parsed(text: str) -> None:
    value(text)
