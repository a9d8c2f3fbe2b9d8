"""The most threads that a kernel's declaration allows a block: `__launch_bounds__`."""

from __future__ import annotations

import re
from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from kernaudit.facts.shared_memory.fact import SharedMemoryFact

__all__ = ["bounded_launches", "bounds_of"]

_DECLARED: Final = re.compile(r"\b__launch_bounds__\s*\(\s*([\w\s*()]+?)\s*(?:,[^{};]*)?\)")
_FACTOR: Final = re.compile(r"\s*(\d+|[A-Za-z_]\w*)[uUlL]*\s*")

Value = "Callable[[str], int | None]"


def bounds_of(head: str, value: Callable[[str], int | None]) -> int | None:
    """Return the threads that a declaration allows a block; None without bounds, or with bounds that are not known.

    CUDA C++ Programming Guide, Launch Bounds: a launch with more threads fails. Only numbers, names and products are
    read; `value` tells what a name stands for.
    """
    found = _DECLARED.search(head)
    if found is None:
        return None
    factors = [_FACTOR.fullmatch(part) for part in found[1].replace("(", " ").replace(")", " ").split("*")]
    sizes = [None if one is None else int(one[1]) if one[1].isdecimal() else value(one[1]) for one in factors]
    known = [size for size in sizes if size is not None]
    return prod(known) if len(known) == len(sizes) else None


def bounded_launches(
    launches: Iterable[SharedMemoryFact],
    heads: Mapping[tuple[str, int], tuple[str, Callable[[str], int | None]]],
) -> tuple[SharedMemoryFact, ...]:
    """Return launches with the bounds of the kernels that they launch.

    Args:
        launches: of one unit.
        heads: by file and line of a kernel, its declaration, and what tells the value of a name there.
    """
    return tuple(_bounded(launch, heads) for launch in launches)


def _bounded(
    launch: SharedMemoryFact, heads: Mapping[tuple[str, int], tuple[str, Callable[[str], int | None]]]
) -> SharedMemoryFact:
    kernel = launch.kernel
    found = None if kernel is None or not launch.threads else heads.get((kernel.path, kernel.line))
    if kernel is None or found is None:
        return launch
    arguments = dict(kernel.arguments)

    def value(name: str) -> int | None:
        given = arguments.get(name)
        if given is None:
            return found[1](name)
        return int(given) if given.isdecimal() else None

    bounds = bounds_of(found[0], value)
    return launch if bounds is None else replace(launch, bounds=bounds)
