"""Which kernels of a unit are the same for every target, and plain: walking them would tell nothing.

Such a kernel reaches no code that changes with the target, no branch that is left out for any reason, and nothing that
prints or ends the kernel. Whatever its body does, it does everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.facts.scope import UnitScope, changed_declarations

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.facts.builtins import Builtins
    from kernaudit.facts.reach import Reach
    from kernaudit.sources.outline import Function
    from kernaudit.sources.preprocess import UnitText
    from kernaudit.sources.syntax import Declaration, FileText

__all__ = ["SettledKernels"]

_LOUD = frozenset({"print", "trap", "assert"})


class SettledKernels:
    """The answer for one unit; asked with what a kernel reaches."""

    def __init__(self, groups: Sequence[tuple[FileText, ...]], texts: Iterable[UnitText], builtins: Builtins) -> None:
        changed = _changed(groups)
        texts = list(texts)
        numbers = {name for text in texts for name, _ in text.numbers}
        self._names = frozenset(name for declaration in changed for name in declaration.names) | numbers
        self._kept = tuple(declaration.kept for declaration in changed)
        self._left_out = _left_out(texts)
        self._builtins = builtins

    def __call__(self, reached: Reach) -> bool:
        """Return whether a kernel that reaches this needs no walk."""
        if not self._names.isdisjoint(reached.mentioned):
            return False
        name = reached.functions[0].name
        if any(name in kept for kept in self._kept):
            return False
        if any(self._is_loud(word) for word in reached.mentioned):
            return False
        return not any(self._has_gap(function) for function in reached.functions)

    def _is_loud(self, word: str) -> bool:
        return word == "trap" or self._builtins.kind(word) in _LOUD

    def _has_gap(self, function: Function) -> bool:
        lines = self._left_out.get(function.path)
        return lines is not None and any(function.head_line <= line <= function.end_line for line in lines)


def _changed(groups: Sequence[tuple[FileText, ...]]) -> set[Declaration]:
    """The declarations that not every text of the unit has."""
    found: set[Declaration] = set()
    for files in groups[1:]:
        found |= changed_declarations(UnitScope(groups[0]), UnitScope(files))
    return found


def _left_out(texts: Iterable[UnitText]) -> dict[str, set[int]]:
    """Per file, the lines of branches that some target leaves out or that nobody can decide."""
    found: dict[str, set[int]] = {}
    for file in {id(file): file for text in texts for file in text.files}.values():
        lines = [one.line for one in file.decisions if not one.taken or one.holds is None]
        if lines:
            found.setdefault(file.file.path, set()).update(lines)
    return found
