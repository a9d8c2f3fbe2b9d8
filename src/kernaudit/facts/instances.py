"""With which template arguments a unit instantiates a kernel: explicit instantiations, and uses in host code.

The search goes backwards from the kernel: functions that mention it, and with which arguments those are instantiated.
A host function template that nothing instantiates contributes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.facts.entering import Callee, Given
from kernaudit.facts.frame import Binding, Frame
from kernaudit.facts.local_classes import lambda_type
from kernaudit.facts.packs import function_packs
from kernaudit.facts.scope import nearest
from kernaudit.facts.templates import bind_arguments
from kernaudit.facts.values import (
    DEPENDENT,
    RUNTIME,
    ClassInstance,
    FunctionValue,
    LambdaValue,
    ObjectValue,
    TypeValue,
    Value,
    identity,
)
from kernaudit.facts.walker import Walker

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from kernaudit.facts.builtins import Builtins
    from kernaudit.facts.scope import UnitScope
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Function

__all__ = ["InstanceFinder"]

Arguments = dict[str, Value]
_MAX_INSTANCES = 512
_MAX_DEPTH = 12


class InstanceFinder:
    """Finds instantiations in one unit; answers are kept, and do not depend on the order of the questions."""

    def __init__(self, scope: UnitScope, builtins: Builtins) -> None:
        self._scope, self._builtins = scope, builtins
        self._whole: dict[int, list[Arguments]] = {}
        self._found: dict[int, tuple[list[Arguments], frozenset[str], bool]] = {}
        self._active: list[int] = []
        self._cuts = 0
        self._users: dict[int, list[Function]] = {}

    def users(self, function: Function) -> list[Function]:
        """Return the functions, direct and further away, whose text decided what `of` gave for this one."""
        found: dict[int, Function] = {}
        pending = [function]
        while pending:
            for user in self._users.get(id(pending.pop()), ()):
                if id(user) not in found:
                    found[id(user)] = user
                    pending.append(user)
        return list(found.values())

    def of(self, function: Function) -> list[Arguments]:
        """Return the argument sets of a function template; an open argument is DEPENDENT."""
        found = self._whole.get(id(function))
        if found is None:
            found = self._whole[id(function)] = self._of(function)
            self._found = {key: one for key, one in self._found.items() if not one[2]}
        return found

    def learn(self, function: Function, found: list[Arguments], users: list[Function]) -> None:
        """Take over what another text gave that answers alike all that was looked up."""
        self._whole[id(function)], self._users[id(function)] = found, users

    def _of(self, function: Function) -> list[Arguments]:
        """As `of`, on the way from a kernel: a circle of templates is cut where it closes."""
        key = id(function)
        if key in self._found:
            found, questions, cut = self._found[key]
            self._scope.looked_up |= questions
            self._cuts += cut
            return found
        if key in self._active or len(self._active) > _MAX_DEPTH:
            self._cuts += 1
            return []
        self._active.append(key)
        before = self._cuts
        try:
            with self._scope.tracing() as looked_up:
                found = self._distinct(self._explicit(function), self._used(function))
        finally:
            self._active.pop()
        self._found[key] = found, frozenset(looked_up), self._cuts > before
        return found

    @staticmethod
    def _distinct(*sources: Iterable[Arguments]) -> list[Arguments]:
        seen: set[object] = set()
        found: list[Arguments] = []
        for source in sources:
            for arguments in source:
                key = tuple((name, identity(value)) for name, value in arguments.items())
                if key not in seen and len(found) < _MAX_INSTANCES:
                    seen.add(key)
                    found.append(arguments)
        return found

    def _explicit(self, function: Function) -> list[Arguments]:
        found: list[Arguments] = []
        for made in self._scope.instantiations(function.name):
            if made.external:
                continue
            collector = _Collector(self._scope, self._builtins, function)
            frame = Frame({}, function.scope)
            if made.arguments is None:
                found.extend(collector.deduced(function, made.parameters, frame))
                continue
            found.append(collector.bound(function, collector.arguments(made.arguments, frame)))
        return found

    def _suppressed(self, function: Function) -> list[Arguments]:
        """Explicit instantiation declarations: their bodies are instantiated in another unit."""
        found: list[Arguments] = []
        for made in self._scope.instantiations(function.name):
            if made.external and made.arguments is not None:
                collector = _Collector(self._scope, self._builtins, function)
                given = collector.arguments(made.arguments, Frame({}, function.scope))
                found.append(collector.bound(function, given))
        return found

    def _used(self, function: Function) -> list[Arguments]:
        found: list[Arguments] = []
        for user in self._scope.mentions(function.name):
            if user is function or user.name == function.name:
                continue
            self._users.setdefault(id(function), []).append(user)
            for environment in self._environments(user):
                collector = _Collector(self._scope, self._builtins, function)
                found.extend(collector.uses(user, environment))
                if len(found) > _MAX_INSTANCES * 4:
                    return found
        suppressed = [_spelt(arguments) for arguments in self._suppressed(function)]
        return [arguments for arguments in found if _spelt(arguments) not in suppressed]

    def _environments(self, user: Function) -> list[Arguments]:
        outer = dict.fromkeys(
            (p[0] for p in (user.owner.template if user.owner and user.owner.template else ())), DEPENDENT
        )
        if user.template is None or user.special is not None:
            return [outer]
        return [{**outer, **arguments} for arguments in self._of(user)]


def _class_around(user: Function) -> ClassInstance | None:
    """The class whose method a host function is, with open arguments."""
    owner = user.owner
    if owner is None:
        return None
    return ClassInstance(owner, tuple((p[0], DEPENDENT) for p in owner.template or ()))


def _spelt(arguments: Arguments) -> Hashable:
    return tuple((name, identity(arguments[name])) for name in sorted(arguments))


class _Collector(Walker):
    """Walks a host function and notes every mention of the wanted function template."""

    follows_implied = False

    def __init__(self, scope: UnitScope, builtins: Builtins, wanted: Function) -> None:
        super().__init__(scope, builtins)
        self.wanted = wanted
        self.noted: list[Arguments] = []

    def uses(self, user: Function, environment: Arguments) -> list[Arguments]:
        """Return the argument sets with which one instantiation of `user` mentions the wanted function."""
        frame = Frame(dict(environment), user.scope, instance=_class_around(user))
        for name, made, shape, _, _ in user.parameters:
            described = self.type_of(made, frame)
            known = isinstance(described, TypeValue)
            pointer = shape in ("*", "[]")
            typed = (
                TypeValue(described.name, described.arguments, described.pointers + pointer, False, described.instance)
                if known
                else None
            )
            value: Value = ObjectValue(described) if known and described.instance else RUNTIME
            frame.names[name] = Binding(value, typed)
        self.isolated(user.path, lambda: self.block(user.body, frame))
        return self.noted

    def _argument_type(self, argument: Tuple, value: Value, frame: Frame) -> TypeValue | None:
        """The type of an argument; a lambda has one of its own."""
        made = lambda_type(value) if isinstance(value, LambdaValue) else None
        return super()._argument_type(argument, value, frame) if made is None else made

    def effect(self) -> None:
        """Host code may do what it likes."""

    def possible_effect(self) -> None:
        """See `effect`."""

    def trapped(self, line: int, text: str) -> None:
        """An abort in host code ends one path only."""

    def deduced(self, function: Function, parameters: Tuple, frame: Frame) -> list[Arguments]:
        """Return with which arguments an instantiation is meant that writes none, by the types of its parameters."""
        types = [self._written_type(p, frame) for p in parameters]
        found = self.bind(function, Callee((function,)), types)
        return [] if found is None else [found]

    def _written_type(self, parameter: Tuple, frame: Frame) -> TypeValue | None:
        _, made, shape, _, _ = parameter
        described = self.type_of(made, frame)
        if not isinstance(described, TypeValue):
            return None
        pointers = described.pointers + (shape in ("*", "[]"))
        return TypeValue(described.name, described.arguments, pointers, False, described.instance)

    def bound(self, function: Function, given: list[Value] | None) -> Arguments:
        """Return parameter -> argument; None: no argument is written."""
        evaluate = lambda e, env: self.argument(e, Frame(env, function.scope))  # noqa: E731
        template = function.template or ()
        packs = function_packs(template, function.parameters, given)
        return {**bind_arguments(template, given or [], evaluate, {}), **packs}

    def name_value(self, path: Tuple, frame: Frame) -> Value:
        """Note a mention such as `kernel<float, 3>`."""
        name, given = path[-1]
        if name == self.wanted.name and not (len(path) == 1 and frame.find(name)):
            functions = tuple(nearest(self.scope.functions(name), frame.scope, tuple(p[0] for p in path[:-1])))
            if self.wanted in functions or not functions:
                values = self.arguments(given or (), frame)
                self.noted.append(self.bound(self.wanted, values if given is not None else None))
                return FunctionValue((self.wanted,), tuple(values))
        return super().name_value(path, frame)

    def launch(self, expression: Tuple, frame: Frame) -> Value:
        """Note a launch, whose call arguments may tell template arguments."""
        _, function, config, arguments, _ = expression
        if function[0] == "path" and function[1][-1][0] == self.wanted.name:
            explicit = function[1][-1][1]
            self._note(None if explicit is None else self.arguments(explicit, frame), self.given(arguments, frame))
        else:
            self.constant(function, frame)
            self.given(arguments, frame)
        for part in config:
            self.constant(part, frame)
        return RUNTIME

    def _note(self, explicit: list[Value] | None, given: Given) -> None:
        found = self.bind(self.wanted, Callee((self.wanted,), explicit), given.types)
        self.noted.append(found if found is not None else self.bound(self.wanted, explicit))

    def enter(self, callee: Callee, given: Given, frame: Frame) -> Value:
        """Do not walk into other host functions, unless a constant expression needs their value."""
        if self.wanted in callee.functions:
            self._note(callee.explicit, given)
            return DEPENDENT
        for value in given.values:
            self.callback(value, frame)
        if any("constexpr" in function.head for function in callee.functions):
            return super().enter(callee, given, frame)
        return RUNTIME

    def callback(self, value: Value, frame: Frame) -> None:
        """A lambda is called with arguments that nobody knows."""
        if isinstance(value, LambdaValue):
            count = len(value.parameters)
            self.enter_lambda(value, Given((), [DEPENDENT] * count, [None] * count, [(False, False)] * count), frame)
