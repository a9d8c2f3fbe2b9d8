"""Walks into host functions: chooses among overloads, binds parameters, takes back what they return."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kernaudit.facts.frame import Asked, Frame
from kernaudit.facts.lineage import lineage
from kernaudit.facts.shared_memory.api import PROPERTY_TYPES
from kernaudit.facts.shared_memory.calls import Aborted
from kernaudit.facts.shared_memory.flow import FALLS, Machine, alive_condition, leaves, returned
from kernaudit.facts.shared_memory.integer import BOOL
from kernaudit.facts.shared_memory.names import HostFrame, TooMuch, integer_type
from kernaudit.facts.shared_memory.overloads import preferred
from kernaudit.facts.shared_memory.relevance import called_as
from kernaudit.facts.shared_memory.slicing import Part, Slicer, needed_positions
from kernaudit.facts.shared_memory.statements import Statements
from kernaudit.facts.shared_memory.term import Missing
from kernaudit.facts.shared_memory.value import (
    CallSite,
    DeviceProperties,
    Either,
    Items,
    Passed,
    Record,
    Variable,
    copied,
    is_term,
    plain,
)
from kernaudit.facts.templates import bind_arguments, same, unify
from kernaudit.facts.values import FunctionValue, LambdaValue, TypeValue, identity
from kernaudit.sources.outline import ClassDef

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from tree_sitter import Node

    from kernaudit.facts.frame import Binding
    from kernaudit.facts.shared_memory.flow import Exit
    from kernaudit.facts.shared_memory.slicing import Slice
    from kernaudit.facts.shared_memory.value import Value
    from kernaudit.facts.values import ClassInstance
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Function

__all__ = ["HostWalker"]

_MAX_DEPTH: Final = 24
_MAX_RECURSION: Final = 2
_MAX_OVERLOADS: Final = 4

Bound = dict[str, Any]


class HostWalker(Statements):
    """Walks host functions of one unit and notes what they do to shared memory.

    Attributes:
        relevant: ids of the functions that launch or opt in, or call one that does.
        walked: ids of the functions that were walked.
        cut: names of relevant functions into which the walk could not follow.
    """

    relevant: frozenset[int] = frozenset()

    def reset(self) -> None:
        """Forget what was found."""
        self.prepare()
        self.walked: set[int] = set()
        self.cut: set[str] = set()
        self._stack: list[int] = []
        self._function: Function | None = None
        self._local_classes: dict[int, ClassDef | None] = {}
        self._followed: dict[int, Part] = {}
        self._lambda_slices: dict[int, Slice | None] = {}
        self._positions: dict[str, frozenset[int] | None] = {}

    def consider(self, relevant: Sequence[Function]) -> None:
        """Say which functions launch or opt in, directly or through others."""
        self.reset()
        self.relevant = frozenset(map(id, relevant))
        self._named: dict[str, list[Function]] = {}
        for function in relevant:
            self._named.setdefault(called_as(function), []).append(function)
        self._slicer = Slicer(self.reader.skeletons, frozenset(self._named), self._needed_by_name)

    # -- what matters ------------------------------------------------------------------------------------------

    def part_of(self, function: Function) -> Part:
        """Return what matters in a function."""
        found = self._followed.get(id(function))
        if found is None:
            local = frozenset(p[0] for p in function.parameters if not p[2] and not p[1][2] and not p[1][3])
            body = self.reader.body(function)
            kept = self._slicer.slice(body, local)
            found = self._followed[id(function)] = Part(body, kept, kept.names)
        return found

    def needed(self, functions: Sequence[Function]) -> frozenset[int] | None:
        """Return the positions of the arguments that matter to these functions, None for all."""
        return needed_positions(functions, self.part_of)

    def _needed_by_name(self, name: str) -> frozenset[int] | None:
        if name not in self._positions:
            self._positions[name] = None  # while it is worked out, and for functions that call themselves
            self._positions[name] = self.needed(self._named.get(name, ()))
        return self._positions[name]

    def run(self, function: Function, environment: Bound) -> None:
        """Walk a function that nothing in the unit calls; its parameters are not known."""
        self.root = function.name
        owner = None if function.owner is None else (None, Record(TypeValue(function.owner.name)))
        try:
            self._walk(function, environment, CallSite(_unknown(function.parameters), owner=owner))
        except Aborted:
            return

    def attempt(self, function: Function, environment: Bound) -> bool:
        """Walk a function as `run` does; False if it takes more steps, or goes deeper, than it may."""
        self.begin()
        try:
            self.run(function, environment)
        except (TooMuch, RecursionError):
            self.cut.add(function.name)
            self.machine = Machine()
            self._stack.clear()
            self.slice = None
            return False
        return True

    def bound(self, function: Function, given: list[Value]) -> Bound:
        """Return the template arguments of an explicit instantiation, with defaults."""
        evaluate = lambda e, env: self.argument(e, Frame(env, function.scope))  # noqa: E731 - short and local
        return bind_arguments(function.template or (), given, evaluate, {})

    # -- which function ----------------------------------------------------------------------------------------

    def enter(self, functions: Sequence[Function], site: CallSite) -> Value:
        """Walk the function that a call means; where several may be meant, each of them, and no value is known."""
        if len(functions) > 1:
            functions = [f for f in functions if not self._excluded(f, site)] or functions
        bound = [(f, env) for f in functions if (env := self._bind(f, site)) is not None]
        bound = self._closest(preferred(bound, site), site)
        if len(bound) == 1:
            return self._walk(*bound[0], site)
        for function, environment in bound[:_MAX_OVERLOADS]:
            self._perhaps(lambda f=function, e=environment: self._walk(f, e, site))  # type: ignore[misc]  # defaults
        return None

    def _closest(self, bound: list[tuple[Function, Bound]], site: CallSite) -> list[tuple[Function, Bound]]:
        """Of overloads that differ in integer types alone, the one that needs the fewest conversions."""
        if len(bound) < 2:
            return bound
        costs = [self._conversions(function, environment, site) for function, environment in bound]
        if None in costs:
            return bound
        return [bound[costs.index(min(cost for cost in costs if cost is not None))]]

    def _conversions(self, function: Function, environment: Bound, site: CallSite) -> int | None:
        """How many arguments are converted to another integer type; None where that is not all there is to say."""
        frame = Frame(environment, function.scope)
        cost = 0
        for (_, made, shape, _, pack), value in zip(function.parameters, map(plain, site.values), strict=False):
            integer = integer_type(self.type_of(made, frame))
            if integer is None or shape == "*" or pack or not is_term(value):
                continue
            cost += value.type != integer
        return cost

    def _bind(self, function: Function, site: CallSite) -> Bound | None:
        """Template arguments of a call, or None if this function cannot be meant."""
        instance = None if site.owner is None else site.owner[0]
        outer: Bound = {} if instance is None else dict(instance.arguments)
        parameters = function.template or ()
        explicit = site.given or []
        if function.special is not None:
            wanted = self.arguments(function.special, Frame({}, function.scope))
            fits = len(explicit) == len(wanted) and all(same(a, b) for a, b in zip(wanted, explicit, strict=True))
            return outer if fits else None
        if not parameters:
            return None if explicit else outer
        bound = {name: value for (name, *_), value in zip(parameters, explicit, strict=False)}
        bound.update(self._deduced(function, site, {**outer, **bound}))
        evaluate = lambda e, env: self.argument(e, Frame(env, function.scope, instance=instance))  # noqa: E731
        return {**bind_arguments(parameters, explicit, evaluate, {**outer, **bound}), **bound}

    def _excluded(self, function: Function, site: CallSite) -> bool:
        """Whether an argument is an object of another class than the parameter."""
        instance = None if site.owner is None else site.owner[0]
        outer: Bound = {} if instance is None else dict(instance.arguments)
        frame = Frame(outer, function.scope, instance=instance)
        names = frozenset(parameter[0] for parameter in function.template or ())
        for index, (_, made, shape, _, pack) in enumerate(function.parameters):
            described = site.described(index)
            if described is None or described.instance is None or pack or (made[1] and made[1][0][0] in names):
                continue
            wanted = self.type_of(made, frame)
            known = isinstance(wanted, TypeValue) and (wanted.instance is not None or shape == "*")
            if known and not self._is_a(described.instance, wanted):
                return True
        return False

    def _is_a(self, instance: ClassInstance, wanted: TypeValue) -> bool:
        made = wanted.instance
        return made is not None and any(one.definition is made.definition for one in lineage(instance, self.bases))

    def _deduced(self, function: Function, site: CallSite, bound: Bound) -> Bound:
        names = frozenset(parameter[0] for parameter in function.template or ())
        inner = Frame(bound, function.scope, instance=None if site.owner is None else site.owner[0])
        found: Bound = {name: value for name, value in bound.items() if name in names}
        for index, (_, made, shape, _, pack) in enumerate(function.parameters):
            described = site.described(index)
            if described is None or pack:
                continue
            trial = dict(found)
            pattern = ("type", made[1], made[2] + (shape in ("*", "[]")), made[3])
            if unify(pattern, described, names, trial, lambda p: self.argument(p, inner)):
                found = trial
        return found

    # -- walking in --------------------------------------------------------------------------------------------

    def _walk(self, function: Function, environment: Bound, site: CallSite) -> Value:
        relevant = id(function) in self.relevant
        if relevant and function.template and self._is_elsewhere(function, environment):
            return None
        too_deep = len(self._stack) >= _MAX_DEPTH or (relevant and self._stack.count(id(function)) > _MAX_RECURSION)
        if too_deep:
            if relevant:
                self.cut.add(function.name)
            return None
        key = None if relevant or site.owner is not None else _key(function, environment, site.values)
        if key is None:
            return self._inside(function, environment, site)
        return self.remembered(key, lambda: self._inside(function, environment, site))

    def _is_elsewhere(self, function: Function, environment: Bound) -> bool:
        """Whether `extern template` says that this instantiation is compiled in another unit."""

        def search() -> frozenset[Hashable]:
            frame = Frame({}, function.scope)
            texts: dict[bool, set[Hashable]] = {True: set(), False: set()}
            for made in self.scope.instantiations(function.name):
                bound = self.bound(function, self.arguments(made.arguments or (), frame))
                texts[made.external].add(_spelt(bound.items()))
            return frozenset(texts[True] - texts[False])

        external = self.remembered(("external", function), search)
        external = external if isinstance(external, frozenset) else frozenset()
        own = [(parameter[0], environment.get(parameter[0])) for parameter in function.template or ()]
        return bool(external) and _spelt(own) in external

    def local_class(self, node: Node) -> ClassDef | None:
        """Return the class that a node of the function being walked defines."""
        function = self._function
        if function is not None:
            self.scope.looked_up.add(called_as(function))
        if node.id not in self._local_classes and function is not None:
            declared = self.scope.declarations(called_as(function))
            around = next((d for d in declared if d.converter is function.converter), None)
            made = None if around is None else ClassDef(around, node, (*function.scope, function.name), None)
            self._local_classes[node.id] = made
        return self._local_classes.get(node.id)

    def _inside(self, function: Function, environment: Bound, site: CallSite) -> Value:
        instance, record = site.owner if site.owner is not None else (None, None)
        types = environment if isinstance(environment, Asked) else dict(environment)
        frame = HostFrame(types, function.scope, record, instance=instance)
        outer, self.path_file = self.path_file, function.path
        part = self.part_of(function)
        outer_slice, self.slice = self.slice, part.slice
        outer_function, self._function = self._function, function
        depth = len(self.machine.path)
        self._stack.append(id(function))
        self.walked.add(id(function))
        try:
            self._parameters(function.parameters, site.values, frame, part.words)
            ending = self.block(part.body, frame)
        finally:
            self._stack.pop()
            self.path_file, self.slice, self._function = outer, outer_slice, outer_function
            del self.machine.path[depth:]
        return self._result(function, ending, frame)

    def _result(self, function: Function, ending: Exit, frame: Frame) -> Value:
        alive = alive_condition(ending)
        if alive.value == 0:
            raise Aborted
        self.machine.assume(alive)
        value = returned(ending)
        made = self.type_of(function.returns, frame) if function.returns[1] else None
        if isinstance(value, Items) and isinstance(made, TypeValue) and made.instance is not None:
            return self.construct(made, list(value.values), frame)
        return value if value is None else self.cast(made, value)

    def _parameters(
        self, parameters: Tuple, values: list[Value], frame: Frame, words: frozenset[str] | None = None
    ) -> None:
        for index, (name, made, shape, default, pack) in enumerate(parameters):
            if words is not None and name not in words:
                continue
            if pack:
                frame.names[name] = Variable(Items(tuple(plain(v) for v in values[index:])))
            elif index < len(values):
                frame.names[name] = self._parameter(values[index], made, shape, frame)
            else:
                frame.names[name] = Variable(Missing(name) if default is None else self.evaluate(default, frame))

    def _parameter(self, value: Value, made: Tuple, shape: str, frame: Frame) -> Binding:
        described = self.type_of(made, frame)
        found = described if isinstance(described, TypeValue) else None
        by_reference = shape == "&" or made[3]
        if isinstance(value, Passed) and by_reference and not isinstance(value.reference.holder, Record):
            return value.reference.holder
        pointer = shape in ("*", "[]")
        value = self._received(plain(value), found, frame, copies=not by_reference and not pointer)
        if found is not None and pointer:
            found = TypeValue(found.name, found.arguments, found.pointers + 1, False, found.instance)
        return Variable(value, found)

    def _received(self, value: Value, made: TypeValue | None, frame: Frame, *, copies: bool) -> Value:
        if made is not None and made.name in PROPERTY_TYPES:
            return DeviceProperties()
        if made is not None and made.instance is not None:
            if isinstance(value, Items):
                return self.construct(made, list(value.values), frame)
            if isinstance(value, Missing):
                return Record(made)
        return self.cast(made, copied(value)) if copies else value

    # -- lambdas and callbacks ---------------------------------------------------------------------------------

    def made_lambda(self, value: LambdaValue) -> None:
        """A lambda is made: what matters around it matters inside."""
        self._lambda_slices[id(value.body)] = self.slice

    def enter_lambda(self, value: LambdaValue, values: list[Value]) -> Value:
        """Walk a lambda."""
        if len(self._stack) >= _MAX_DEPTH:
            self.cut.add("a lambda")
            return None
        outer: Frame = value.frame
        frame = HostFrame({}, outer.scope, parent=outer, instance=outer.instance)
        self._parameters(value.parameters, values, frame)
        depth = len(self.machine.path)
        self._stack.append(0)
        outer_slice, self.slice = self.slice, self._lambda_slices.get(id(value.body))
        try:
            ending = self.block(value.body, frame)
        finally:
            self._stack.pop()
            self.slice = outer_slice
            del self.machine.path[depth:]
        if alive_condition(ending).value == 0:
            raise Aborted
        return returned(ending)

    def called_back(self, value: Value) -> None:
        """A function or lambda goes where this reader cannot follow; it may be called there."""
        if isinstance(value, Either):
            self.called_back(value.yes)
            self.called_back(value.no)
        elif isinstance(value, LambdaValue):
            self._perhaps(lambda: self.enter_lambda(value, _unknown(value.parameters)))
        elif isinstance(value, FunctionValue):
            functions = [f for f in value.functions if id(f) in self.relevant]
            for function in functions[:_MAX_OVERLOADS]:
                site = CallSite(_unknown(function.parameters), given=list(value.arguments or ()) or None)
                self._perhaps(lambda f=function, s=site: self.enter([f], s))  # type: ignore[misc]  # defaults

    def _perhaps(self, walk: Callable[[], Value]) -> None:
        def attempt() -> Exit:
            try:
                walk()
            except Aborted:
                return leaves("abort")
            return FALLS

        self.machine.fork([(self.machine.unknown("whether it is called", BOOL), attempt)])


def _unknown(parameters: Tuple) -> list[Value]:
    return [Missing(parameter[0] or "a parameter") for parameter in parameters if not parameter[4]]


def _key(function: Function, environment: Bound, values: list[Value]) -> Any:
    """What a call's value depends on, where it depends on numbers and types alone; None elsewhere."""
    given = tuple(plain(value) for value in values)
    if not all(map(is_term, given)) or any(shape == "&" or made[3] for _, made, shape, _, _ in function.parameters):
        return None
    return ("call", id(function), _spelt(sorted(environment.items(), key=lambda item: item[0])), given)


def _spelt(arguments: Iterable[tuple[str, Any]]) -> Hashable:
    return tuple((name, identity(value)) for name, value in arguments)
