"""Reads the kernels of translation units for SM targets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from kernaudit.facts.bodies import Body, BodyFact, combined, judge
from kernaudit.facts.exact_reach import ExactReach
from kernaudit.facts.instances import InstanceFinder
from kernaudit.facts.reach import ReachFinder
from kernaudit.facts.scope import UnitScope, all_functions
from kernaudit.facts.uses import UseFinder
from kernaudit.facts.values import DEPENDENT, TypeValue
from kernaudit.facts.walker import Walker
from kernaudit.kernels.model import Instance, KernelFacts, Refusal, UnitFacts
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernaudit.facts.builtins import Builtins
    from kernaudit.facts.uses import Use
    from kernaudit.model.arch import SmTarget
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.ruleset.instructions import InstructionRules
    from kernaudit.sources.outline import Function
    from kernaudit.sources.preprocess import UnitText
    from kernaudit.sources.project import SourceProject
    from kernaudit.sources.syntax import FileText

__all__ = ["KernelReader"]


@dataclass(slots=True)
class _Kernel:
    """A kernel in one text of a unit, before a target is asked about."""

    facts: KernelFacts
    arguments: list[dict[str, Any]]
    exact: ExactReach | None = None


class _Unit:
    """One distinct active text of a unit: what it says for every target that leaves it like this."""

    def __init__(self, reader: KernelReader, files: tuple[FileText, ...]) -> None:
        self.reader = reader
        self.scope = UnitScope(files)
        self.walker = Walker(self.scope, reader.builtins)
        self.finder = InstanceFinder(self.scope, reader.builtins)
        self.reach = ReachFinder(self.scope, reader.words)
        self.kernels = tuple(self._kernel(function) for function in self._functions())
        self.checked: tuple[tuple[Function, Use], ...] | None = None

    def _functions(self) -> list[Function]:
        found: list[Function] = []
        for file in self.scope.files:
            for declaration in file.declarations:
                if declaration.kernel:  # a macro may have made the name, so the text is asked, not the words
                    found.extend(f for f in all_functions(declaration.outline) if f.kernel and f.has_body)
        return sorted(found, key=lambda f: (f.path, f.line))

    def _kernel(self, function: Function) -> _Kernel:
        arguments: list[dict[str, Any]] = []
        open_arguments = {p[0]: DEPENDENT for p in function.template or ()}
        body = judge(self.walker.run(function, open_arguments))
        instances: tuple[Instance, ...] = ()
        emitted: bool | None = True
        if function.template and function.special is None:
            emitted = None
            if not body.certain:
                arguments = self.finder.of(function)
                emitted = True if arguments else None
                instances = tuple(Instance(_shown(a), judge(self.walker.run(function, a))) for a in arguments)
                body = combined([instance.body for instance in instances]) if instances else _generic(body)
        reached = self.reach.of(function)
        uses = tuple(use for one in reached.functions for use in self.reader.uses.of(one))
        facts = KernelFacts(
            function.name, "::".join((*function.scope, function.name)), function, body, instances, uses, reached.functions, (), emitted
        )
        return _Kernel(facts, arguments or [open_arguments])

    def exact(self, kernel: _Kernel) -> ExactReach:
        """The folded reach over all instantiations."""
        if kernel.exact is None:
            kernel.exact = ExactReach(self.scope, self.reader.builtins)
            for arguments in kernel.arguments:
                kernel.exact.follow(kernel.facts.function, arguments)
        return kernel.exact

    def reaches(self, kernel: _Kernel, function: Function, use: Use) -> bool:
        """Whether a kernel reaches a use once constant branches are folded; its own attributes it always has."""
        if function is kernel.facts.function and use.line < function.body_line:
            return True
        return self.exact(kernel).reaches(function, use.line)

    def checked_uses(self) -> tuple[tuple[Function, Use], ...]:
        """Names that the front end checks wherever they stand: in functions that are no templates, in kernels' heads."""
        if self.checked is None:
            found = [(f, use) for f in self._plain_functions() for use in self.reader.uses.of(f) if not use.asm]
            for kernel in self.kernels:
                function = kernel.facts.function
                found += [(function, use) for use in self.reader.uses.of(function) if not use.asm and use.line <= function.body_line]
            self.checked = tuple(found)
        return self.checked


    def _plain_functions(self) -> list[Function]:
        """Functions that are no templates and name something that a rule knows: the front end checks their bodies."""
        found: list[Function] = []
        for file in self.scope.files:
            words = self.reader.uses.relevant(file.words)
            for declaration in file.declarations if words else ():
                text = declaration.kept
                if not text.startswith("template") and any(word in text for word in words):
                    found.extend(f for f in all_functions(declaration.outline) if f.has_body and f.template is None)
        return found


class KernelReader:
    """Answers what targets make of units; shares work between units and targets that leave equal texts."""

    def __init__(self, project: SourceProject, rules: InstructionRules, builtins: Builtins) -> None:
        self._project = project
        self.builtins = builtins
        self.uses = UseFinder(rules)
        self.words: dict[int, frozenset[str]] = {}
        self._units: dict[tuple[int, ...], _Unit] = {}

    def read(self, unit: str, target: SmTarget, toolkit: Toolkit, macros: Mapping[str, str]) -> UnitFacts:
        """Return what `target` makes of a unit, compiled with these macros of the image."""
        text = self._project.preprocess(unit, macros)
        made = self._unit(text)
        kernels = tuple(self._kernel(made, kernel, target, toolkit) for kernel in made.kernels)
        if text.undecided:
            kernels = self._weighed(unit, macros, kernels)
        return UnitFacts(unit, kernels, self._refused(text, made, target, toolkit), text.undecided)

    def _unit(self, text: UnitText) -> _Unit:
        files = tuple(self._project.text(active) for active in text.files)
        key = tuple(map(id, files))
        found = self._units.get(key)
        if found is None:
            found = self._units[key] = _Unit(self, files)
        return found

    def _kernel(self, made: _Unit, kernel: _Kernel, target: SmTarget, toolkit: Toolkit) -> KernelFacts:
        facts = kernel.facts
        suspects = [use for use in facts.uses if use.refused(target, toolkit)]
        if not suspects:
            return facts
        owner = {id_use: function for function in facts.reached for id_use in map(id, self.uses.of(function))}
        reached = [use for use in suspects if made.reaches(kernel, owner[id(use)], use)]
        refusals = [Refusal(use.rule.id, Location(use.path, use.line), use.text) for use in reached]
        return replace(facts, refused=tuple(dict.fromkeys(refusals))) if refusals else facts

    def _refused(self, text: UnitText, made: _Unit, target: SmTarget, toolkit: Toolkit) -> tuple[Refusal, ...]:
        found = [Refusal("error-directive", Location(hit.path, hit.line), hit.text) for hit in text.errors]
        for _, use in made.checked_uses():
            if use.refused(target, toolkit):
                found.append(Refusal(use.rule.id, Location(use.path, use.line), use.text))
        return tuple(dict.fromkeys(found))

    def _weighed(self, unit: str, macros: Mapping[str, str], kernels: tuple[KernelFacts, ...]) -> tuple[KernelFacts, ...]:
        """Bodies that depend on a condition nobody knows are unknown."""
        other = self._unit(self._project.preprocess(unit, macros, unknown_is=True))
        bodies = {(k.facts.qualified, k.facts.function.line): k.facts.body.body for k in other.kernels}
        return tuple(
            kernel
            if bodies.get((kernel.qualified, kernel.function.line), kernel.body.body) == kernel.body.body
            else replace(kernel, body=BodyFact(Body.UNKNOWN, certain=False, sites=kernel.body.sites))
            for kernel in kernels
        )


def _generic(body: BodyFact) -> BodyFact:
    """Without instantiations an open branch is taken as satisfiable (design section 4)."""
    return body


def _shown(arguments: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    return tuple((name, _text(value)) for name, value in arguments.items())


def _text(value: Any) -> str:
    if isinstance(value, TypeValue):
        inside = f"<{', '.join(map(_text, value.arguments))}>" if value.arguments else ""
        return f"{value.name}{inside}{'*' * value.pointers}"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else "?"
