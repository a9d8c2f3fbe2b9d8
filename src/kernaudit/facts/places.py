"""Which storage an expression names: the kernel's own (nobody sees it written), or memory that outlives it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.facts.resolve import Resolver
from kernaudit.facts.values import ClassInstance, ObjectValue, TypeValue

if TYPE_CHECKING:
    from kernaudit.facts.frame import Frame
    from kernaudit.facts.values import Value
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Field

__all__ = ["Places"]

_PASSING = frozenset(
    {"reinterpret_cast", "static_cast", "const_cast", "move", "forward", "ref", "recast", "data", "get"}
)
"""Calls whose result points where their first argument does."""


class Places(Resolver):
    """Tells places inside from places outside."""

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
            return self.inside(place[2], frame) and self.inside(place[3], frame)
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
            return self.points_inside(pointer[2], frame) or self.points_inside(pointer[3], frame)
        if kind in ("cast", "seq"):
            return self.points_inside(pointer[2], frame)
        if kind == "cond":
            return self.points_inside(pointer[2], frame) and self.points_inside(pointer[3], frame)
        if kind == "this":
            return frame.this_inside
        if kind == "call":
            return self._call_points_inside(pointer, frame)
        if kind in ("member", "index"):
            return self._pointer_field(pointer, frame) is False and self.inside(pointer, frame)
        return kind in ("init", "construct")

    def field(self, instance: ClassInstance, name: str) -> tuple[Field, ClassInstance] | None:
        """Return the data member of this name and the class that declares it."""
        found = instance.definition.members.fields.get(name)
        if found is not None:
            return found, instance
        for base in self.bases(instance):
            inherited = self.field(base, name)
            if inherited is not None:
                return inherited
        return None

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
                return True
            return binding.inside or (binding.own and binding.array)
        if obj[0] == "member" and self._pointer_field(obj, frame) is not False:
            return False
        if obj[0] in ("member", "index"):
            return self.inside(obj, frame)
        return self.points_inside(obj, frame)

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
            return self.points_inside(arguments[0], frame) or self.inside_address(arguments[0], frame)
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

    def static_type(self, expression: Tuple, frame: Frame) -> TypeValue | None:
        """Return the type of an expression where it is known without evaluating it."""
        kind = expression[0]
        if kind == "path" and len(expression[1]) == 1:
            binding = frame.find(expression[1][0][0])
            if binding is not None:
                return binding.type
            field = None if frame.instance is None else self.field(frame.instance, expression[1][0][0])
            return None if field is None else self._field_type(field)
        if kind == "member":
            owner = self.static_type(expression[1], frame)
            field = None if owner is None or owner.instance is None else self.field(owner.instance, expression[2][0])
            return None if field is None else self._field_type(field)
        if kind in ("index", "deref"):
            inner = self.static_type(expression[1], frame)
            if inner is None:
                return None
            pointers = max(0, inner.pointers - 1)
            return TypeValue(inner.name, inner.arguments, pointers, False, inner.instance)
        if kind == "addr":
            inner = self.static_type(expression[1], frame)
            return (
                None
                if inner is None
                else TypeValue(inner.name, inner.arguments, inner.pointers + 1, False, inner.instance)
            )
        if kind in ("construct", "cast"):
            made = self.type_of(expression[1], frame)
            return made if isinstance(made, TypeValue) else None
        if kind == "this" and frame.instance is not None:
            return TypeValue(frame.instance.definition.name, (), 1, False, frame.instance)
        if kind == "bin":
            left = self.static_type(expression[2], frame)
            return left if left is not None and left.pointers else None
        return None

    def _field_type(self, found: tuple[Field, ClassInstance]) -> TypeValue | None:
        field, holder = found
        made = self.type_of(field.type, self.class_frame(holder))
        if not isinstance(made, TypeValue):
            return None
        return TypeValue(made.name, made.arguments, made.pointers + (field.shape == "*"), False, made.instance)

    def object_of(self, value: Value) -> ClassInstance | None:
        """Return the class of an object value."""
        return value.type.instance if isinstance(value, ObjectValue) else None
