"""Reads the host code of the programs that the builds link, one per distinct set of sources and macros."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.facts.host_gates.reader import HostReader, HostUnit, host_macros
from kernaudit.kernels.host_survey import HostSurvey, survey_program
from kernaudit.kernels.ops import OpKernel
from kernaudit.model.build import CommandLine
from kernaudit.ruleset.host_api import load_host_api

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.kernels.host_survey import ProgramSurvey
    from kernaudit.kernels.type_survey import TypeSurveyor
    from kernaudit.matrix.column import Column
    from kernaudit.model.build import BuildEvaluation, BuildSource
    from kernaudit.ruleset.load import Rules
    from kernaudit.sources.project import SourceProject

__all__ = ["HostProject", "host_sources", "read_host"]

_LANGUAGES = frozenset({"CUDA", "CXX", "C"})


def host_sources(columns: Iterable[Column]) -> dict[str, BuildSource]:
    """Return the sources that hold host code, by path, from any column."""
    return {
        source.path: source
        for column in columns
        for build in column.evaluations
        for source in build.sources
        if source.language in _LANGUAGES and not source.external and not source.glob
    }


@dataclass(frozen=True, slots=True)
class HostProject:
    """The sources that programs are made of.

    Attributes:
        sources: all of them; it knows `files`.
        image: the compiler's macros for any image.
        types: finds kernels that are types.
        files: sources of the builds that are files of the tree.
    """

    sources: SourceProject
    image: Mapping[str, str]
    types: TypeSurveyor
    files: frozenset[str]


class _Reader:
    """Reads programs; equal ones once."""

    def __init__(self, project: HostProject, rules: Rules, jit: tuple[str, ...]) -> None:
        self._jit = jit
        self._project, self._image = project.sources, project.image
        self._types, self._files = project.types, project.files
        self._reader = HostReader(project.sources, load_host_api(rules.files), rules.devices)
        self._devices = [device.id for device in rules.devices]
        self._places: dict[tuple[HostUnit, ...], int] = {}
        self.programs: list[ProgramSurvey] = []

    def program(self, build: BuildEvaluation) -> int | None:
        """Return the place of a build's program among `programs`; None if it has no source in the tree."""
        units = self._units(build)
        if not units:
            return None
        place = self._places.get(units)
        if place is None:
            place = self._places[units] = len(self.programs)
            types = self._kernel_types(units)
            names = frozenset(one.name.partition("<")[0] for one in types)
            gates = self._reader.gates(units, self._jit, names)
            lines = self._command_lines(build, units) | dict.fromkeys(self._jit, CommandLine())
            self.programs.append(survey_program(gates, lines, self._devices, types))
        return place

    def _command_lines(self, build: BuildEvaluation, units: Iterable[HostUnit]) -> dict[str, CommandLine]:
        given = {source.path: source.command for source in reversed(build.sources)}
        return {unit.path: self._project.relevant(unit.path, given[unit.path]) for unit in units}

    def _units(self, build: BuildEvaluation) -> tuple[HostUnit, ...]:
        by_path: dict[str, list[BuildSource]] = {}
        for source in build.sources:
            if source.language in _LANGUAGES and source.path in self._files and not source.jit:
                by_path.setdefault(source.path, []).append(source)
        return tuple(self._unit(path, sources) for path, sources in sorted(by_path.items()))

    def _unit(self, path: str, sources: Sequence[BuildSource]) -> HostUnit:
        command = self._project.relevant(path, sources[0].command)
        macros = host_macros(self._image, command.defines, cuda=sources[0].language == "CUDA")
        return HostUnit(path, macros, frozenset(source.target for source in sources), command)

    def _kernel_types(self, units: Iterable[HostUnit]) -> list[OpKernel]:
        found: dict[OpKernel, None] = {}
        for unit in units:
            text = self._project.preprocess(unit.path, dict(unit.macros), unit.command)
            for made in self._types.types(tuple(map(self._project.text, text.files))):
                for path, line in made.mentions or ((made.path, made.line),):
                    found[OpKernel(path, line, made.full_name)] = None
        return list(found)


def read_host(columns: Sequence[Column], project: HostProject, rules: Rules) -> HostSurvey:
    """Return what the columns' programs say; `rules` have the devices and the names of host APIs."""
    every = (source for column in columns for build in column.evaluations for source in build.sources)
    jit = dict.fromkeys(source.path for source in every if source.jit and source.path in project.files)
    reader = _Reader(project, rules, tuple(jit))
    by_column: dict[str, tuple[int, ...]] = {}
    for column in columns:
        places = (reader.program(build) for build in column.evaluations)
        by_column[column.device.id] = tuple(place for place in places if place is not None)
    return HostSurvey(tuple(reader.programs), by_column)
