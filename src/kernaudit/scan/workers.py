"""As many processes as there are cores: this one and its children, of which a new one starts where another ends."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from kernaudit.scan.child import Later, cores

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

__all__ = ["Workers"]

T = TypeVar("T")
K = TypeVar("K", bound="Hashable")

_PARTS: Final = 16
"""Into so many parts a worker's share of many equal works is cut: the last part is what others may wait for."""

_MARK: Final = 4
"""Bytes that name a part in the pipe that hands them out."""

_MOST_PARTS: Final = 1024
"""The marks of three times as many fit into any system's pipe."""


class Workers:
    """Hands out work; with one process all of it is done here, when it is asked for.

    Args:
        jobs: processes to use, None for as many as there are cores.
    """

    def __init__(self, jobs: int | None = None) -> None:
        self._number = cores(jobs) if hasattr(os, "fork") else 1
        self._waiting: list[Later[Any]] = []
        self._running: list[Later[Any]] = []

    def later(self, work: Callable[[], T]) -> Later[T]:
        """Have `work` done as soon as there is a process for it, those asked for first before others."""
        made = Later(work)
        self._waiting.append(made)
        self._refill()
        return made

    def spread(self, work: Callable[[K], T], weights: Mapping[K, int]) -> dict[K, T]:
        """Return `work` of each key, done here and wherever a process is free; the heaviest parts are begun first.

        `work` must give the same whatever it was called with before. The result is in the order of `weights`.
        """
        if self._number == 1 or len(weights) < 2:
            return {key: work(key) for key in weights}
        parts = _parts(weights, min(self._number * _PARTS, _MOST_PARTS))
        queue = _queue(len(parts))
        found: dict[K, T] = {}
        helpers: list[Later[dict[K, T]]] = []
        try:
            while (part := _take(queue)) is not None:
                while self._refill() and all(one.is_running for one in helpers):  # one that ended left nothing to do
                    helpers.append(self.later(partial(_drained, os.getpid(), queue, parts, work)))
                found.update((key, work(key)) for key in parts[part])
        finally:
            os.close(queue)
        for helper in helpers:
            found.update(helper.result())
        return {key: found[key] if key in found else work(key) for key in weights}  # a child that died took some along

    def _refill(self) -> bool:
        """Start what waits where a process has become free; return whether one is left."""
        self._running = [one for one in self._running if one.is_running]
        self._waiting = [one for one in self._waiting if one.is_open]
        while self._waiting and len(self._running) < self._number - 1:
            started = self._waiting.pop(0)
            started.start()
            self._running.append(started)
        return len(self._running) < self._number - 1


def _drained(parent: int, queue: int, parts: Sequence[Sequence[K]], work: Callable[[K], T]) -> dict[K, T]:
    """What a child did until the queue was empty; the parent, which has to step in for one that died, closed it."""
    found: dict[K, T] = {}
    if os.getpid() == parent:
        return found
    while (part := _take(queue)) is not None:
        found.update((key, work(key)) for key in parts[part])
    return found


def _queue(number: int) -> int:
    """A pipe that holds the numbers below; every process that shares it takes a number that no other gets."""
    reader, writer = os.pipe()
    os.write(writer, b"".join(index.to_bytes(_MARK, "big") for index in range(number)))
    os.close(writer)
    return reader


def _take(queue: int) -> int | None:
    mark = os.read(queue, _MARK)
    return int.from_bytes(mark, "big") if mark else None


def _parts(weights: Mapping[K, int], number: int) -> list[list[K]]:
    """Neighbours stay together, for they share much; a part is heavier than its share only if one key alone is."""
    most, many = sum(weights.values()) // number, 1 + len(weights) // number
    parts: list[list[K]] = []
    loads: list[int] = []
    for key, weight in weights.items():
        if not parts or loads[-1] + weight > most or len(parts[-1]) >= many:
            parts.append([])
            loads.append(0)
        parts[-1].append(key)
        loads[-1] += weight
    order = sorted(range(len(parts)), key=lambda index: -loads[index])
    return [parts[index] for index in order]
