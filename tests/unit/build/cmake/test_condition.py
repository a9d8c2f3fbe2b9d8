"""Conditions compiled ahead and conditions compiled from their expanded arguments must agree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes.cmake_machine import machine
from kernaudit.build.cmake.condition import compile_condition
from kernaudit.build.cmake.condition_values import constant_truth, leading_number, value_truth
from kernaudit.build.cmake.errors import ConfigureError
from kernaudit.build.cmake.program import Argument, Quoting

_NOTHING: frozenset[str] = frozenset()
_VOCABULARY = """a;b a b 1 0 ON abc 9.0a 12.8 NOT AND OR ( ) STREQUAL MATCHES VERSION_LESS IN_LIST EQUAL DEFINED
CMAKE_MATCH_1 (.) x-NOTFOUND COMMAND message"""
_WORDS = st.sampled_from(["", *_VOCABULARY.split()])
_ITEM = st.tuples(_WORDS, st.booleans())
_VARIABLES = {"a": "abc", "b": "0", "abc": "a;b", "9.0a": "x"}


def _evaluate(args: list[Argument], values: dict[str, str]) -> tuple[bool | None, str, str | None]:
    """The answer (or the error), and what is left in CMAKE_MATCH_1."""
    interp = machine("")
    interp.variables.update({**_VARIABLES, **values})
    try:
        answer = compile_condition(args, _NOTHING)(interp)
    except ConfigureError as error:
        return None, error.message.rpartition("\n")[2], interp.get("CMAKE_MATCH_1")
    return answer, "", interp.get("CMAKE_MATCH_1")


def _written(text: str, quoted: bool) -> Argument:
    return Argument(text, Quoting.QUOTED if quoted else Quoting.BARE, 1)


@given(st.lists(_ITEM, max_size=9), st.lists(st.booleans(), min_size=9, max_size=9))
def test_expansions_mean_what_their_values_mean(items: list[tuple[str, bool]], hidden: list[bool]) -> None:
    constants = [_written(text, quoted) for text, quoted in items]
    values = {f"v{at}": text for at, (text, _) in enumerate(items)}
    expanded = [
        _written(f"${{v{at}}}", quoted) if hidden[at] else constants[at] for at, (_, quoted) in enumerate(items)
    ]
    assert _evaluate(expanded, values) == _evaluate(constants, values)


@given(st.lists(_ITEM, max_size=7))
def test_templates_mean_what_their_values_mean(items: list[tuple[str, bool]]) -> None:
    values = {f"v{at}": text for at, (text, _) in enumerate(items)} | {"e": ""}
    constants = [_written(text, quoted) for text, quoted in items]
    expanded = [_written(f"${{e}}${{v{at}}}", quoted) for at, (_, quoted) in enumerate(items)]
    assert _evaluate(expanded, values) == _evaluate(constants, values)


@given(
    st.lists(st.sampled_from(["TRUE", "FALSE"]), min_size=1, max_size=9),
    st.lists(st.booleans(), min_size=9, max_size=9),
)
def test_and_and_or_reduce_neighbouring_pairs_pass_by_pass(operands: list[str], ands: list[bool]) -> None:
    items = [operands[0]]
    for operator, operand in zip(ands, operands[1:], strict=False):
        items += ["AND" if operator else "OR", operand]
    answers: list[bool | str] = [item if item in ("AND", "OR") else item == "TRUE" for item in items]
    while len(answers) > 1:  # the rule itself, on plain values
        reduced: list[bool | str] = []
        while len(answers) >= 3:
            left, operator_, right = answers[:3]
            reduced.append(bool(left and right) if operator_ == "AND" else bool(left or right))
            answers = answers[3:]
            if answers:
                reduced.append(answers.pop(0))
        answers = reduced + answers
    assert _evaluate([_written(item, False) for item in items], {})[0] is answers[0]


@pytest.mark.parametrize(
    ("text", "truth"),
    [
        ("1", True),
        ("yes", True),
        ("Y", True),
        ("0", False),
        ("", False),
        ("IGNORE", False),
        ("x-NOTFOUND", False),
        ("x-notfound", None),
        ("2", True),
        ("0x0", False),
        ("1e-9", True),
        ("1x", None),
        ("abc", None),
        ("1" * 400, True),
        ("0x1p99999", True),
    ],
)
def test_constants(text: str, truth: bool | None) -> None:
    assert constant_truth(text) is truth


@pytest.mark.parametrize(
    ("text", "number"), [("12abc", 12.0), (" 1.5", 1.5), ("0x10", 16.0), ("-.5e1x", -5.0), ("abc", None), ("", None)]
)
def test_numbers_are_read_as_far_as_they_go(text: str, number: float | None) -> None:
    assert leading_number(text) == number


@given(st.text(max_size=12))
def test_values_are_true_unless_they_are_a_false_constant(text: str) -> None:
    expected = not (text.upper() in {"", "0", "OFF", "NO", "FALSE", "N", "IGNORE"} and len(text) < 7)
    expected = expected and text != "NOTFOUND" and not text.endswith("-NOTFOUND")
    if "\ufdd0" not in text:
        assert value_truth(text) is expected
