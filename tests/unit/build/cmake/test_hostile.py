"""Scripts that want to run, grow or nest forever: each ends soon, with one error and its line."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from time import thread_time

import pytest

from kernaudit.build.cmake.errors import BudgetError
from kernaudit.build.cmake.limits import Limits
from kernaudit.build.cmake.script import ScriptResult, ScriptWorld, run_script
from kernaudit.discover import SourceTree
from kernaudit.ruleset.load import Rules, load_rules

DIRECTORY = "/scratch/hostile"
LIMITS = Limits(seconds=3.0)
SECONDS = 6.0
"""Processor time that no case may take (most take hundredths)."""


@cache
def _rules() -> Rules:
    return load_rules()


def _run(code: str, tmp_path: Path) -> ScriptResult:
    begin = thread_time()
    result = run_script(code, ScriptWorld(DIRECTORY, SourceTree(tmp_path), _rules(), limits=LIMITS))
    assert thread_time() - begin < SECONDS
    return result


STEPS, DEPTH, VALUE, WORK, TIME = (
    "more than 200000 commands",
    "Maximum recursion depth of 1000 exceeded",
    "is larger than this evaluator accepts",
    "works on more text than this evaluator accepts",
    "runs longer than 3 seconds",
)
SELF = f'file(WRITE "{DIRECTORY}/a.cmake" "include({DIRECTORY}/a.cmake)")\ninclude({DIRECTORY}/a.cmake)'


@pytest.mark.parametrize(
    ("code", "message", "line"),
    [
        pytest.param("while(TRUE)\nendwhile()", STEPS, 2, id="endless-while"),
        pytest.param("while(TRUE)\nset(x 1)\nendwhile()", STEPS, 2, id="endless-while-body"),
        pytest.param("foreach(i RANGE 2000000000)\nendforeach()", STEPS, 2, id="huge-range"),
        pytest.param("foreach(i RANGE 600)\nforeach(j RANGE 600)\nendforeach()\nendforeach()", STEPS, 3, id="nested"),
        pytest.param("function(f)\nf()\nendfunction()\nf()", DEPTH, 3, id="recursive-function"),
        pytest.param("macro(m)\nm()\nendmacro()\nm()", DEPTH, 3, id="recursive-macro"),
        pytest.param(
            "function(a)\nif(1)\nb()\nendif()\nendfunction()\nfunction(b)\nforeach(i 1)\na()\nendforeach()\n"
            "endfunction()\na()",
            DEPTH,
            None,
            id="mutual-recursion-through-blocks",
        ),
        pytest.param(SELF, DEPTH, 1, id="self-include"),
        pytest.param(
            'set(c "cmake_language(EVAL CODE \\"\\${c}\\")")\ncmake_language(EVAL CODE "${c}")',
            DEPTH,
            3,
            id="self-eval",
        ),
        pytest.param('set(x a)\nforeach(i RANGE 99)\nset(x "${x}${x}")\nendforeach()', VALUE, 4, id="doubling"),
        pytest.param(
            'set(x abcd)\nforeach(i RANGE 9)\nset(x "${x}${x}${x}${x}${x}${x}${x}")\nendforeach()', VALUE, 4, id="x7"
        ),
        pytest.param("set(x a)\nforeach(i RANGE 99)\nlist(APPEND x ${x})\nendforeach()", VALUE, 4, id="list-doubling"),
        pytest.param('set(x a)\nforeach(i RANGE 99)\nstring(APPEND x "${x}")\nendforeach()', VALUE, 4, id="append"),
        pytest.param('string(REPEAT "abc" 1000000000 x)', "makes a value of", 2, id="string-repeat"),
        pytest.param(
            'string(REPEAT "a" 3000000 x)\nforeach(i RANGE 999)\nset(v${i} "${x}${i}")\nendforeach()',
            WORK,
            4,
            id="copies",
        ),
        pytest.param(
            'string(REPEAT "a;" 500000 x)\nforeach(i RANGE 99999)\nlist(LENGTH x n)\nendforeach()',
            WORK,
            4,
            id="work-list",
        ),
        pytest.param(
            'string(REPEAT "a" 1000000 x)\nforeach(i RANGE 99999)\nif("${x}" MATCHES "b")\nendif()\nendforeach()',
            WORK,
            4,
            id="work-if",
        ),
        pytest.param(
            'string(REPEAT "a" 99999 x)\nstring(REPLACE "a" "${x}" y "${x}")', "makes a value of", 3, id="replace"
        ),
        pytest.param(
            'string(REPEAT "a;" 99999 x)\nstring(REPEAT "b" 99999 g)\nlist(JOIN x "${g}" y)',
            "makes a value of",
            4,
            id="join",
        ),
        pytest.param(
            'string(REPEAT "a;" 99999 x)\nstring(REPEAT "b" 99999 g)\nlist(TRANSFORM x APPEND "${g}")',
            "makes a value of",
            4,
            id="transform",
        ),
        pytest.param(
            'string(REPEAT "a" 5000 x)\nforeach(i RANGE 19999)\n'
            'string(REGEX REPLACE "(a|aa)*b" "" y "${x}${i}")\nendforeach()',
            TIME,
            4,
            id="slow-regex",
        ),
        pytest.param("if(TRUE)\n" * 3000 + "endif()\n" * 3000, "nested too deeply", 502, id="deep-if"),
        pytest.param("if(" + "(" * 5000 + "TRUE" + ")" * 5000 + ")\nendif()", "nested too deeply", 2, id="parentheses"),
        pytest.param('message("' + "${" * 9999 + "}" * 9999 + '")', "nested too deeply", 2, id="deep-reference"),
        pytest.param('string(REPEAT "(" 99999 j)\nmath(EXPR x "${j}1")', "math", 3, id="deep-math"),
        pytest.param('string(REPEAT "[" 99999 j)\nstring(JSON x GET "${j}" 0)', "JSON", 3, id="deep-json"),
    ],
)
def test_it_ends_with_one_error_and_its_line(code: str, message: str, line: int | None, tmp_path: Path) -> None:
    result = _run(code, tmp_path)
    assert result.error is not None
    assert message in result.error.message
    if line is not None:
        assert result.error.here.line == line


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        pytest.param(
            "set(x " + "a " * 100_000 + ")\nlist(LENGTH x n)\nmessage(${n})", ("100000",), id="many-arguments"
        ),
        pytest.param("if(" + "TRUE AND " * 9999 + "TRUE)\nmessage(T)\nendif()", ("T",), id="long-condition"),
        pytest.param("if(TRUE)\n" * 400 + "message(ok)\n" + "endif()\n" * 400, ("ok",), id="nested-but-legal"),
        pytest.param(
            'string(REPEAT "a" 50 x)\nif("${x}b" MATCHES "^(a+)+$")\nmessage(T)\nelse()\nmessage(F)\nendif()',
            ("F",),
            id="nested-quantifiers",
        ),
        pytest.param('math(EXPR x "1<<1000000")\nmessage(${x})', ("1",), id="huge-shift"),
        pytest.param("foreach(i RANGE 0 2000000000)\nbreak()\nendforeach()\nmessage(ok)", ("ok",), id="lazy-range"),
    ],
)
def test_what_is_only_large_still_runs(code: str, lines: tuple[str, ...], tmp_path: Path) -> None:
    assert _run(code, tmp_path).lines == lines


def test_a_bound_is_told_from_an_error_of_the_script(tmp_path: Path) -> None:
    assert isinstance(_run("while(TRUE)\nendwhile()", tmp_path).error, BudgetError)
    assert not isinstance(_run("message(FATAL_ERROR x)", tmp_path).error, BudgetError)


@pytest.mark.parametrize(
    "code", ["\x01\x02(((", 'set(x "${', 'message("\x00")', "\ufdd00\ufdd1", ")", '"', "[[", "#[["]
)
def test_any_text_is_an_error_or_runs(code: str, tmp_path: Path) -> None:
    _run(code, tmp_path)


def test_a_marker_in_the_text_of_a_file_is_no_unknown_value(tmp_path: Path) -> None:
    result = _run('set(x "\ufdd00\ufdd1")\nif("${x}" STREQUAL "y")\nelse()\nmessage(known)\nendif()', tmp_path)
    assert result.lines == ("known",)
