"""Work on a second core: a forked child computes a value while this process goes on."""

from __future__ import annotations

import os
import pickle
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Later"]

T = TypeVar("T")


class Later(Generic[T]):
    """The value of `work`, computed in a child where that is wanted and possible, else when it is asked for.

    `work` must not depend on anything that happens after this call, and its value must survive pickling. A child
    that dies costs time only: the work is then done here.
    """

    def __init__(self, work: Callable[[], T], *, in_child: bool) -> None:
        self._work = work
        self._child = _start(work) if in_child and hasattr(os, "fork") else None

    def result(self) -> T:
        """Return the value; what `work` raises, it raises here."""
        data = b"" if self._child is None else _collect(*self._child)
        self._child = None
        if not data:
            return self._work()
        value: T = pickle.loads(data)  # noqa: S301 - written by our own child through our own pipe
        return value


def _start(work: Callable[[], object]) -> tuple[int, int]:
    reader, writer = os.pipe()
    child = os.fork()
    if child:
        os.close(writer)
        return child, reader
    status = 1
    try:
        os.close(reader)
        with os.fdopen(writer, "wb") as pipe:
            pipe.write(pickle.dumps(work(), pickle.HIGHEST_PROTOCOL))
        status = 0
    finally:
        os._exit(status)  # neither the parent's buffers nor its handlers are the child's to run


def _collect(child: int, reader: int) -> bytes:
    with os.fdopen(reader, "rb") as pipe:
        data = pipe.read()
    _, status = os.waitpid(child, 0)
    return data if os.waitstatus_to_exitcode(status) == 0 else b""
