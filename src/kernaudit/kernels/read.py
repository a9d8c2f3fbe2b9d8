"""Reads the kernels of translation units for SM targets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from kernaudit.facts.bodies import Body, BodyFact, combined
from kernaudit.facts.exact_reach import ExactReach
from kernaudit.facts.instances import InstanceFinder
from kernaudit.facts.reach import ReachFinder
from kernaudit.facts.scope import UnitScope, all_functions, changed_declarations
from kernaudit.facts.uses import UseFinder
from kernaudit.facts.values import DEPENDENT
from kernaudit.facts.walker import Walker
from kernaudit.kernels.asserts import ASSERTION, asserted_outside, may_fail, steering_names
from kernaudit.kernels.doubts import UNKNOWN, compare_ways, doubtful, hanging, unreadable
from kernaudit.kernels.instance_bodies import instance_bodies
from kernaudit.kernels.model import Instance, KernelFacts, Refusal, UnitFacts
from kernaudit.kernels.recollection import Recollection
from kernaudit.kernels.shown import shown_arguments
from kernaudit.kernels.unparsed import find_unparsed
from kernaudit.model.evidence import Location
from kernaudit.sources.recovery import kernels_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernaudit.facts.builtins import Builtins
    from kernaudit.facts.effects import Site
    from kernaudit.facts.namespace_aliases import Aliases
    from kernaudit.facts.reach import Reach
    from kernaudit.facts.uses import Use
    from kernaudit.model.arch import SmTarget
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.ruleset.instructions import InstructionRules
    from kernaudit.sources.outline import Function
    from kernaudit.sources.preprocess import UnitText
    from kernaudit.sources.project import SourceProject
    from kernaudit.sources.syntax import FileText

__all__ = ["KernelReader", "Reading", "Settled"]


_MOST_FOLLOWED = 4
Settled = Callable[["Reach"], bool]
"""Says of what a kernel reaches that it needs no walk."""


@dataclass(slots=True)
class _Kernel:
    """A kernel in one text of a unit, before a target is asked about."""

    facts: KernelFacts
    arguments: list[dict[str, Any]]
    depends: frozenset[str]
    unwalked: Settled | None = None
    exact: ExactReach | None = None
    by_instance: ExactReach | None = None
    doubted: KernelFacts | None = None
    refusable: tuple[tuple[Use, Function], ...] | None = None
    pending: list[dict[str, Any]] = field(default_factory=list)


class _Unit:
    """One distinct active text of a unit: what it says for every target that leaves it like this."""

    def __init__(
        self, reader: KernelReader, files: tuple[FileText, ...], numbers: dict[str, int], settled: Settled
    ) -> None:
        self.reader = reader
        self.settled = settled
        self.scope = UnitScope(files, numbers)
        self.walker = Walker(self.scope, reader.builtins)
        self.walker.shared = reader.recollection.calls
        self.finder = InstanceFinder(self.scope, reader.builtins)
        self.reach = reader.reach_in(self.scope)
        self.steering = steering_names(self.scope)
        self.aliases = tuple(sorted({pair for file in files for pair in reader.aliases_in(file)}))
        functions = self._functions()
        kept = self._kept(functions)
        self.kernels = tuple(kept.get(id(f)) or self._kernel(f) for f in functions)
        for function in functions:
            reader.read_in[id(function)] = self
        self._checked: tuple[Use, ...] | None = None
        self.asserted = tuple(dict.fromkeys(asserted_outside(self.walker)))

    def _kept(self, functions: list[Function]) -> dict[int, _Kernel]:
        """Kernels that were read in another text, of this unit or another, and look the same from here."""
        others = {id(other): other for f in functions if (other := self.reader.read_in.get(id(f))) is not None}
        kept: dict[int, _Kernel] = {}
        for other in others.values():
            kept.update(other.unchanged(self.scope))
        return {key: kernel for key, kernel in kept.items() if self._is_settled(kernel)}

    def _is_settled(self, kernel: _Kernel) -> bool:
        """Whether a kernel of another text was walked, or needs no walk in this one either."""
        if kernel.unwalked is None or kernel.unwalked is self.settled:
            return True
        return self.settled(self.reach.of(kernel.facts.function))

    def unchanged(self, scope: UnitScope) -> dict[int, _Kernel]:
        """The kernels of this text that nothing changed in another text of the unit can concern, by function."""
        changed = changed_declarations(self.scope, scope)
        names = frozenset(name for declaration in changed for name in declaration.names)
        if self.scope.numbers != scope.numbers:
            names |= self.scope.numbers.keys() | scope.numbers.keys()
        return {
            id(kernel.facts.function): kernel
            for kernel in self.kernels
            if names.isdisjoint(kernel.depends) and not any(kernel.facts.name in d.kept for d in changed)
        }

    def _functions(self) -> list[Function]:
        found: list[Function] = []
        for file in self.scope.files:
            found.extend(self.reader.kernels_in(file))
        return sorted(found, key=lambda f: (f.path, f.line))

    def _kernel(self, function: Function) -> _Kernel:
        reached = self.reach.of(function)
        uses = tuple(use for one in reached.functions for use in self.reader.uses.of(one, self.aliases))
        qualified = "::".join((*function.scope, function.name))
        doubt = find_unparsed(function, reached.functions) if function.readable else unreadable(function)
        if doubt is not None:
            facts = KernelFacts(function.name, qualified, function, UNKNOWN, (), uses, reached.functions, (), None)
            return _Kernel(replace(facts, doubt=doubt), [], reached.mentioned)
        test = self.walker.tests.first(reached)
        if test is None and self.settled(reached):
            body = BodyFact(Body.CODE, certain=True)
            emitted = None if function.template and function.special is None else True
            facts = KernelFacts(function.name, qualified, function, body, (), uses, reached.functions, (), emitted)
            return _Kernel(facts, [], reached.mentioned, self.settled)
        found = self._walked(function, reached, uses, qualified)
        if test is not None and not self._is_sure(found):
            found.facts = hanging(found.facts, test)
        return found

    def _is_sure(self, kernel: _Kernel) -> bool:
        """Whether an effect remains whichever way the conditions go of which nothing is known."""
        facts = kernel.facts
        bodies = [self._body(facts.function, one) for one in kernel.arguments] or [facts.body]
        return all(body.body is not Body.CODE or body.certain for body in bodies)

    def _walked(self, function: Function, reached: Reach, uses: tuple[Use, ...], qualified: str) -> _Kernel:
        arguments: list[dict[str, Any]] = []
        open_arguments = {p[0]: DEPENDENT for p in function.template or ()}
        body = self._body(function, open_arguments)
        instances: tuple[Instance, ...] = ()
        emitted: bool | None = True
        if function.template and function.special is None:
            emitted = None
            if not body.certain:
                arguments = self._instances(function)
                emitted = True if arguments else None
                bodies = instance_bodies(partial(self._body, function), arguments)
                instances = tuple(Instance(shown_arguments(a), body) for a, body in zip(arguments, bodies, strict=True))
                if instances:  # without any, an open branch is taken as satisfiable (design section 4)
                    body = combined([instance.body for instance in instances])
        failed = body.failed or (self._failed(function, arguments) if may_fail(reached, self.steering) else ())
        asserts = tuple(Refusal(ASSERTION, Location(s.path, s.line), s.text) for s in failed)
        users = self.finder.users(function) if not body.certain or instances else ()
        words = set(reached.mentioned).union(*(user.words for user in users))
        facts = KernelFacts(
            function.name, qualified, function, body, instances, uses, reached.functions, asserts, emitted
        )
        return _Kernel(facts, arguments, frozenset(words))

    def _failed(self, function: Function, arguments: list[dict[str, Any]]) -> tuple[Site, ...]:
        """The assertions that do not hold on the way through a kernel, or through one of its instantiations."""
        walk = self.reader.recollection.reach(self.scope, self.reader.builtins, function)
        if function.template and walk.open_asserts and not walk.failed:
            walk = ExactReach(self.scope, self.reader.builtins)
            for one in (arguments or self._instances(function))[:_MOST_FOLLOWED]:
                walk.follow(function, one)
        return tuple(walk.failed)

    def _body(self, function: Function, arguments: dict[str, Any], *, final: bool = False) -> BodyFact:
        return self.reader.recollection.body(self.walker, function, arguments, final=final)

    def _instances(self, function: Function) -> list[dict[str, Any]]:
        return self.reader.recollection.instances(self.finder, self.scope, function)

    def reaches(self, kernel: _Kernel, function: Function, use: Use, *, sure_enough: bool) -> bool:
        """Whether a kernel reaches a use once constant branches are folded; its own attributes it always has.

        `sure_enough`: another use is confirmed already, so that this one is worth no further walk.
        """
        own = kernel.facts.function
        if function is own and use.line < function.body_line:
            return True
        if sure_enough:
            walk = kernel.by_instance or kernel.exact
            return walk is not None and walk.reaches(function, use.line)
        if kernel.exact is None:
            kernel.exact = self.reader.recollection.reach(self.scope, self.reader.builtins, own)
        if kernel.exact.surely_reaches(function, use.line) or not own.template:
            return kernel.exact.reaches(function, use.line)
        return self._instance_reaches(kernel, function, use)

    def _instance_reaches(self, kernel: _Kernel, function: Function, use: Use) -> bool:
        """Whether some instantiation reaches a use; they are followed one by one until one does."""
        if kernel.by_instance is None:
            arguments = kernel.arguments or self._instances(kernel.facts.function)
            if not arguments:
                return kernel.exact is None or kernel.exact.reaches(function, use.line)
            kernel.by_instance = ExactReach(self.scope, self.reader.builtins)
            kernel.pending = list(arguments)
        while not kernel.by_instance.reaches(function, use.line):
            if not kernel.pending:
                return False
            instance = kernel.pending.pop(0)
            if not kernel.by_instance.has_followed(instance):
                kernel.by_instance.follow(kernel.facts.function, instance)
        return True

    def checked_uses(self) -> tuple[Use, ...]:
        """Refusable names that the front end checks wherever they stand: in plain functions and heads of kernels."""
        if self._checked is None:
            found = [use for file in self.scope.files for use in self.reader.checked_in(file)]
            for kernel in self.kernels:
                function = kernel.facts.function
                found += [
                    u for u in self.reader.uses.of(function, self.aliases) if not u.asm and u.line < function.body_line
                ]
            self._checked = tuple(use for use in dict.fromkeys(found) if use.refusable)
        return self._checked


def never_settled(reached: Reach) -> bool:  # noqa: ARG001 - the shape of `Settled`
    """Walk every kernel."""
    return False


@dataclass(frozen=True, slots=True)
class Reading:
    """How closely to read.

    Attributes:
        settled: a kernel of which it says that nothing about it depends on the target, and that nothing in it ends or
            prints, is not walked.
        exact: of what the target lacks, only what a kernel reaches once constant branches are folded is refused; else
            all that it may reach by name.
    """

    settled: Settled = never_settled
    exact: bool = True


class KernelReader:
    """Answers what targets make of units; shares work between units and targets that leave equal texts."""

    def __init__(self, project: SourceProject, rules: InstructionRules, builtins: Builtins) -> None:
        self._project = project
        self.builtins = builtins
        self.uses = UseFinder(rules)
        self._units: dict[tuple[object, ...], _Unit] = {}
        self._reach: dict[tuple[int, ...], ReachFinder] = {}
        self._uses: dict[tuple[Use, ...], tuple[Use, ...]] = {}
        self.recollection = Recollection()
        self._questions: list[Settled] = []
        self.read_in: dict[int, _Unit] = {}
        self._kernels_in: dict[int, list[Function]] = {}
        self._aliases_in: dict[int, Aliases] = {}
        self._checked_in: dict[int, list[Use]] = {}

    def leave(self) -> None:
        """Say that a unit is done: no other has its texts, but headers with kernels they may share."""
        for one in self._units.values():
            one.walker.forget()
            one.finder = InstanceFinder(one.scope, self.builtins)
        self._units.clear()
        self._reach.clear()
        self._questions.clear()

    def reach_in(self, scope: UnitScope) -> ReachFinder:
        """What functions reach in a text; numbers change nothing about it."""
        key = tuple(map(id, scope.files))  # the finder keeps the scope, and that the files
        if key not in self._reach:
            self._reach[key] = ReachFinder(scope)
        return self._reach[key]

    def kernels_in(self, file: FileText) -> list[Function]:
        """The kernels that a text defines."""
        found = self._kernels_in.get(id(file))
        if found is None:
            found = self._kernels_in[id(file)] = [f for d in file.declarations if d.kernel for f in kernels_of(d)]
        return found

    def aliases_in(self, file: FileText) -> Aliases:
        """The aliases of namespaces that a text declares."""
        found = self._aliases_in.get(id(file))
        if found is None:
            found = self._aliases_in[id(file)] = self.uses.aliases_in(file.text)
        return found

    def checked_in(self, file: FileText) -> list[Use]:
        """The names in functions that are no templates of which a rule knows: the front end checks their bodies."""
        found = self._checked_in.get(id(file))
        if found is None:
            words = self.uses.checked(file.words)
            plain = [d for d in file.declarations if not d.kept.startswith("template")] if words else []
            about = [d for d in plain if any(word in d.kept for word in words)]
            functions = [f for d in about for f in all_functions(d.outline) if f.has_body and f.template is None]
            found = self._checked_in[id(file)] = [u for f in functions for u in self.uses.of(f) if not u.asm]
        return found

    def read(self, unit: str, target: SmTarget, toolkit: Toolkit, macros: Mapping[str, str]) -> UnitFacts:
        """Return what `target` makes of a unit, compiled with these macros of the image."""
        other = lambda way: self._project.preprocess(unit, macros, unknown_is=way)  # noqa: E731
        return self.facts(unit, self._project.preprocess(unit, macros), target, toolkit, other, Reading())

    def facts(  # noqa: PLR0913, PLR0917 - the question whole
        self,
        unit: str,
        text: UnitText,
        target: SmTarget,
        toolkit: Toolkit,
        otherwise: Callable[[bool | None], UnitText],
        how: Reading,
    ) -> UnitFacts:
        """Return what `target` makes of a preprocessed unit.

        `otherwise` preprocesses it with every unknown condition taken as true, or with None both as true and as false.
        """
        made = self._unit(text, how.settled)
        kernels = tuple(self._kernel(made, kernel, target, toolkit, exact=how.exact) for kernel in made.kernels)
        if text.undecided:
            other = otherwise(True)
            there = self._unit(other, how.settled)
            others = [self._kernel(there, one, target, toolkit, exact=how.exact) for one in there.kernels]
            kernels = tuple(sorted(compare_ways(text, kernels, other, others), key=_order))
            kernels = self._completed(otherwise(None), kernels)
        return UnitFacts(unit, kernels, self._refused(text, made, target, toolkit), text.undecided)

    def _unit(self, text: UnitText, settled: Settled) -> _Unit:
        files = tuple(self._project.text(active) for active in text.files)
        numbers = {name: value for name, value in text.numbers if any(name in file.words for file in files)}
        key = (id(settled), tuple(numbers.items()), *map(id, files))
        found = self._units.get(key)
        if found is None:
            self._questions.append(settled)  # an id is only a key while its object lives
            found = self._units[key] = _Unit(self, files, numbers, settled)
        return found

    def _kernel(self, made: _Unit, kernel: _Kernel, target: SmTarget, toolkit: Toolkit, *, exact: bool) -> KernelFacts:
        if kernel.doubted is None:
            kernel.doubted = self._doubted(kernel.facts)
            kernel.refusable = self._refusable(kernel.facts, made.aliases)
        facts = self._in_software(kernel.doubted, target, toolkit)
        reached: list[Use] = []
        for use, owner in kernel.refusable or ():
            if not use.refused(target, toolkit):
                continue
            if not exact or made.reaches(kernel, owner, use, sure_enough=bool(reached)):
                reached.append(use)
        refusals = [Refusal(use.rule.id, Location(use.path, use.line), use.text) for use in reached]
        return replace(facts, refused=tuple(dict.fromkeys((*facts.refused, *refusals)))) if refusals else facts

    def _in_software(self, facts: KernelFacts, target: SmTarget, toolkit: Toolkit) -> KernelFacts:
        """Without the uses that a header computes in software for this target; equal uses stay one object."""
        if not any(use.rule.falls_back for use in facts.uses):
            return facts
        uses = tuple(use for use in facts.uses if not use.rule.falls_back or use.rule.accepts(target, toolkit))
        return replace(facts, uses=self._uses.setdefault(uses, uses))

    def _refusable(self, facts: KernelFacts, aliases: Aliases) -> tuple[tuple[Use, Function], ...]:
        """The uses that some target may refuse, and where; names first, of which those in the head cost nothing."""
        found = [(use, one) for one in facts.reached for use in self.uses.of(one, aliases) if use.refusable]
        return tuple(sorted(found, key=lambda pair: pair[0].asm))

    def _doubted(self, facts: KernelFacts) -> KernelFacts:
        """A body that may reach assembly in a form that no rule covers is unknown: a target may refuse it."""
        if facts.body.body is not Body.CODE or not any(map(self.uses.is_open, facts.reached)):
            return facts
        return replace(facts, body=BodyFact(Body.UNKNOWN, certain=False, sites=facts.body.sites))

    def _refused(self, text: UnitText, made: _Unit, target: SmTarget, toolkit: Toolkit) -> tuple[Refusal, ...]:
        found = [Refusal("error-directive", Location(hit.path, hit.line), hit.text) for hit in text.errors]
        refused = (use for use in made.checked_uses() if use.refused(target, toolkit))
        found.extend(Refusal(use.rule.id, Location(use.path, use.line), use.text) for use in refused)
        return tuple(dict.fromkeys((*found, *made.asserted)))

    def _completed(self, both: UnitText, kernels: tuple[KernelFacts, ...]) -> tuple[KernelFacts, ...]:
        """Add the kernels that only a mixture of open conditions compiles; braces may not balance in such a text."""
        known = {(one.function.path, one.name) for one in kernels}
        functions = [f for active in both.files for f in self.kernels_in(self._project.text(active))]
        missing = [self._unweighed(f, both) for f in functions if (f.path, f.name) not in known]
        return tuple(sorted((*kernels, *missing), key=_order)) if missing else kernels

    def _unweighed(self, function: Function, text: UnitText) -> KernelFacts:
        qualified, uses = "::".join((*function.scope, function.name)), tuple(self.uses.of(function))
        facts = KernelFacts(function.name, qualified, function, UNKNOWN, (), uses, (function,), (), None)
        return doubtful(facts, text)


def _order(kernel: KernelFacts) -> tuple[str, int]:
    return kernel.function.path, kernel.function.line
