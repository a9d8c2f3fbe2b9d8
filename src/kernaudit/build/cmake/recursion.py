"""Room on Python's stack for the nesting that cmake allows."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.errors import BudgetError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.build.cmake.interpreter import Interpreter

__all__ = ["deep_recursion"]

_FRAMES: Final = 20_000
"""cmake allows 1000 nested commands; each takes at most a dozen Python frames, none of them on the C stack."""


@contextmanager
def deep_recursion(interp: Interpreter) -> Iterator[None]:
    """Allow deep calls inside; what still goes too deep is an error of the script with its line."""
    before = sys.getrecursionlimit()
    if before >= _FRAMES:
        yield
        return
    sys.setrecursionlimit(_FRAMES)
    try:
        yield
    except RecursionError:
        raise BudgetError("the script nests deeper than this evaluator accepts", interp.here) from None
    finally:
        sys.setrecursionlimit(before)
