"""Work on a second core."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import TypeVar

import pytest

from kernaudit.scan.child import Later

T = TypeVar("T")


def _later(work: Callable[[], T], *, in_child: bool) -> Later[T]:
    made = Later(work)
    if in_child:
        made.start()
    return made


@pytest.mark.parametrize("in_child", [True, False])
def test_the_value_is_the_same_wherever_it_is_computed(in_child: bool) -> None:
    assert _later(lambda: {"a": (1, 2)}, in_child=in_child).result() == {"a": (1, 2)}


def test_a_child_computes_elsewhere() -> None:
    assert _later(os.getpid, in_child=True).result() != os.getpid()
    assert _later(os.getpid, in_child=False).result() == os.getpid()


@pytest.mark.parametrize("in_child", [True, False])
def test_what_the_work_raises_is_raised_here(in_child: bool, capfd: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        _later(fail, in_child=in_child).result()
    assert capfd.readouterr().err == ""


def test_a_child_that_dies_costs_time_only() -> None:
    parent = os.getpid()

    def work() -> str:
        if os.getpid() != parent:
            os._exit(7)
        return "done here"

    assert _later(work, in_child=True).result() == "done here"


def test_large_values_pass_the_pipe() -> None:
    assert _later(lambda: "x" * 5_000_000, in_child=True).result() == "x" * 5_000_000


def test_what_was_asked_for_is_not_begun_again() -> None:
    one = Later(os.getpid)
    assert one.is_open
    assert one.result() == os.getpid()
    one.start()
    assert not one.is_open
    assert not one.is_running


def test_a_child_runs_until_its_value_is_there() -> None:
    reader, writer = os.pipe()
    one = Later(lambda: os.read(reader, 1))
    one.start()
    assert one.is_running
    os.write(writer, b"x")
    ends = time.monotonic() + 60
    while one.is_running:
        assert time.monotonic() < ends
        time.sleep(0.01)
    assert one.result() == b"x"


def test_where_no_process_can_be_made_the_work_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> int:
        raise BlockingIOError

    monkeypatch.setattr(os, "fork", refused)
    assert _later(os.getpid, in_child=True).result() == os.getpid()
