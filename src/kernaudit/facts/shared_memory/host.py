"""Walks into host functions: chooses among overloads, binds parameters, takes back what they return."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kernaudit.facts.frame import Frame
from kernaudit.facts.shared_memory.api import PROPERTY_TYPES
from kernaudit.facts.shared_memory.calls import Aborted, Passed
from kernaudit.facts.shared_memory.flow import Leave, alive_condition, returned
from kernaudit.facts.shared_memory.integer import BOOL
from kernaudit.facts.shared_memory.names import HostFrame, integer_type
from kernaudit.facts.shared_memory.statements import Statements
from kernaudit.facts.shared_memory.term import Missing
from kernaudit.facts.shared_memory.value import (
    DeviceProperties,
    Either,
    Items,
    Record,
    Variable,
    copied,
    is_term,
)
from kernaudit.facts.templates import bind_arguments, same, unify
from kernaudit.facts.values import FunctionValue, LambdaValue, TypeValue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.facts.frame import Binding
    from kernaudit.facts.shared_memory.flow import Exit
    from kernaudit.sources.outline import Function

__all__ = ["HostWalker"]

_MAX_DEPTH: Final = 24
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
        self._known: dict[Any, Any] = {}

    def run(self, function: Function, environment: Bound) -> None:
        """Walk a function that nothing in the unit calls; its parameters are not known."""
        self.root = function.name
        values: list[Any] = [Missing(parameter[0] or "a parameter") for parameter in function.parameters]
        record = None
        if function.owner is not None:
            record = Record(TypeValue(function.owner.name))
        try:
            self._walk(function, environment, values, None if record is None else (None, record))
        except Aborted:
            return

    # -- calls -------------------------------------------------------------------------------------------------

    def enter(
        self, functions: Sequence[Function], given: Any, values: list[Any], types: list[Any], frame: Frame, owner: Any
    ) -> Any:
        """Walk one of these functions and return its value; where several may be meant, nothing is known of it."""
        del frame
        described = [self._described(v, t) for v, t in zip(values, [*types, *[None] * len(values)], strict=False)]
        bound = [(f, env) for f in functions if (env := self._bind(f, given, described, owner)) is not None]
        bound = _preferred(bound, given)
        if len(bound) == 1:
            return self._walk(bound[0][0], bound[0][1], values, owner)
        for function, environment in bound[:_MAX_OVERLOADS]:
            doubt = self.machine.unknown("which overload", BOOL)
            self.machine.fork([(doubt, lambda f=function, e=environment: self._tried(f, e, values, owner))])
        return None

    def _tried(self, function: Function, environment: Bound, values: list[Any], owner: Any) -> Exit:
        self._walk(function, environment, values, owner)
        return None

    @staticmethod
    def _described(value: Any, made: Any) -> TypeValue | None:
        if isinstance(value, Passed):
            value = value.value
        if isinstance(made, TypeValue):
            return made
        return value.type if isinstance(value, Record) else None

    def _bind(
        self, function: Function, given: list[Any] | None, types: Sequence[TypeValue | None], owner: Any
    ) -> Bound | None:
        """Template arguments of a call, or None if this function cannot be meant."""
        outer: Bound = dict(owner[0].arguments) if owner is not None and owner[0] is not None else {}
        parameters = function.template or ()
        explicit = given or []
        if function.special is not None:
            wanted = self.arguments(function.special, Frame({}, function.scope))
            fits = len(explicit) == len(wanted) and all(same(a, b) for a, b in zip(wanted, explicit, strict=True))
            return outer if fits else None
        if explicit and not parameters:
            return None
        names = frozenset(parameter[0] for parameter in parameters)
        bound = {name: value for (name, *_), value in zip(parameters, explicit, strict=False)}
        inner = Frame({**outer, **bound}, function.scope)
        for (_, made, shape, _, pack), described in zip(function.parameters, types, strict=False):
            if described is None or pack:
                continue
            trial = dict(bound)
            pattern = ("type", made[1], made[2] + (shape in ("*", "[]")), made[3])
            if unify(pattern, described, names, trial, lambda p: self.argument(p, inner)):
                bound = trial
        rest = bind_arguments(
            parameters, explicit, lambda e, env: self.argument(e, Frame(env, function.scope)), {**outer}
        )
        return {**rest, **bound}

    def _walk(self, function: Function, environment: Bound, values: list[Any], owner: Any) -> Any:
        relevant = id(function) in self.relevant
        if len(self._stack) >= _MAX_DEPTH or (relevant and self._stack.count(id(function)) > 2):
            if relevant:
                self.cut.add(function.name)
            return None
        key = None if relevant or owner is not None else _key(function, environment, values)
        if key is not None and key in self._known:
            return self._known[key]
        value = self._inside(function, environment, values, owner)
        if key is not None:
            self._known[key] = value
        return value

    def _inside(self, function: Function, environment: Bound, values: list[Any], owner: Any) -> Any:
        instance, record = owner if owner is not None else (None, None)
        frame = HostFrame(dict(environment), function.scope, record, instance=instance)
        outer, self.path_file = self.path_file, function.path
        depth = len(self.machine.path)
        self._stack.append(id(function))
        self.walked.add(id(function))
        try:
            self._parameters(function, values, frame)
            ending = self.block(self.reader.body(function), frame)
        finally:
            self._stack.pop()
            self.path_file = outer
            del self.machine.path[depth:]
        return self._result(function, ending, frame)

    def _result(self, function: Function, ending: Exit, frame: Frame) -> Any:
        if isinstance(ending, Leave) and ending.kind == "abort":
            raise Aborted
        self.machine.assume(alive_condition(ending))
        value = returned(ending)
        made = self.type_of(function.returns, frame) if function.returns[1] else None
        if isinstance(value, Items) and isinstance(made, TypeValue) and made.instance is not None:
            return self.construct(made, list(value.values), frame, function.line)
        return value if value is None else self.cast(made, value)

    def _parameters(self, function: Function, values: list[Any], frame: Frame) -> None:
        for index, (name, made, shape, default, pack) in enumerate(function.parameters):
            if pack:
                frame.names[name] = Variable(Items(tuple(_plain(v) for v in values[index:])))
                return
            if index >= len(values):
                value = Missing(name) if default is None else self.evaluate(default, frame)
                frame.names[name] = Variable(value)
                continue
            frame.names[name] = self._parameter(values[index], made, shape, frame)

    def _parameter(self, value: Any, made: Any, shape: str, frame: Frame) -> Binding:
        described = self.type_of(made, frame)
        found = described if isinstance(described, TypeValue) else None
        by_reference = shape == "&" or made[3]
        if isinstance(value, Passed):
            if by_reference and not isinstance(value.reference.holder, Record):
                return value.reference.holder
            value = value.value
        if found is not None and found.name in PROPERTY_TYPES:
            return Variable(DeviceProperties(), found)
        if isinstance(value, Items) and found is not None and found.instance is not None:
            value = self.construct(found, list(value.values), frame, 0)
        if isinstance(value, Missing) and found is not None and found.instance is not None and not value.serial:
            value = Record(found)
        pointer = shape in ("*", "[]")
        value = value if by_reference or pointer else self.cast(found, copied(value))
        typed = None if found is None else TypeValue(
            found.name, found.arguments, found.pointers + pointer, False, found.instance
        )  # fmt: skip
        return Variable(value, typed)

    # -- lambdas and callbacks ---------------------------------------------------------------------------------

    def enter_lambda(self, value: LambdaValue, values: list[Any]) -> Any:
        """Walk a lambda."""
        if len(self._stack) >= _MAX_DEPTH:
            self.cut.add("a lambda")
            return None
        outer: Frame = value.frame
        frame = HostFrame({}, outer.scope, parent=outer, instance=outer.instance)
        for index, (name, made, shape, _, pack) in enumerate(value.parameters):
            if pack:
                frame.names[name] = Variable(Items(tuple(_plain(v) for v in values[index:])))
            elif index < len(values):
                frame.names[name] = self._parameter(values[index], made, shape, frame)
            else:
                frame.names[name] = Variable(Missing(name))
        depth = len(self.machine.path)
        self._stack.append(0)
        try:
            ending = self.block(value.body, frame)
        finally:
            self._stack.pop()
            del self.machine.path[depth:]
        if isinstance(ending, Leave) and ending.kind == "abort":
            raise Aborted
        return returned(ending)

    def called_back(self, value: Any, frame: Frame) -> None:
        """A function or lambda goes where this reader cannot follow; it may be called there."""
        if isinstance(value, Either):
            self.called_back(value.yes, frame)
            self.called_back(value.no, frame)
        elif isinstance(value, LambdaValue):
            unknown: list[Any] = [Missing(parameter[0]) for parameter in value.parameters]
            self._perhaps(lambda: self.enter_lambda(value, unknown))
        elif isinstance(value, FunctionValue):
            for function in value.functions:
                if id(function) in self.relevant and function.has_body:
                    environment = self._bind(function, list(value.arguments or ()), [], None) or {}
                    unknown = [Missing(parameter[0]) for parameter in function.parameters]
                    self._perhaps(lambda f=function, e=environment, u=unknown: self._walk(f, e, u, None))

    def _perhaps(self, walk: Any) -> None:
        def attempt() -> Exit:
            try:
                walk()
            except Aborted:
                return Leave("abort")
            return None

        self.machine.fork([(self.machine.unknown("whether it is called", BOOL), attempt)])


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, Passed) else value


def _preferred(bound: list[tuple[Function, Bound]], given: Any) -> list[tuple[Function, Bound]]:
    """An explicit specialisation, else a function that is no template, wins over a template."""
    special = [item for item in bound if item[0].special is not None]
    plain = [item for item in bound if item[0].template is None] if not given else []
    return special[:1] or (plain if len(plain) == 1 else bound)


def _key(function: Function, environment: Bound, values: list[Any]) -> Any:
    """What a call's value depends on, where it depends on numbers and types alone; None elsewhere."""
    given = [_plain(value) for value in values]
    if not all(is_term(value) for value in given):
        return None
    if any(shape == "&" or made[3] for _, made, shape, _, _ in function.parameters):
        return None
    return (id(function), repr(sorted(environment.items(), key=lambda item: item[0])), tuple(given))
