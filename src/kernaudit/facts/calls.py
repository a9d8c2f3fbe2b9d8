"""Calls: which functions a call can mean."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Final

from kernaudit.facts.entering import MAX_CANDIDATES, Callee, Entering
from kernaudit.facts.lineage import lineage
from kernaudit.facts.printing import only_prints
from kernaudit.facts.record import Trapped
from kernaudit.facts.scope import nearest
from kernaudit.facts.standard_traits import CONSTRUCTED
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
    from collections.abc import Iterable

    from kernaudit.facts.entering import Given
    from kernaudit.facts.frame import Frame
    from kernaudit.facts.values import Value
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Function

__all__ = ["Calls"]

_NEVER: Final = "__builtin_unreachable"
"""The compiler leaves out every path that leads here."""
_CASTS: Final = frozenset({"static_cast", "reinterpret_cast", "const_cast", "dynamic_cast", "bit_cast"})


class Calls(Entering):
    """Finds what a call means, by name, object and number of arguments, and walks into it."""

    def call(self, expression: Tuple, frame: Frame) -> Value:
        """Walk a call."""
        _, function, arguments, line = expression
        if function[0] == "path":
            return self._call_name(function[1], arguments, line, frame)
        if function[0] == "member":
            return self._call_member(function, arguments, frame)
        return self._call_value(self.constant(function, frame), arguments, frame)

    def launch(self, expression: Tuple, frame: Frame) -> Value:
        """A kernel launch: on the device it is an effect, on the host its callee is what instances are made of."""
        _, function, config, arguments, _ = expression
        for part in (function, *config, *arguments):
            self.constant(part, frame)
        self.effect()
        return RUNTIME

    @abstractmethod
    def construct(self, expression: Tuple, frame: Frame) -> Value:
        """Make an object."""

    @abstractmethod
    def pointed_to(self, expression: Tuple, value: Value, frame: Frame) -> Value:
        """Return what `->` behind an operand leads to."""

    @abstractmethod
    def cast(self, made: TypeValue, expression: Tuple, value: Value, frame: Frame) -> Value:
        """Return what a cast to a type gives."""

    def imply(self, callee: Callee, given: Given, frame: Frame) -> Value:
        """Walk into functions that a program calls without saying so; None if none of them can be meant."""
        functions = [f for f in callee.functions if self.bind(f, callee, given.types) is not None]
        if not functions:
            return None
        if len(functions) > MAX_CANDIDATES:
            self.unfollowed = True
            return DEPENDENT
        return self.enter(Callee(functions, callee.explicit, callee.instance, callee.this_inside), given, frame)

    # -- which function ----------------------------------------------------------------------------------------

    def _call_name(self, path: Tuple, arguments: Tuple, line: int, frame: Frame) -> Value:
        name, explicit = path[-1]
        if name in _CASTS and arguments:
            return self._named_cast(explicit, arguments[0], frame)
        if len(path) == 1 and explicit is None:
            binding = frame.find(name)
            if binding is not None:
                return self._call_value(binding.value, arguments, frame)
            bound = frame.type_argument(name)
            if isinstance(bound, TypeValue):
                return self.construct(("construct", ("type", path, 0, False), arguments, line), frame)
            if bound is not None:
                return self._call_value(bound, arguments, frame)
        holder = self.holder(path[:-1], frame) if len(path) > 1 else frame.instance
        if isinstance(holder, ClassInstance):
            self.used(holder)
            found = self.methods(holder, name)
            if found is not None:
                inside = frame.this_inside if frame.instance is not None else True
                callee = Callee(found[0], self._explicit(explicit, frame), found[1], inside)
                return self.enter(callee, self.given(arguments, frame), frame)
            held = self.field(holder, name) if len(path) == 1 and explicit is None else None
            described = None if held is None else self.static_type(("path", path), frame)
            if described is not None and described.instance is not None and not described.pointers:
                return self._call_value(ObjectValue(described), arguments, frame)
        elif holder is DEPENDENT:
            return self._unread_call(path, arguments, line, frame, dependent=True)
        return self._call_free(path, arguments, line, frame)

    def _named_cast(self, explicit: Tuple | None, operand: Tuple, frame: Frame) -> Value:
        value = self.constant(operand, frame)
        made = self.argument(explicit[0], frame) if explicit and isinstance(value, ObjectValue | int) else None
        if isinstance(made, TypeValue):
            value = self.cast(made, operand, value, frame)
            if isinstance(value, ObjectValue) and made.instance is not None:  # a base class calls what derives from it
                return ObjectValue(TypeValue(made.name, made.arguments, 0, False, made.instance))
        return value if isinstance(value, int | Unknown | ObjectValue) else RUNTIME

    def _call_free(self, path: Tuple, arguments: Tuple, line: int, frame: Frame) -> Value:
        name, explicit = path[-1]
        qualifiers = tuple(part[0] for part in path[:-1])
        functions = nearest(self.scope.functions(name), frame.scope, qualifiers)
        fitting = fitting_functions(functions, len(arguments))
        if fitting:
            callee = Callee(fitting, self._explicit(explicit, frame))
            return self.enter(callee, self.given(arguments, frame, self._unprinted(fitting, arguments, frame)), frame)
        if self.scope.classes(name) or self.scope.aliases(name):
            return self.construct(("construct", ("type", path, 0, False), arguments, line), frame)
        return self._unread_call(path, arguments, line, frame, dependent=False)

    def _unprinted(self, functions: list[Function], arguments: Tuple, frame: Frame) -> list[Value] | None:
        """The arguments of a call that only prints the target's number: no matter which, all targets share it."""
        left = [i for i, one in enumerate(arguments) if one[0] == "path" and self.scope.number(one[1][-1][0])]
        if not left or not all(only_prints(f, i, self.builtins, self.scope) for f in functions for i in left):
            return None
        return [RUNTIME if i in left else self.constant(one, frame) for i, one in enumerate(arguments)]

    def _call_member(self, function: Tuple, arguments: Tuple, frame: Frame) -> Value:
        _, obj, (name, explicit), arrow = function
        value = self.constant(obj, frame)
        if arrow and isinstance(value, ObjectValue):
            value = self.pointed_to(obj, value, frame)
        instance = self.object_of(value)
        if instance is None:
            described = self.static_type(obj, frame)
            instance = described.instance if described is not None else None
        found = None if instance is None else self.methods(instance, name)
        if found is not None:
            inside = self.points_inside(obj, frame) if arrow else self._object_inside(obj, frame)
            callee = Callee(found[0], self._explicit(explicit, frame), found[1], inside)
            return self.enter(callee, self.given(arguments, frame), frame)
        held = None if instance is None else self.constant(function, frame)
        if isinstance(held, ObjectValue | LambdaValue | FunctionValue):  # a member that can be called
            return self._call_value(held, arguments, frame)
        for argument in arguments:
            self.callback(self.constant(argument, frame), frame)
        if self.builtins.kind(name) in ("pure", "sync"):
            return RUNTIME
        return self._unknown_call(value)

    def _object_inside(self, obj: Tuple, frame: Frame) -> bool:
        return self.inside(obj, frame) or obj[0] in ("call", "construct")

    def _call_value(self, value: Value, arguments: Tuple, frame: Frame) -> Value:
        given = self.given(arguments, frame)
        if isinstance(value, LambdaValue):
            return self.enter_lambda(value, given, frame)
        if isinstance(value, FunctionValue):
            functions = fitting_functions(value.functions, len(arguments))
            if functions:
                explicit = None if value.arguments is None else list(value.arguments)
                return self.enter(Callee(functions, explicit), given, frame)
        instance = self.object_of(value)
        found = None if instance is None else self.methods(instance, "operator()")
        if found is not None:
            return self.enter(Callee(found[0], None, found[1], this_inside=True), given, frame)
        for argument in given.values:
            self.callback(argument, frame)
        return self._unknown_call(value)

    def _unknown_call(self, value: Value) -> Value:
        """A call through something whose code nobody knows."""
        self.unfollowed = True
        self.unknown_call()
        return DEPENDENT if value is DEPENDENT else RUNTIME

    def methods(self, instance: ClassInstance, name: str) -> tuple[list[Function], ClassInstance] | None:
        """Return the methods of this name with a body, and the class that has them; bases come last."""
        for one in lineage(instance, self.bases):
            found = [f for f in one.definition.members.functions.get(name, ()) if f.has_body]
            if not found:
                owner = one.definition.name
                found = [f for f in self.scope.functions(name) if f.has_body and owner in f.scope[-1:]]
            if found:
                return found, one
        return None

    def _explicit(self, arguments: Tuple | None, frame: Frame) -> list[Value] | None:
        return None if arguments is None else self.arguments(arguments, frame)

    # -- functions that are not in the tree --------------------------------------------------------------------

    def _unread_call(self, path: Tuple, arguments: Tuple, line: int, frame: Frame, *, dependent: bool) -> Value:
        name = path[-1][0]
        values = [self.constant(argument, frame) for argument in arguments]
        if name == _NEVER:
            raise Trapped
        kind = self.builtins.kind(name)
        if kind in ("print", "trap", "assert"):
            return self._loud_call(name, kind, values, line)
        if name in CONSTRUCTED:
            return RUNTIME
        if kind == "effect":
            self.on_name(name, line)
            self.effect()
            return RUNTIME
        for value in values:
            self.callback(value, frame)
        self.on_name(name, line)
        if kind in ("pure", "sync"):
            return _folded(name, values)
        return self._unknown_call(DEPENDENT if dependent else RUNTIME)

    def _loud_call(self, name: str, kind: str | None, values: list[Value], line: int) -> Value:
        if kind == "print":
            self.printed(line, name)
        elif kind == "trap" or (values and isinstance(values[0], int) and not values[0]):
            self.trapped(line, name)
        return RUNTIME


def fitting_functions(functions: Iterable[Function], count: int) -> list[Function]:
    """Return the functions with a body that take this many arguments."""
    fitting: list[Function] = []
    for function in functions:
        if function.has_body:
            parameters = function.parameters
            required = sum(1 for p in parameters if p[3] is None and not p[4])
            if required <= count and (count <= len(parameters) or any(p[4] for p in parameters)):
                fitting.append(function)
    return fitting


def _folded(name: str, values: list[Value]) -> Value:
    if name in ("min", "max") and len(values) == 2 and all(isinstance(v, int) for v in values):
        return min(values) if name == "min" else max(values)
    open_ = [value is DEPENDENT for value in values]
    return DEPENDENT if any(open_) and all(v is DEPENDENT or isinstance(v, int) for v in values) else RUNTIME
