"""Arithmetic on integers of C++ types: what is no arithmetic has no value."""

from __future__ import annotations

import pytest

from kernaudit.facts.shared_memory.integer import INT, apply


@pytest.mark.parametrize("op", ["*", "&", "co_await"])
def test_an_operator_of_one_operand_that_is_no_arithmetic_has_no_value(op: str) -> None:
    assert apply(op, (3,), INT) is None


@pytest.mark.parametrize(("op", "value"), [("neg", -3), ("~", -4), ("!", 0)])
def test_operators_of_one_operand(op: str, value: int) -> None:
    assert apply(op, (3,), INT) == value
