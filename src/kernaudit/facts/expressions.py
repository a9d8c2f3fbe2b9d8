"""Walking expressions: what each is worth, and what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.facts.arithmetic import binary, unknown
from kernaudit.facts.asm_text import asm_kind
from kernaudit.facts.entering import MOST_STEPS, Callee
from kernaudit.facts.frame import Frame
from kernaudit.facts.operators import Operators
from kernaudit.facts.packs import MARK, PackValue, element_frame, folded, pack_in
from kernaudit.facts.record import Trapped
from kernaudit.facts.scope import nearest
from kernaudit.facts.values import DEPENDENT, RUNTIME, FunctionValue, LambdaValue, ObjectValue, TypeValue

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kernaudit.facts.frame import Binding
    from kernaudit.facts.values import Value
    from kernaudit.sources.ast import Tuple

__all__ = ["Expressions"]


class Expressions(Operators):
    """Evaluates expressions in a frame; an assignment to storage that outlives the kernel is an effect."""

    def spend(self) -> bool:
        """Count a step; False when the budget is used up, which the record says."""
        self.steps += 1
        if self.steps <= MOST_STEPS:
            return True
        self.effects.unread = True
        return False

    def constant(self, expression: Tuple, frame: Frame) -> Value:
        """Walk an expression and return what it is worth."""
        self.steps += 1  # as `spend` does: this is the busiest place of all
        if self.steps > MOST_STEPS:
            self.effects.unread = True
            return RUNTIME
        handler = _EXPRESSIONS.get(expression[0])
        return RUNTIME if handler is None else handler(self, expression, frame)

    def _const(self, expression: Tuple, frame: Frame) -> Value:
        del frame
        return RUNTIME if expression[1] is None else expression[1]

    def _name(self, expression: Tuple, frame: Frame) -> Value:
        return self.name_value(expression[1], frame)

    def _unary(self, expression: Tuple, frame: Frame) -> Value:
        value = self.constant(expression[2], frame)
        operator = expression[1]
        if isinstance(value, ObjectValue):
            found = self.operate(operator, (expression[2],), (value,), frame)
            if found is not None:
                return found
            value = self.converted(expression[2], value, frame)
        if not isinstance(value, int):
            return unknown(value)
        return not value if operator == "!" else -value if operator == "-" else ~value if operator == "~" else value

    def _binary(self, expression: Tuple, frame: Frame) -> Value:
        _, op, left, right = expression
        first = self.constant(left, frame)
        if op in ("&&", "||") and isinstance(first, ObjectValue):
            first = self.converted(left, first, frame)
        if op in ("&&", "||") and isinstance(first, int) and bool(first) is (op == "||"):
            return op == "||"
        second = self._perhaps(right, frame) if op in ("&&", "||") else self.constant(right, frame)
        if isinstance(first, ObjectValue) or isinstance(second, ObjectValue):
            found = self.operate(op, (left, right), (first, second), frame)
            if found is not None:
                return found
            first, second = self.converted(left, first, frame), self.converted(right, second, frame)
        return binary(op, first, second)

    def _perhaps(self, expression: Tuple, frame: Frame) -> Value:
        """An operand that is evaluated on some paths only: a trap in it does not end all of them."""
        try:
            return self.constant(expression, frame)
        except Trapped:
            return RUNTIME

    def _assign(self, expression: Tuple, frame: Frame) -> Value:
        _, op, left, right, _ = expression
        postfix, op = op[:1] == "p", op.removeprefix("p")
        value = RUNTIME if right is None else self.constant(right, frame)
        if self._assign_object(op, left, right, value, frame):
            return RUNTIME
        if left[0] == "path" and len(left[1]) == 1:
            binding = frame.find(left[1][0][0])
            if binding is not None:
                known = binding.value
                self._assign_variable(binding, op, right, value, frame)
                if right is None and isinstance(known, int) and not binding.array:
                    return known if postfix else known + 1 if op == "++" else known - 1
                if binding.own or binding.inside or binding.local:
                    return RUNTIME
                if binding.type is not None and (binding.type.pointers or binding.array):
                    return RUNTIME
        self.constant(left, frame)
        if not self.inside(left, frame):
            self.effect()
        return RUNTIME

    def _assign_object(self, op: str, left: Tuple, right: Tuple | None, value: Value, frame: Frame) -> bool:
        """Walk into the assignment that a class writes; without one, an object that is assigned is converted."""
        if not self.follows_implied:
            return False
        target = self._target(left, frame)
        if isinstance(target, ObjectValue):
            operands, values = ((left,), (target,)) if right is None else ((left, right), (target, value))
            found = self.operate(op, operands, values, frame)
            if found is None and right is None:
                found = self.operate(op, (left, ("const", 0)), (target, 0), frame)
            if found is not None:
                return True
            if op == "=" and right is not None:
                self.assign_parts(target.type.instance, frame)
        elif isinstance(value, ObjectValue) and right is not None:
            self.converted(right, value, frame)
        return False

    def _target(self, left: Tuple, frame: Frame) -> Value:
        """The object that is assigned, as far as that is known without walking there."""
        if left[0] == "path" and len(left[1]) == 1:
            binding = frame.find(left[1][0][0])
            if binding is not None:
                return binding.value if not binding.array else RUNTIME
        made = self.static_type(left, frame)
        return ObjectValue(made) if made is not None and made.instance is not None and not made.pointers else RUNTIME

    def _assign_variable(self, binding: Binding, op: str, right: Tuple | None, value: Value, frame: Frame) -> None:
        if isinstance(binding.value, int):
            binding.value = RUNTIME
        if op == "=" and right is not None and not (binding.array or binding.reference):
            if isinstance(value, LambdaValue):
                binding.value = value
            binding.inside = binding.inside and self.points_inside(right, frame)

    def _conditional(self, expression: Tuple, frame: Frame) -> Value:
        _, condition, yes, no = expression
        value = self.value_of_test(condition, frame)
        if isinstance(value, int):
            return self.constant(yes if value else no, frame)
        first, second = self._perhaps(yes, frame), self._perhaps(no, frame)
        if isinstance(first, int) and first == second:
            return first
        return RUNTIME if value is RUNTIME else unknown(DEPENDENT, first, second)

    def _cast(self, expression: Tuple, frame: Frame) -> Value:
        value = self.constant(expression[2], frame)
        if isinstance(value, ObjectValue | int):
            made = self.type_of(expression[1], frame)
            if isinstance(made, TypeValue):
                value = self.cast(made, expression[2], value, frame)
        return value if not isinstance(value, TypeValue) else RUNTIME

    def _sequence(self, expression: Tuple, frame: Frame) -> Value:
        first = self.constant(expression[1], frame)
        second = self.constant(expression[2], frame)
        if isinstance(first, ObjectValue):
            found = self.operate(",", (expression[1], expression[2]), (first, second), frame)
            return second if found is None else found
        return second

    def _sizeof(self, expression: Tuple, frame: Frame) -> Value:
        return self.size_of(self.argument(expression[1], frame))

    def _count(self, expression: Tuple, frame: Frame) -> Value:
        pack = frame.type_argument(MARK + expression[1])
        return len(pack.values) if isinstance(pack, PackValue) else DEPENDENT

    def _fold(self, expression: Tuple, frame: Frame) -> Value:
        values: list[Value] = []
        for side in expression[2]:
            found = pack_in(side, frame)
            if found is not None:
                values += [self._perhaps(side, element_frame(frame, found[0], one)) for one in found[1].values]
            else:
                value = self._perhaps(side, frame)
                values.append(value if len(expression[2]) > 1 and isinstance(value, int) else DEPENDENT)
        return folded(expression[1], values)

    def _lambda(self, expression: Tuple, frame: Frame) -> Value:
        for part in expression[4] if len(expression) > 4 else ():
            self.constant(part, frame)
        return LambdaValue(expression[1], expression[2], frame, expression[3] if len(expression) > 3 else None)

    def _parts(self, expression: Tuple, frame: Frame) -> Value:
        for part in expression[1]:
            self.constant(part, frame)
        return RUNTIME

    def _index(self, expression: Tuple, frame: Frame) -> Value:
        value = self.constant(expression[1], frame)
        values = [self.value_of_test(part, frame) for part in expression[2]]
        if isinstance(value, ObjectValue) and not self._is_array(expression[1], frame):
            found = self.operate("[]", (expression[1], *expression[2]), (value, *values), frame)
            if found is not None:
                return found
            self.converted(expression[1], value, frame)
        if len(values) == 1 and isinstance(values[0], int) and not isinstance(value, ObjectValue):
            return self._element(expression[1], values[0], frame)
        return value if isinstance(value, ObjectValue) else RUNTIME

    def _element(self, array: Tuple, index: int, frame: Frame) -> Value:
        """An element of a constant array."""
        if array[0] != "path" or len(array[1]) != 1 or array[1][0][1] is not None:
            return RUNTIME
        name = array[1][0][0]
        binding = frame.find(name)
        if binding is not None:
            elements: Sequence[Tuple] = binding.elements
            scope = frame
        else:
            elements, scope = self._constant_array(name, frame)
        return self.constant(elements[index], scope) if 0 <= index < len(elements) else RUNTIME

    def _constant_array(self, name: str, frame: Frame) -> tuple[Sequence[Tuple], Frame]:
        """The elements of an array of a namespace, and where they are to be evaluated."""
        arrays = nearest(self.scope.arrays(name), frame.scope) if self.scope.declarations(name) else []
        if len(arrays) != 1 or arrays[0].template is not None or not isinstance(arrays[0].value, tuple):
            return (), frame
        kind, *parts = arrays[0].value
        return (parts[0] if kind == "init" else ()), Frame({}, arrays[0].scope)

    def _is_array(self, expression: Tuple, frame: Frame) -> bool:
        if expression[0] == "path" and len(expression[1]) == 1:
            binding = frame.find(expression[1][0][0])
            if binding is not None:
                return binding.array
            found = None if frame.instance is None else self.field(frame.instance, expression[1][0][0])
            return found is not None and found[0].shape == "[]"
        if expression[0] == "index":
            return self._is_array(expression[1], frame)
        if expression[0] == "member":
            owner = self.static_type(expression[1], frame)
            found = None if owner is None or owner.instance is None else self.field(owner.instance, expression[2][0])
            return found is not None and found[0].shape == "[]"
        return False

    def _deref(self, expression: Tuple, frame: Frame) -> Value:
        value = self.constant(expression[1], frame)
        if isinstance(value, ObjectValue) and not self._is_array(expression[1], frame):
            found = self.operate("*", (expression[1],), (value,), frame)
            if found is not None:
                return found
            self.converted(expression[1], value, frame)
        return value if isinstance(value, ObjectValue | FunctionValue) else RUNTIME

    def _new(self, expression: Tuple, frame: Frame) -> Value:
        """An object that lives on: it is made, and does not end here."""
        _, made, arguments, _ = expression
        given = self.given(arguments, frame)
        described = self.type_of(made, frame)
        if isinstance(described, TypeValue) and described.instance is not None and not described.pointers:
            self.create(described.instance, given, frame)
        return RUNTIME

    def _delete(self, expression: Tuple, frame: Frame) -> Value:
        described = self.static_type(expression[1], frame)
        if described is not None and described.instance is not None:
            self.destroy(described.instance, frame)
        return RUNTIME

    def _suffixed(self, expression: Tuple, frame: Frame) -> Value:
        """`1_x` calls what the tree defines for that suffix."""
        _, suffix, operand = expression
        functions = [f for f in self.scope.functions(f'operator""{suffix}') if f.has_body]
        if not functions:
            return RUNTIME
        found = self.imply(Callee(functions), self.given((operand,), frame), frame)
        return RUNTIME if found is None else found

    def _inner(self, expression: Tuple, frame: Frame) -> Value:
        value = self.constant(expression[1], frame)
        return value if isinstance(value, ObjectValue | FunctionValue) else RUNTIME

    def _member(self, expression: Tuple, frame: Frame) -> Value:
        value = self.constant(expression[1], frame)
        if expression[3] and isinstance(value, ObjectValue):
            value = self.pointed_to(expression[1], value, frame)
        if isinstance(value, ObjectValue) and value.type.instance is not None:
            inner = self.member_value(value.type.instance, expression[2][0], missing=None)
            if inner is not None:
                return inner
            field = self.field(value.type.instance, expression[2][0])
            if field is not None:
                described = self.type_of(field[0].type, self.class_frame(field[1]))
                if isinstance(described, TypeValue) and described.instance is not None:
                    return ObjectValue(described)
        return DEPENDENT if value is DEPENDENT else RUNTIME

    def _this(self, expression: Tuple, frame: Frame) -> Value:
        del expression
        return (
            RUNTIME
            if frame.instance is None
            else ObjectValue(TypeValue(frame.instance.definition.name, (), 0, False, frame.instance))
        )

    def _asm(self, expression: Tuple, frame: Frame) -> Value:
        _, text, volatile, outputs, line = expression
        self.on_asm(text, line)
        kind = asm_kind(text, volatile=volatile or not outputs)
        if kind == "trap":
            self.trapped(line, text.strip())
        if kind == "exit":
            return RUNTIME
        for output in outputs:
            if not self.inside(output, frame):
                self.effect()
        if kind == "effect":
            self.effect()
        return RUNTIME


_EXPRESSIONS: Final[dict[str, Callable[[Expressions, Tuple, Frame], Value]]] = {
    "const": Expressions._const,
    "path": Expressions._name,
    "call": Expressions.call,
    "launch": lambda walker, expression, frame: walker.launch(expression, frame),  # readers of instances override it
    "member": Expressions._member,
    "index": Expressions._index,
    "un": Expressions._unary,
    "deref": Expressions._deref,
    "addr": Expressions._inner,
    "bin": Expressions._binary,
    "assign": Expressions._assign,
    "cond": Expressions._conditional,
    "cast": Expressions._cast,
    "construct": Expressions.construct,
    "seq": Expressions._sequence,
    "sizeof": Expressions._sizeof,
    "count": Expressions._count,
    "fold": Expressions._fold,
    "lambda": Expressions._lambda,
    "init": Expressions._parts,
    "opaque": Expressions._parts,
    "asm": Expressions._asm,
    "pack": Expressions._inner,
    "this": Expressions._this,
    "new": Expressions._new,
    "delete": Expressions._delete,
    "suffixed": Expressions._suffixed,
}
