"""Builds programs from units: preprocesses host code as the host compiler sees it, and shares what is equal."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kernaudit.facts.host_gates.gates import HostGates
from kernaudit.facts.host_gates.known import HostNames
from kernaudit.facts.host_gates.lanes import Lanes
from kernaudit.facts.host_gates.library import HostFile, HostLibrary
from kernaudit.facts.host_gates.program import HostProgram, ProgramUnit
from kernaudit.facts.host_gates.store import OutcomeStore
from kernaudit.model.build import CommandLine

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kernaudit.facts.host_gates.node import Node
    from kernaudit.model.device import DeviceProfile
    from kernaudit.model.host_api import HostApi
    from kernaudit.sources.project import SourceProject

__all__ = ["HostReader", "HostUnit", "host_macros"]

_DEVICE_ONLY = "__CUDA_ARCH_"
_DEVICE_LIST = "__CUDA_ARCH_LIST__"
_COMPILER = ("__CUDACC", "__NVCC__")


@dataclass(frozen=True, slots=True)
class HostUnit:
    """A source as the host compiler gets it: its macros (see `host_macros`), the targets it is linked into."""

    path: str
    macros: tuple[tuple[str, str], ...] = ()
    links: frozenset[str] = frozenset()
    command: CommandLine = field(default_factory=CommandLine)


def host_macros(image: Mapping[str, str], defines: Sequence[str], *, cuda: bool) -> tuple[tuple[str, str], ...]:
    """Return the macros of a host pass.

    Args:
        image: the macros of any image of the same compilation (`ruleset.macros.image_macros`).
        defines: `-D` of the build, `NAME` or `NAME=VALUE`.
        cuda: nvcc compiles it; a plain C++ compiler defines neither `__CUDACC__` nor the list of architectures.
    """
    found: dict[str, str] = {}
    for name, value in image.items():
        device = name.startswith(_DEVICE_ONLY) and name != _DEVICE_LIST
        if not device and (cuda or not (name.startswith(_COMPILER) or name == _DEVICE_LIST)):
            found[name] = value
    for define in defines:
        name, _, value = define.removeprefix("-D").partition("=")
        found[name] = value if "=" in define else "1"
    return tuple(found.items())


class HostReader:
    """Programs of one tree.

    Args:
        project: the sources.
        api: names of host code (`ruleset.host_api`).
        devices: all device profiles; gates answer for each of them.
    """

    def __init__(self, project: SourceProject, api: HostApi, devices: Sequence[DeviceProfile]) -> None:
        self._project = project
        self._library = HostLibrary(project)
        self._names = HostNames(api)
        self._lanes = Lanes(devices)
        self._store = OutcomeStore()
        self._gates: dict[tuple[object, ...], HostGates] = {}

    def gates(
        self, units: Sequence[HostUnit], jit: Sequence[str] = (), types: frozenset[str] = frozenset()
    ) -> HostGates:
        """Return the gates of units that are linked together; equal texts give the same object.

        Args:
            units: sources with kernels and the host sources of the same build.
            types: names of classes and aliases that are kernels of a library (CUTLASS).
            jit: files with kernels that no unit compiles: the program hands them to a compiler while it runs.
        """
        made = [self._unit(unit) for unit in units]
        extra = self._kernels(jit)
        key = (types, *(tuple(map(id, unit.files)) for unit in made), *map(id, extra))
        found = self._gates.get(key)
        if found is None:
            program = HostProgram(made, self._library, self._names, types, extra)
            found = self._gates[key] = HostGates(program, self._lanes, self._names, self._store)
        return found

    def _unit(self, unit: HostUnit) -> ProgramUnit:
        macros = dict(unit.macros)
        text = self._project.preprocess(unit.path, macros, unit.command)
        files = [self._library.file(self._project.text(active)) for active in text.files]
        if text.undecided:  # both ways of a condition that nobody knows may be compiled
            other = self._project.preprocess(unit.path, macros, unit.command, unknown_is=True)
            files += [self._library.file(self._project.text(active)) for active in other.files]
        return ProgramUnit(unit.path, tuple(dict.fromkeys(files)), unit.links)

    def _kernels(self, paths: Sequence[str]) -> tuple[Node, ...]:
        found: list[Node] = []
        for path in paths:
            text = self._project.preprocess(path, {})
            files: list[HostFile] = [
                self._library.file(self._project.text(a)) for a in text.files if a.file.path == path
            ]
            found.extend(node for file in files for node in file.nodes if node.kind.value == "kernel")
        return tuple(found)
