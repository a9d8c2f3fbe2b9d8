"""Calls that are written as operators, and conversions that nobody writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.facts.calls import fitting_functions
from kernaudit.facts.entering import PLACES, Callee, Given
from kernaudit.facts.lifetimes import Lifetimes
from kernaudit.facts.lineage import lineage
from kernaudit.facts.toolkit_types import SIZES
from kernaudit.facts.values import RUNTIME, ObjectValue, TypeValue
from kernaudit.sources.operators import CONVERSION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.facts.frame import Frame
    from kernaudit.facts.record import Stop
    from kernaudit.facts.values import ClassInstance, Value
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Function

__all__ = ["Operators"]

_NOTHING: Final = Given((), [], [], [])


class Operators(Lifetimes):
    """Finds the functions that operators on objects of classes of the tree mean."""

    def class_of(self, expression: Tuple, value: Value, frame: Frame) -> ClassInstance | None:
        """Return the class whose object an operand is; None for a pointer to one, and for everything else."""
        if not isinstance(value, ObjectValue) or value.type.pointers or value.type.instance is None:
            return None
        if not self.follows_implied:
            return None
        known = self.static_type(expression, frame)
        return None if known is not None and known.pointers else value.type.instance

    def operate(self, operator: str, operands: Tuple, values: Sequence[Value], frame: Frame) -> Value:
        """Walk into the operator that these operands mean and return what it gives; None where none is written.

        Operands that it leaves are converted, where their classes say how.
        """
        classes = [self.class_of(e, v, frame) for e, v in zip(operands, values, strict=True)]
        if not any(classes):
            return None
        name = "operator" + operator
        found = self._operator_of(name, operands, values, classes[0], frame)
        if found is None:
            found = self._free(name, operands, values, [one for one in classes if one is not None], frame)
        return found

    def operated(self, operator: str, operands: Tuple, values: Sequence[Value], frame: Frame) -> Value:
        """As `operate`; where nothing is written, the operands are converted, and the value is not known."""
        found = self.operate(operator, operands, values, frame)
        if found is not None:
            return found
        for expression, value in zip(operands, values, strict=True):
            self.converted(expression, value, frame)
        return None

    def converted(self, expression: Tuple, value: Value, frame: Frame) -> Value:
        """Return what an operand is worth where a number is wanted: an object is converted, if its class says how."""
        instance = self.class_of(expression, value, frame)
        if instance is None:
            return value
        if self.methods(instance, CONVERSION) is None:
            return value
        given = self._convert(instance, self._object_inside(expression, frame), frame)
        return given if isinstance(given, int) else RUNTIME

    def _convert(self, instance: ClassInstance, inside: bool, frame: Frame) -> Value:
        found = self.methods(instance, CONVERSION)
        return None if found is None else self.imply(Callee(found[0], None, found[1], inside), _NOTHING, frame)

    def pointed_to(self, expression: Tuple, value: Value, frame: Frame) -> Value:
        """Return what `->` behind an operand leads to: what `operator->` of its class gives, else the operand."""
        found = self.operate("->", (expression,), (value,), frame)
        return value if found is None else found

    def assign_parts(self, instance: ClassInstance | None, frame: Frame) -> None:
        """Assign an object whose class writes no assignment: part by part."""
        if instance is not None and not instance.definition.is_plain:
            self.implied(("assigned", instance), lambda: self._assign_each(instance, frame))

    def _assign_each(self, instance: ClassInstance, frame: Frame) -> Stop:
        for part in self.parts_of(instance):
            made = TypeValue(part.definition.name, (), 0, False, part)
            given = Given((("opaque", ()),), [ObjectValue(made)], [made], [(True, True)])
            found = self.methods(part, "operator=")
            if found is None:
                self.assign_parts(part, frame)
            else:
                self.imply(Callee(fitting_functions(found[0], 1), None, found[1], True), given, frame)
        return None

    def each(self, source: Tuple, frame: Frame) -> None:
        """What a loop over a range calls: its begin and end, and the operators of what these give."""
        value = self.constant(source, frame)
        if self.class_of(source, value, frame) is None:
            return
        ends = [self._end_of_range(name, source, value, frame) for name in ("begin", "end")]
        if isinstance(ends[0], ObjectValue):
            first: Tuple = ("construct", ("type", (), 0, False), (), 0)
            self.operate("!=", (first, first), ends, frame)
            self.operate("*", (first,), ends[:1], frame)
            self.operate("++", (first,), ends[:1], frame)

    def _end_of_range(self, name: str, source: Tuple, value: Value, frame: Frame) -> Value:
        instance = self.class_of(source, value, frame)
        found = None if instance is None else self.methods(instance, name)
        if found is not None:
            inside = self._object_inside(source, frame)
            return self.imply(Callee(fitting_functions(found[0], 0), None, found[1], inside), _NOTHING, frame)
        free = fitting_functions(self.scope.functions(name), 1)
        return self.imply(Callee(free), self.given((source,), frame, [value]), frame) if free else None

    def value_of_test(self, expression: Tuple, frame: Frame) -> Value:
        """Walk a condition and return what it is worth."""
        value = self.constant(expression, frame)
        return self.converted(expression, value, frame) if isinstance(value, ObjectValue) else value

    def _operator_of(
        self, name: str, operands: Tuple, values: Sequence[Value], instance: ClassInstance | None, frame: Frame
    ) -> Value:
        found = None if instance is None else self.methods(instance, name)
        if found is None:
            return None
        fitting = [f for f in fitting_functions(found[0], len(operands) - 1) if not _is_friend(f)]
        if not fitting:
            return None
        inside = self._object_inside(operands[0], frame)
        given = self.given(operands[1:], frame, list(values[1:]))
        return self.imply(Callee(fitting, None, found[1], inside), given, frame)

    def _free(
        self, name: str, operands: Tuple, values: Sequence[Value], classes: list[ClassInstance], frame: Frame
    ) -> Value:
        friends = [f for one in classes for f in self._friends(one, name)]
        free = self.scope.functions(name) if self.scope.declarations(name) else ()
        fitting = fitting_functions([*dict.fromkeys(friends), *(f for f in free if not f.qualified)], len(operands))
        if not fitting:
            return None
        given = self.given(operands, frame, list(values))
        instance = classes[0] if friends else None
        return self.imply(Callee(fitting, None, instance), given, frame)

    def _friends(self, instance: ClassInstance, name: str) -> list[Function]:
        return [
            function
            for one in lineage(instance, self.bases)
            for function in one.definition.members.functions.get(name, ())
            if _is_friend(function)
        ]

    def passed(self, described: TypeValue | None, shape: str, given: Given, index: int, frame: Frame) -> None:
        """What becomes of an argument on its way to a parameter of this type: it is copied, or converted."""
        if described is None or not self.follows_implied or index >= len(given.expressions):
            return
        expression, value, known = given.expressions[index], given.values[index], given.types[index]
        one = Given((expression,), [value], [known], given.inside[index : index + 1])
        given_class = _class_given(value, known)
        if described.instance is None or described.pointers or shape == "*":
            if given_class is not None and described.name in SIZES:
                self._convert(given_class, given.inside[index][0], frame)
        elif expression[0] == "init":
            count = len(expression[1])
            parts = Given(expression[1], [RUNTIME] * count, [None] * count, [(False, False)] * count)
            self.create(described.instance, parts, frame)
        elif given_class is None:
            if _is_number(value, known):
                self.create(described.instance, one, frame)
        elif shape != "&" and not described.reference and expression[0] in PLACES:
            self.copy(described.instance, one, frame)

    def returned(self, expression: Tuple, value: Value, frame: Frame) -> Value:
        """Return what a call gives whose function returns this: what its return type makes of it."""
        if self.returning is None or not self.follows_implied:
            return value
        number = isinstance(value, int) or expression[0] == "init"
        if not number and not isinstance(value, ObjectValue):
            return value
        function, outer = self.returning
        described = self.type_of(function.returns, outer)
        if not isinstance(described, TypeValue) or not function.returns_value:
            return value
        if described.instance is None:
            return self.converted(expression, value, frame) if described.name in SIZES else value
        if not number or described.pointers:
            return value
        parts = expression[1] if expression[0] == "init" else (expression,)
        self.create(described.instance, self.given(parts, frame), frame)
        return ObjectValue(described)

    def cast(self, made: TypeValue, expression: Tuple, value: Value, frame: Frame) -> Value:
        """Return what a cast to a type gives."""
        if not self.follows_implied or made.pointers or made.reference:
            return value
        if made.instance is None:
            return self.converted(expression, value, frame) if made.name in SIZES else value
        if _is_number(value, self.static_type(expression, frame)):
            self.create(made.instance, self.given((expression,), frame, [value]), frame)
            return ObjectValue(made)
        return value


def _class_given(value: Value, known: TypeValue | None) -> ClassInstance | None:
    if not isinstance(value, ObjectValue) or value.type.pointers or (known is not None and known.pointers):
        return None
    return value.type.instance


def _is_number(value: Value, known: TypeValue | None) -> bool:
    """Whether an argument is a number, and surely no object."""
    if isinstance(value, int):
        return True
    return known is not None and known.instance is None and not known.pointers and known.name in SIZES


def _is_friend(function: Function) -> bool:
    return "friend" in function.head
