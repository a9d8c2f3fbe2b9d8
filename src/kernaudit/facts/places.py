"""Which storage an expression names: the kernel's own (nobody sees it written), or memory that outlives it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.facts.static_types import StaticTypes
from kernaudit.facts.values import ClassInstance, ObjectValue, TypeValue

if TYPE_CHECKING:
    from kernaudit.facts.frame import Binding, Frame
    from kernaudit.facts.remembering import Learnt
    from kernaudit.facts.scope import UnitScope
    from kernaudit.facts.values import Value
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Field

__all__ = ["Places"]

_MAX_DEPTH = 8
_PASSING = frozenset(
    {"reinterpret_cast", "static_cast", "const_cast", "move", "forward", "ref", "recast", "data", "get"}
)
"""Calls whose result points where their first argument does."""


class Places(StaticTypes):
    """Tells places inside from places outside."""

    def __init__(self, scope: UnitScope) -> None:
        super().__init__(scope)
        self._pointers_in: dict[int, tuple[bool, Learnt | None]] = {}

    def inside(self, place: Tuple, frame: Frame) -> bool:
        """Whether writing to this place stays inside the kernel's own storage."""
        kind = place[0]
        if kind == "path":
            return self._name_inside(place[1], frame)
        if kind == "index":
            return self._element_inside(place[1], frame)
        if kind == "member":
            return self._member_inside(place, frame)
        if kind == "deref":
            return self.points_inside(place[1], frame)
        if kind in ("cast", "seq"):
            return self.inside(place[2], frame)
        if kind == "cond":
            return all(self.inside(one, frame) for one in self._ways(place, frame))
        if kind == "assign":
            return self.inside(place[2], frame)
        if kind == "call":
            return self._call_inside(place, frame)
        return kind in ("const", "construct", "init", "bin", "un")

    def points_inside(self, pointer: Tuple, frame: Frame) -> bool:
        """Whether a pointer or reference value leads to the kernel's own storage."""
        kind = pointer[0]
        if kind == "path" and len(pointer[1]) == 1:
            binding = frame.find(pointer[1][0][0])
            if binding is not None:
                return binding.inside or (binding.own and binding.array)
            return self._array_member(pointer[1][0][0], frame)
        if kind == "addr":
            return self.inside(pointer[1], frame)
        if kind == "bin":
            return self._sum_inside(pointer[2], pointer[3], frame)
        if kind in ("cast", "seq", "assign"):
            return self.points_inside(pointer[2], frame)
        if kind == "cond":
            return all(self.points_inside(one, frame) for one in self._ways(pointer, frame))
        if kind == "this":
            return frame.this_inside
        if kind == "call":
            return self._call_points_inside(pointer, frame)
        if kind in ("member", "index"):
            return self._decays(pointer, frame) and self.inside(pointer, frame)
        return kind in ("init", "construct")

    def _ways(self, choice: Tuple, frame: Frame) -> Tuple:
        """The operands of `c ? a : b` that can be taken."""
        value = self.constant(choice[1], frame) if choice[1][0] in ("const", "bin", "path", "un") else None
        return choice[2:] if not isinstance(value, int) else (choice[2 if value else 3],)

    def _sum_inside(self, left: Tuple, right: Tuple, frame: Frame) -> bool:
        """A pointer and an offset: the operand that is, or may be, the pointer decides."""
        one, other = self.points_inside(left, frame), self.points_inside(right, frame)
        if one and other:
            return True
        return (one and not self._may_point(right, frame)) or (other and not self._may_point(left, frame))

    def _may_point(self, expression: Tuple, frame: Frame) -> bool:
        """Whether an operand can be a pointer; numbers and what is made of numbers cannot."""
        kind = expression[0]
        if kind in ("const", "un", "sizeof", "count", "str") or (
            kind == "path" and self.scope.number(expression[1][-1][0])
        ):
            return False
        if kind in ("bin", "cond"):
            return any(self._may_point(part, frame) for part in expression[-2:])
        if kind == "cast":
            return bool(expression[1][2]) or not self._is_number(expression[1], frame)
        if kind == "member" and expression[1][0] == "path":
            owner = expression[1][1][0][0]
            if frame.find(owner) is None and not self.scope.declarations(owner):
                return False  # threadIdx.x and the like
        described = self.static_type(expression, frame)
        return described is None or described.pointers > 0

    def _is_number(self, made: Tuple, frame: Frame) -> bool:
        described = self.type_of(made, frame)
        return isinstance(described, TypeValue) and described.instance is None and not described.pointers

    def _decays(self, place: Tuple, frame: Frame) -> bool:
        """Whether naming this place gives its address: an array, or a row of one."""
        if place[0] == "index":
            return not self._may_point(place[1], frame) or self._decays(place[1], frame)
        owner = self.static_type(place[1], frame)
        found = None if owner is None or owner.instance is None else self.field(owner.instance, place[2][0])
        return found is not None and found[0].shape == "[]"

    def _name_inside(self, path: Tuple, frame: Frame) -> bool:
        if len(path) != 1:
            return False
        binding = frame.find(path[0][0])
        if binding is not None:
            return binding.own or binding.inside
        return self._this_field(path[0][0], frame) is not None and frame.this_inside

    def _this_field(self, name: str, frame: Frame) -> Field | None:
        found = None if frame.instance is None else self.field(frame.instance, name)
        return None if found is None else found[0]

    def _array_member(self, name: str, frame: Frame) -> bool:
        field = self._this_field(name, frame)
        return field is not None and field.shape == "[]" and frame.this_inside

    def _element_inside(self, obj: Tuple, frame: Frame) -> bool:
        if obj[0] == "path" and len(obj[1]) == 1:
            binding = frame.find(obj[1][0][0])
            if binding is None:
                field = self._this_field(obj[1][0][0], frame)
                return field is not None and field.shape != "*" and field.type[2] == 0 and frame.this_inside
            pointer = binding.type is not None and binding.type.pointers > 0
            if binding.own and not pointer:
                return binding.array or not self._is_view(binding)
            return binding.inside or (binding.own and binding.array)
        if obj[0] == "member" and self._pointer_field(obj, frame) is not False:
            return False
        if obj[0] in ("member", "index"):
            return self.inside(obj, frame)
        return self.points_inside(obj, frame)

    def _is_view(self, binding: Binding) -> bool:
        """Whether an object leads to memory elsewhere: its class holds a pointer, or it was made from one."""
        described = binding.type
        if described is not None and described.instance is not None:
            return self.holds_pointer(described.instance)
        return binding.view

    def holds_pointer(self, instance: ClassInstance, depth: int = 0) -> bool:
        """Whether a class has a pointer or reference among its members, at any depth."""
        definition = instance.definition
        known = self._pointers_in.get(id(definition))
        if known is not None:
            self.recall(known[1])
            return known[0]
        self._pointers_in[id(definition)] = False, None  # a class that contains itself adds nothing
        before = self.steps + self.spared
        with self.scope.tracing() as looked_up:
            found = self._finds_pointer(instance, depth)
        self._pointers_in[id(definition)] = found, (frozenset(looked_up), self.steps + self.spared - before)
        return found

    def _finds_pointer(self, instance: ClassInstance, depth: int) -> bool:
        fields = instance.definition.members.fields.values()
        if any(field.shape in ("*", "&") or field.type[2] > 0 or field.type[3] for field in fields):
            return True
        if depth >= _MAX_DEPTH:
            return False
        frame = self.class_frame(instance)
        made = [self.type_of(field.type, frame) for field in fields if not field.constant]
        inner = [one.instance for one in made if isinstance(one, TypeValue) and one.instance is not None]
        return any(not isinstance(one, TypeValue) or one.pointers > 0 for one in made) or any(
            self.holds_pointer(one, depth + 1) for one in (*inner, *self.bases(instance))
        )

    def _member_inside(self, place: Tuple, frame: Frame) -> bool:
        _, obj, _, arrow = place
        if obj[0] == "this":
            return frame.this_inside
        return self.points_inside(obj, frame) if arrow else self.inside(obj, frame)

    def _pointer_field(self, member: Tuple, frame: Frame) -> bool | None:
        """Whether a member is a pointer; None where its class is not in the tree."""
        if member[0] != "member":
            return False
        owner = self.static_type(member[1], frame)
        if not isinstance(owner, TypeValue) or owner.instance is None:
            binding = frame.find(member[1][1][0][0]) if member[1][0] == "path" and len(member[1][1]) == 1 else None
            return False if binding is not None and binding.own and owner is not None else None
        found = self.field(owner.instance, member[2][0])
        if found is None:
            return None
        return found[0].shape == "*" or found[0].type[2] > 0

    def _call_inside(self, place: Tuple, frame: Frame) -> bool:
        """Assigning to what a call returns: through `operator()` or `operator[]` of an object of the kernel's own."""
        function = place[1]
        if function[0] == "path" and function[1][-1][0] in _PASSING and place[2]:
            return self.inside(place[2][0], frame) or self.points_inside(place[2][0], frame)
        return False

    def _call_points_inside(self, pointer: Tuple, frame: Frame) -> bool:
        function, arguments = pointer[1], pointer[2]
        if function[0] == "path" and function[1][-1][0] in _PASSING and arguments:
            if self.points_inside(arguments[0], frame):
                return True
            return not _is_pointer_cast(function[1][-1]) and self.inside_address(arguments[0], frame)
        if function[0] == "member" and function[2][0] in ("data", "begin", "ptr") and not arguments:
            return self.inside(function[1], frame)
        return False

    def inside_address(self, expression: Tuple, frame: Frame) -> bool:
        """Whether `reinterpret_cast<T&>(x)` names the kernel's own storage."""
        if expression[0] == "path" and len(expression[1]) == 1:
            binding = frame.find(expression[1][0][0])
            return (
                binding is not None
                and binding.own
                and (binding.type is None or not binding.type.pointers)
                and (binding.array or binding.type is not None)
            )
        return expression[0] in ("index", "member") and self.inside(expression, frame)

    def object_of(self, value: Value) -> ClassInstance | None:
        """Return the class of an object value."""
        return value.type.instance if isinstance(value, ObjectValue) else None


def _is_pointer_cast(named: Tuple) -> bool:
    """Whether `name<T*>`: what it gives leads where its argument's value does, not where its argument is."""
    arguments: Tuple = named[1] or ()
    return bool(arguments) and arguments[0][0] == "type" and arguments[0][2] > 0 and not arguments[0][3]
