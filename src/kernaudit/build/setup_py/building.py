"""`setup()` carried out: which extensions the build command compiles, after what the script changes about it."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.setup_py.commands import build_class
from kernaudit.build.setup_py.errors import ProgramError
from kernaudit.build.setup_py.items import items_of
from kernaudit.build.setup_py.taint import speaks_of_archs
from kernaudit.build.setup_py.text import text_of
from kernaudit.build.setup_py.values import ClassValue, Function, Instance, Method, Unknown

if TYPE_CHECKING:
    from kernaudit.build.setup_py.machine import Command, Machine, SetupCall
    from kernaudit.model.evidence import Location

__all__ = ["Building", "build", "cmake_commands"]

_BEFORE: Final = ("initialize_options", "finalize_options")
_ALSO_RUN: Final = ("bdist_wheel", "build", "egg_info", "build_clib", "build_py")
_STEPS: Final = (*_BEFORE, "run", "build_extensions", "build_extension")


@dataclass(slots=True)
class Building:
    """What is compiled.

    Attributes:
        extensions: the extensions that are compiled, in order.
        torch: those that torch's own build command compiles, by identity.
        undecided: what is not known about the list of extensions.
        by_hand: extensions that the script's own command builds in a way that is not modelled, and where it does.
    """

    extensions: list[Instance] = field(default_factory=list)
    torch: set[int] = field(default_factory=set)
    undecided: list[Unknown] = field(default_factory=list)
    by_hand: dict[int, Location] = field(default_factory=dict)


def build(machine: Machine) -> Building:
    """Return what the calls of `setup()` build.

    Raises:
        ProgramError: the script's build command raises.
        EvaluationStoppedError: a bound is reached.
    """
    building = Building()
    for call in list(machine.setups):
        _carry_out(machine, call, building)
    return building


def cmake_commands(machine: Machine) -> list[Command]:
    """Return the calls of cmake among the programs that the script would run."""
    return [one for one in machine.commands if one.words and _program(machine, one) == "cmake"]


def _program(machine: Machine, command: Command) -> str:
    return posixpath.basename(text_of(machine, command.words[0]))


def _carry_out(machine: Machine, call: SetupCall, building: Building) -> None:
    machine.file, machine.line = call.location.file, call.location.line
    given = call.arguments
    listed = items_of(machine, given.get("ext_modules") or given.get("**") or [])
    found = [listed] if isinstance(listed, Unknown) else listed
    building.undecided += [one for one in found if isinstance(one, Unknown)]
    extensions = [one for one in found if isinstance(one, Instance)]
    _run_others(machine, given.get("cmdclass"), building)
    command = _command(machine, given.get("cmdclass"))
    if isinstance(command, ClassValue) and _is_own(command):
        _run_own(machine, command, extensions, building)
    else:
        building.extensions += extensions
    if isinstance(command, ClassValue) and command.derives(build_class(machine, "BuildExtension")):
        building.torch.update(map(id, extensions))


def _command(machine: Machine, classes: Any) -> Any:
    if isinstance(classes, dict):
        return classes.get("build_ext")
    return None


def _run_others(machine: Machine, classes: Any, building: Building) -> None:
    """Other commands of the script that a build runs, where their own steps may have to do with architectures."""
    for name in _ALSO_RUN if isinstance(classes, dict) else ():
        cls = classes.get(name)
        if isinstance(cls, ClassValue):
            self = Instance(cls, {})
            for step in (*_BEFORE, "run"):
                found = cls.find(step)
                own = found[0] if found is not None else None
                if isinstance(own, Function) and speaks_of_archs([own.node], machine.toolkit.known_numbers):
                    _prepare(machine, self, step, building)


def _is_own(cls: ClassValue) -> bool:
    """Tell whether the script overrides a step of the build command."""
    return any(isinstance(one.attributes.get(step), Function) for one in cls.lineage() for step in _STEPS)


def _run_own(machine: Machine, cls: ClassValue, extensions: list[Instance], building: Building) -> None:
    compiler = Instance(ClassValue("UnixCCompiler", (), {}, open=True), {"compiler_type": "unix", "src_extensions": []})
    self = Instance(cls, {"extensions": extensions, "compiler": compiler, "inplace": 0, "force": 0, "debug": None})
    for name in _BEFORE:
        _prepare(machine, self, name, building)
    run = cls.find("run") or build_class(machine, "build_ext").find("run")
    machine.compiled.clear()
    try:
        if run is not None:
            machine.call(Method(run[0], self), [], {})
    except ProgramError:
        if not cmake_commands(machine):
            raise
    building.extensions += machine.compiled
    if not cmake_commands(machine) and cls.location is not None:
        building.by_hand.update({id(one): cls.location for one in extensions if one not in machine.compiled})
        building.extensions += [one for one in extensions if one not in machine.compiled]


def _prepare(machine: Machine, self: Instance, name: str, building: Building) -> None:
    """A step before the build, where the script has its own: it may set flags and the environment.

    What goes wrong in it may be this evaluator's own fault, for it asks for much that setuptools knows; then nobody
    knows what it would have set.
    """
    found = self.cls.find(name)
    if found is None or not isinstance(found[0], Function):
        return
    try:
        machine.call(Method(found[0], self), [], {})
    except ProgramError as error:
        if error.deliberate:
            raise
        building.undecided.append(machine.unknown(f"what {self.cls.name}.{name} sets ({error.message})"))
