"""Finds, by their words, statements that end a part of a kernel: a trap, or a return for some instantiations alone."""

from __future__ import annotations

import re
from typing import Final

from kernaudit.kernels.survey import BranchStop

__all__ = ["find_stop"]

_TRAP: Final = re.compile(
    r'__trap(?<!\w__trap)\s*\(|asm(?<!\wasm)\b\s*(?:volatile\b|__volatile__\b)?\s*\(\s*"\s*trap\s*;'
)
_RETURN: Final = re.compile(r"if(?<!\wif)\s+constexpr\s*\([^;{}]*\)\s*\{?\s*return\s*;")


def find_stop(lines: list[str], first: int, last: int) -> BranchStop | None:
    """Return the first such statement in the active lines `first` to `last` of a file (counted from one)."""
    text = "\n".join(lines[first - 1 : last])
    for pattern, word, traps in ((_TRAP, "trap", True), (_RETURN, "constexpr", False)):
        found = pattern.search(text) if word in text else None
        if found is not None:
            return BranchStop(first + text.count("\n", 0, found.start()), traps)
    return None
