"""What names and types stand for in host code; constants keep the name under which the source has them."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, Final

from kernaudit.facts.frame import Frame
from kernaudit.facts.resolve import Resolver
from kernaudit.facts.scope import nearest
from kernaudit.facts.shared_memory.composing import as_type
from kernaudit.facts.shared_memory.flow import Machine
from kernaudit.facts.shared_memory.integer import BOOL, SIZE, IntType, literal_type, named
from kernaudit.facts.shared_memory.layout import Layouts
from kernaudit.facts.shared_memory.term import Missing, Named, Number
from kernaudit.facts.shared_memory.value import Items, Record, is_term
from kernaudit.facts.templates import bind_arguments
from kernaudit.facts.values import DEPENDENT, RUNTIME, FunctionValue, LambdaValue, ObjectValue, TypeValue, Unknown
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kernaudit.facts.scope import UnitScope
    from kernaudit.facts.shared_memory.syntax import BodyReader
    from kernaudit.facts.shared_memory.term import Term
    from kernaudit.facts.shared_memory.value import Value
    from kernaudit.facts.values import ClassInstance
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Constant

__all__ = ["HostFrame", "Names", "TooMuch", "constant_object", "integer_type", "spell", "term_of"]

_MAX_DEPTH: Final = 40
_CONSTANT_STEPS: Final = 2_000
"""Expressions behind one constant: the largest seen in kernel libraries takes 98."""
_MAX_TEXT: Final = 60
_TRUTHS: Final = {"true_type": 1, "false_type": 0}
_CONSTANTS: Final = frozenset({"integral_constant", "bool_constant", "Int", "C", *_TRUTHS})
"""`std::integral_constant` and its kin; `cute::Int`, `cute::C`."""


class HostFrame(Frame):
    """A frame of a method that knows its object."""

    __slots__ = ("record",)

    def __init__(
        self,
        types: dict[str, Any],
        scope: tuple[str, ...],
        record: Record | None = None,
        *,
        parent: Frame | None = None,
        instance: ClassInstance | None = None,
    ) -> None:
        super().__init__(types, scope, parent=parent, instance=instance)
        self.record = record


def term_of(value: Value, name: str = "a value") -> Term:
    """Return a value as a number; what is none is missing under that name."""
    if is_term(value):
        found: Term = value
        return found
    if isinstance(value, bool):
        return Number(int(value), BOOL)
    return Number(value, literal_type(value, "")) if isinstance(value, int) else Missing(name)


def integer_type(made: Value) -> IntType | None:
    """Return the integer type that a type is, or None."""
    return named(made.name) if isinstance(made, TypeValue) and not made.pointers else None


def spell(expression: Tuple) -> str:
    """Return an expression roughly as it is written, for the name of what is missing."""
    kind = expression[0]
    if kind == "path":
        text = "::".join(part[0] for part in expression[1])
    elif kind == "member":
        text = f"{spell(expression[1])}{'->' if expression[3] else '.'}{expression[2][0]}"
    elif kind == "call":
        text = f"{spell(expression[1])}({', '.join(map(spell, expression[2]))})"
    elif kind == "index":
        text = f"{spell(expression[1])}[{', '.join(map(spell, expression[2]))}]"
    elif kind in ("const", "str"):
        text = str(expression[1])
    elif kind in ("deref", "addr"):
        text = f"{'*' if kind == 'deref' else '&'}{spell(expression[1])}"
    else:
        text = "this" if kind == "this" else "..."
    return text if len(text) <= _MAX_TEXT else f"{text[:_MAX_TEXT]}..."


class TooMuch(Exception):  # noqa: N818 - a bound that was reached, not a user's mistake
    """The walk has taken more steps than any real source needs."""


class Names(Resolver):
    """Types, constants and sizes of one unit.

    Args:
        scope: the declarations of the unit, as the host pass of the compiler sees them.
        fields: fields of objects that hold what a device answers, by name.
        reader: reads bodies.

    Attributes:
        steps: expressions that may still be evaluated.
    """

    def __init__(self, scope: UnitScope, fields: Mapping[str, Term], reader: BodyReader) -> None:
        super().__init__(scope)
        self.machine = Machine()
        self.fields = fields
        self.reader = reader
        self.layouts = Layouts(self)
        self._arrays: dict[str, list[Constant]] = {}

    # -- what the levels above provide -------------------------------------------------------------------------

    @abstractmethod
    def evaluate(self, expression: Tuple | int, frame: Frame) -> Value:
        """Return the value of an expression, and do what it does."""

    def number(self, expression: Tuple | int, frame: Frame) -> Term:
        """Return the value of an expression as a number."""
        value = self.evaluate(expression, frame)
        if is_term(value):
            found: Term = value
            return found
        return term_of(value, "a number" if isinstance(expression, int) else spell(expression))

    def constant(self, expression: Tuple, frame: Frame) -> Value:
        """Return the value of an expression as the resolver of types wants it."""
        return lowered(self.evaluate(expression, frame))

    # -- names -------------------------------------------------------------------------------------------------

    def named_value(self, path: Tuple, frame: Frame) -> Value:
        """Return what a name in an expression is worth."""
        name, arguments = path[-1]
        if len(path) == 1 and arguments is None:
            binding = frame.find(name)
            if binding is not None:
                return self._raised(binding.value, name)
            field = self._own_field(name, frame)
            if field is not None:
                return field
            bound = frame.type_argument(name)
            if isinstance(bound, int):
                return Named(name, term_of(bound))
        if name == "value" and path[0][0] == "decltype" and path[0][1]:
            return constant_object(self.evaluate(path[0][1][0], frame))
        value = self.name_value(path, frame)
        if isinstance(value, Unknown):
            value = self._array(path, frame) or value
        return value if is_term(value) else self._raised(value, "::".join(part[0] for part in path))

    def _own_field(self, name: str, frame: Frame) -> Value:
        record = own_record(frame)
        return None if record is None else record.fields.get(name)

    @staticmethod
    def _raised(value: Value, name: str) -> Value:
        if isinstance(value, Unknown):
            return Missing(name)
        return term_of(value) if isinstance(value, int) else value

    def _array(self, path: Tuple, frame: Frame) -> Value:
        name = path[-1][0]
        self.scope.looked_up.add(name)
        if name not in self._arrays:
            declared = self.scope.declarations(name)
            self._arrays[name] = [found for one in declared for found in one.outline.arrays.get(name, ())]
        found = nearest(self._arrays[name], frame.scope, tuple(part[0] for part in path[:-1]))
        if not found:
            return None
        value = self.evaluate(found[-1].value, Frame({}, found[-1].scope))
        return value if isinstance(value, Items) else None

    def _value_of(self, constant: Constant, arguments: Tuple | None, frame: Frame) -> Value:
        types: dict[str, Any] = {}
        if constant.template:
            given = self.arguments(arguments or (), frame)
            types = bind_arguments(
                constant.template, given, lambda e, env: self.argument(e, Frame(env, frame.scope)), {}
            )
        return self._constant_term(constant, Frame(types, constant.scope))

    def _constant_term(self, constant: Constant, frame: Frame) -> Value:
        self._depth += 1
        try:
            return DEPENDENT if self._depth > _MAX_DEPTH else self._bounded(lambda: self._evaluated(constant, frame))
        finally:
            self._depth -= 1

    def _evaluated(self, constant: Constant, frame: Frame) -> Value:
        value = self.evaluate(constant.value, frame)
        made = integer_type(self.type_of(constant.type, frame))
        return as_type(value, made) if made is not None and is_term(value) else value

    def _bounded(self, work: Callable[[], Value]) -> Value:
        """What `work` gives; a constant that a whole library computes is not known, and the rest of a walk goes on."""
        left, conditions = self.steps, len(self.machine.path)
        given = self.steps = min(left, _CONSTANT_STEPS)
        try:
            return work()
        except TooMuch:
            del self.machine.path[conditions:]
            return DEPENDENT
        finally:
            self.steps = left - (given - self.steps)

    def _declared_value(self, name: str, arguments: Tuple | None, path: Tuple, frame: Frame) -> Value:
        constants = nearest(self.scope.constants(name), frame.scope, tuple(part[0] for part in path[:-1]))
        if not constants:
            return super()._declared_value(name, arguments, path, frame)
        value = self._value_of(constants[-1], arguments, frame)
        return self._titled(name, value, self._place(name, constants[-1]))

    def _place(self, name: str, constant: Constant) -> Location | None:
        for declaration in self.scope.declarations(name):
            if any(found is constant for found in declaration.outline.constants.get(name, ())):
                return Location(declaration.path, constant.line)
        return None

    def _member_constant(self, holder: ClassInstance, name: str) -> Value:
        constants = holder.definition.members.constants.get(name)
        if not constants:
            return None
        location = Location(holder.definition.path, constants[-1].line)

        def work() -> Value:
            return self._titled(name, self._constant_term(constants[-1], self.class_frame(holder)), location)

        return self.remembered(("term", holder, name), work)

    @staticmethod
    def _titled(name: str, value: Value, location: Location | None = None) -> Value:
        return Named(name, value, location) if is_term(value) else value

    # -- sizes -------------------------------------------------------------------------------------------------

    def size_of(self, made: Value) -> Value:
        """Return the bytes of a type as the resolver of types wants them."""
        return lowered(self.layouts.of(made).size)

    def size_term(self, made: Value, spelled: str = "") -> Term:
        """Return the bytes of a type, as `sizeof` gives them."""
        size = as_type(self.layouts.of(made, spelled).size, SIZE)
        name = spelled or (made.name if isinstance(made, TypeValue) else "")
        return size if isinstance(size, Missing) or not name else Named(f"sizeof({name})", size)


def constant_object(value: Value) -> Value:
    """Return the number that an object of `std::integral_constant` stands for."""
    made = value.type if isinstance(value, Record) else None
    if made is None or made.name not in _CONSTANTS:
        return Missing("the value of a type")
    if made.name in _TRUTHS:
        return Number(_TRUTHS[made.name], BOOL)
    last = made.arguments[-1] if made.arguments else None
    return term_of(last, "the value of a type")


def own_record(frame: Frame | None) -> Record | None:
    """Return the object whose method a frame belongs to."""
    while frame is not None:
        if isinstance(frame, HostFrame) and frame.record is not None:
            return frame.record
        frame = frame.parent
    return None


def lowered(value: Value) -> Value:
    """Return a value as the resolver of types wants it: a number, a type, something with code, or an unknown."""
    if is_term(value):
        known = value.value
        return DEPENDENT if known is None else bool(known) if value.type == BOOL else known
    if isinstance(value, Record):
        return ObjectValue(value.type) if value.type is not None else RUNTIME
    return value if isinstance(value, TypeValue | FunctionValue | LambdaValue | ObjectValue) else RUNTIME
