"""The cells of a row: the build's answers for a device, judged; equal questions are judged once."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from kernaudit.kernels.instances import of_instance
from kernaudit.kernels.survey import instance_of
from kernaudit.matrix.breaks import breaks_of_build
from kernaudit.model.build import CommandLine
from kernaudit.model.report import SourceKind
from kernaudit.model.verdict import Note, NoteKind
from kernaudit.verdicts.cell import Broken, Setting, judge_cell
from kernaudit.verdicts.generated_code import GeneratedCode
from kernaudit.verdicts.kernel_code import KernelCode
from kernaudit.verdicts.launches import LaunchJudge

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.kernels.readings import Readings
    from kernaudit.kernels.survey import KernelSurvey, UnitSurvey
    from kernaudit.matrix.column import Column
    from kernaudit.matrix.lines import SourceLine
    from kernaudit.model.device import DeviceProfile
    from kernaudit.model.report import BuildBreak
    from kernaudit.model.verdict import Cell
    from kernaudit.ruleset.images import ImageRules
    from kernaudit.ruleset.instructions import InstructionRules
    from kernaudit.verdicts.answer import BuildAnswer
    from kernaudit.verdicts.code import Code, UnreadCode

__all__ = ["CellJudge", "KernelCells", "column_settings"]


@dataclass(frozen=True, slots=True)
class KernelCells:
    """A kernel's cells by device, and the lines of the units that make it."""

    cells: dict[str, Cell]
    lines: tuple[SourceLine, ...]


@dataclass(frozen=True, slots=True)
class _Written:
    """A kernel as a row asks for it; `instance` are the arguments of one of its instantiations."""

    kernel: KernelSurvey
    arguments: tuple[str, ...] | None
    instance: tuple[str, ...] | None

    def of(self, survey: UnitSurvey) -> KernelSurvey | None:
        """The same kernel as another reading of a unit has it."""
        for one in survey.kernels:
            same = one.location == self.kernel.location and one.qualified == self.kernel.qualified
            if same and one.arguments == self.arguments:
                return of_instance(one, self.instance) or self._launched(one, survey)
        return None

    def _launched(self, kernel: KernelSurvey, survey: UnitSurvey) -> KernelSurvey | None:
        """An instantiation that only a launch tells of: its code is that of all of them."""
        launches = (one.kernel for one in survey.launches_of(kernel) if one.kernel is not None)
        if self.instance is None or not any(instance_of(one) == self.instance for one in launches):
            return None
        return replace(of_instance(kernel, None) or kernel, arguments=self.instance)


@dataclass(slots=True)
class CellJudge:
    """Judges cells and remembers them: the sources of a family get the same answers.

    Attributes:
        settings: by device id, what each column fixes.
        devices: every profile, whichever have a column.
        readings: what was read of the units.
        evidence: give the guards and instructions of kernels that run as well.
    """

    settings: Mapping[str, Setting]
    devices: Sequence[DeviceProfile]
    readings: Readings
    instructions: InstructionRules
    evidence: bool = False
    launches: LaunchJudge = field(default_factory=LaunchJudge)
    _known: dict[tuple[str, int, int], tuple[Cell, Code | None]] = field(default_factory=dict)
    _numbers: dict[int, tuple[int, BuildAnswer]] = field(default_factory=dict)
    _distinct: dict[BuildAnswer, int] = field(default_factory=dict)
    _codes: dict[tuple[int, int, tuple[str, ...] | None], KernelCode] = field(default_factory=dict)
    _plain: KernelCode | None = None
    _generated: dict[tuple[int, UnreadCode], GeneratedCode] = field(default_factory=dict)

    def cell(self, answers: tuple[BuildAnswer, ...], device: str) -> Cell:
        """Return the cell of a source that several builds may name: the worst one, for one of them is the build.

        Two builds of one tree are alternatives; which one a reader uses is not known.
        """
        return _worst(self._one(answer, device, None) for answer in answers)

    def kernel_cells(
        self, lines: Sequence[SourceLine], kernel: KernelSurvey, arguments: tuple[str, ...] | None
    ) -> KernelCells | None:
        """Return a kernel's cell per device: the worst over the units that compile it and over their builds.

        None where none of the units makes the instantiation that is asked for.
        """
        asked = _Written(kernel, kernel.arguments, arguments)
        made = [line for line in lines if self._makes(line, asked)]
        found: dict[str, list[Cell]] = {}
        for line in made:
            command = _command(line)
            for device, answers in line.answers.items():
                for answer in answers:
                    code = self._code(line, asked, answer.entries[0].command if answer.entries else command, device)
                    seen = self._seen(line, code, answer, device)
                    found.setdefault(device, []).append(self._one(answer, device, seen))
        return KernelCells({device: _worst(cells) for device, cells in found.items()}, tuple(made)) if made else None

    def _makes(self, line: SourceLine, asked: _Written) -> bool:
        return any(asked.of(survey) is not None for survey in self.readings.variants(line.path))

    def _one(self, answer: BuildAnswer, device: str, code: Code | None) -> Cell:
        key = (device, self._number(answer), id(code))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = judge_cell(answer, self.settings[device], code), code
        return found[0]

    def _number(self, answer: BuildAnswer) -> int:
        """The same for equal answers: each is hashed once, for it is large, and kept, so that its id is its own."""
        found = self._numbers.get(id(answer))
        if found is None:
            found = self._numbers[id(answer)] = self._distinct.setdefault(answer, len(self._distinct)), answer
        return found[0]

    def _code(self, line: SourceLine, asked: _Written, command: CommandLine, device: str) -> KernelCode:
        """The code of a kernel in a unit that is compiled like this; macros may take it out of the unit."""
        survey = self.readings.of(line.path, command) or self.readings.variants(line.path)[0]
        key = (id(survey), id(asked.kernel), asked.instance)
        code = self._codes.get(key)
        if code is None:
            code = self._codes[key] = self._made(asked.of(survey) or asked.kernel.without_code(), survey, device)
        return code

    def _made(self, kernel: KernelSurvey, survey: UnitSurvey, device: str) -> KernelCode:
        """Kernels that are plain code for every target of a unit that compiles for all are one question."""
        host = self.readings.host
        plain = kernel.is_plain and survey.targets == kernel.facts.keys() and not survey.refused
        plain = (
            plain and not self.evidence and not survey.launches_of(kernel) and not host.meets_any(survey.unit, kernel)
        )
        if plain and self._plain is not None and self._plain.unit.targets == survey.targets:
            return self._plain
        code = KernelCode(
            kernel, survey, self.instructions, self.settings[device].toolkit, self.launches, host, self.evidence
        )
        if plain and self._plain is None:
            self._plain = code
        return code

    def _seen(self, line: SourceLine, code: KernelCode, answer: BuildAnswer, device: str) -> Code:
        """The code as far as it is known: of a generated source the template."""
        if line.kind is not SourceKind.GENERATED:
            return code
        setting = self.settings[device]
        unread = setting.unread(answer.gencodes(setting.toolkit), in_tree=True).code
        found = self._generated.get((id(code), unread))
        if found is None:
            found = self._generated[id(code), unread] = GeneratedCode(code, unread)
        return found


def _command(line: SourceLine) -> CommandLine:
    """The command line of the first column that compiles the unit: what a build that leaves it out would add."""
    entries = (entry for answers in line.answers.values() for answer in answers for entry in answer.entries)
    return next((entry.command for entry in entries), CommandLine())


def _worst(cells: Iterable[Cell]) -> Cell:
    return min(cells, key=lambda cell: cell.status.rank)


def column_settings(
    columns: Iterable[Column], rules: ImageRules, readings: Readings | None = None
) -> dict[str, Setting]:
    """Return what each column fixes for its cells, by device id."""
    return {column.device.id: _setting(column, rules, readings) for column in columns}


def _setting(column: Column, rules: ImageRules, readings: Readings | None) -> Setting:
    broken: dict[str, Broken] = {}
    for build in column.evaluations:
        breaks = breaks_of_build(build, column.toolkit, rules, readings)
        if breaks:
            by_target = {one.build_target: _break_note(one) for one in reversed(breaks)}
            broken[build.root] = Broken(_break_note(breaks[0]), by_target)
    return Setting(column.device, column.toolkit, rules, broken)


def _break_note(one: BuildBreak) -> Note:
    return Note(NoteKind.BUILD_BREAK, f"the build as asked does not finish: {one.message}", one.location)
