"""Work on a second core: a forked child computes a value while this process goes on."""

from __future__ import annotations

import os
import pickle
import select
from contextlib import suppress
from typing import TYPE_CHECKING, Generic, TypeVar

from kernaudit.discover.packing import pack, without_collection

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Later", "cores"]

T = TypeVar("T")


def cores(jobs: int | None) -> int:
    """How many processes to use: as many as asked for, else as this process may run on."""
    if jobs is not None:
        return max(1, jobs)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Later(Generic[T]):
    """The value of `work`, computed in a child once that is started, else when it is asked for.

    `work` must not depend on anything that happens after this call, and its value must survive pickling. A child
    that dies costs time only: the work is then done here.
    """

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._child: tuple[int, int] | None = None
        self._asked = False

    def start(self) -> None:
        """Compute the value in a child, where the system has such and nobody asked for the value yet."""
        if hasattr(os, "fork") and not self._asked and self._child is None:
            with suppress(OSError):  # no more processes or files: the work is then done here
                self._child = _start(self._work)

    @property
    def is_open(self) -> bool:
        """Whether nothing was done about the value yet."""
        return not self._asked and self._child is None

    @property
    def is_running(self) -> bool:
        """Whether a child is at work on it; one that is done waits for its value to be taken."""
        if self._child is None:
            return False
        poll = select.poll()
        poll.register(self._child[1], select.POLLIN)
        return not poll.poll(0)

    def result(self) -> T:
        """Return the value; what `work` raises, it raises here."""
        self._asked = True
        data = b"" if self._child is None else _collect(*self._child)
        self._child = None
        if not data:
            return self._work()
        with without_collection():
            value: T = pickle.loads(data)  # noqa: S301 - written by our own child through our own pipe
        return value


def _start(work: Callable[[], object]) -> tuple[int, int]:
    reader, writer = os.pipe()
    try:
        child = os.fork()
    except OSError:
        os.close(reader)
        os.close(writer)
        raise
    if child:
        os.close(writer)
        return child, reader
    status = 1
    try:
        os.close(reader)
        with os.fdopen(writer, "wb") as pipe:
            pipe.write(pack(work()))
        status = 0
    finally:
        os._exit(status)  # neither the parent's buffers nor its handlers are the child's to run


def _collect(child: int, reader: int) -> bytes:
    with os.fdopen(reader, "rb") as pipe:
        data = pipe.read()
    _, status = os.waitpid(child, 0)
    return data if os.waitstatus_to_exitcode(status) == 0 else b""
