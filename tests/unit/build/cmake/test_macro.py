"""Macros: reading the parameters at run time must equal replacing their text in the body."""

from __future__ import annotations

from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from fakes.cmake_machine import run
from kernaudit.build.cmake import definitions
from kernaudit.build.cmake.macro_text import needs_text, substitute
from kernaudit.build.cmake.parser import parse
from kernaudit.build.cmake.program import Command

BODY = """
note("1 ${a}|${b}|${ARGC}|${ARGN}|${ARGV}|${ARGV0}|${ARGV1}|${ARGV2}|${ARGV7}")
set(${a}_x "v${b}")
note(2 ${${a}_x} "${x_${b}}" $ENV{${a}})
foreach(i ${ARGN})
note("3 <${i}> ${a}")
endforeach()
if(${a} STREQUAL "${b}")
note(4)
elseif("${b}" IN_LIST ARGN OR DEFINED ${b})
note(5)
endif()
if(a)
note(6)
endif()
cmake_parse_arguments(P "${b}" "" "${a}" ${ARGN})
note("7 ${P_UNPARSED_ARGUMENTS} ${P_${a}}")
inner("${a}" ${b})
"""
CODE = (
    'macro(inner a)\nnote("i ${a} ${ARGN} ${ARGV1}")\nendmacro()\n'
    "set(x_q 1)\nset(a var)\nmacro(m a b)\n%s\nendmacro()\nm(%s)"
)
_VALUE = st.text(alphabet="aq1; -./x", max_size=6)


def _run(values: list[str]) -> tuple[list[tuple[str, str]], str | None]:
    interp, error = run(CODE % (BODY, " ".join(f'"{value}"' for value in values)))
    return interp.out, error.message if error else None


@given(st.lists(_VALUE, min_size=2, max_size=5))
def test_both_ways_agree(values: list[str]) -> None:
    at_run_time = _run(values)
    with patch.object(definitions, "needs_text", lambda _body: True):
        assert _run(values) == at_run_time


def test_replacement_goes_through_the_names_in_order() -> None:
    (command,) = parse('f("${a} ${b} ${ARGN} ${ARGC} ${c}" [[${a}]])', "f").body
    assert isinstance(command, Command)
    (replaced,) = substitute((command,), ("a", "b"), ("${b}", "2", "3;4"), escape=False)
    assert isinstance(replaced, Command)
    assert [arg.text for arg in replaced.args] == ["2 2 3;4 3 ${c}", "${a}"]


def test_backslashes_are_protected_where_the_policy_asks() -> None:
    (command,) = parse('f("${a}")', "f").body
    (replaced,) = substitute((command,), ("a",), ("x\\y",), escape=True)
    assert isinstance(replaced, Command)
    assert replaced.args[0].text == "x\\\\y"


def test_which_bodies_need_replacement() -> None:
    assert needs_text(parse("function(f)\nendfunction()", "f").body)
    assert needs_text(parse('if(x)\nf("\\${a}")\nendif()', "f").body)
    assert not needs_text(parse('f("${a}")', "f").body)
