"""Reads the kernels of a tree's Python files."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING

from kernaudit.facts.python.values import Func, Klass
from kernaudit.kernels.python.assembly import read_assembly
from kernaudit.kernels.python.conditions import Reachability
from kernaudit.kernels.python.lexical import Named, TextFacts, text_facts
from kernaudit.kernels.python.memory import MemoryReader
from kernaudit.kernels.python.objects import function_facts, object_facts
from kernaudit.kernels.python.survey import Memory, PartRefusal, PythonKernel, Use
from kernaudit.kernels.python.textual import named_in_text
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from kernaudit.facts.python.outcome import Reached, Refused
    from kernaudit.facts.python.walk import Walk
    from kernaudit.kernels.python.admission import Admissions, Lanes
    from kernaudit.kernels.python.find import FoundKernel
    from kernaudit.kernels.python.launches import KernelLaunches
    from kernaudit.kernels.python.names import LanguageNames
    from kernaudit.kernels.python.objects import ObjectFacts
    from kernaudit.ruleset.instructions import InstructionRules
    from kernaudit.sources.python.module import PythonModule

__all__ = ["Following", "KernelCollector"]

_DEEPEST = 4
_BLANKS = 40
"""So many blanks at most stand between a name and what follows it."""
_SIZED = re.compile("smem|shared", re.IGNORECASE)
_GIVEN = re.compile(r"smem[ \t]*=|\bSmemAllocator\b|\.size_in_bytes\b|\ballocate_(?:tensor|array)\b")
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Following:
    """How code is followed: `walk` walks functions, `admissions` asks callers; unless `deep`, text alone is read.

    Attributes:
        launches: how a kernel is launched.
    """

    walk: Walk
    admissions: Admissions
    deep: bool
    launches: Callable[[FoundKernel], KernelLaunches]


class KernelCollector:
    """Makes the kernels of the files that may hold some.

    Args:
        found: decorated functions.
        modules: the files that they stand in.
        languages: names of the languages.
        following: follows Python code.
        rules: for inline assembly.
    """

    def __init__(
        self,
        found: Sequence[FoundKernel],
        modules: Sequence[PythonModule],
        languages: LanguageNames,
        following: Following,
        rules: InstructionRules,
    ) -> None:
        self._found, self._modules, self._languages, self._rules = found, modules, languages, rules
        self._walk, self._admissions, self._deep = following.walk, following.admissions, following.deep
        self._by_name: dict[str, list[FoundKernel]] = defaultdict(list)
        for one in self._found:
            self._by_name[one.name].append(one)
        words = {name.removesuffix(".*").rpartition(".")[2] for name in self._watched()}  # of `gl.amd.*` that is `amd`
        texts = (re.escape(word).replace(r"\*", r"\w*") for word in sorted(words) if word.strip("*"))
        pattern = re.compile("|".join(texts) or r"(?!)")
        self._interesting = cache(lambda word: pattern.match(word) is not None)
        self._facts: dict[int, TextFacts] = {}
        self._launches = following.launches
        self._memory = MemoryReader(languages, self._walk.lanes, following.launches)

    def _watched(self) -> Iterator[str]:
        for language in self._languages.languages.values():
            for need in language.requires:
                yield from need.names
            yield from language.inline_assembly
            yield from language.allocates

    def kernels(self) -> Iterator[PythonKernel]:
        """Yield the kernels; functions that only kernels call are part of those."""
        helpers = self._helpers()
        for one in self._found:
            if one.language.calls == "launch":
                yield from self._of_class(one) if one.in_class else [self._of_function(one)]
            elif id(one) not in helpers:
                yield self._of_text(one)

    # -- functions whose text says all -------------------------------------------------------------------------

    def _text(self, kernel: FoundKernel) -> TextFacts:
        found = self._facts.get(id(kernel))
        if found is None:
            found = self._facts[id(kernel)] = text_facts(kernel, self._languages, self._interesting)
        return found

    def _called(self, kernel: FoundKernel) -> list[FoundKernel]:
        """Functions of the same language that a function calls: in its file, imported by name, or of a module."""
        found = []
        module, calls = kernel.module, self._text(kernel).calls
        other = {word.rpartition(".")[2] for name, word in module.aliases.items() if name in calls}
        other |= {word.rpartition(".")[2] for name, word in module.imports.items() if name in calls}
        for name in (calls | other) & self._by_name.keys() - {kernel.name}:
            for one in self._by_name[name]:
                same = one.module is module or name in other or name in module.imports or f".{name}(" in kernel.text
                if same and one.language is kernel.language and not one.in_class:
                    found.append(one)
        return found

    def _helpers(self) -> set[int]:
        """Functions that kernels call and that nobody launches in their own file."""
        called = {
            id(one): one
            for kernel in self._found
            if kernel.language.calls == "subscript"
            for one in self._called(kernel)
        }
        return {key for key, one in called.items() if not _is_launched(one)}

    def _closure(self, kernel: FoundKernel) -> list[FoundKernel]:
        seen = {id(kernel)}
        found: list[FoundKernel] = []
        work = [kernel]
        while work:
            for one in self._called(work.pop()):
                if id(one) not in seen:
                    seen.add(id(one))
                    found.append(one)
                    work.append(one)
        return sorted(found, key=lambda one: (one.module.path, one.line))

    def _of_text(self, kernel: FoundKernel) -> PythonKernel:
        helpers = self._closure(kernel)
        uses = _Uses(self._languages, self._rules)
        for part in (kernel, *helpers):
            self._text(part)
        reach = Reachability(kernel, helpers, self._launches, self._walk)
        for part in (kernel, *helpers):
            for one in self._text(part).names:
                for lanes, conditional in reach.of(part, one):
                    uses.add(
                        replace(one, conditional=conditional), frozenset(self._walk.lanes.devices(lanes)), frozenset()
                    )
        memory = self._memory.of(kernel, helpers, self._facts)
        return self._made(kernel, uses, memory, self._gate(kernel))

    def _gate(self, kernel: FoundKernel) -> Lanes:
        path, name = kernel.module.path, kernel.name

        def matches(one: Reached) -> bool:
            target = one.target
            return isinstance(target, Func) and target.module.path == path and target.name == name

        if kernel.around:
            return self._admissions.imported(self._admissions.nothing(), kernel.module)
        return self._admissions.imported(self._admissions.of((path, name), name, matches), kernel.module)

    def _made(
        self, kernel: FoundKernel, uses: _Uses, memory: Memory, lanes: Lanes, klass: str | None = None
    ) -> PythonKernel:
        name = kernel.name if klass is None else f"{klass}.{kernel.name}"
        around = kernel.around if klass is None else (*kernel.around[:-1], klass)
        return PythonKernel(
            name=name,
            qualified=".".join((*around, kernel.name)),
            language=kernel.language.id,
            location=Location(kernel.module.path, kernel.line),
            uses=tuple(uses.found.values()),
            memory=memory,
            gates=self._admissions.gates(lanes),
            unread=tuple(uses.unread),
            callers=lanes.callers,
            partial=self._partial(lanes.refused),
        )

    # -- methods of classes ------------------------------------------------------------------------------------

    def _of_class(self, kernel: FoundKernel) -> Iterator[PythonKernel]:
        """A kernel per class that has it: each makes something else of it."""
        own = kernel.around[-1]
        if not self._deep:
            yield self._shallow(kernel, own)
            return
        node = kernel.module.definition(own)
        if isinstance(node, ast.ClassDef):
            for klass in (Klass(kernel.module, node), *self._derived(own, kernel.name)):
                yield self._of_object(kernel, klass)

    def _derived(self, name: str, method: str, depth: int = 0) -> Iterator[Klass]:
        """Classes that are made from one and take its kernel over."""
        for module, heir in self._heirs.get(name, ()) if depth < _DEEPEST else ():
            node = module.definition(heir)
            own = isinstance(node, ast.ClassDef) and any(getattr(one, "name", "") == method for one in node.body)
            if isinstance(node, ast.ClassDef) and not own:
                yield Klass(module, node)
                yield from self._derived(node.name, method, depth + 1)

    @cached_property
    def _heirs(self) -> dict[str, list[tuple[PythonModule, str]]]:
        """The classes whose bases are written with a name, by that name."""
        found: dict[str, list[tuple[PythonModule, str]]] = defaultdict(list)
        for module in self._modules:
            for name, bases in module.class_heads:
                for base in bases:
                    found[base].append((module, name))
        return found

    def _of_object(self, kernel: FoundKernel, klass: Klass) -> PythonKernel:
        facts = object_facts(klass, kernel.name, self._walk)
        path, name = klass.module.path, klass.node.name

        def matches(one: Reached) -> bool:
            target = one.target
            return isinstance(target, Klass) and target.module.path == path and target.name == name

        lanes = self._admissions.of((path, name), name, matches)
        lanes = self._admissions.under(lanes, facts.yes, facts.path, klass)
        lanes = self._admissions.imported(lanes, klass.module)
        made = self._made(kernel, self._object_uses(facts), _object_memory(kernel), lanes, name)
        return replace(made, partial=(*made.partial, *self._partial(facts.refused)))

    def _of_function(self, kernel: FoundKernel) -> PythonKernel:
        node = kernel.syntax() if self._deep else None
        if node is None:
            return self._shallow(kernel)
        facts = function_facts(Func(kernel.module, node), self._walk)
        return self._made(kernel, self._object_uses(facts), _object_memory(kernel), self._gate(kernel))

    def _shallow(self, kernel: FoundKernel, klass: str | None = None) -> PythonKernel:
        uses = _Uses(self._languages, self._rules)
        every = frozenset(self._walk.lanes.ids)
        for one in named_in_text(kernel, self._languages):
            uses.add(one, every, frozenset())
        uses.unread.append((Location(kernel.module.path, kernel.line), "the methods and functions that it calls"))
        return self._made(kernel, uses, _object_memory(kernel), self._admissions.nothing(), klass)

    def _object_uses(self, facts: ObjectFacts) -> _Uses:
        uses = _Uses(self._languages, self._rules)
        lanes = self._walk.lanes
        for one in facts.reached:
            if isinstance(one.target, str):
                named = Named(self._languages.short(one.target), one.location, one.conditional, one.text)
                uses.add(named, frozenset(lanes.devices(one.yes)), frozenset(lanes.devices(one.may)))
        if facts.exhausted:
            uses.unread.append((Location("", 0), "code that is too long to walk"))
        return uses

    def _partial(self, refused: Iterable[Refused]) -> tuple[PartRefusal, ...]:
        lanes = self._walk.lanes
        return tuple(
            PartRefusal(one.location, one.text, one.condition, frozenset(lanes.devices(one.lanes))) for one in refused
        )


class _Uses:
    """The needs of one kernel, each at the place that asks most."""

    def __init__(self, languages: LanguageNames, rules: InstructionRules) -> None:
        self._languages, self._rules = languages, rules
        self.found: dict[tuple[str, bool], Use] = {}
        self.unread: list[tuple[Location, str]] = []

    def add(self, one: Named, yes: frozenset[str], may: frozenset[str]) -> None:
        """Add what a name needs; of several uses the devices are put together."""
        for _, need in self._languages.needs(one.dotted):
            self._note(need.id, one, yes, may, one.dotted)
        if one.text:
            found, unmatched = read_assembly(one.text, self._rules)
            for rule in found:
                self._note(rule, one, yes, may, f"inline PTX ({rule})")
            self.unread += [(one.location, text) for text in unmatched]

    def _note(self, need: str, one: Named, yes: frozenset[str], may: frozenset[str], text: str) -> None:
        key = (need, one.conditional)
        old = self.found.get(key)
        if old is None:
            self.found[key] = Use(need, one.location, text, yes, may - yes, one.conditional)
        else:
            both = old.yes | yes
            self.found[key] = replace(old, yes=both, may=(old.may | may) - both)


def _is_launched(kernel: FoundKernel) -> bool:
    """Whether its own file launches it; most names are no part of another, so a plain search comes first."""
    text, mark = kernel.module.text, kernel.name
    at = text.find(mark)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(mark) : at + len(mark) + _BLANKS].lstrip(" \t")
        if after.startswith("[") and not (before.isalnum() or before == "_"):
            return True
        at = text.find(mark, at + len(mark))
    return False


def _object_memory(kernel: FoundKernel) -> Memory:
    """A launch that gives a size, or a kernel that lays out shared memory itself, sizes it in ways not read."""
    text = kernel.text
    found = _outside_comments(_GIVEN, text) or _outside_comments(_SIZED, text)
    if found is None:
        return Memory()
    line = kernel.piece.line + text.count("\n", 0, found.start())
    shown = kernel.module.lines[line - 1].strip()[:_SHOWN]
    return Memory((), Location(kernel.module.path, line), f"how much shared memory `{shown}` takes")


def _outside_comments(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The first match that stands on no line of its own comment."""
    return next((one for one in pattern.finditer(text) if not _line_before(text, one).startswith("#")), None)


def _line_before(text: str, match: re.Match[str]) -> str:
    return text[text.rfind("\n", 0, match.start()) + 1 : match.start() + 1].lstrip()
