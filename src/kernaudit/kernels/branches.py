"""Which preprocessor branches of a unit depend on the SM target, and which of them stand in what a kernel reaches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.kernels.survey import Branch
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.model.arch import SmTarget
    from kernaudit.sources.outline import Function
    from kernaudit.sources.preprocess import Decision, UnitText

__all__ = ["BranchIndex"]

_Place = tuple[str, int]


class BranchIndex:
    """The branches of one unit for each of its targets.

    A branch depends on the target if two targets do not go the same way, or if a macro that it looks at differs.
    """

    def __init__(self, texts: Mapping[SmTarget, UnitText]) -> None:
        seen: dict[_Place, set[tuple[object, ...]]] = {}
        for text in dict.fromkeys(texts.values()):
            for path, decision in _decisions(text):
                seen.setdefault((path, decision.line), set()).add((decision.taken, decision.holds, decision.values))
        missing = self._not_everywhere(texts, seen)
        self._varying = {place for place, ways in seen.items() if len(ways) > 1} | missing
        self._by_target = {target: self._branches(text) for target, text in texts.items()}
        self._texts = texts

    @staticmethod
    def _not_everywhere(texts: Mapping[SmTarget, UnitText], seen: Iterable[_Place]) -> set[_Place]:
        """Branches that some target never comes to look at."""
        every = [{(path, one.line) for path, one in _decisions(text)} for text in dict.fromkeys(texts.values())]
        return {place for place in seen if not all(place in one for one in every)}

    def _branches(self, text: UnitText) -> dict[str, list[Branch]]:
        found: dict[str, dict[int, Branch]] = {}
        for path, decision in _decisions(text):
            if (path, decision.line) in self._varying:
                found.setdefault(path, {})[decision.line] = _branch(path, decision)
        return {path: [lines[line] for line in sorted(lines)] for path, lines in found.items()}

    def of(self, target: SmTarget, functions: Sequence[Function]) -> tuple[Branch, ...]:
        """Return the target's branches in and around these functions, in their order."""
        by_file = self._by_target[target]
        found: dict[Branch, None] = {}
        for function in functions:
            for branch in by_file.get(function.path, ()):
                if _is_inside(branch, function) or _surrounds(branch, function):
                    found[branch] = None
        return tuple(found)

    def undecided(self) -> tuple[Branch, ...]:
        """Return the branches whose condition nobody knows, for any target."""
        found = {
            _branch(path, decision): None
            for text in dict.fromkeys(self._texts.values())
            for path, decision in _decisions(text)
            if decision.holds is None
        }
        return tuple(sorted(found, key=lambda one: one.location))


def _is_inside(branch: Branch, function: Function) -> bool:
    return function.head_line <= branch.location.line <= function.end_line


def _surrounds(branch: Branch, function: Function) -> bool:
    return branch.taken and branch.location.line <= function.line and function.end_line <= branch.end


def _decisions(text: UnitText) -> Iterable[tuple[str, Decision]]:
    for file in text.files:
        for decision in file.decisions:
            yield file.file.path, decision


def _branch(path: str, decision: Decision) -> Branch:
    known = decision.holds is not None
    return Branch(Location(path, decision.line), decision.end, decision.text, decision.taken, known, decision.values)
