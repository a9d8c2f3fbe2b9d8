"""With which template arguments a unit instantiates a kernel: explicit instantiations, and uses in host code.

The search goes backwards from the kernel: functions that mention it, and with which arguments those are instantiated.
A host function template that nothing instantiates contributes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernaudit.facts.frame import Binding, Frame
from kernaudit.facts.scope import nearest
from kernaudit.facts.templates import bind_arguments
from kernaudit.facts.values import DEPENDENT, RUNTIME, FunctionValue, LambdaValue, ObjectValue, TypeValue
from kernaudit.facts.walker import Walker

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.facts.builtins import Builtins
    from kernaudit.facts.scope import UnitScope
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Function

__all__ = ["InstanceFinder"]

Arguments = dict[str, Any]
_MAX_INSTANCES = 512
_MAX_DEPTH = 12


class InstanceFinder:
    """Finds instantiations in one unit; answers are kept."""

    def __init__(self, scope: UnitScope, builtins: Builtins) -> None:
        self._scope, self._builtins = scope, builtins
        self._found: dict[int, list[Arguments]] = {}
        self._active: list[int] = []
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
        key = id(function)
        if key in self._found:
            return self._found[key]
        if key in self._active or len(self._active) > _MAX_DEPTH:
            return []
        self._active.append(key)
        try:
            found = self._distinct(self._explicit(function), self._used(function))
        finally:
            self._active.pop()
        self._found[key] = found
        return found

    @staticmethod
    def _distinct(*sources: Iterable[Arguments]) -> list[Arguments]:
        seen: set[Any] = set()
        found: list[Arguments] = []
        for source in sources:
            for arguments in source:
                key = tuple((name, repr(value)) for name, value in arguments.items())
                if key not in seen and len(found) < _MAX_INSTANCES:
                    seen.add(key)
                    found.append(arguments)
        return found

    def _explicit(self, function: Function) -> list[Arguments]:
        found: list[Arguments] = []
        for made in self._scope.instantiations(function.name):
            if made.external or made.arguments is None:
                continue
            collector = _Collector(self._scope, self._builtins, function)
            frame = Frame({}, function.scope)
            found.append(collector.bind(function, collector.arguments(made.arguments, frame)))
        return found

    def _suppressed(self, function: Function) -> list[Arguments]:
        """Explicit instantiation declarations: their bodies are instantiated in another unit."""
        found: list[Arguments] = []
        for made in self._scope.instantiations(function.name):
            if made.external and made.arguments is not None:
                collector = _Collector(self._scope, self._builtins, function)
                given = collector.arguments(made.arguments, Frame({}, function.scope))
                found.append(collector.bind(function, given))
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
        suppressed = [_shown(arguments) for arguments in self._suppressed(function)]
        return [arguments for arguments in found if _shown(arguments) not in suppressed]

    def _environments(self, user: Function) -> list[Arguments]:
        outer = dict.fromkeys(
            (p[0] for p in (user.owner.template if user.owner and user.owner.template else ())), DEPENDENT
        )
        if user.template is None or user.special is not None:
            return [outer]
        return [{**outer, **arguments} for arguments in self.of(user)]


def _shown(arguments: Arguments) -> str:
    return repr(sorted((name, repr(value)) for name, value in arguments.items()))


class _Collector(Walker):
    """Walks a host function and notes every mention of the wanted function template."""

    def __init__(self, scope: UnitScope, builtins: Builtins, wanted: Function) -> None:
        super().__init__(scope, builtins)
        self.wanted = wanted
        self.noted: list[Arguments] = []

    def uses(self, user: Function, environment: Arguments) -> list[Arguments]:
        """Return the argument sets with which one instantiation of `user` mentions the wanted function."""
        frame = Frame(dict(environment), user.scope)
        for name, made, shape, _, _ in user.parameters:
            described = self.type_of(made, frame)
            known = isinstance(described, TypeValue)
            pointer = shape in ("*", "[]")
            typed = (
                TypeValue(described.name, described.arguments, described.pointers + pointer, False, described.instance)
                if known
                else None
            )
            value: Any = ObjectValue(described) if known and described.instance else RUNTIME
            frame.names[name] = Binding(value, typed)
        self.isolated(user.path, lambda: self.block(user.body, frame))
        return self.noted

    def effect(self) -> None:
        """Host code may do what it likes."""

    def possible_effect(self) -> None:
        """See `effect`."""

    def trapped(self, line: int, text: str) -> None:
        """An abort in host code ends one path only."""

    def bind(self, function: Function, given: list[Any]) -> Arguments:
        """Return parameter -> argument."""
        evaluate = lambda e, env: self.argument(e, Frame(env, function.scope))  # noqa: E731
        return bind_arguments(function.template or (), given, evaluate, {})

    def name_value(self, path: Tuple, frame: Frame) -> Any:
        """Note a mention such as `kernel<float, 3>`."""
        name, given = path[-1]
        if name == self.wanted.name and not (len(path) == 1 and frame.find(name)):
            functions = tuple(nearest(self.scope.functions(name), frame.scope, tuple(p[0] for p in path[:-1])))
            if self.wanted in functions or not functions:
                values = self.arguments(given or (), frame)
                self.noted.append(self.bind(self.wanted, values))
                return FunctionValue((self.wanted,), tuple(values))
        return super().name_value(path, frame)

    def launch(self, expression: Tuple, frame: Frame) -> Any:
        """Note a launch, whose call arguments may tell template arguments."""
        _, function, config, arguments, line = expression
        if function[0] == "path" and function[1][-1][0] == self.wanted.name:
            self._note_call(function[1], arguments, frame)
        else:
            self.constant(function, frame)
        for part in (*config, *arguments):
            self.constant(part, frame)
        del line
        return RUNTIME

    def _note_call(self, path: Tuple, arguments: Tuple, frame: Frame) -> None:
        explicit = None if path[-1][1] is None else self.arguments(path[-1][1], frame)
        values = [self.constant(argument, frame) for argument in arguments]
        types = [self._argument_type(a, v, frame) for a, v in zip(arguments, values, strict=True)]
        bound = self._bind(self.wanted, explicit, types, None, frame)
        self.noted.append(bound if bound is not None else self.bind(self.wanted, explicit or []))

    def _enter(
        self,
        functions: Any,
        given: Any,
        arguments: Tuple,
        values: Any,
        frame: Frame,
        line: int,
        *rest: Any,
        **more: Any,
    ) -> Any:  # noqa: E501, PLR0913
        """Do not walk into other host functions, unless a constant expression needs their value."""
        if self.wanted in functions:
            name = functions[0].name
            self._note_call(((name, given),), arguments, frame)
            return DEPENDENT
        if values is None:
            values = [self.constant(argument, frame) for argument in arguments]
        for value in values:
            self._callback(value, line, frame)
        if any("constexpr" in function.head for function in functions):
            return super()._enter(functions, given, arguments, values, frame, line, *rest, **more)
        if given is not None and not more.get("evaluated"):
            self.arguments(given, frame)
        return RUNTIME

    def _callback(self, value: Any, line: int, frame: Frame) -> None:
        if isinstance(value, LambdaValue):
            self._enter_lambda(value, [DEPENDENT] * len(value.parameters), (), frame)
        del line
