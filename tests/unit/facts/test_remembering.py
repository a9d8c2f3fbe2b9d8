"""Types that templates compute: one object each, worked out once, in the scope of the template that names them.

A walk that worked a type out at every mention, or compared types in depth, would not come to an end in these texts.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from kernaudit.facts.bodies import Body, judge
from kernaudit.facts.builtins import Builtins
from kernaudit.facts.scope import UnitScope, all_functions
from kernaudit.facts.shared_memory.static import StaticReader
from kernaudit.facts.values import TypeValue, identity
from kernaudit.facts.walker import Walker
from kernaudit.ruleset.device_functions import load_device_functions
from kernaudit.ruleset.load import load_rules
from kernaudit.sources.syntax import SyntaxStore

GROWING = """template <class A, class B, class C, class D> struct Four { using first = A; };
template <int N> struct Tower {
  using below = Tower<N - 1>;
  using type = Four<typename below::type, typename below::type, typename below::type, typename below::type>;
  static constexpr int many = below::many + below::many + below::many + below::many;
};
template <> struct Tower<0> { using type = int; static constexpr int many = 1; };
template <class A, class B> struct Same { static constexpr bool value = false; };
template <class A> struct Same<A, A> { static constexpr bool value = true; };
"""
SCOPED = """constexpr int kWidth = 64;
template <int W = kWidth> struct Box { static constexpr int width = W; };
"""


def _file(text: str) -> Any:
    return SyntaxStore().file("u.cu", text, frozenset(re.findall(r"\w+", text)))


def _body(text: str) -> Body:
    file = _file(text)
    functions = [f for declaration in file.declarations for f in all_functions(declaration.outline)]
    kernel = next(f for f in functions if f.name == "k")
    rules = load_rules()
    walker = Walker(UnitScope([file]), Builtins(load_device_functions(rules.files), rules.generations))
    return judge(walker.run(kernel, {})).body


@pytest.mark.parametrize(
    ("condition", "want"),
    [
        ("Same<typename Tower<14>::type, typename Tower<14>::type>::value", Body.CODE),
        ("Same<typename Tower<14>::type, typename Tower<13>::type>::value", Body.EMPTY),
        ("Tower<14>::many == 268435456", Body.CODE),
        ("Tower<14>::many == 268435455", Body.EMPTY),
    ],
)
def test_a_type_that_grows_fourfold_at_each_level_is_worked_out_once(condition: str, want: Body) -> None:
    assert _body(f"{GROWING}__global__ void k(float* p) {{ if constexpr ({condition}) {{ *p = 1; }} }}") is want


@pytest.mark.parametrize(("width", "want"), [(64, Body.CODE), (8, Body.EMPTY)])
def test_a_default_argument_means_what_it_means_where_the_template_stands(width: int, want: Body) -> None:
    body = f"constexpr int kWidth = 8; if constexpr (Box<>::width == {width}) {{ *p = 1; }}"
    assert _body(f"{SCOPED}__global__ void k(float* p) {{ {body} }}") is want


def test_a_name_that_a_class_inherits_is_found_though_its_bases_ask_the_class() -> None:
    text = """struct Root { static constexpr int one = 1; };
template <class T> struct Mixin : Root { using own = T; };
struct Leaf : Mixin<Leaf> { static constexpr int two = one + one; };
__global__ void k(float* p) { if constexpr (Leaf::two == 2 && Leaf::one == 1) { *p = 1; } }"""
    assert _body(text) is Body.CODE


def test_equal_types_are_one_object_and_a_number_is_no_truth_value() -> None:
    inner = TypeValue("Box", (1,))
    assert TypeValue("Box", (1,)) is inner
    assert TypeValue("Pair", (inner, inner)) is TypeValue("Pair", (TypeValue("Box", (1,)), inner))
    assert TypeValue("Box", (True,)) is not inner
    assert identity(1) != identity(True)


def test_a_constant_that_takes_a_library_to_compute_leaves_the_rest_known() -> None:
    calls = " + ".join("spread(n - 1)" for _ in range(4))
    text = f"""constexpr int spread(int n) {{ if (n == 0) {{ return 1; }} return {calls}; }}
template <int N> struct Layout {{ static constexpr int size = spread(N) + spread(N + 1) + spread(N + 2); }};
__global__ void k(float* p) {{ __shared__ float known[8]; __shared__ char other[Layout<900>::size]; known[0] = *p; }}"""
    file = _file(text)
    functions = [f for declaration in file.declarations for f in all_functions(declaration.outline) if f.has_body]
    found = StaticReader([file]).of(next(f for f in functions if f.name == "k"), functions, {})
    assert found.low >= 32
    assert found.high is None
