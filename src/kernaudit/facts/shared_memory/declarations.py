"""Variables and objects of host code as they are declared and made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.facts.shared_memory.api import CONFIG_FIELDS, CONFIG_TYPES, DIMENSION_FIELDS, PROPERTY_TYPES
from kernaudit.facts.shared_memory.calls import Calls, accepts
from kernaudit.facts.shared_memory.integer import INT
from kernaudit.facts.shared_memory.members import class_body
from kernaudit.facts.shared_memory.names import integer_type
from kernaudit.facts.shared_memory.term import Missing, Named, Number, Query
from kernaudit.facts.shared_memory.value import (
    CallSite,
    DeviceProperties,
    Items,
    Record,
    Variable,
    copied,
    is_term,
)
from kernaudit.facts.values import TypeValue
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from kernaudit.facts.frame import Binding, Frame
    from kernaudit.facts.shared_memory.members import Body
    from kernaudit.facts.shared_memory.term import Term
    from kernaudit.facts.shared_memory.value import Value
    from kernaudit.sources.ast import Tuple

__all__ = ["Declarations"]

_AUTO: Final = frozenset({"auto", "decltype", ""})


class Declarations(Calls):
    """Declares variables and makes objects."""

    def declare(self, statement: Tuple, frame: Frame) -> None:
        """Bring a variable into the frame."""
        _, flags, made, name, shape, init, line, *rest = statement
        if "," in name:
            self._declare_parts(name, init, frame)
            return
        described = self.type_declared(made, frame)
        bounds = self._bounds(rest[0] if rest else (), frame)
        if "__shared__" in flags:
            self.shared(statement, described, frame)
        alias = self._alias(shape, init, frame)
        if alias is not None:
            frame.names[name] = alias
            return
        value = self._initial(init, described, shape, name, frame)
        frame.names[name] = Variable(self._entitled(name, value, line), _pointed(described, shape), bounds)

    def _bounds(self, bounds: Tuple, frame: Frame) -> tuple[Term, ...]:
        missing = Missing("the bound of an array", low=0)
        return tuple(missing if bound is None else self.number(bound, frame) for bound in bounds)

    def shared(self, statement: Tuple, made: TypeValue | None, frame: Frame) -> None:
        """A `__shared__` variable is declared; readers of static sizes listen here."""

    def type_declared(self, made: Tuple, frame: Frame) -> TypeValue | None:
        """The class that a declaration names; None for `auto` and for what is no class."""
        if not made[1] or made[1][0][0] in _AUTO:
            return None
        described = self.type_of(made, frame)
        return described if isinstance(described, TypeValue) else None

    def _declare_parts(self, names: str, init: Tuple | None, frame: Frame) -> None:
        """`auto [a, b] = ...`."""
        value = None if init is None else self.evaluate(init, frame)
        known = list(value.fields.values()) if isinstance(value, Record) else []
        known = list(value.values) if isinstance(value, Items) else known
        for index, name in enumerate(part.strip() for part in names.split(",")):
            frame.names[name] = Variable(known[index] if index < len(known) else Missing(name))

    def _alias(self, shape: str, init: Tuple | None, frame: Frame) -> Binding | None:
        """`T& x = y;` names another variable."""
        if shape != "&" or init is None or init[0] != "path" or len(init[1]) != 1:
            return None
        return frame.find(init[1][0][0])

    def _initial(self, init: Tuple | None, made: TypeValue | None, shape: str, name: str, frame: Frame) -> Value:
        if made is not None and made.name in PROPERTY_TYPES:
            if init is not None:
                self.evaluate(init, frame)
            return DeviceProperties()
        if init is None:
            return self._default(made, shape, name)
        if init[0] == "construct":
            values = [self.evaluate(argument, frame) for argument in init[2]]
            found = self.type_of(init[1], frame) if made is None else made
            return self.construct(found, values, frame)
        value = self.evaluate(init, frame)
        return self._fitted(value, made, shape, frame)

    def _default(self, made: TypeValue | None, shape: str, name: str) -> Value:
        if made is None or shape in ("*", "[]") or made.pointers or integer_type(made) is not None:
            integer = integer_type(made)
            return Missing(name, integer if integer is not None and not shape else INT)
        return Record(made)

    def _fitted(self, value: Value, made: TypeValue | None, shape: str, frame: Frame) -> Value:
        """An initial value as the variable holds it."""
        if isinstance(value, Record):
            if value.type is None and made is not None:
                value = Record(made, value.fields)
            return value if shape in ("&", "*") else value.copy()
        if isinstance(value, Items) and made is not None and not shape:
            return self._from_list(list(value.values), made, frame)
        return self.cast(made, value) if not shape else value

    def _from_list(self, values: list[Value], made: TypeValue, frame: Frame) -> Value:
        if integer_type(made) is not None or made.pointers:
            return self.cast(made, values[0]) if values else Number(0)
        return self.construct(made, values, frame)

    def _entitled(self, name: str, value: Value, line: int) -> Value:
        if not is_term(value) or isinstance(value, Missing | Query):
            return value
        return Named(name, value, Location(self.path_file, line))

    # -- objects -----------------------------------------------------------------------------------------------

    def construct(self, made: Value, arguments: list[Value], frame: Frame) -> Value:  # noqa: ARG002 - as all evaluations
        """Make an object."""
        if not isinstance(made, TypeValue):
            for argument in arguments:
                self.called_back(argument)
            return arguments[0] if len(arguments) == 1 else Missing("an object")
        if integer_type(made) is not None:
            return self.cast(made, arguments[0]) if arguments else Number(0)
        if made.name in PROPERTY_TYPES:
            return DeviceProperties()
        if made.pointers:
            return arguments[0] if arguments else Number(0)
        if made.instance is not None:
            return self._object(made, arguments)
        for argument in arguments:
            self.called_back(argument)
        if made.name in DIMENSION_FIELDS and len(arguments) == 1 and isinstance(arguments[0], Record):
            return arguments[0].copy()
        names = CONFIG_FIELDS if made.name in CONFIG_TYPES else DIMENSION_FIELDS.get(made.name, ())
        return Record(made, dict(zip(names, arguments, strict=False)))

    def _object(self, made: TypeValue, arguments: list[Value]) -> Value:
        if len(arguments) == 1 and isinstance(arguments[0], Record) and arguments[0].type == made:
            return arguments[0].copy()
        instance = made.instance
        assert instance is not None
        record = Record(made)
        definition = instance.definition
        constructors = definition.members.functions.get(definition.name, ())
        fitting = [f for f in constructors if self.can_call(f) and accepts(f, len(arguments))]
        self._defaults(record, class_body(definition.parsed, definition.node), arguments if not fitting else [])
        if fitting:
            self.enter(fitting, CallSite(arguments, owner=(instance, record)))
        return record

    def _defaults(self, record: Record, body: Body, arguments: list[Value]) -> None:
        """Fill fields from an initialiser list, or from the values that the class gives them."""
        assert record.type is not None
        assert record.type.instance is not None
        instance = record.type.instance
        inside = self.class_frame(instance)
        for index, member in enumerate(body.members):
            made = None if member.type is None or member.pointer else self.type_of(member.type, inside)
            declared = instance.definition.members.fields.get(member.name)
            if index < len(arguments):
                record.fields[member.name] = self._member_value(copied(arguments[index]), made, inside)
            elif declared is not None and declared.init is not None:
                value = self.evaluate(declared.init, inside)
                record.fields[member.name] = self._member_value(value, made, inside)
            elif isinstance(made, TypeValue) and not made.pointers and not member.bounds and integer_type(made) is None:
                record.fields[member.name] = self.construct(made, [], inside)

    def _member_value(self, value: Value, made: Value, frame: Frame) -> Value:
        if isinstance(value, Items) and isinstance(made, TypeValue):
            return self._from_list(list(value.values), made, frame)
        return self.cast(made, value)


def _pointed(made: TypeValue | None, shape: str) -> TypeValue | None:
    if made is None or shape not in ("*", "&"):
        return made
    return TypeValue(made.name, made.arguments, made.pointers + (shape == "*"), shape == "&", made.instance)
