"""Calls: which functions a call can mean, and what walking into them does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kernaudit.facts.effects import Outcome
from kernaudit.facts.frame import Binding, Frame
from kernaudit.facts.scope import nearest
from kernaudit.facts.templates import bind_arguments, same, unify
from kernaudit.facts.values import (
    DEPENDENT,
    RUNTIME,
    ClassInstance,
    FunctionValue,
    LambdaValue,
    ObjectValue,
    TypeValue,
    Unknown,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Function

__all__ = ["Calls"]

_CASTS: Final = frozenset({"static_cast", "reinterpret_cast", "const_cast", "dynamic_cast", "bit_cast"})
_MAX_CALLS: Final = 40
_MAX_CANDIDATES: Final = 8


class Calls:
    """Mixed into the walker; expects its resolver, places and record."""

    def call(self: Any, expression: Tuple, frame: Frame) -> Any:
        """Walk a call."""
        _, function, arguments, line = expression
        if function[0] == "path":
            return self._call_name(function[1], arguments, line, frame)
        if function[0] == "member":
            return self._call_member(function, arguments, line, frame)
        value = self.constant(function, frame)
        return self._call_value(value, arguments, line, frame)

    def launch(self: Any, expression: Tuple, frame: Frame) -> Any:
        """A kernel launch: on the device it is an effect, on the host its callee is what instances are made of."""
        _, function, config, arguments, _ = expression
        for part in (function, *config, *arguments):
            self.constant(part, frame)
        self.effect()
        return RUNTIME

    def construct(self: Any, expression: Tuple, frame: Frame) -> Any:
        """Make an object: its constructor is walked with the object as its own storage."""
        _, made, arguments, line = expression
        values = [self.constant(argument, frame) for argument in arguments]
        described = self.type_of(made, frame)
        if not isinstance(described, TypeValue):
            return (
                values[0]
                if len(values) == 1 and isinstance(values[0], int)
                else DEPENDENT
                if described is DEPENDENT
                else RUNTIME
            )
        if described.instance is None:
            return values[0] if len(values) == 1 and isinstance(values[0], int) else RUNTIME
        obj = ObjectValue(described)
        constructors = described.instance.definition.members.functions.get(described.instance.definition.name)
        if constructors and described.pointers == 0:
            fitting = self._arity(constructors, len(arguments))
            if fitting:
                self._enter(fitting, None, arguments, values, frame, line, described.instance, True)
        return obj

    # -- which function ----------------------------------------------------------------------------------------

    def _call_name(self: Any, path: Tuple, arguments: Tuple, line: int, frame: Frame) -> Any:
        name, given = path[-1]
        if name in _CASTS and arguments:
            value = self.constant(arguments[0], frame)
            return value if isinstance(value, int | Unknown | ObjectValue) else RUNTIME
        if len(path) == 1 and given is None:
            binding = frame.find(name)
            if binding is not None:
                return self._call_value(binding.value, arguments, line, frame)
            bound = frame.type_argument(name)
            if bound is not None:
                if isinstance(bound, TypeValue):
                    return self.construct(("construct", ("type", path, 0, False), arguments, line), frame)
                return self._call_value(bound, arguments, line, frame)
        holder = self.holder(path[:-1], frame) if len(path) > 1 else frame.instance
        if isinstance(holder, ClassInstance):
            found = self._methods(holder, name)
            if found:
                functions, owner = found
                inside = frame.this_inside if frame.instance is not None else True
                return self._enter(functions, given, arguments, None, frame, line, owner, inside)
        elif holder is DEPENDENT and len(path) > 1:
            return self._unread_call(path, arguments, line, frame, dependent=True)
        return self._call_free(path, arguments, line, frame)

    def _call_free(self: Any, path: Tuple, arguments: Tuple, line: int, frame: Frame) -> Any:
        name, given = path[-1]
        qualifiers = tuple(part[0] for part in path[:-1])
        functions = [f for f in nearest(self.scope.functions(name), frame.scope, qualifiers) if f.has_body]
        fitting = self._arity(functions, len(arguments))
        if fitting:
            return self._enter(fitting, given, arguments, None, frame, line, None, False)
        if self.scope.classes(name) or self.scope.aliases(name):
            return self.construct(("construct", ("type", path, 0, False), arguments, line), frame)
        return self._unread_call(path, arguments, line, frame, dependent=False)

    def _call_member(self: Any, function: Tuple, arguments: Tuple, line: int, frame: Frame) -> Any:
        _, obj, (name, given), arrow = function
        value = self.constant(obj, frame)
        instance = self.object_of(value)
        if instance is None:
            described = self.static_type(obj, frame)
            instance = described.instance if described is not None else None
        if instance is not None:
            found = self._methods(instance, name)
            if found:
                inside = (
                    self.points_inside(obj, frame)
                    if arrow
                    else self.inside(obj, frame) or obj[0] in ("call", "construct")
                )
                return self._enter(found[0], given, arguments, None, frame, line, found[1], inside)
        for argument in arguments:
            self._callback(self.constant(argument, frame), line, frame)
        kind = self.builtins.kind(name)
        if kind in ("pure", "sync"):
            return RUNTIME
        self.unfollowed = True
        if value is DEPENDENT:
            self.possible_effect()
            return DEPENDENT
        self.effect()
        return RUNTIME

    def _call_value(self: Any, value: Any, arguments: Tuple, line: int, frame: Frame) -> Any:
        if isinstance(value, LambdaValue):
            return self._enter_lambda(value, [self.constant(a, frame) for a in arguments], arguments, frame)
        if isinstance(value, FunctionValue):
            functions = self._arity([f for f in value.functions if f.has_body], len(arguments))
            if functions:
                given = value.arguments
                return self._enter(functions, given, arguments, None, frame, line, None, False, evaluated=True)
        instance = self.object_of(value)
        if instance is not None:
            found = self._methods(instance, "operator()")
            if found:
                return self._enter(found[0], None, arguments, None, frame, line, found[1], True)
        for argument in arguments:
            self._callback(self.constant(argument, frame), line, frame)
        self.unfollowed = True
        if value is DEPENDENT:
            self.possible_effect()
            return DEPENDENT
        self.effect()
        return RUNTIME

    def _methods(self: Any, instance: ClassInstance, name: str) -> tuple[list[Function], ClassInstance] | None:
        found = [f for f in instance.definition.members.functions.get(name, ()) if f.has_body]
        if not found:
            outside = [f for f in self.scope.functions(name) if f.has_body and instance.definition.name in f.scope[-1:]]
            found = outside
        if found:
            return found, instance
        for base in self.bases(instance):
            inherited = self._methods(base, name)
            if inherited is not None:
                return inherited
        return None

    @staticmethod
    def _arity(functions: Sequence[Function], count: int) -> list[Function]:
        fitting: list[Function] = []
        for function in functions:
            if not function.has_body:
                continue
            parameters = function.parameters
            required = sum(1 for p in parameters if p[3] is None and not p[4])
            if required <= count and (count <= len(parameters) or any(p[4] for p in parameters)):
                fitting.append(function)
        return fitting

    # -- walking in --------------------------------------------------------------------------------------------

    def _enter(
        self: Any,
        functions: Sequence[Function],
        given: Any,
        arguments: Tuple,
        values: list[Any] | None,
        frame: Frame,
        line: int,
        instance: ClassInstance | None,
        inside: bool,
        *,
        evaluated: bool = False,
    ) -> Any:
        if values is None:
            values = [self.constant(argument, frame) for argument in arguments]
        explicit = (
            list(given) if evaluated and given is not None else None if given is None else self.arguments(given, frame)
        )
        types = [self._argument_type(argument, value, frame) for argument, value in zip(arguments, values, strict=True)]
        local = [self._argument_inside(a, frame) for a in arguments]
        bound = [
            (function, environment)
            for function in functions
            if (environment := self._bind(function, explicit, types, instance, frame)) is not None
        ]
        bound = _most_special(bound, explicit)
        if not bound:
            return self._no_candidate()
        if len(bound) > _MAX_CANDIDATES:
            self.effects.unread = True
            return DEPENDENT
        results: list[Any] = []

        def walk(function: Function, environment: dict[str, Any]) -> str | None:
            outcome = self._outcome(function, environment, values, types, local, instance, inside)
            results.append(outcome.value)
            stop: str | None = self.apply(outcome)
            return stop

        stop = self.fork([lambda f=f, e=e: walk(f, e) for f, e in bound], open_=len(bound) > 1)
        self.stopped_call(stop)
        if not results:
            return RUNTIME
        first = results[0]
        return first if all(type(r) is type(first) and r == first for r in results) else DEPENDENT

    def _no_candidate(self: Any) -> Any:
        self.unfollowed = True
        self.possible_effect()
        return DEPENDENT

    def _argument_type(self: Any, argument: Tuple, value: Any, frame: Frame) -> TypeValue | None:
        if isinstance(value, ObjectValue) and argument[0] not in ("addr", "deref"):
            described = self.static_type(argument, frame)
            return described if described is not None else value.type
        found: TypeValue | None = self.static_type(argument, frame)
        return found

    def _argument_inside(self: Any, argument: Tuple, frame: Frame) -> tuple[bool, bool]:
        return self.inside(argument, frame), self.points_inside(argument, frame)

    def _bind(
        self: Any,
        function: Function,
        explicit: list[Any] | None,
        types: list[TypeValue | None],
        instance: ClassInstance | None,
        frame: Frame,
    ) -> dict[str, Any] | None:
        """Template arguments of a call, or None if this function cannot be meant."""
        outer = dict(instance.arguments) if instance is not None else {}
        parameters = function.template if function.template is not None else ()
        if function.special is not None:
            given = explicit or []
            wanted = self.arguments(function.special, Frame({}, function.scope))
            results = [same(a, b) for a, b in zip(wanted, given, strict=False)]
            if len(given) != len(wanted) or False in results:
                return None
            return outer
        if explicit and not parameters:
            return None
        names = frozenset(p[0] for p in parameters)
        bound: dict[str, Any] = {}
        for (name, *_), value in zip(parameters, explicit or [], strict=False):
            bound[name] = value
        inner = Frame({**outer, **bound}, function.scope, instance=instance)
        for (_, made, shape, _, pack), described in zip(function.parameters, types, strict=False):
            if pack or described is None:
                continue
            pattern = ("type", made[1], made[2] + (shape in ("*", "[]")), made[3])
            trial = dict(bound)
            result = unify(pattern, described, names, trial, lambda p: self.argument(p, inner))
            if result is False and _is_decisive(pattern, described, self, inner):
                return None
            if result is not False:
                bound = trial
        given_in_order = [bound.get(p[0]) for p in parameters]
        evaluate = lambda e, env: self.argument(e, Frame(env, function.scope, instance=instance))  # noqa: E731
        full = bind_arguments(parameters, [], evaluate, {**outer, **bound})
        for (name, *_), value in zip(parameters, given_in_order, strict=True):
            if value is not None:
                full[name] = value
        return full

    def _outcome(
        self: Any,
        function: Function,
        environment: dict[str, Any],
        values: list[Any],
        types: list[TypeValue | None],
        local: list[tuple[bool, bool]],
        instance: ClassInstance | None,
        inside: bool,
    ) -> Outcome:
        key = self._key(function, environment, values, types, local, instance, inside)
        known: Outcome | None = self.outcomes.get(key)
        if known is not None:
            return known
        if key in self.active or len(self.active) >= _MAX_CALLS:
            return Outcome(False, False, (), (), len(self.active) >= _MAX_CALLS, False, None, DEPENDENT)
        frame = Frame(dict(environment), function.scope, instance=instance, this_inside=inside)
        self._bind_parameters(function, values, types, local, frame)
        self.active.append(key)
        constant = "constexpr" in function.head
        self.constant_depth += constant
        try:
            outcome: Outcome = self.isolated(function.path, lambda: self.block(function.body, frame))
        finally:
            if self.active:  # a final effect has cleared it
                self.active.pop()
            self.constant_depth -= constant
        self.outcomes[key] = outcome
        self.visited(function)
        return outcome

    def visited(self: Any, function: Function) -> None:
        """A function was walked through."""

    def _bind_parameters(
        self: Any,
        function: Function,
        values: list[Any],
        types: list[TypeValue | None],
        local: list[tuple[bool, bool]],
        frame: Frame,
    ) -> None:
        for index, (name, made, shape, default, pack) in enumerate(function.parameters):
            described = self.type_of(made, frame)
            described = described if isinstance(described, TypeValue) else None
            if index >= len(values) or pack:
                value = RUNTIME if default is None else self.constant(default, frame)
                frame.names[name] = Binding(DEPENDENT if pack else value, described)
                continue
            reference = shape == "&" or made[3]
            pointer = shape in ("*", "[]") or made[2] > 0
            if described is None or (described.instance is None and types[index] is not None):
                described = types[index] or described
            elif shape == "*" and types[index] is not None:
                described = types[index]
            value = values[index]
            if isinstance(value, Unknown) and described is not None and described.instance is not None and not pointer:
                value = ObjectValue(described)
            inside, points = local[index]
            pointed = described is not None and described.pointers > 0 and not pointer
            frame.names[name] = Binding(
                value, described, own=not reference and not pointer and not pointed,
                inside=inside if reference else points, array=False,
            )  # fmt: skip

    def _key(
        self: Any,
        function: Function,
        environment: dict[str, Any],
        values: list[Any],
        types: list[TypeValue | None],
        local: list[tuple[bool, bool]],
        instance: ClassInstance | None,
        inside: bool,
    ) -> Any:
        key = (
            id(function), tuple(sorted(((k, _key_of(v)) for k, v in environment.items()), key=lambda item: item[0])),
            tuple(_key_of(v) for v in values), tuple(types), tuple(local), instance, inside, self.final,
        )  # fmt: skip
        hash(key)
        return key

    def _enter_lambda(self: Any, value: LambdaValue, values: list[Any], arguments: Tuple, frame: Frame) -> Any:
        if len(self.active) >= _MAX_CALLS:
            self.effects.unread = True
            return RUNTIME
        outer: Frame = value.frame
        inner = Frame({}, outer.scope, parent=outer, instance=outer.instance, this_inside=outer.this_inside)
        for index, (name, made, shape, _, _) in enumerate(value.parameters):
            given = values[index] if index < len(values) else DEPENDENT
            described = self.type_of(made, outer)
            reference = shape in ("&", "*") or made[2] > 0 or made[3]
            local = self._argument_inside(arguments[index], frame) if index < len(arguments) else (False, False)
            frame_type = (
                described
                if isinstance(described, TypeValue)
                else self.static_type(arguments[index], frame)
                if index < len(arguments)
                else None
            )
            inner.names[name] = Binding(
                given, frame_type, own=not reference, inside=local[0] if shape == "&" else local[1]
            )
        self.active.append(value)
        try:
            outcome: Outcome = self.isolated(self.path, lambda: self.block(value.body, inner))
        finally:
            self.active.pop()
        self.stopped_call(self.apply(outcome))
        return outcome.value

    def _callback(self: Any, value: Any, line: int, frame: Frame) -> None:
        """A lambda that is handed to a function that cannot be read: it is taken as called."""
        del line
        if isinstance(value, LambdaValue):
            self._enter_lambda(value, [RUNTIME] * len(value.parameters), (), frame)

    # -- functions that are not in the tree --------------------------------------------------------------------

    def _unread_call(self: Any, path: Tuple, arguments: Tuple, line: int, frame: Frame, *, dependent: bool) -> Any:
        name = path[-1][0]
        values = [self.constant(argument, frame) for argument in arguments]
        kind = self.builtins.kind(name)
        if kind == "print":
            self.printed(line, name)
            return RUNTIME
        if kind == "trap":
            self.trapped(line, name)
        if kind == "assert":
            if values and isinstance(values[0], int) and not values[0]:
                self.trapped(line, "assert")
            return RUNTIME
        for value in values:
            self._callback(value, line, frame)
        if kind in ("pure", "sync"):
            self.on_name(name, line)
            return _folded(name, values)
        self.on_name(name, line)
        if dependent:
            self.unfollowed = True
            self.possible_effect()
            return DEPENDENT
        self.effect()
        return RUNTIME

    def on_name(self: Any, name: str, line: int) -> None:
        """A function that is not in the tree is called; readers of instructions listen here."""


def _folded(name: str, values: list[Any]) -> Any:
    if name in ("min", "max") and len(values) == 2 and all(isinstance(v, int) for v in values):
        return min(values) if name == "min" else max(values)
    if values and all(v is DEPENDENT or isinstance(v, int) for v in values) and DEPENDENT in values:
        return DEPENDENT
    return RUNTIME


def _key_of(value: Any) -> Any:
    if isinstance(value, LambdaValue | FunctionValue):
        return id(value)
    return (type(value).__name__, value) if isinstance(value, bool) else value


def _is_decisive(pattern: Tuple, described: TypeValue, resolver: Any, frame: Frame) -> bool:
    """Whether a mismatch rules a function out: only between classes of the tree, which nothing converts."""
    made = resolver.named_type(pattern[1], frame)
    known = isinstance(made, TypeValue) and bool(made.instance or resolver.scope.classes(made.name))
    return known and (described.instance is not None or bool(resolver.scope.classes(described.name)))


def _most_special(
    bound: list[tuple[Function, dict[str, Any]]], explicit: list[Any] | None
) -> list[tuple[Function, dict[str, Any]]]:
    """An explicit specialisation, else a function that is no template, wins over a template."""
    special = [item for item in bound if item[0].special is not None]
    if special:
        return special[:1]
    if explicit is None:
        plain = [item for item in bound if item[0].template is None]
        if len(plain) == 1 and len(bound) > 1:
            return plain
    return bound
