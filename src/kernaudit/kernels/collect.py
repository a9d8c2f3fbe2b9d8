"""Reads one unit for many SM targets and keeps what verdicts need."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeVar

from kernaudit.facts.bodies import Body
from kernaudit.facts.shared_memory.clusters import allows_large_clusters
from kernaudit.facts.shared_memory.unit import SharedMemoryReader
from kernaudit.kernels.branches import BranchIndex
from kernaudit.kernels.clusters import cluster_of, declares_cluster
from kernaudit.kernels.instantiated import Instantiated
from kernaudit.kernels.launch_bounds import bounded_launches
from kernaudit.kernels.parsed import ParseLog
from kernaudit.kernels.read import Reading
from kernaudit.kernels.settled import SettledKernels
from kernaudit.kernels.static_memory import Learnt, StaticMemory
from kernaudit.kernels.survey import CodeFact, KernelSurvey, RuleUse, UnitSurvey
from kernaudit.model.evidence import CodePiece, Location
from kernaudit.sources.recovery import lost_line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kernaudit.facts.bodies import BodyFact
    from kernaudit.facts.shared_memory.fact import SharedMemoryFact
    from kernaudit.facts.uses import Use
    from kernaudit.kernels.model import KernelFacts, Refusal, UnitFacts
    from kernaudit.kernels.parsed import ParsedPiece
    from kernaudit.kernels.read import KernelReader
    from kernaudit.kernels.type_survey import TypeSurveyor
    from kernaudit.model.arch import SmTarget
    from kernaudit.model.build import CommandLine
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.sources.outline import Function
    from kernaudit.sources.preprocess import UnitText
    from kernaudit.sources.project import SourceProject
    from kernaudit.sources.syntax import FileText

__all__ = ["UnitCollector"]

_BOUNDS: Final = "__launch_bounds__"
T = TypeVar("T")
_Key = tuple[str, int, str]


class UnitCollector:
    """Collects units of one project under one toolkit; equal facts are one object throughout.

    Args:
        project: the sources.
        reader: reads kernels of the same project.
        toolkit: whose compiler.
        macros: per target, the macros that the compiler defines for it.
        types: surveys kernels that are types.
        host: the macros of the compiler's pass for the host.
        static_limit: the bytes of static shared memory that the assembler allows a kernel of a target.
        threads: the threads that a block may have on every device.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - what a unit is read with
        self,
        project: SourceProject,
        reader: KernelReader,
        toolkit: Toolkit,
        macros: Mapping[SmTarget, Mapping[str, str]],
        types: TypeSurveyor,
        host: Mapping[str, str],
        static_limit: Callable[[SmTarget], int],
        threads: int | None = None,
    ) -> None:
        self._project, self._reader, self._toolkit, self._macros = project, reader, toolkit, macros
        self._static_limit = static_limit
        self._learnt = Learnt()
        self._types = types
        self._host = host
        self._requests = SharedMemoryReader(threads=threads)
        self._log = ParseLog()
        self._shared: dict[object, object] = {}
        self._used: dict[int, tuple[tuple[Use, ...], tuple[RuleUse, ...]]] = {}

    def collect(self, unit: str, command: CommandLine) -> UnitSurvey:
        """Return what every target makes of a unit that is compiled with this command line."""
        texts = {target: self._project.preprocess(unit, macros, command) for target, macros in self._macros.items()}
        files = {target: tuple(map(self._project.text, text.files)) for target, text in texts.items()}
        made = Instantiated(self._reader, texts, files)
        static = StaticMemory(self._static_limit, files, self._learnt, self._launches(unit, command), made.of)
        facts = {t: static.refuse(t, one) for t, one in self._facts(unit, command, texts, files).items()}
        branches = BranchIndex(texts)
        kernels = [self._kernel(found, branches, made) for found in self._by_kernel(facts)]
        if any(one.cluster is not None for one in kernels) and self._allows_large_clusters(unit, command):
            kernels = [replace(one, cluster=None) for one in kernels]
        kernels += self._types.survey(files, branches, {target: dict(text.numbers) for target, text in texts.items()})
        refused = {target: _refused(one) for target, one in facts.items()}
        self._reader.leave()
        return UnitSurvey(
            unit,
            frozenset(self._macros),
            tuple(sorted(kernels, key=lambda one: (one.location, one.qualified))),
            {target: self._one(found) for target, found in refused.items() if found},
            branches.undecided(),
            bounded_launches(static.launches(), self._heads(facts, made)),
            self._parsed(files, facts),
            None if kernels else _lost(unit, files),
        )

    def _parsed(
        self, files: Mapping[SmTarget, tuple[FileText, ...]], facts: Mapping[SmTarget, UnitFacts]
    ) -> frozenset[ParsedPiece]:
        groups = {tuple(map(id, found)): target for target, found in files.items()}
        reached = (
            self._log.pieces(files[target], (f for kernel in facts[target].kernels for f in kernel.reached))
            for target in groups.values()
        )
        nothing: frozenset[ParsedPiece] = frozenset()
        return nothing.union(*reached)

    @staticmethod
    def _heads(
        facts: Mapping[SmTarget, UnitFacts], made: Instantiated
    ) -> dict[tuple[str, int], tuple[str, Callable[[str], int | None]]]:
        """The declarations of kernels that have launch bounds, by place."""
        found: dict[tuple[str, int], tuple[str, Callable[[str], int | None]]] = {}
        for target, unit in facts.items():
            for function in (kernel.function for kernel in unit.kernels if _BOUNDS in kernel.function.head):
                found.setdefault((function.path, function.name_line), (function.head, made.value(target, {})))
        return found

    def _launches(self, unit: str, command: CommandLine) -> tuple[SharedMemoryFact, ...]:
        text = self._project.preprocess(unit, self._host, command)
        return self._requests.read(unit, tuple(map(self._project.text, text.files))).facts

    def _allows_large_clusters(self, unit: str, command: CommandLine) -> bool:
        text = self._project.preprocess(unit, self._host, command)
        return allows_large_clusters(map(self._project.text, text.files))

    def _facts(
        self,
        unit: str,
        command: CommandLine,
        texts: Mapping[SmTarget, UnitText],
        files: Mapping[SmTarget, tuple[FileText, ...]],
    ) -> dict[SmTarget, UnitFacts]:
        groups = list({tuple(map(id, one)): one for one in files.values()}.values())
        settled = SettledKernels(groups, texts.values(), self._reader.builtins)
        how = Reading(settled, exact=not self._project.is_given(unit))
        found: dict[SmTarget, UnitFacts] = {}
        for target, text in texts.items():

            def otherwise(way: bool | None, macros: Mapping[str, str] = self._macros[target]) -> UnitText:
                return self._project.preprocess(unit, macros, command, unknown_is=way)

            found[target] = self._reader.facts(unit, text, target, self._toolkit, otherwise, how)
        return found

    def _by_kernel(self, facts: Mapping[SmTarget, UnitFacts]) -> list[dict[SmTarget, KernelFacts]]:
        """The facts of each kernel by target; one that `#if` writes twice is one kernel."""
        found: dict[_Key, dict[SmTarget, KernelFacts]] = {}
        for target, unit in facts.items():
            for kernel in unit.kernels:
                key = (kernel.function.path, kernel.function.name_line, kernel.qualified)
                found.setdefault(key, {})[target] = kernel
        merged: dict[tuple[str, str], list[dict[SmTarget, KernelFacts]]] = {}
        for (path, _, qualified), by_target in sorted(found.items()):
            written = merged.setdefault((path, qualified), [])
            alternative = next((one for one in written if one.keys().isdisjoint(by_target)), None)
            if alternative is None:
                written.append(by_target)
            else:
                alternative.update(by_target)
        return [by_target for written in merged.values() for by_target in written]

    def _kernel(self, found: Mapping[SmTarget, KernelFacts], branches: BranchIndex, made: Instantiated) -> KernelSurvey:
        first = min(found.values(), key=lambda one: one.function.name_line)
        facts = {target: self._fact(target, one, branches) for target, one in found.items()}
        instances: dict[tuple[str, ...], dict[SmTarget, CodeFact]] = {}
        judged: dict[tuple[int, int], CodeFact] = {}
        for target, kernel in found.items():
            for instance in kernel.instances:
                arguments = tuple(value for _, value in instance.arguments)
                key = (id(facts[target]), id(instance.body))  # `facts` and `found` keep both
                if key not in judged:
                    body, sites = instance.body.body, _places(instance.body)
                    judged[key] = self._one(replace(facts[target], body=body, sites=sites))
                by_target = instances.setdefault(arguments, {})
                if (
                    target not in by_target or by_target[target].body is Body.CODE
                ):  # of two that look alike, the one that fails
                    by_target[target] = judged[key]
        return KernelSurvey(
            first.name,
            first.qualified,
            Location(first.function.path, first.function.name_line),
            None,
            facts,
            emitted=any(one.emitted is not False for one in found.values()),
            instances=instances,
            cluster=self._cluster(found, made),
        )

    @staticmethod
    def _cluster(found: Mapping[SmTarget, KernelFacts], made: Instantiated) -> int | None:
        """The largest cluster that the declaration of a kernel, or of an instantiation of it, asks for."""
        target, kernel = next(iter(found.items()))
        head = kernel.function.head
        if not declares_cluster(head):
            return None
        instances = made.of(target, kernel.function) if kernel.function.template else ()
        values = (made.value(target, one) for one in instances or ({},))
        return max((size for value in values if (size := cluster_of(head, value)) is not None), default=None)

    def _fact(self, target: SmTarget, kernel: KernelFacts, branches: BranchIndex) -> CodeFact:
        around = branches.of(target, kernel.reached)
        body = kernel.body
        return self._one(
            CodeFact(body.body, _places(body), self._uses(kernel), kernel.refused, around, doubt=kernel.doubt)
        )

    def _uses(self, kernel: KernelFacts) -> tuple[RuleUse, ...]:
        known = self._used.get(id(kernel.uses))
        if known is None:  # the uses are kept: an id is only a key while its object lives
            known = self._used[id(kernel.uses)] = (kernel.uses, self._shown(kernel))
        return known[1]

    def _shown(self, kernel: KernelFacts) -> tuple[RuleUse, ...]:
        first: dict[str, Use] = {}
        for use in kernel.uses:
            if not use.rule.is_tag:
                first.setdefault(use.rule.id, use)
        held = self._held(kernel) if first else {}
        return tuple(
            RuleUse(rule, Location(use.path, use.line), use.text, held.get(rule, ()))
            for rule, use in sorted(first.items())
        )

    def _held(self, kernel: KernelFacts) -> dict[str, tuple[CodePiece, ...]]:
        """Per rule, the functions that hold what falls under it, and the kernel itself, which is built around them."""
        found: dict[str, set[CodePiece]] = {}
        for function in kernel.reached:
            for rule in {use.rule.id for use in self._reader.uses.of(function)}:
                found.setdefault(rule, {_piece(kernel.function)}).add(_piece(function))
        return {rule: tuple(sorted(pieces)) for rule, pieces in found.items()}

    def _one(self, value: T) -> T:
        return self._shared.setdefault(value, value)  # type: ignore[return-value]  # equal values have one type


def _piece(function: Function) -> CodePiece:
    return CodePiece(Location(function.path, function.name_line), function.end_line, function.code_lines)


def _lost(unit: str, files: Mapping[SmTarget, tuple[FileText, ...]]) -> int | None:
    """The first line of the unit's own text, for any target, in which a kernel may stand that nobody could read."""
    own = {id(file): file for found in files.values() for file in found if file.path == unit}
    return min((line for file in own.values() if (line := lost_line(file)) is not None), default=None)


def _places(body: BodyFact) -> tuple[Location, ...]:
    return tuple(dict.fromkeys(Location(site.path, site.line) for site in body.sites))


def _refused(unit: UnitFacts) -> tuple[Refusal, ...]:
    found: Sequence[Refusal] = (*unit.refused, *(one for kernel in unit.kernels for one in kernel.refused))
    return tuple(dict.fromkeys(found))
