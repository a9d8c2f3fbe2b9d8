"""Work for several processes: all of it is done, once, in the order asked for, whoever does it."""

from __future__ import annotations

import os
import time

import pytest

from kernaudit.scan.workers import Workers

WEIGHTS = {f"unit{index}": (index * 7919) % 101 for index in range(100)}


@pytest.mark.parametrize("jobs", [1, 2, 3, 8])
def test_the_result_does_not_depend_on_the_number_of_processes(jobs: int) -> None:
    found = Workers(jobs).spread(str.upper, WEIGHTS)
    assert list(found.items()) == [(key, key.upper()) for key in WEIGHTS]


@pytest.mark.parametrize("weights", [{}, {"one": 5}, dict.fromkeys("abc", 0), {"heavy": 10**9, "light": 1}])
def test_small_and_odd_loads(weights: dict[str, int]) -> None:
    assert Workers(2).spread(str.upper, weights) == {key: key.upper() for key in weights}


def test_nobody_is_called_for_work_that_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    fork = os.fork
    made: list[int] = []

    def counted() -> int:
        child = fork()
        made.append(child)
        return child

    monkeypatch.setattr(os, "fork", counted)
    Workers(8).spread(str.upper, WEIGHTS)
    assert 1 <= len(made) <= 7


def _slow_pid(key: str) -> int:
    del key
    time.sleep(0.01)
    return os.getpid()


def test_several_processes_share_the_work() -> None:
    found = Workers(3).spread(_slow_pid, WEIGHTS)
    assert len(set(found.values())) == 3
    assert os.getpid() in found.values()


def test_one_process_does_it_all_itself() -> None:
    assert set(Workers(1).spread(_slow_pid, WEIGHTS).values()) == {os.getpid()}
    assert Workers(1).later(os.getpid).result() == os.getpid()


def test_what_is_asked_for_later_takes_a_process_until_it_is_done() -> None:
    workers = Workers(2)
    reader, writer = os.pipe()
    first = workers.later(lambda: os.read(reader, 1))
    second = workers.later(os.getpid)
    assert set(workers.spread(_slow_pid, WEIGHTS).values()) == {os.getpid()}, "the only child was busy"
    os.write(writer, b"x")
    assert first.result() == b"x"
    assert second.result() == os.getpid(), "nobody was free before it was asked for"


def test_a_child_that_ends_makes_room() -> None:
    workers = Workers(2)
    first, second = workers.later(os.getpid), workers.later(os.getpid)
    found = set(workers.spread(_slow_pid, WEIGHTS).values())
    assert len(found) == 2
    assert len({os.getpid(), first.result(), second.result()} | found) == 4


def test_what_a_dying_child_took_along_is_done_here() -> None:
    parent = os.getpid()

    def work(key: str) -> str:
        time.sleep(0.01)
        if os.getpid() != parent:
            os._exit(7)
        return key.upper()

    assert Workers(2).spread(work, WEIGHTS) == {key: key.upper() for key in WEIGHTS}
