"""Which preprocessor branches of a unit depend on the SM target, and which of them stand in what a kernel reaches."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kernaudit.kernels.stops import find_stop
from kernaudit.kernels.survey import Branch
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kernaudit.model.arch import SmTarget
    from kernaudit.sources.outline import Function
    from kernaudit.sources.preprocess import ActiveFile, Decision, UnitText

__all__ = ["BranchIndex"]

_Place = tuple[str, int]


class BranchIndex:
    """The branches of one unit for each of its targets.

    A branch depends on the target if two targets do not go the same way, or if a macro that it looks at differs.
    """

    def __init__(self, texts: Mapping[SmTarget, UnitText]) -> None:
        self._files = {id(file): file for text in texts.values() for file in text.files}
        present = {target: frozenset(map(id, text.files)) for target, text in texts.items()}
        varying = _varying(self._files, list(dict.fromkeys(present.values())))
        shown = {key: _branches(file, varying) for key, file in self._files.items()}
        self._by_target = {
            target: {self._files[key].file.path: shown[key] for key in keys if shown[key]}
            for target, keys in present.items()
        }

    def of(self, target: SmTarget, functions: Sequence[Function]) -> tuple[Branch, ...]:
        """Return the target's branches in and around these functions, in their order."""
        by_file = self._by_target[target]
        found: dict[Branch, None] = {}
        for function in functions if by_file else ():
            branches = by_file.get(function.path)
            if branches is None:
                continue
            first, last = function.head_line, function.end_line
            for branch in branches:
                if first <= branch.location.line <= last:
                    found[branch] = None
                elif _surrounds(branch, function):
                    found[replace(branch, stop=None)] = None
        return tuple(found)

    def undecided(self) -> tuple[Branch, ...]:
        """Return the branches whose condition nobody knows, for any target."""
        found = {
            _branch(file.file.path, decision): None
            for file in self._files.values()
            for decision in file.decisions
            if decision.holds is None
        }
        return tuple(sorted(found, key=lambda one: one.location))


def _varying(files: Mapping[int, ActiveFile], sets: Sequence[frozenset[int]]) -> frozenset[_Place]:
    """The places of branches on which two targets differ, or that some target never comes to look at."""
    everywhere = sets[0].intersection(*sets[1:])
    ways: dict[_Place, set[tuple[object, ...]]] = {}
    by_set: list[set[_Place]] = []
    for keys in sets:
        places: set[_Place] = set()
        for key in keys - everywhere:
            file = files[key]
            for one in file.decisions:
                place = (file.file.path, one.line)
                places.add(place)
                ways.setdefault(place, set()).add((one.taken, one.holds, one.values))
        by_set.append(places)
    return frozenset(
        place for place, seen in ways.items() if len(seen) > 1 or not all(place in places for places in by_set)
    )


def _branches(file: ActiveFile, varying: frozenset[_Place]) -> list[Branch]:
    path = file.file.path
    found = {one.line: _branch(path, one) for one in file.decisions if (path, one.line) in varying}
    if not any(branch.taken for branch in found.values()):
        return [found[line] for line in sorted(found)]
    lines = file.text.split("\n")
    return [_stopping(found[line], lines) for line in sorted(found)]


def _stopping(branch: Branch, lines: list[str]) -> Branch:
    stop = find_stop(lines, branch.location.line, branch.end) if branch.taken else None
    return branch if stop is None else replace(branch, stop=stop)


def _surrounds(branch: Branch, function: Function) -> bool:
    return branch.taken and branch.location.line <= function.line and function.end_line <= branch.end


def _branch(path: str, decision: Decision) -> Branch:
    known = decision.holds is not None
    return Branch(Location(path, decision.line), decision.end, decision.text, decision.taken, known, decision.values)
