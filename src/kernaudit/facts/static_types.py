"""Types of expressions, as far as they are known without evaluating anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.facts.frame import Frame
from kernaudit.facts.lineage import lineage
from kernaudit.facts.local_classes import lambda_type
from kernaudit.facts.resolve import Resolver
from kernaudit.facts.standard_traits import TAG, TAGS
from kernaudit.facts.values import DEPENDENT, ClassInstance, LambdaValue, TypeValue

if TYPE_CHECKING:
    from collections.abc import Callable

    from kernaudit.facts.values import Value
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.declared import Field

__all__ = ["StaticTypes"]

_CASTS: Final = frozenset({"reinterpret_cast", "static_cast", "const_cast"})


class StaticTypes(Resolver):
    """Finds types by declarations: of variables, of data members, of casts."""

    def static_type(self, expression: Tuple, frame: Frame) -> TypeValue | None:
        """Return the type of an expression, or None where it is not known."""
        handler = _HANDLERS.get(expression[0])
        return None if handler is None else handler(self, expression, frame)

    def field(self, instance: ClassInstance, name: str) -> tuple[Field, ClassInstance] | None:
        """Return the data member of this name and the class that declares it."""
        for one in lineage(instance, self.bases):
            found = one.definition.members.fields.get(name)
            if found is not None:
                return found, one
        return None

    def written_type(self, expression: Tuple, frame: Frame) -> Value:
        """Return the type that `decltype(e)` names, or DEPENDENT."""
        if expression[0] == "path" and len(expression[1]) == 1:
            binding = frame.find(expression[1][0][0])
            if binding is not None and isinstance(binding.value, LambdaValue):
                return lambda_type(binding.value) or DEPENDENT
        return self.static_type(expression, frame) or DEPENDENT

    def exists(self, part: Tuple, frame: Frame) -> Value:
        """Whether `T::member`, as a type or in `decltype(T::member)`, is there; DEPENDENT where that is not known."""
        path: Tuple = part[1] if part[0] in ("type", "path") else ()
        if len(path) == 1 and path[0][0] == "decltype" and path[0][1]:
            return self.exists(path[0][1][0], frame)
        holder = self.holder(path[:-1], frame) if len(path) > 1 else None
        if not isinstance(holder, ClassInstance):
            return DEPENDENT
        line = list(lineage(holder, self.bases))
        name = path[-1][0]
        if any(name in group for one in line for group in one.definition.members.named):
            return True
        return False if all(len(self.bases(one)) == len(one.definition.bases) for one in line) else DEPENDENT

    def _of_literal(self, expression: Tuple, frame: Frame) -> TypeValue | None:
        del frame
        return _LITERALS.get(expression[2]) if len(expression) > 2 else None

    def _of_name(self, expression: Tuple, frame: Frame) -> TypeValue | None:
        if len(expression[1]) != 1:
            return None
        name = expression[1][0][0]
        binding = frame.find(name)
        if binding is not None:
            return binding.type
        found = None if frame.instance is None else self.field(frame.instance, name)
        return None if found is None else self._field_type(found)

    def _of_member(self, expression: Tuple, frame: Frame) -> TypeValue | None:
        owner = self.static_type(expression[1], frame)
        found = None if owner is None or owner.instance is None else self.field(owner.instance, expression[2][0])
        return None if found is None else self._field_type(found)

    def _of_element(self, expression: Tuple, frame: Frame) -> TypeValue | None:
        return _pointed(self.static_type(expression[1], frame), -1)

    def _of_address(self, expression: Tuple, frame: Frame) -> TypeValue | None:
        return _pointed(self.static_type(expression[1], frame), +1)

    def _of_written(self, expression: Tuple, frame: Frame) -> TypeValue | None:
        made = self.type_of(expression[1], frame)
        return made if isinstance(made, TypeValue) else None

    def _of_call(self, expression: Tuple, frame: Frame) -> TypeValue | None:
        function = expression[1]
        if function[0] == "path" and self._names_class(function[1][-1][0]):
            made = self.named_type(function[1], frame)
            return made if isinstance(made, TypeValue) else None
        if function[0] != "path":
            return None
        if function[1][-1][0] not in _CASTS or not function[1][-1][1]:
            return self._returned(function[1])
        made = self.type_of(function[1][-1][1][0], frame)
        return made if isinstance(made, TypeValue) else None

    def _returned(self, path: Tuple) -> TypeValue | None:
        """The type of what the one function of a name returns: as declared, or of all that its body is."""
        if len(path) != 1 or not self.scope.declarations(path[0][0]):
            return None
        functions = self.scope.functions(path[0][0])
        if len(functions) != 1 or functions[0].template is not None or not functions[0].returns_value:
            return None
        function = functions[0]
        inside = Frame({}, function.scope)
        if function.returns[1] and function.returns[1][0][0] != "auto":
            made = self.type_of(function.returns, inside)
            return made if isinstance(made, TypeValue) else None
        only = function.body[0] if len(function.body) == 1 else None
        return self.static_type(only[1], inside) if only is not None and only[0] == "return" and only[1] else None

    def _names_class(self, name: str) -> bool:
        return name in TAGS or name == TAG or bool(self.scope.classes(name) and not self.scope.functions(name))

    def _of_this(self, expression: Tuple, frame: Frame) -> TypeValue | None:
        del expression
        instance = frame.instance
        return None if instance is None else TypeValue(instance.definition.name, (), 1, False, instance)

    def _of_sum(self, expression: Tuple, frame: Frame) -> TypeValue | None:
        left = self.static_type(expression[2], frame)
        return left if left is not None and left.pointers else None

    def _field_type(self, found: tuple[Field, ClassInstance]) -> TypeValue | None:
        field, holder = found
        made = self.type_of(field.type, self.class_frame(holder))
        if not isinstance(made, TypeValue):
            return None
        return TypeValue(made.name, made.arguments, made.pointers + (field.shape == "*"), False, made.instance)


def _pointed(made: TypeValue | None, change: int) -> TypeValue | None:
    if made is None:
        return None
    return TypeValue(made.name, made.arguments, max(0, made.pointers + change), False, made.instance)


_LITERALS: Final = {
    name: TypeValue(name) for name in ("int", "long", "unsigned int", "unsigned long", "bool", "float", "double")
}
_HANDLERS: Final[dict[str, Callable[[StaticTypes, Tuple, Frame], TypeValue | None]]] = {
    "const": StaticTypes._of_literal,
    "path": StaticTypes._of_name,
    "member": StaticTypes._of_member,
    "index": StaticTypes._of_element,
    "deref": StaticTypes._of_element,
    "addr": StaticTypes._of_address,
    "construct": StaticTypes._of_written,
    "cast": StaticTypes._of_written,
    "call": StaticTypes._of_call,
    "this": StaticTypes._of_this,
    "bin": StaticTypes._of_sum,
}
