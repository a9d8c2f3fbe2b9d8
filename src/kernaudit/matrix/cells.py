"""The cells of a line: the build's answers for a device, judged; equal answers are judged once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kernaudit.matrix.breaks import breaks_of_build
from kernaudit.verdicts.cell import Setting, judge_cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kernaudit.matrix.column import Column
    from kernaudit.model.verdict import Cell
    from kernaudit.ruleset.images import ImageRules
    from kernaudit.verdicts.answer import BuildAnswer

__all__ = ["CellJudge", "column_settings"]


@dataclass(slots=True)
class CellJudge:
    """Judges cells and remembers them: the sources of a family get the same answers."""

    settings: Mapping[str, Setting]
    _known: dict[tuple[str, BuildAnswer], Cell] = field(default_factory=dict)

    def cell(self, answers: tuple[BuildAnswer, ...], device: str) -> Cell:
        """Return the cell of a source that several builds may name: the worst one, for one of them is the build.

        Two builds of one tree are alternatives; which one a reader uses is not known.
        """
        return min((self._one(answer, device) for answer in answers), key=lambda cell: cell.status.rank)

    def _one(self, answer: BuildAnswer, device: str) -> Cell:
        cell = self._known.get((device, answer))
        if cell is None:
            cell = self._known[device, answer] = judge_cell(answer, self.settings[device])
        return cell


def column_settings(columns: Iterable[Column], rules: ImageRules) -> dict[str, Setting]:
    """Return what each column fixes for its cells, by device id."""
    return {column.device.id: _setting(column, rules) for column in columns}


def _setting(column: Column, rules: ImageRules) -> Setting:
    broken = next((one for build in column.evaluations for one in breaks_of_build(build, column.toolkit, rules)), None)
    text = None if broken is None else f"the build as asked does not finish: {broken.message}"
    return Setting(column.device, column.toolkit, rules, text)
