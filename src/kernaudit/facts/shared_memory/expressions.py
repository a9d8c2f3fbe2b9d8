"""Evaluates expressions of host code: arithmetic, members, pointers, assignments."""

from __future__ import annotations

from abc import abstractmethod
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from kernaudit.facts.shared_memory.api import PROPERTIES, UNMISTAKABLE
from kernaudit.facts.shared_memory.bounds import View, range_of
from kernaudit.facts.shared_memory.composing import as_type, negation, operation, truth_of
from kernaudit.facts.shared_memory.integer import BOOL, INT, SIZE, literal_type
from kernaudit.facts.shared_memory.layout import times
from kernaudit.facts.shared_memory.names import (
    Names,
    TooMuch,
    constant_object,
    integer_type,
    own_record,
    spell,
    term_of,
)
from kernaudit.facts.shared_memory.term import TRUE, Choice, Missing, Number, Operation, Query
from kernaudit.facts.shared_memory.value import (
    DeviceProperties,
    Either,
    Items,
    Record,
    Reference,
    Variable,
    choose,
    copied,
    is_term,
)
from kernaudit.facts.values import DEPENDENT, FunctionValue, LambdaValue, TypeValue, Unknown

if TYPE_CHECKING:
    from collections.abc import Callable

    from kernaudit.facts.frame import Binding, Frame
    from kernaudit.facts.shared_memory.term import Term
    from kernaudit.facts.shared_memory.value import Value
    from kernaudit.sources.ast import Tuple

__all__ = ["Expressions"]

_MAX_ITEMS: Final = 64
_ANY_DEVICE: Final = View()
_SHALLOW: Final = 16
"""Tests of a capability are shallow; working out deep terms again and again is not worth it."""
_INCREMENTS: Final = {"++": "+", "--": "-"}


@lru_cache(maxsize=4096)
def _truth_anywhere(condition: Operation | Choice) -> bool | None:
    """Whether a condition on what the device answers is the same for every device."""
    asks = any(isinstance(part, Query) for part in condition.leaves)
    return range_of(condition, _ANY_DEVICE).truth if asks else None


class Expressions(Names):
    """Evaluates expressions; calls, lambdas and launches are for the level above."""

    def evaluate(self, expression: Tuple | int, frame: Frame) -> Value:
        """Return the value of an expression, and do what it does."""
        self.steps -= 1
        if self.steps < 0:
            raise TooMuch
        if isinstance(expression, int):
            return term_of(expression)
        handler = _HANDLERS.get(expression[0])
        return Missing(spell(expression)) if handler is None else handler(self, expression, frame)

    def condition(self, expression: Tuple, frame: Frame) -> Term:
        """Return the value of an expression as a condition."""
        term = truth_of(self.number(expression, frame))
        if term.value is None and isinstance(term, Operation | Choice) and term.depth <= _SHALLOW:
            truth = _truth_anywhere(term)
            return term if truth is None else Number(int(truth), BOOL)
        return term

    @abstractmethod
    def call(self, expression: Tuple, frame: Frame) -> Value:
        """Return the value of a call, and do what it does."""

    def made_lambda(self, value: LambdaValue) -> None:
        """A lambda is made."""

    @abstractmethod
    def launch(self, expression: Tuple, frame: Frame) -> Value:
        """Note a kernel launch."""

    @abstractmethod
    def construct(self, made: Value, arguments: list[Value], frame: Frame) -> Value:
        """Make an object."""

    @abstractmethod
    def called_back(self, value: Value) -> None:
        """A function or lambda goes where this reader cannot follow; it may be called there."""

    # -- leaves ------------------------------------------------------------------------------------------------

    def _const(self, expression: Tuple, frame: Frame) -> Term:
        del frame
        value = expression[1]
        if value is None:
            return Missing("a floating-point value")
        if isinstance(value, bool):
            return Number(int(value), BOOL)
        return Number(value, literal_type(value, expression[2] if len(expression) > 2 else ""))

    def _text(self, expression: Tuple, frame: Frame) -> Term:
        """A string in a condition is true: `assert(x && "why")`."""
        del expression, frame
        return TRUE

    def _name(self, expression: Tuple, frame: Frame) -> Value:
        return self.named_value(expression[1], frame)

    def _this(self, expression: Tuple, frame: Frame) -> Value:
        return own_record(frame) or Missing(spell(expression))

    def _lambda(self, expression: Tuple, frame: Frame) -> LambdaValue:
        value = LambdaValue(expression[1], expression[2], frame)
        self.made_lambda(value)
        return value

    def _type(self, expression: Tuple, frame: Frame) -> Value:
        found = self.type_of(expression, frame)
        return Missing(spell(("path", expression[1]))) if isinstance(found, Unknown) else found

    # -- arithmetic --------------------------------------------------------------------------------------------

    def _unary(self, expression: Tuple, frame: Frame) -> Value:
        _, op, operand = expression
        term = self.number(operand, frame)
        if op in {"!", "not"}:
            return negation(term)
        return term if op == "+" else operation("neg" if op == "-" else op, term)

    def _binary(self, expression: Tuple, frame: Frame) -> Value:
        _, op, left, right = expression
        first = self.number(left, frame)
        if op not in ("&&", "||"):
            return operation(op, first, self.number(right, frame)) if op in _OPERATORS else Missing(spell(expression))
        known = first.value
        if known is not None and bool(known) is (op == "||"):
            return truth_of(first)
        guard = first if op == "&&" else negation(first)
        return operation(op, first, self.machine.under(truth_of(guard), lambda: self.number(right, frame)))

    def _conditional(self, expression: Tuple, frame: Frame) -> Value:
        _, condition, yes, no = expression
        term = self.condition(condition, frame)
        if term.value is not None:
            return self.evaluate(yes if term.value else no, frame)
        first = self.machine.under(term, lambda: self.evaluate(yes, frame))
        return choose(term, first, self.machine.under(negation(term), lambda: self.evaluate(no, frame)))

    def _cast(self, expression: Tuple, frame: Frame) -> Value:
        return self.cast(self.type_of(expression[1], frame), self.evaluate(expression[2], frame))

    def cast(self, made: Value, value: Value) -> Value:
        """Return a value converted to a type; pointers and objects stay what they are."""
        integer = integer_type(made)
        if integer is None or not is_term(value):
            return constant_object(value) if integer is not None and isinstance(value, Record) else value
        return as_type(value, integer)

    def _sequence(self, expression: Tuple, frame: Frame) -> Value:
        self.evaluate(expression[1], frame)
        return self.evaluate(expression[2], frame)

    def _sizeof(self, expression: Tuple, frame: Frame) -> Term:
        part = expression[1]
        if part[0] in ("path", "index", "member", "deref"):
            size = self._size_of_object(part, frame)
            if size is not None:
                return as_type(size, SIZE)
        made = self.argument(part, frame) if part[0] in ("type", "path") else None
        return self.size_term(made, spell(part if part[0] != "type" else ("path", part[1])))

    def _size_of_object(self, part: Tuple, frame: Frame) -> Term | None:
        """The bytes of a variable, or of what its first elements are."""
        skipped = 0
        while part[0] in ("index", "deref"):
            skipped += len(part[2]) if part[0] == "index" else 1
            part = part[1]
        binding = frame.find(part[1][0][0]) if part[0] == "path" and len(part[1]) == 1 else None
        if binding is None or binding.type is None:
            return None
        bounds = binding.bounds if isinstance(binding, Variable) else ()
        made = binding.type
        below = max(0, made.pointers - max(0, skipped - len(bounds)))
        inner = TypeValue(made.name, made.arguments, below, False, made.instance)
        return times(self.size_term(inner), bounds[skipped:])

    # -- objects -----------------------------------------------------------------------------------------------

    def _member(self, expression: Tuple, frame: Frame) -> Value:
        return self.member_of(self.evaluate(expression[1], frame), expression[2][0], expression)

    def member_of(self, value: Value, name: str, expression: Tuple) -> Value:
        """Return a field of a value."""
        if isinstance(value, Reference):
            value = self.target(value)
        if isinstance(value, Either):
            yes, no = (self.member_of(v, name, expression) for v in (value.yes, value.no))
            return choose(value.condition, yes, no)
        if isinstance(value, Record):
            if name == "value" and not value.fields:
                return constant_object(value)
            found = value.fields.get(name)
            return self._class_value(value, name, expression) if found is None else found
        if isinstance(value, DeviceProperties) and name in PROPERTIES:
            return Query(PROPERTIES[name], SIZE if PROPERTIES[name].is_shared else INT)
        if name in UNMISTAKABLE:
            return Query(UNMISTAKABLE[name], SIZE)
        return self.fields.get(name) or Missing(spell(expression))

    def _class_value(self, record: Record, name: str, expression: Tuple) -> Value:
        instance = None if record.type is None else record.type.instance
        value = DEPENDENT if instance is None else self.member_value(instance, name, missing=DEPENDENT)
        return Missing(spell(expression)) if isinstance(value, Unknown) else value

    def target(self, reference: Reference) -> Value:
        """Return what a pointer points to."""
        holder = reference.holder
        return holder.fields.get(reference.field) if isinstance(holder, Record) else holder.value

    def _index(self, expression: Tuple, frame: Frame) -> Value:
        value = self.evaluate(expression[1], frame)
        for part in expression[2]:
            value = self._element(value, self.number(part, frame), expression)
        return value

    def _element(self, value: Value, index: Term, expression: Tuple) -> Value:
        if not isinstance(value, Items) or len(value.values) > _MAX_ITEMS:
            return value if isinstance(value, DeviceProperties) else Missing(spell(expression))
        if index.value is not None:
            inside = 0 <= index.value < len(value.values)
            return value.values[index.value] if inside else Missing(spell(expression))
        found = value.values[-1] if value.values else Missing(spell(expression))
        for position, item in reversed(list(enumerate(value.values[:-1]))):
            found = choose(operation("==", index, Number(position)), item, found)
        return found

    def _deref(self, expression: Tuple, frame: Frame) -> Value:
        value = self.evaluate(expression[1], frame)
        return self.target(value) if isinstance(value, Reference) else value

    def _addr(self, expression: Tuple, frame: Frame) -> Value:
        place = expression[1]
        value = self.evaluate(place, frame)
        if isinstance(value, Record | FunctionValue | LambdaValue | Either | DeviceProperties):
            return value
        if place[0] == "path" and len(place[1]) == 1:
            binding = frame.find(place[1][0][0])
            if binding is not None:
                return Reference(binding)
        if place[0] == "member":
            holder = self._deref(("deref", place[1]), frame)
            if isinstance(holder, Record):
                return Reference(holder, place[2][0])
        return Missing(spell(expression))

    def _init(self, expression: Tuple, frame: Frame) -> Value:
        if any(part[0] == "pair" for part in expression[1]):
            fields = {part[1]: self.evaluate(part[2], frame) for part in expression[1] if part[0] == "pair"}
            return Record(None, fields)
        return Items(tuple(self.evaluate(part, frame) for part in expression[1]))

    def _parts(self, expression: Tuple, frame: Frame) -> Value:
        """Something without a meaning here; what is inside may still launch."""
        for part in expression[1]:
            self.called_back(self.evaluate(part, frame))
        return Missing(spell(expression))

    def _pack(self, expression: Tuple, frame: Frame) -> Value:
        return self.evaluate(expression[1], frame)

    def _construct(self, expression: Tuple, frame: Frame) -> Value:
        values = [self.evaluate(argument, frame) for argument in expression[2]]
        return self.construct(self.type_of(expression[1], frame), values, frame)

    # -- assignments -------------------------------------------------------------------------------------------

    def _assign(self, expression: Tuple, frame: Frame) -> Value:
        _, op, left, right, _ = expression
        if op in _INCREMENTS:
            value: Value = operation(_INCREMENTS[op], self.number(left, frame), Number(1))
        elif op == "=":
            value = self._assigned(left, copied(self.evaluate(right, frame)), frame)
        elif op[:-1] in _OPERATORS:
            value = operation(op[:-1], self.number(left, frame), self.number(right, frame))
        else:
            value = Missing(spell(left))
        self.store(left, value, frame)
        return value

    def _assigned(self, place: Tuple, value: Value, frame: Frame) -> Value:
        """`object = {...}` makes another object of its type."""
        if not isinstance(value, Items):
            return value
        old = self.evaluate(place, frame)
        made = old.type if isinstance(old, Record) else None
        return value if made is None else self.construct(made, list(value.values), frame)

    def store(self, place: Tuple, value: Value, frame: Frame) -> None:
        """Give what an expression names another value."""
        kind = place[0]
        if kind == "path" and len(place[1]) == 1:
            self._store_name(place[1][0][0], value, frame)
        elif kind == "member":
            holder = self._deref(("deref", place[1]), frame)
            if isinstance(holder, Record):
                self.machine.write(holder, place[2][0], value)
        elif kind == "deref":
            self.store_through(self.evaluate(place[1], frame), value)
        elif kind == "index":
            self.evaluate(place[2][0], frame) if place[2] else None
            self._store_element(place[1], frame)

    def store_through(self, pointer: Value, value: Value) -> None:
        """Write through a pointer."""
        if isinstance(pointer, Reference):
            holder = pointer.holder
            field = pointer.field if isinstance(holder, Record) else "value"
            made = None if isinstance(holder, Record) else holder.type
            self.machine.write(holder, field, self.cast(made, value))

    def _store_name(self, name: str, value: Value, frame: Frame) -> None:
        binding: Binding | None = frame.find(name)
        if binding is not None:
            if isinstance(binding.value, Reference) and binding.type is not None and binding.type.reference:
                self.store_through(binding.value, value)
            else:
                self.machine.write(binding, "value", self.cast(binding.type, value))
            return
        record = own_record(frame)
        if record is not None:
            self.machine.write(record, name, value)

    def _store_element(self, array: Tuple, frame: Frame) -> None:
        """One element changes: nothing is known of the array any more."""
        if array[0] == "path" and len(array[1]) == 1:
            binding = frame.find(array[1][0][0])
            if binding is not None and isinstance(binding.value, Items):
                self.machine.write(binding, "value", self.machine.unknown(array[1][0][0]))


_OPERATORS: Final = frozenset(
    ["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "<", ">", "<=", ">=", "==", "!=", "&&", "||"]
)

_HANDLERS: Final[dict[str, Callable[[Any, Tuple, Frame], Any]]] = {
    "const": Expressions._const,
    "str": Expressions._text,
    "path": Expressions._name,
    "this": Expressions._this,
    "lambda": Expressions._lambda,
    "type": Expressions._type,
    "un": Expressions._unary,
    "bin": Expressions._binary,
    "cond": Expressions._conditional,
    "cast": Expressions._cast,
    "seq": Expressions._sequence,
    "sizeof": Expressions._sizeof,
    "member": Expressions._member,
    "index": Expressions._index,
    "deref": Expressions._deref,
    "addr": Expressions._addr,
    "init": Expressions._init,
    "opaque": Expressions._parts,
    "pack": Expressions._pack,
    "construct": Expressions._construct,
    "assign": Expressions._assign,
    "call": lambda self, expression, frame: self.call(expression, frame),
    "launch": lambda self, expression, frame: self.launch(expression, frame),
}
