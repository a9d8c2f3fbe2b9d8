"""Calls in host code: functions of the tree are walked with the values of their arguments, others give unknowns."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Final

from kernaudit.facts.lineage import lineage
from kernaudit.facts.scope import nearest
from kernaudit.facts.shared_memory.api import ASSERTION, DIMENSION_FIELDS, PROPERTY_CALL, PROPERTY_TYPES
from kernaudit.facts.shared_memory.composing import truth_of
from kernaudit.facts.shared_memory.integer import named
from kernaudit.facts.shared_memory.kernels import Kernels
from kernaudit.facts.shared_memory.library import library_value
from kernaudit.facts.shared_memory.names import own_record, spell, term_of
from kernaudit.facts.shared_memory.term import Missing, Operation
from kernaudit.facts.shared_memory.value import (
    CallSite,
    DeviceProperties,
    Either,
    Items,
    Passed,
    Record,
    Reference,
    choose,
    is_term,
    plain,
)
from kernaudit.facts.values import ClassInstance, FunctionValue, LambdaValue, TypeValue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.facts.frame import Frame
    from kernaudit.facts.shared_memory.value import Value
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Function

__all__ = ["Aborted", "Calls", "accepts", "on_host"]

_CASTS: Final = frozenset({"static_cast", "reinterpret_cast", "const_cast", "dynamic_cast", "bit_cast"})
_PASSING: Final = frozenset({"move", "forward", "ref", "cref", "as_const"})
_ABORTS: Final = frozenset(
    {"abort", "exit", "_exit", "quick_exit", "terminate", "__builtin_trap", "__builtin_unreachable"}
)
_COMPARING: Final = frozenset({"<", ">", "<=", ">=", "==", "!=", "&&", "||", "!"})


class Aborted(Exception):  # noqa: N818 - control flow of the walked program
    """The walked program does not go on past this expression."""


def on_host(function: Function) -> bool:
    """Whether host code can call a function."""
    return not function.kernel and ("__device__" not in function.head or "__host__" in function.head)


def accepts(function: Function, count: int) -> bool:
    """Whether a function can be called with so many arguments."""
    parameters = function.parameters
    required = sum(1 for p in parameters if p[3] is None and not p[4])
    return required <= count and (count <= len(parameters) or any(p[4] for p in parameters))


class Calls(Kernels):
    """Finds out what is called; walking into it is for the level above."""

    @abstractmethod
    def enter(self, functions: Sequence[Function], site: CallSite) -> Value:
        """Walk the function that a call means and return its value; None where it has none, or it is not known."""

    @abstractmethod
    def enter_lambda(self, value: LambdaValue, values: list[Value]) -> Value:
        """Walk a lambda."""

    def can_call(self, function: Function) -> bool:
        """Whether the code that is walked can call a function: host code calls no device functions."""
        return function.has_body and on_host(function)

    def call(self, expression: Tuple, frame: Frame) -> Value:
        """Return the value of a call, and do what it does."""
        function = expression[1]
        if function[0] == "path":
            value = self._call_name(function[1], expression, frame)
        elif function[0] == "member":
            value = self._call_member(function, expression, frame)
        else:
            value = self.call_value(self.evaluate(function, frame), self._values(expression[2], frame), frame)
        return Missing(spell(expression)) if value is None else value

    def _values(self, arguments: Tuple, frame: Frame) -> list[Value]:
        return [plain(value) for value in self._passed(arguments, frame, None)]

    @abstractmethod
    def needed(self, functions: Sequence[Function]) -> frozenset[int] | None:
        """Return the positions of the arguments that matter to these functions, None for all."""

    def _passed(self, arguments: Tuple, frame: Frame, needed: frozenset[int] | None) -> list[Value]:
        """The values of arguments; a pack that is known is spread out, a variable can be taken by reference."""
        found: list[Value] = []
        if any(argument[0] == "pack" for argument in arguments):
            needed = None
        for index, argument in enumerate(arguments):
            if needed is not None and index not in needed and argument[0] != "path":
                found.append(Missing(spell(argument)))
                continue
            value = self.evaluate(argument, frame)
            if argument[0] == "pack" and isinstance(value, Items):
                found.extend(value.values)
                continue
            if argument[0] == "path" and len(argument[1]) == 1 and (is_term(value) or isinstance(value, Either)):
                binding = frame.find(argument[1][0][0])
                value = value if binding is None else Passed(value, Reference(binding))
            found.append(value)
        return found

    # -- by name -----------------------------------------------------------------------------------------------

    def _call_name(self, path: Tuple, expression: Tuple, frame: Frame) -> Value:
        name, given = path[-1]
        _, _, arguments, line = expression
        if name in _CASTS and given and arguments:
            return self.cast(self.argument(given[0], frame), self.evaluate(arguments[0], frame))
        if name in _PASSING and len(arguments) == 1:
            return self.evaluate(arguments[0], frame)
        noted = self.runtime_call(name, arguments, line, frame)
        if noted is not None:
            return noted
        local = self._local(path, frame)
        if isinstance(local, TypeValue):
            return self.construct(local, self._values(arguments, frame), frame)
        if local is not None:
            return self.call_value(local, self._values(arguments, frame), frame)
        functions, owner = self._meant(path, frame)
        if functions:
            return self._entered(functions, given, arguments, owner, frame)
        return self._foreign(path, arguments, frame)

    @staticmethod
    def _local(path: Tuple, frame: Frame) -> Value:
        if len(path) > 1 or path[0][1] is not None:
            return None
        binding = frame.find(path[0][0])
        return frame.type_argument(path[0][0]) if binding is None else binding.value

    def _meant(
        self, path: Tuple, frame: Frame
    ) -> tuple[Sequence[Function], tuple[ClassInstance | None, Record | None] | None]:
        """The functions that a name can mean, and whose methods they are."""
        name = path[-1][0]
        holder = self.holder(path[:-1], frame) if len(path) > 1 else frame.instance
        if isinstance(holder, ClassInstance):
            found = self.methods(holder, name)
            if found is not None:
                return found[0], (found[1], own_record(frame) if len(path) == 1 else None)
        qualifiers = tuple(part[0] for part in path[:-1])
        functions = nearest(self.scope.functions(name), frame.scope, qualifiers)
        return [f for f in functions if self.can_call(f)], None

    def methods(self, instance: ClassInstance, name: str) -> tuple[list[Function], ClassInstance] | None:
        """Return the methods of this name that can be called, and the class that has them."""
        for one in lineage(instance, self.bases):
            found = [f for f in one.definition.members.functions.get(name, ()) if self.can_call(f)]
            if not found:
                outside = (f for f in self.scope.functions(name) if f.qualified and self.can_call(f))
                found = [f for f in outside if f.scope[-1:] == (one.definition.name,)]
            if found:
                return found, one
        return None

    def _entered(
        self,
        functions: Sequence[Function],
        given: Tuple | None,
        arguments: Tuple,
        owner: tuple[ClassInstance | None, Record | None] | None,
        frame: Frame,
    ) -> Value:
        values = self._passed(arguments, frame, self.needed(functions))
        types = [self.static_type(argument, frame) for argument in arguments]
        explicit = None if given is None else self.arguments(given, frame)
        fitting = [f for f in functions if accepts(f, len(values))]
        value = self.enter(fitting, CallSite(values, types, explicit, owner)) if fitting else None
        if value is None or isinstance(value, Missing):
            returns = functions[0].returns[1]
            if returns and returns[-1][0] in PROPERTY_TYPES:
                return DeviceProperties()
        return value

    # -- by value ----------------------------------------------------------------------------------------------

    def call_value(self, value: Value, values: list[Value], frame: Frame) -> Value:
        """Call what a value stands for."""
        if isinstance(value, Either):
            yes = self.machine.under(value.condition, lambda: self.call_value(value.yes, values, frame))
            no = self.call_value(value.no, values, frame)
            return None if yes is None or no is None else choose(value.condition, yes, no)
        if isinstance(value, LambdaValue):
            return self.enter_lambda(value, values)
        if isinstance(value, FunctionValue):
            functions = [f for f in value.functions if self.can_call(f) and accepts(f, len(values))]
            if functions:
                return self.enter(functions, CallSite(values, given=list(value.arguments or ()) or None))
        if isinstance(value, Record):
            found = self._methods_of(value, "operator()")
            functions = [] if found is None else [f for f in found[0] if accepts(f, len(values))]
            if found is not None and functions:
                return self.enter(functions, CallSite(values, owner=(found[1], value)))
        for argument in values:
            self.called_back(argument)
        return None

    def _methods_of(self, record: Record, name: str) -> tuple[list[Function], ClassInstance] | None:
        instance = None if record.type is None else record.type.instance
        return None if instance is None else self.methods(instance, name)

    def _call_member(self, function: Tuple, expression: Tuple, frame: Frame) -> Value:
        _, obj, (name, given), _ = function
        value = self.evaluate(obj, frame)
        if isinstance(value, Reference):
            value = self.target(value)
        if isinstance(value, Record):
            found = self._methods_of(value, name)
            if found is not None:
                return self._entered(found[0], given, expression[2], (found[1], value), frame)
        if isinstance(value, LambdaValue) and name == "operator()":
            return self.enter_lambda(value, self._values(expression[2], frame))
        for argument in self._values(expression[2], frame):
            self.called_back(argument)
        return None

    # -- functions that are not in the tree --------------------------------------------------------------------

    def _foreign(self, path: Tuple, arguments: Tuple, frame: Frame) -> Value:
        name = path[-1][0]
        if named(name) is not None and len(arguments) == 1:
            return self.cast(TypeValue(name), self.evaluate(arguments[0], frame))
        if name in _ABORTS or any("noreturn" in f.head.lower() for f in self.scope.functions(name)):
            raise Aborted
        if name in DIMENSION_FIELDS or self.scope.classes(name) or self.scope.aliases(name):
            return self.construct(self.named_type(path, frame), self._values(arguments, frame), frame)
        if ASSERTION.search(name) and arguments:
            return self._assert(arguments, frame)
        values = self._values(arguments, frame)
        for value in values:
            self.called_back(value)
        return self._library(name, values)

    @staticmethod
    def _library(name: str, values: list[Value]) -> Value:
        if len(values) == 1 and isinstance(values[0], Items):
            values = list(values[0].values)
        found = library_value(name, values) if values and all(map(is_term, values)) else None
        if found is not None:
            return found
        return DeviceProperties() if PROPERTY_CALL.search(name) else None

    def _assert(self, arguments: Tuple, frame: Frame) -> None:
        """`CHECK(condition, ...)`: what follows runs only if it holds."""
        values = self._values(arguments, frame)
        for value in values:
            self.called_back(value)
        if not is_term(values[0]):
            return
        condition = truth_of(term_of(values[0]))
        if condition.value == 0:
            raise Aborted
        if isinstance(values[0], Operation) and values[0].op in _COMPARING:
            self.machine.assume(condition)
