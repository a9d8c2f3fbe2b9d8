"""Which code may have to do with architectures: what rules know of their numbers decides, nothing in the code."""

from __future__ import annotations

import ast

import pytest

from kernaudit.build.setup_py.taint import leaves, speaks_of_archs, written_names
from kernaudit.ruleset.load import load_rules

NUMBERS = load_rules().toolkit("13.0").known_numbers


@pytest.mark.parametrize(
    "code",
    [
        "x.append(90)",
        "x = '9.0a'",
        "x = '80'",
        "x = '12.0f'",
        "x = '8.6+PTX'",
        "x = 35",
        "cuda_flags = []",
        "x = 'sm_1'",
    ],
)
def test_numbers_and_names_of_architectures(code: str) -> None:
    assert speaks_of_archs(ast.parse(code).body, NUMBERS)


@pytest.mark.parametrize(
    "code", ["x = 64", "x = '128'", "x = 100000", "x = '3.11'", "x = True", "x = ['-O3']", "x = 55"]
)
def test_other_numbers_are_none(code: str) -> None:
    assert not speaks_of_archs(ast.parse(code).body, NUMBERS)


def test_an_architecture_that_rules_add_is_known() -> None:
    code = ast.parse("x.append(155)").body
    assert not speaks_of_archs(code, NUMBERS)
    assert speaks_of_archs(code, NUMBERS | {155})


def test_what_code_leaves_and_writes() -> None:
    body = ast.parse("def f():\n  for a in b:\n    if a: break\n    c.d.append(a)\n  return e").body[0].body
    assert leaves(body) == {ast.Break, ast.Return}
    assert list(written_names(body)) == [("a", True), ("c", False)]
