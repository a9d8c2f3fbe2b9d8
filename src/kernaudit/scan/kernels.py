"""Reads the units that a report is about: which compiles must be looked at, and what they make of the kernels."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from kernaudit.discover import FileKind, UnreadableFile, classify
from kernaudit.facts.builtins import Builtins
from kernaudit.facts.host_gates.reader import host_macros
from kernaudit.kernels.collect import UnitCollector
from kernaudit.kernels.read import KernelReader
from kernaudit.kernels.readings import Readings
from kernaudit.kernels.survey import UnitSurvey
from kernaudit.kernels.type_survey import TypeSurveyor
from kernaudit.model.build import CommandLine
from kernaudit.model.report import SourceKind
from kernaudit.ruleset.device_functions import load_device_functions
from kernaudit.ruleset.library_macros import load_library_macros
from kernaudit.ruleset.macros import image_macros
from kernaudit.scan.host import HostProject, host_sources, read_host
from kernaudit.scan.kept_units import KeptUnits
from kernaudit.sources.generated import stand_in
from kernaudit.sources.project import SourceProject

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kernaudit.discover.cache import Cache
    from kernaudit.discover.tree import SourceTree
    from kernaudit.kernels.host_survey import HostSurvey
    from kernaudit.kernels.readings import UnitKey
    from kernaudit.matrix.column import Column
    from kernaudit.matrix.lines import SourceLine
    from kernaudit.model.arch import SmTarget
    from kernaudit.model.build import BuildSource
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.ruleset.load import Rules
    from kernaudit.scan.pipeline import Asked
    from kernaudit.scan.workers import Workers

__all__ = ["Scope", "read_units"]


_KERNEL = "__global__"
_COMPILED = (".cu", ".c", ".cc", ".cpp", ".cxx")


@dataclass(frozen=True, slots=True)
class Scope:
    """What is read, and for what."""

    tree: SourceTree
    columns: Sequence[Column]
    asked: Asked
    cache: Cache


def read_units(scope: Scope, lines: Sequence[SourceLine], workers: Workers) -> Readings:
    """Return what was read of the lines' units that are files of the tree; the same with any number of processes.

    A unit whose include closure has not changed since an earlier run is taken from the cache.
    """
    rules, toolkit, tree = scope.asked.rules, scope.asked.toolkit, scope.tree
    generated = _generated(tree, lines)
    files = [line for line in lines if line.kind in (SourceKind.FILE, SourceKind.JIT) and tree.is_file(line.path)]
    files += [line for line in lines if line.path in generated]
    commands = {line.path: _commands(line) for line in files}
    macros = {one: image_macros(one, toolkit, rules.macros) for one in _targets(lines, rules, toolkit)}
    host = {path: source for path, source in host_sources(scope.columns).items() if tree.is_file(path)}
    every = {path: [*commands.get(path, ()), *_of_host(host, path)] for path in (*commands, *host)}
    project = _project(scope, every, macros.values(), {**_written(scope.columns), **generated})
    lonely = _lonely(tree, project)
    commands.update((path, [CommandLine()]) for path in lonely)
    asked = {(path, one): (path, project.relevant(path, one)) for path, found in commands.items() for one in found}
    keys = sorted(set(asked.values()))
    image = next(iter(macros.values()))
    builtins = Builtins(load_device_functions(rules.files), rules.generations)

    def programs() -> HostSurvey:
        types = TypeSurveyor(rules.instructions, builtins, toolkit)
        return read_host(scope.columns, HostProject(project, image, types, frozenset(host)), rules)

    later = workers.later(programs)
    kept = KeptUnits(scope.cache, str(tree.root), project, (scope.asked.program, toolkit.version, tuple(macros)))
    known = kept.known(keys)
    collector = UnitCollector(
        project,
        KernelReader(project, rules.instructions, builtins),
        toolkit,
        macros,
        TypeSurveyor(rules.instructions, builtins, toolkit),
        dict(host_macros(image, (), cuda=True)),
        partial(rules.toolkits.max_static_shared, toolkit=toolkit),
        min(device.limits.threads.value for device in rules.devices),
    )
    collect = partial(_collected, collector, targets=frozenset(macros))
    made = workers.spread(collect, {key: project.weight(*key) for key in keys if key not in known})
    kept.keep(known, made)
    return Readings({key: known.get(key) or made[key] for key in keys}, asked, later.result(), lonely)


def _collected(collector: UnitCollector, key: UnitKey, targets: frozenset[SmTarget]) -> UnitSurvey:
    """A fault of the reader costs one unit, which is then listed as not parsed, and not the report of a whole tree."""
    try:
        return collector.collect(*key)
    except Exception:
        if os.environ.get("KERNAUDIT_DEBUG"):
            raise
        return UnitSurvey(key[0], targets, (), lost=1)


def _project(
    scope: Scope,
    commands: Mapping[str, Sequence[CommandLine]],
    macros: Iterable[Mapping[str, str]],
    generated: Mapping[str, str],
) -> SourceProject:
    every = chain.from_iterable(one.defines for found in commands.values() for one in found)
    names = frozenset(define.partition("=")[0] for define in every).union(*macros)
    library = load_library_macros(scope.asked.rules.files)
    return SourceProject(scope.tree, commands, library, defines={}, names=names, texts=generated, commands=commands)


def _of_host(host: Mapping[str, BuildSource], path: str) -> Iterator[CommandLine]:
    if path in host:
        yield host[path].command


def _lonely(tree: SourceTree, project: SourceProject) -> tuple[str, ...]:
    """Headers with kernels that no unit of the project can include: nobody knows who would compile them."""
    included = {path for unit in project.units for path in project.closure(unit).files}
    kinds = (FileKind.CUDA, FileKind.CXX)
    others = (path for path in tree.covered() if path not in included and classify(path) in kinds)
    return tuple(path for path in others if not path.endswith(_COMPILED) and _has_kernel(tree, path))


def _has_kernel(tree: SourceTree, path: str) -> bool:
    try:
        return _KERNEL in tree.read_text(path)
    except UnreadableFile:
        return False


def _written(columns: Iterable[Column]) -> dict[str, str]:
    """The headers that configurations write; one that not all write alike is left out."""
    texts: dict[str, set[str]] = {}
    for build in (build for column in columns for build in column.evaluations):
        for path, text in build.written:
            texts.setdefault(path, set()).add(text)
    return {path: next(iter(found)) for path, found in texts.items() if len(found) == 1}


def _generated(tree: SourceTree, lines: Sequence[SourceLine]) -> dict[str, str]:
    """The texts that stand in for generated sources, by their pattern."""
    found: dict[str, str] = {}
    for line in lines:
        if line.kind is SourceKind.GENERATED:
            text = stand_in(tree, line.path, dict.fromkeys(gate.location for gate in line.gates))
            if text is not None:
                found[line.path] = text
    return found


def _commands(line: SourceLine) -> list[CommandLine]:
    """The command lines with which the builds compile a unit; an empty one, if no build does."""
    entries = (entry for answers in line.answers.values() for answer in answers for entry in answer.entries)
    return list(dict.fromkeys(entry.command for entry in entries)) or [CommandLine()]


def _targets(lines: Sequence[SourceLine], rules: Rules, toolkit: Toolkit) -> list[SmTarget]:
    """Every target that some device could be built for, and those that the builds ask for."""
    found = {target for device in rules.devices for target in device.own_targets(toolkit)}
    for line in lines:
        for answers in line.answers.values():
            for answer in answers:
                found.update(code.virtual for code in answer.gencodes(toolkit))
    return sorted(found)
