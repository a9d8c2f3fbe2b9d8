"""What SM targets make of kernels that are types: the library's rules for their tags, and the wrappers around them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kernaudit.facts.bodies import Body, judge
from kernaudit.facts.scope import UnitScope
from kernaudit.facts.values import DEPENDENT
from kernaudit.facts.walker import Walker
from kernaudit.kernels.library_types import KernelType, Tells, TypeFinder, may_hold_types
from kernaudit.kernels.survey import CodeFact, KernelSurvey, RuleUse
from kernaudit.model.evidence import Location
from kernaudit.sources.dependent import dependent_calls

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.facts.bodies import BodyFact
    from kernaudit.facts.builtins import Builtins
    from kernaudit.kernels.branches import BranchIndex
    from kernaudit.model.arch import SmTarget
    from kernaudit.model.instruction import InstructionRule
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.ruleset.instructions import InstructionRules
    from kernaudit.sources.outline import ClassDef, Function
    from kernaudit.sources.syntax import FileText

__all__ = ["TypeSurveyor"]

_NAME = re.compile(r"[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*")
_STUBS = {"trap": Body.TRAP, "print": Body.PRINT, "print+trap": Body.PRINT_TRAP}
_TAG = "arch::"
_TAG_ALIAS = re.compile(r"\busing\s+ArchTag\s*=\s*[\w:]+\s*;")
_CALL = "operator()"
_EMPTY_HANDED = frozenset({Body.EMPTY, *_STUBS.values()})


class TypeSurveyor:
    """Surveys the kernel types of units of one tree; equal texts are looked at once."""

    def __init__(self, rules: InstructionRules, builtins: Builtins, toolkit: Toolkit) -> None:
        self._rules, self._builtins, self._toolkit = rules, builtins, toolkit
        tags = [rule for rule in rules if rule.is_tag and rule.on_unsupported in _STUBS]
        self._tells = Tells(
            re.compile(r"\b(?:" + "|".join(_pattern(name) for rule in tags for name in rule.names) + r")")
        )
        self._found: dict[tuple[int, ...], list[KernelType]] = {}
        self._methods: dict[tuple[object, ...], tuple[BodyFact, Function]] = {}
        self._uses: dict[KernelType, tuple[tuple[InstructionRule, RuleUse], ...]] = {}

    def survey(
        self,
        texts: Mapping[SmTarget, Sequence[FileText]],
        branches: BranchIndex,
        numbers: Mapping[SmTarget, Mapping[str, int]],
    ) -> list[KernelSurvey]:
        """Return the kernel types of a unit, whose files each target has like this, with its `numbers` in them."""
        facts: dict[tuple[str, int, str, tuple[str, ...] | None], dict[SmTarget, CodeFact]] = {}
        for target, files in texts.items():
            for made in self.types(files):
                key = (made.path, made.line, made.name, made.arguments)
                facts.setdefault(key, {})[target] = self._fact(
                    made, target, UnitScope(files, numbers[target]), branches
                )
        return [
            KernelSurvey(name, name, Location(path, line), arguments, by_target)
            for (path, line, name, arguments), by_target in facts.items()
        ]

    def types(self, files: Sequence[FileText]) -> list[KernelType]:
        """Return the kernel types that a unit with these files makes."""
        if not any(may_hold_types(file.words) for file in files):
            return []
        key = tuple(map(id, files))
        if key not in self._found:
            self._found[key] = TypeFinder(files, UnitScope(tuple(files)), self._tells).find()
        return self._found[key]

    def _fact(self, made: KernelType, target: SmTarget, scope: UnitScope, branches: BranchIndex) -> CodeFact:
        uses = self._tags(made)
        methods = [method for wrapper in made.wrappers for method in _methods(wrapper.members.functions)]
        methods += _bodies(made)
        around = branches.of(target, methods)
        shown = tuple(use for _, use in uses)
        for method in methods:
            body = self._stub(method, scope)
            if body.body in _EMPTY_HANDED:
                return CodeFact(body.body, tuple(Location(s.path, s.line) for s in body.sites), shown, (), around)
        refused = [(rule, use) for rule, use in uses if not (rule.falls_back or rule.accepts(target, self._toolkit))]
        if not uses or 0 < len(refused) < len(uses):  # nothing tells the architecture, or two that differ
            return CodeFact(Body.UNKNOWN, (), shown, (), around)
        if refused and not self._is_plain(made):
            rule, use = refused[0]
            return CodeFact(_STUBS.get(rule.on_unsupported, Body.TRAP), (use.location,), shown, (), around)
        return CodeFact(Body.CODE, (), shown, (), around)

    def _stub(self, method: Function, scope: UnitScope) -> BodyFact:
        """What a wrapper's method does, in this text of the unit."""
        key = (id(method), tuple(scope.numbers.items()), *map(id, scope.files))
        found = self._methods.get(key)
        if found is None:
            walker = Walker(scope, self._builtins)
            owner = () if method.owner is None else method.owner.template or ()
            outcome = walker.run(method, dict.fromkeys((p[0] for p in (*owner, *(method.template or ()))), DEPENDENT))
            found = self._methods[key] = (judge(outcome), method)
        return found[0]

    def _is_plain(self, made: KernelType) -> bool:
        """Whether a kernel's own class is code of the tree alone: an alias says how it is launched, not what it does.

        That is so where nothing is called through or made of a template parameter (a collective of the library), and
        where no name but that of the alias tells an architecture.
        """
        if made.own is None or not _bodies(made):
            return False
        text = made.own.parsed.kept
        if "asm" in text or _uses_parameters(made.own):  # instructions of a type's body are not judged
            return False
        return not any(
            hit.rule.is_tag or hit.rule.on_unsupported
            for match in _NAME.finditer(_TAG_ALIAS.sub("", text))
            for hit in self._rules.match_identifier(match[0])
        )

    def _tags(self, made: KernelType) -> tuple[tuple[InstructionRule, RuleUse], ...]:
        """The tags in the nearest text that has one: architecture tags, and where there is none, schedules."""
        if made not in self._uses:
            found: list[tuple[InstructionRule, RuleUse]] = []
            for path, first, text in made.texts:
                found = [
                    (rule, RuleUse(rule.id, Location(path, first + line), name))
                    for rule, name, line in self._names(text)
                ]
                if found:
                    break
            tags = [one for one in found if _TAG in one[1].text] or found
            self._uses[made] = tuple({rule.id: (rule, use) for rule, use in reversed(tags)}.values())
        return self._uses[made]

    def _names(self, text: str) -> Iterable[tuple[InstructionRule, str, int]]:
        if not self._tells(text):
            return
        for match in _NAME.finditer(text):
            if self._tells(match[0]):
                for hit in self._rules.match_identifier(match[0]):
                    if hit.rule.is_tag and hit.rule.on_unsupported in _STUBS:
                        yield hit.rule, match[0], text.count("\n", 0, match.start())


def _methods(functions: Mapping[str, Sequence[Function]]) -> list[Function]:
    return [one for found in functions.values() for one in found if one.has_body]


def _bodies(made: KernelType) -> list[Function]:
    """The call operators of a kernel whose class stands in the tree."""
    return [] if made.own is None else [one for one in made.own.members.functions.get(_CALL, ()) if one.has_body]


def _uses_parameters(own: ClassDef) -> bool:
    """Whether a class asks its type parameters for something, or those of its methods."""
    names = "|".join(re.escape(one[0]) for one in own.template or () if one[0])
    if names and re.search(rf"\b(?:{names})\s*(?:::|[{{(])", own.parsed.kept):
        return True
    methods = _methods(own.members.functions)
    return any(one.dependent_calls or dependent_calls(own.template, one.head, one.text) for one in methods)


def _pattern(name: str) -> str:
    return re.escape(name).replace(r"\*", r"\w*")
