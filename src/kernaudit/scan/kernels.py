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
from kernaudit.kernels.readings import Readings, relevant_defines
from kernaudit.kernels.survey import UnitSurvey
from kernaudit.kernels.type_survey import TypeSurveyor
from kernaudit.model.report import SourceKind
from kernaudit.ruleset.device_functions import load_device_functions
from kernaudit.ruleset.library_macros import load_library_macros
from kernaudit.ruleset.macros import image_macros
from kernaudit.scan.host import HostProject, host_sources, read_host
from kernaudit.scan.kept_units import KeptUnits
from kernaudit.sources.generated import stand_in
from kernaudit.sources.project import SourceProject

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.discover.cache import Cache
    from kernaudit.discover.tree import SourceTree
    from kernaudit.kernels.host_survey import HostSurvey
    from kernaudit.kernels.readings import UnitKey
    from kernaudit.matrix.column import Column
    from kernaudit.matrix.lines import SourceLine
    from kernaudit.model.arch import SmTarget
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
    defines = {line.path: _defines(line) for line in files}
    macros = {one: image_macros(one, toolkit, rules.macros) for one in _targets(lines, rules, toolkit)}
    host = {path: source for path, source in host_sources(scope.columns).items() if tree.is_file(path)}
    project = _project(scope, defines, [source.defines for source in host.values()], macros.values(), generated)
    lonely = _lonely(tree, project)
    defines.update((path, [()]) for path in lonely)
    words = {path: project.mentioned(path) for path in defines}
    keys = _keys(defines, words)
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
    made = workers.spread(collect, {key: project.weight(key[0]) for key in keys if key not in known})
    kept.keep(known, made)
    return Readings({key: known.get(key) or made[key] for key in keys}, words, later.result(), lonely)


def _collected(collector: UnitCollector, key: UnitKey, targets: frozenset[SmTarget]) -> UnitSurvey:
    """A fault of the reader costs one unit, which is then listed as not parsed, and not the report of a whole tree."""
    try:
        return collector.collect(key[0], _as_macros(key[1]))
    except Exception:
        if os.environ.get("KERNAUDIT_DEBUG"):
            raise
        return UnitSurvey(key[0], targets, (), lost=1)


def _project(
    scope: Scope,
    defines: Mapping[str, Sequence[tuple[str, ...]]],
    of_host: Iterable[tuple[str, ...]],
    macros: Iterable[Mapping[str, str]],
    generated: Mapping[str, str],
) -> SourceProject:
    every = (given for given in (*chain.from_iterable(defines.values()), *of_host))
    names = frozenset(define.partition("=")[0] for given in every for define in given).union(*macros)
    paths = dict.fromkeys((*defines, *(path for path in host_sources(scope.columns) if scope.tree.is_file(path))))
    library = load_library_macros(scope.asked.rules.files)
    return SourceProject(scope.tree, paths, library, defines={}, names=names, texts=generated)


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


def _generated(tree: SourceTree, lines: Sequence[SourceLine]) -> dict[str, str]:
    """The texts that stand in for generated sources, by their pattern."""
    found: dict[str, str] = {}
    for line in lines:
        if line.kind is SourceKind.GENERATED:
            text = stand_in(tree, line.path, dict.fromkeys(gate.location for gate in line.gates))
            if text is not None:
                found[line.path] = text
    return found


def _defines(line: SourceLine) -> list[tuple[str, ...]]:
    """The command lines' macros under which the builds compile a unit; none, if no build does."""
    entries = (entry for answers in line.answers.values() for answer in answers for entry in answer.entries)
    return list(dict.fromkeys(entry.defines for entry in entries)) or [()]


def _keys(defines: dict[str, list[tuple[str, ...]]], words: dict[str, frozenset[str]]) -> list[UnitKey]:
    found = {(path, relevant_defines(given, words[path])) for path, sets in defines.items() for given in sets}
    return sorted(found)


def _targets(lines: Sequence[SourceLine], rules: Rules, toolkit: Toolkit) -> list[SmTarget]:
    """Every target that some device could be built for, and those that the builds ask for."""
    found = {target for device in rules.devices for target in device.own_targets(toolkit)}
    for line in lines:
        for answers in line.answers.values():
            for answer in answers:
                found.update(code.virtual for code in answer.gencodes(toolkit))
    return sorted(found)


def _as_macros(defines: Iterable[str]) -> dict[str, str]:
    """`NAME` is 1, as the compilers have it."""
    return {name: value if given else "1" for name, given, value in (one.partition("=") for one in defines)}
