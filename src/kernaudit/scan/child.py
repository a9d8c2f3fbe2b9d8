"""Work on a second core: a forked child computes a value while this process goes on."""

from __future__ import annotations

import os
import pickle
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

from kernaudit.discover.packing import pack, without_collection

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

__all__ = ["Later", "cores", "in_parts"]

T = TypeVar("T")
K = TypeVar("K", bound="Hashable")


def cores(jobs: int | None) -> int:
    """How many processes to use: as many as asked for, else as this process may run on."""
    if jobs is not None:
        return max(1, jobs)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_parts(work: Callable[[Sequence[K]], dict[K, T]], weights: Mapping[K, int], jobs: int | None) -> dict[K, T]:
    """Return `work` of all keys, done in parts of about equal weight, each in a process of its own.

    The result is in the order of `weights`, whatever the number of processes.
    """
    parts = _parts(weights, cores(jobs))
    others = [Later(partial(work, part), in_child=True) for part in parts[1:]]
    found = work(parts[0])
    for other in others:
        found.update(other.result())
    return {key: found[key] for key in weights}


def _parts(weights: Mapping[K, int], number: int) -> list[list[K]]:
    """Spread the keys: the heaviest first, each to the part that is lightest so far; no part is empty but the first."""
    parts: list[list[K]] = [[] for _ in range(number)]
    loads = [0] * number
    order = {key: index for index, key in enumerate(weights)}
    for key in sorted(weights, key=lambda one: (-weights[one], order[one])):
        lightest = loads.index(min(loads))
        parts[lightest].append(key)
        loads[lightest] += weights[key] + 1
    return [sorted(part, key=order.__getitem__) for part in parts if part] or [[]]


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
        with without_collection():
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
            pipe.write(pack(work()))
        status = 0
    finally:
        os._exit(status)  # neither the parent's buffers nor its handlers are the child's to run


def _collect(child: int, reader: int) -> bytes:
    with os.fdopen(reader, "rb") as pipe:
        data = pipe.read()
    _, status = os.waitpid(child, 0)
    return data if os.waitstatus_to_exitcode(status) == 0 else b""
