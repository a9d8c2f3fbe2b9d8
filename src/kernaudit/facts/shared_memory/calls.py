"""Calls in host code: functions of the tree are walked with the values of their arguments, others give unknowns."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from kernaudit.facts.scope import nearest
from kernaudit.facts.shared_memory.api import PROPERTY_CALL, PROPERTY_TYPES
from kernaudit.facts.shared_memory.integer import named
from kernaudit.facts.shared_memory.kernels import Kernels
from kernaudit.facts.shared_memory.library import library_value
from kernaudit.facts.shared_memory.names import own_record, spell, term_of
from kernaudit.facts.shared_memory.term import Missing, Operation, truth_of
from kernaudit.facts.shared_memory.value import DeviceProperties, Either, Items, Record, Reference, choose, is_term
from kernaudit.facts.values import ClassInstance, FunctionValue, LambdaValue, TypeValue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.facts.frame import Frame
    from kernaudit.facts.shared_memory.term import Term
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Function

__all__ = ["Aborted", "Calls", "on_host"]

_CASTS: Final = frozenset({"static_cast", "reinterpret_cast", "const_cast", "dynamic_cast", "bit_cast"})
_PASSING: Final = frozenset({"move", "forward", "ref", "cref", "as_const"})
_ABORTS: Final = frozenset({"abort", "exit", "_exit", "quick_exit", "terminate", "__builtin_trap", "__builtin_unreachable"})
_ASSERTS: Final = re.compile(r"assert|check|enforce|require", re.IGNORECASE)
_COMPARING: Final = frozenset({"<", ">", "<=", ">=", "==", "!=", "&&", "||", "!"})


class Aborted(Exception):  # noqa: N818 - control flow of the walked program
    """The walked program does not go on past this expression."""


def on_host(function: Function) -> bool:
    """Whether host code can call a function."""
    return not function.kernel and ("__device__" not in function.head or "__host__" in function.head)


class Calls(Kernels):
    """Walks calls; entering a function is for the level above."""

    def enter(
        self, functions: Sequence[Function], given: Any, values: list[Any], types: list[Any], frame: Frame, owner: Any
    ) -> Any:
        """Walk one of these functions and return its value; `owner` is (class, object) of a method, else None."""
        raise NotImplementedError

    def enter_lambda(self, value: LambdaValue, values: list[Any]) -> Any:
        """Walk a lambda."""
        raise NotImplementedError

    def can_call(self, function: Function) -> bool:
        """Whether the code that is walked can call a function: host code calls no device functions."""
        return on_host(function)

    def call(self, expression: Tuple, frame: Frame) -> Any:
        """Return the value of a call, and do what it does."""
        _, function, arguments, line = expression
        if function[0] == "path":
            return self._call_name(function[1], arguments, line, frame, expression)
        if function[0] == "member":
            return self._call_member(function, arguments, frame, expression)
        return self.call_value(self.evaluate(function, frame), self._values(arguments, frame), frame, expression)

    def _values(self, arguments: Tuple, frame: Frame) -> list[Any]:
        """The values of call arguments; a pack that is known is spread out, a variable given by reference is one."""
        found: list[Any] = []
        for argument in arguments:
            value = self.evaluate(argument, frame)
            if argument[0] == "pack" and isinstance(value, Items):
                found.extend(value.values)
            else:
                found.append(value)
        return found

    # -- by name -----------------------------------------------------------------------------------------------

    def _call_name(self, path: Tuple, arguments: Tuple, line: int, frame: Frame, expression: Tuple) -> Any:
        name, given = path[-1]
        if name in _CASTS and given and arguments:
            return self.cast(self.argument(given[0], frame), self.evaluate(arguments[0], frame))
        if name in _PASSING and len(arguments) == 1:
            return self.evaluate(arguments[0], frame)
        noted = self.runtime_call(name, arguments, line, frame)
        if noted is not None:
            return noted
        local = self._local(path, frame)
        if local is not None:
            return self._call_local(local, path, arguments, line, frame, expression)
        method = self._own_method(path, frame)
        if method is not None:
            functions, instance = method
            inside = own_record(frame) if len(path) == 1 else None
            return self._entered(functions, given, arguments, frame, (instance, inside), expression)
        functions = self._free(path, len(arguments), frame)
        if functions:
            return self._entered(functions, given, arguments, frame, None, expression)
        return self._foreign(path, arguments, line, frame, expression)

    @staticmethod
    def _local(path: Tuple, frame: Frame) -> Any:
        if len(path) > 1 or path[0][1] is not None:
            return None
        binding = frame.find(path[0][0])
        return frame.type_argument(path[0][0]) if binding is None else binding.value

    def _call_local(
        self, value: Any, path: Tuple, arguments: Tuple, line: int, frame: Frame, expression: Tuple
    ) -> Any:
        values = self._values(arguments, frame)
        if isinstance(value, TypeValue):
            return self.construct(value, values, frame, line)
        return self.call_value(value, values, frame, expression)

    def _own_method(self, path: Tuple, frame: Frame) -> tuple[list[Function], ClassInstance] | None:
        holder = self.holder(path[:-1], frame) if len(path) > 1 else frame.instance
        return self.methods(holder, path[-1][0]) if isinstance(holder, ClassInstance) else None

    def methods(self, instance: ClassInstance, name: str) -> tuple[list[Function], ClassInstance] | None:
        """Return the methods of this name that host code can call, and the class that has them."""
        found = [f for f in instance.definition.members.functions.get(name, ()) if f.has_body and self.can_call(f)]
        if not found:
            outside = self.scope.functions(name)
            found = [f for f in outside if f.has_body and f.qualified and f.scope[-1:] == (instance.definition.name,)]
        if found:
            return found, instance
        for base in self.bases(instance):
            inherited = self.methods(base, name)
            if inherited is not None:
                return inherited
        return None

    def _free(self, path: Tuple, count: int, frame: Frame) -> list[Function]:
        qualifiers = tuple(part[0] for part in path[:-1])
        functions = nearest(self.scope.functions(path[-1][0]), frame.scope, qualifiers)
        return [f for f in functions if f.has_body and self.can_call(f) and accepts(f, count)]

    def _entered(
        self, functions: Sequence[Function], given: Any, arguments: Tuple, frame: Frame, owner: Any, expression: Tuple
    ) -> Any:
        values = [self._passed(argument, frame) for argument in arguments]
        spread = [v for value in values for v in (value.values if isinstance(value, _Spread) else [value])]
        types = [self.static_type(argument, frame) for argument in arguments]
        fitting = [f for f in functions if accepts(f, len(spread))]
        explicit = None if given is None else self.arguments(given, frame)
        value = self.enter(fitting, explicit, spread, types, frame, owner) if fitting else None
        if isinstance(value, Missing) or value is None:
            returns = functions[0].returns[1]
            if returns and returns[-1][0] in PROPERTY_TYPES:
                return DeviceProperties()
        return Missing(spell(expression)) if value is None else value

    def _passed(self, argument: Tuple, frame: Frame) -> Any:
        value = self.evaluate(argument, frame)
        if argument[0] == "pack" and isinstance(value, Items):
            return _Spread(value.values)
        if argument[0] == "path" and len(argument[1]) == 1 and (is_term(value) or isinstance(value, Either)):
            binding = frame.find(argument[1][0][0])
            return value if binding is None else Passed(value, Reference(binding))
        return value

    # -- by value ----------------------------------------------------------------------------------------------

    def call_value(self, value: Any, values: list[Any], frame: Frame, expression: Tuple) -> Any:
        """Call what a value stands for."""
        if isinstance(value, Either):
            yes = self.machine.under(value.condition, lambda: self.call_value(value.yes, values, frame, expression))
            return choose(value.condition, yes, self.call_value(value.no, values, frame, expression))
        if isinstance(value, LambdaValue):
            return self.enter_lambda(value, values)
        if isinstance(value, FunctionValue):
            fitting = [f for f in value.functions if f.has_body and self.can_call(f) and accepts(f, len(values))]
            if fitting:
                given = None if value.arguments is None else list(value.arguments)
                return self.enter(fitting, given, values, [None] * len(values), frame, None)
        if isinstance(value, Record) and value.type is not None and value.type.instance is not None:
            found = self.methods(value.type.instance, "operator()")
            if found is not None:
                fitting = [f for f in found[0] if accepts(f, len(values))]
                if fitting:
                    return self.enter(fitting, None, values, [None] * len(values), frame, (found[1], value))
        for argument in values:
            self.called_back(argument, frame)
        return Missing(spell(expression))

    def _call_member(self, function: Tuple, arguments: Tuple, frame: Frame, expression: Tuple) -> Any:
        _, obj, (name, given), _ = function
        value = self.evaluate(obj, frame)
        if isinstance(value, Reference):
            value = self.target(value)
        if isinstance(value, Record) and value.type is not None and value.type.instance is not None:
            found = self.methods(value.type.instance, name)
            if found is not None:
                return self._entered(found[0], given, arguments, frame, (found[1], value), expression)
        if isinstance(value, LambdaValue) and name == "operator()":
            return self.enter_lambda(value, self._values(arguments, frame))
        for argument in self._values(arguments, frame):
            self.called_back(argument, frame)
        return Missing(spell(expression))

    # -- functions that are not in the tree --------------------------------------------------------------------

    def _foreign(self, path: Tuple, arguments: Tuple, line: int, frame: Frame, expression: Tuple) -> Any:
        name = path[-1][0]
        if named(name) is not None and len(arguments) == 1:
            return self.cast(TypeValue(name), self.evaluate(arguments[0], frame))
        if name in _ABORTS or any("noreturn" in f.head.lower() for f in self.scope.functions(name)):
            raise Aborted
        if self.scope.classes(name) or self.scope.aliases(name):
            values = self._values(arguments, frame)
            return self.construct(self.named_type(path, frame), values, frame, line)
        if _ASSERTS.search(name) and arguments:
            self._assert(arguments, frame)
            return Missing(f"{name}()")
        values = self._values(arguments, frame)
        for value in values:
            self.called_back(value, frame)
        return self._library(name, values, expression)

    def _library(self, name: str, values: list[Any], expression: Tuple) -> Any:
        if len(values) == 1 and isinstance(values[0], Items):
            values = list(values[0].values)
        if values and all(is_term(value) for value in values):
            found = library_value(name, values)
            if found is not None:
                return found
        return DeviceProperties() if PROPERTY_CALL.search(name) else Missing(spell(expression))

    def _assert(self, arguments: Tuple, frame: Frame) -> None:
        """`CHECK(condition, ...)`: what follows runs only if it holds."""
        value = self.evaluate(arguments[0], frame)
        for argument in arguments[1:]:
            self.called_back(self.evaluate(argument, frame), frame)
        self.called_back(value, frame)
        if not is_term(value):
            return
        condition: Term = truth_of(term_of(value))
        if condition.value == 0:
            raise Aborted
        if isinstance(value, Operation) and value.op in _COMPARING:
            self.machine.assume(condition)


class _Spread:
    """The values of an expanded parameter pack."""

    __slots__ = ("values",)

    def __init__(self, values: tuple[Any, ...]) -> None:
        self.values = values


class Passed:
    """An argument that may be taken by reference: its value, and the variable."""

    __slots__ = ("reference", "value")

    def __init__(self, value: Any, reference: Reference) -> None:
        self.value, self.reference = value, reference


def accepts(function: Function, count: int) -> bool:
    """Whether a function can be called with so many arguments."""
    parameters = function.parameters
    required = sum(1 for p in parameters if p[3] is None and not p[4])
    return required <= count and (count <= len(parameters) or any(p[4] for p in parameters))
