"""Work on a second core."""

from __future__ import annotations

import os

import pytest

from kernaudit.scan.child import Later


@pytest.mark.parametrize("in_child", [True, False])
def test_the_value_is_the_same_wherever_it_is_computed(in_child: bool) -> None:
    assert Later(lambda: {"a": (1, 2)}, in_child=in_child).result() == {"a": (1, 2)}


def test_a_child_computes_elsewhere() -> None:
    assert Later(os.getpid, in_child=True).result() != os.getpid()
    assert Later(os.getpid, in_child=False).result() == os.getpid()


@pytest.mark.parametrize("in_child", [True, False])
def test_what_the_work_raises_is_raised_here(in_child: bool, capfd: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        Later(fail, in_child=in_child).result()
    assert capfd.readouterr().err == ""


def test_a_child_that_dies_costs_time_only() -> None:
    parent = os.getpid()

    def work() -> str:
        if os.getpid() != parent:
            os._exit(7)
        return "done here"

    assert Later(work, in_child=True).result() == "done here"


def test_large_values_pass_the_pipe() -> None:
    assert Later(lambda: "x" * 5_000_000, in_child=True).result() == "x" * 5_000_000
