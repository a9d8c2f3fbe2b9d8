"""Reads all Python code of a tree: kernels, gates and orders of backends, as one survey."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from kernaudit.facts.python.lanes import DeviceLanes
from kernaudit.facts.python.values import Klass
from kernaudit.facts.python.walk import Walk
from kernaudit.kernels.python.admission import Admissions
from kernaudit.kernels.python.basis import Basis
from kernaudit.kernels.python.collect import Following, KernelCollector
from kernaudit.kernels.python.elsewhere import Elsewhere, called_in
from kernaudit.kernels.python.find import find_heirs, find_kernels
from kernaudit.kernels.python.launches import KernelLaunches, LaunchReader
from kernaudit.kernels.python.loaders import read_loads
from kernaudit.kernels.python.names import LanguageNames
from kernaudit.kernels.python.orders import read_orders
from kernaudit.kernels.python.references import References, wrappers_of
from kernaudit.kernels.python.survey import PythonSurvey
from kernaudit.model.evidence import Skipped, SkipReason
from kernaudit.sources.python.prefilter import find_files
from kernaudit.sources.python.project import PythonProject

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kernaudit.discover.tree import SourceTree
    from kernaudit.facts.host_gates.gates import HostGate
    from kernaudit.facts.python.outcome import Reached
    from kernaudit.kernels.python.find import FoundKernel
    from kernaudit.model.device import DeviceProfile
    from kernaudit.ruleset.instructions import InstructionRules
    from kernaudit.ruleset.python_rules import PythonRules
    from kernaudit.sources.python.module import PythonModule

__all__ = ["PythonReader"]

_OPS = re.compile(r"torch\.ops\.(\w+)\.(\w+)")
_OP_MARK = "torch.ops."
_LONG = 8
_NAMING = re.compile(r"^[ \t]+\w+[ \t]*=[ \t]*[\"']\w+[\"'][ \t]*$", re.MULTILINE)
_KEYWORD = frozenset({"true", "false"})


@dataclass(frozen=True, slots=True)
class PythonReader:
    """What the reading needs.

    Attributes:
        tree: the files.
        rules: languages and names of gates.
        instructions: for inline assembly.
        devices: every profile.
        targets: libraries that the build makes, by their module names.
        deep: look for gates and walk methods; else kernels are read by their text alone.
    """

    tree: SourceTree
    rules: PythonRules
    instructions: InstructionRules
    devices: Sequence[DeviceProfile]
    targets: frozenset[str] = frozenset()
    deep: bool = True

    def read(self, paths: Iterable[str]) -> PythonSurvey:
        """Return the survey of these files."""
        every, others = self._ours(paths)
        languages = LanguageNames(self.rules.languages)
        files = find_files(self.tree, every, self._words(), self._gate_words() if self.deep else ())
        project = PythonProject(self.tree, every)
        chosen = [
            module for path in sorted({*files.kernels, *files.gates}) if (module := project.module(path)) is not None
        ]
        walk = self._walk(project, languages)
        kernel_files = frozenset(files.kernels)
        with_kernels = [one for one in chosen if one.path in kernel_files]
        found = [one for module in with_kernels for one in find_kernels(module, languages)]
        references = References(chosen, files.gates, self._gate_words())
        candidates = self._candidates(chosen, found, references) if self.deep else frozenset()
        launched = frozenset(one.name for one in found if one.language.calls == "subscript")
        elsewhere = Elsewhere(self.tree, frozenset(every) - {one.path for one in chosen}, candidates | launched)
        admissions = Admissions(walk, references, candidates, elsewhere)
        launches = cache(LaunchReader(walk, chosen, elsewhere).of) if self.deep else _not_read
        following = Following(walk, admissions, self.deep, launches)
        collector = KernelCollector(found, with_kernels, languages, following, self.instructions)
        kernels = tuple(sorted(collector.kernels(), key=lambda one: (one.location, one.qualified)))
        ties = dict(self._ties(candidates, admissions, references)) if self.deep else {}
        loads = read_loads(references, walk, self.targets) if self.deep else ()
        orders = read_orders(chosen, walk, self.rules.gates.orders)
        skipped = (*_unparsed(project), *others)
        basis = Basis(frozenset({*files.kernels, *files.gates, *project.loaded}), elsewhere.names, elsewhere.asked)
        return PythonSurvey(kernels, ties, loads, orders, skipped, len(chosen), _parsed(project), basis)

    def still_holds(self, survey: PythonSurvey, changed: Iterable[str]) -> bool:
        """Whether a survey says what it would say now that files have other texts; their names are the same.

        Files that can no longer be read make it void.
        """
        paths = tuple(changed)
        before = {one for one in survey.skipped if one.path in paths}
        ours, others = self._ours(paths)
        gates = self._gate_words() if self.deep else ()
        found = find_files(self.tree, ours, self._words(), gates)
        if found.kernels or found.gates or self.tree.failed(paths) or before != set(others):
            return False
        basis = survey.basis
        if not basis.looked_into.isdisjoint(paths):
            return False
        return all(self._calls_alike(path, basis) for path in ours)

    def _calls_alike(self, path: str, basis: Basis) -> bool:
        """Whether the file calls all that it was the first to call, and nothing that none calls."""
        if basis.called is None:
            return True
        called = called_in(self.tree.read_bytes(path), {name.encode() for name in basis.names})
        return basis.called.get(path, frozenset()) <= called <= basis.every_call

    def _ours(self, paths: Iterable[str]) -> tuple[tuple[str, ...], tuple[Skipped, ...]]:
        """The files without those for GPUs of other makers, and those of these that hold kernels or orders."""
        names = self.rules.gates.other_makers
        ours: list[str] = []
        others: dict[str, str] = {}
        for path in paths:
            maker = _maker(path, names)
            if path.rpartition("/")[2] in self.rules.gates.ahead_of_time:
                continue
            if maker is not None:
                others[path] = maker
            else:
                ours.append(path)
        held = find_files(self.tree, others, self._words(), ()).kernels
        skipped = (Skipped(path, SkipReason.EXCLUDED, f"code for other GPUs: {others[path]}") for path in held)
        return tuple(ours), tuple(skipped)

    def _words(self) -> tuple[str, ...]:
        """Words of kernels and of orders of backends."""
        orders = (name.strip("*").split("*")[0] for name in self.rules.gates.orders)
        return (*LanguageNames(self.rules.languages).words, *orders)

    def _candidates(
        self, modules: Sequence[PythonModule], found: Sequence[FoundKernel], references: References
    ) -> frozenset[str]:
        """The names that some gate may keep away: kernels, their classes, ops, libraries, and what launches them."""
        ops = frozenset(name for module in modules if _OP_MARK in module.text for _, name in _OPS.findall(module.text))
        classes = {one.around[-1] for one in found if one.in_class}
        kernels = {one.name for one in found if not one.in_class}
        names = ops | self.targets | kernels | classes | find_heirs(modules, classes).keys()
        candidates = references.candidates(wrappers_of(modules, names), names)
        references.look_for(candidates)
        return candidates

    def _gate_words(self) -> tuple[str, ...]:
        gates = self.rules.gates
        names = [name for name, fact in gates.functions.items() if fact not in _KEYWORD]
        classes = (name.strip("*") for name in (*gates.classes.minimum, *gates.classes.maximum))
        long = (name for name in gates.parameters if len(name) > _LONG)
        return (*names, *classes, *long, *gates.decorators, *gates.check_decorators)

    def _walk(self, project: PythonProject, languages: LanguageNames) -> Walk:
        first = self.rules.languages[0]
        lanes = DeviceLanes(self.devices, first.suffix_from, first.suffix)

        def watched(dotted: str) -> bool:
            return languages.is_watched(dotted) or _OP_MARK in dotted or not self.targets.isdisjoint(dotted.split("."))

        return Walk(project, lanes, self.rules.gates, watched, languages.is_assembly)

    # -- ties to libraries of the build ------------------------------------------------------------------------

    def _ties(
        self, candidates: frozenset[str], admissions: Admissions, references: References
    ) -> Iterator[tuple[str, Mapping[str, HostGate]]]:
        """What Python code lets through to libraries, ops, and kernels that classes name."""
        for target in sorted(self.targets & candidates):
            found = admissions.gates(admissions.of(("target", target), target, _Library(target)))
            if found:
                yield f"target:{target}", found
        texts = (module.text for module in references.modules if _OP_MARK in module.text)
        for name in sorted(candidates & {name for text in texts for _, name in _OPS.findall(text)}):
            found = admissions.gates(admissions.of(("op", name), name, _Part(name)))
            if found:
                yield f"op:{name}", found
        yield from _named(admissions, references)


def _maker(path: str, names: frozenset[str]) -> str | None:
    """The other maker that a folder or file is named after: whole, or by its first or last word (`rocm_attn.py`)."""
    for part in path.removesuffix(".py").split("/"):
        words = part.strip("_").split("_")
        found = names.intersection((part, words[0], words[-1]))
        if found:
            return min(found)
    return None


def _not_read(_: FoundKernel) -> KernelLaunches:
    return KernelLaunches((), "its launches were not looked for")


@dataclass(frozen=True, slots=True)
class _Library:
    """Whether a reached thing is a library of that name, or the function of the tree that compiles it at run time."""

    name: str

    def __call__(self, one: Reached) -> bool:
        if isinstance(one.target, str):
            return self.name in one.target.split(".")
        return one.target.name == self.name


@dataclass(frozen=True, slots=True)
class _Part:
    """Whether a reached thing outside the tree has a name as part of its dotted name."""

    name: str

    def __call__(self, one: Reached) -> bool:
        return isinstance(one.target, str) and self.name in one.target.split(".")


def _named(admissions: Admissions, references: References) -> Iterator[tuple[str, Mapping[str, HostGate]]]:
    """Kernels and ops that a class names in a string, with the devices for which the class is."""
    for mention in references.gate_mentions:
        if mention.piece.kind == "class" and _NAMING.search(mention.module.piece_text(mention.piece)):
            for node in mention.module.parse(mention.piece):
                if isinstance(node, ast.ClassDef):
                    gates = admissions.gates(admissions.class_lanes(Klass(mention.module, node)))
                    if gates:
                        yield from ((f"name:{text}", gates) for text in _strings(node))


def _strings(node: ast.ClassDef) -> Iterator[str]:
    for one in node.body:
        value = one.value.value if isinstance(one, ast.Assign) and isinstance(one.value, ast.Constant) else None
        if isinstance(value, str) and value.isidentifier():
            yield value


def _unparsed(project: PythonProject) -> Iterator[Skipped]:
    for path, module in sorted(project.loaded.items()):
        for one in () if module is None else module.unparsed.values():
            yield Skipped(path, SkipReason.PARSE_ERROR, f"line {one.line}: {one.detail}")


def _parsed(project: PythonProject) -> int:
    return sum(module.parsed_bytes for module in project.loaded.values() if module is not None)
