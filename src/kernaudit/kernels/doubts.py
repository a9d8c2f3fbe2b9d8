"""Says why a kernel that is written somewhere cannot be judged: an open condition, or a definition without an end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.kernels.model import Doubt
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.kernels.model import KernelFacts
    from kernaudit.sources.outline import Function
    from kernaudit.sources.preprocess import Decision, UnitText

__all__ = ["open_condition", "unreadable"]


def unreadable(function: Function) -> Doubt:
    """Return the doubt about a kernel whose body the grammar does not read, or that has no end."""
    text = f"the definition of {function.name} could not be read to its end"
    return Doubt(text, Location(function.path, function.name_line))


def open_condition(kernel: KernelFacts, text: UnitText) -> Doubt | None:
    """Return the condition that nobody knows and on which a kernel hangs.

    That is the last one before it in its own file (an `#else` belongs to the condition above it), else one in what it
    reaches, else the first of the unit.
    """
    function = kernel.function
    files = {file.file.path: file.decisions for file in text.files}
    own = [one for one in _open(files.get(function.path, ())) if one.line <= function.end_line]
    if own:
        around = [one for one in own if one.end >= function.line] or own
        return _doubt(kernel, around[-1], function.path)
    for path in (*(one.path for one in kernel.reached), *files):
        for decision in _open(files.get(path, ())):
            return _doubt(kernel, decision, path)
    return None


def _open(decisions: Iterable[Decision]) -> list[Decision]:
    return [one for one in decisions if one.holds is None]


def _doubt(kernel: KernelFacts, decision: Decision, path: str) -> Doubt:
    text = f"what {kernel.name} is depends on `{decision.text}`, which is not known"
    return Doubt(text, Location(path, decision.line))
