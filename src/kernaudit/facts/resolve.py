"""Types and constants: what a name, a type or a constant expression stands for inside a frame."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from kernaudit.facts.frame import Frame
from kernaudit.facts.lineage import lineage
from kernaudit.facts.packs import packs_of, spread
from kernaudit.facts.remembering import Remembering
from kernaudit.facts.scope import nearest
from kernaudit.facts.standard_traits import TAGS, tagged, trait_type, trait_value
from kernaudit.facts.templates import bind_arguments, choose_class
from kernaudit.facts.toolkit_types import CANONICAL, KEYWORDS, SIZES
from kernaudit.facts.values import (
    DEPENDENT,
    RUNTIME,
    ClassInstance,
    FunctionValue,
    ObjectValue,
    TypeValue,
    Unknown,
    identity,
)

if TYPE_CHECKING:
    from kernaudit.facts.scope import UnitScope
    from kernaudit.facts.values import Value
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Alias, ClassDef, Constant

__all__ = ["Resolver"]


class Resolver(Remembering, ABC):
    """Evaluates types and constants in one unit.

    Args:
        scope: the declarations of the unit.
    """

    def __init__(self, scope: UnitScope) -> None:
        super().__init__(scope)
        self._plain: dict[str, TypeValue | None] = {}

    # -- types -------------------------------------------------------------------------------------------------

    def type_of(self, made: Tuple, frame: Frame) -> Value:
        """Return the TypeValue of a type, or DEPENDENT."""
        if made[0] != "type":
            return self.constant(made, frame)
        path = made[1]
        base = KEYWORDS.get(path[0][0]) if len(path) == 1 and path[0][1] is None else None
        if base is None:
            base = self.named_type(path, frame)
        if not isinstance(base, TypeValue) or not (made[2] or made[3]):
            return base
        return TypeValue(base.name, base.arguments, base.pointers + made[2], made[3], base.instance)

    def named_type(self, path: Tuple, frame: Frame) -> Value:
        """Return the type that a qualified name means, or DEPENDENT."""
        if not path:
            return DEPENDENT
        self._depth += 1
        try:
            return DEPENDENT if self.too_deep() else self._named_type(path, frame)
        finally:
            self._depth -= 1

    def _named_type(self, path: Tuple, frame: Frame) -> Value:
        name, arguments = path[-1]
        if name == "decltype" and arguments:
            return self.written_type(arguments[0], frame)
        given = frame.type_argument(name) if len(path) == 1 and arguments is not None else None
        if isinstance(given, TypeValue):  # a template that is an argument itself
            return self._declared_type(given.name, arguments, ((given.name, arguments),), frame)
        if len(path) > 1:
            holder = self.holder(path[:-1], frame)
            if isinstance(holder, ClassInstance):
                return self._member_type(holder, name, arguments)
            if holder is DEPENDENT:
                return trait_type(path, lambda part: self.argument(part, frame))
        bound = frame.type_argument(name) if len(path) == 1 and arguments is None else None
        if bound is not None:
            return bound
        if len(path) == 1 and frame.instance is not None:
            inner = self._member_type(frame.instance, name, arguments, missing=None)
            if inner is not None:
                return inner
        trait = trait_type(path, lambda part: self.argument(part, frame)) if arguments is not None else None
        if trait is not None and trait is not DEPENDENT:
            return trait
        return self._declared_type(name, arguments, path, frame)

    def _declared_type(self, name: str, arguments: Tuple | None, path: Tuple, frame: Frame) -> Value:
        if arguments is None:
            plain = self._plain_type(name)
            if plain is not None:
                return plain
        qualifiers = tuple(part[0] for part in path[:-1])
        classes = nearest(self.scope.classes(name), frame.scope, qualifiers)
        if classes:
            return self._class_type(name, classes, self.arguments(arguments or (), frame))
        aliases = nearest(self.scope.aliases(name), frame.scope, qualifiers)
        if aliases:
            if aliases[0].type[1] == path:
                return TypeValue(name)
            return self._alias_type(aliases[0], self.arguments(arguments or (), frame) if aliases[0].template else [])
        if arguments is not None:
            return TypeValue(name, tuple(self.arguments(arguments, frame)))
        return DEPENDENT if name in ("auto", "decltype", "") else TypeValue(CANONICAL.get(name, name))

    def _class_type(self, name: str, classes: list[ClassDef], given: list[Value]) -> TypeValue:
        def choose() -> TypeValue:
            around = classes[0].scope
            instance = choose_class(classes, given, lambda e, env: self.argument(e, Frame(env, around)))
            values = tuple(value for _, value in instance.arguments) if instance is not None else ()
            written = instance is None or instance.definition.special is not None or _has_pack(instance)
            return TypeValue(name, tuple(given) if written else values, 0, False, instance)

        found: TypeValue = self.remembered(("class", *classes, *map(identity, given)), choose)
        return found if isinstance(found, TypeValue) else TypeValue(name, tuple(given))

    def _alias_type(self, alias: Alias, given: list[Value]) -> Value:
        def follow() -> Value:
            types: dict[str, Value] = {}
            if alias.template:
                types = bind_arguments(
                    alias.template, given, lambda e, env: self.argument(e, Frame(env, alias.scope)), {}
                )
                types |= packs_of(alias.template, given)
            return self.type_of(alias.type, Frame(types, alias.scope))

        return self.remembered(("alias", alias, *map(identity, given)), follow)

    def _plain_type(self, name: str) -> TypeValue | None:
        """The type of a name that the unit does not declare: built in, or of a header outside the tree."""
        self.scope.looked_up.add(name)
        if name not in self._plain:
            declared = self.scope.classes(name) or self.scope.aliases(name) or name in ("auto", "decltype", "")
            self._plain[name] = None if declared else TAGS.get(name) or TypeValue(CANONICAL.get(name, name))
        return self._plain[name]

    def _member_type(
        self, holder: ClassInstance, name: str, arguments: Tuple | None, missing: Value = DEPENDENT
    ) -> Value:
        def search() -> Value:
            found = (self._own_member_type(one, name, arguments) for one in lineage(holder, self.bases))
            return next((value for value in found if value is not None), None)

        value = search() if arguments is not None else self.remembered(("type", holder, name), search)
        return missing if value is None else value

    def _own_member_type(self, holder: ClassInstance, name: str, arguments: Tuple | None) -> Value:
        members = holder.definition.members
        frame = self.class_frame(holder)
        found = members.aliases.get(name)
        if found:
            types = {} if not found[0].template else dict.fromkeys([p[0] for p in found[0].template], DEPENDENT)
            return self.type_of(found[0].type, _inner(frame, types))
        nested = members.classes.get(name)
        if nested:
            given = self.arguments(arguments or (), frame)
            instance = choose_class(nested, given, lambda e, env: self.argument(e, _inner(frame, env)))
            if instance is not None:
                instance = ClassInstance(instance.definition, (*holder.arguments, *instance.arguments))
            return TypeValue(name, tuple(given), 0, False, instance)
        return None

    def holder(self, path: Tuple, frame: Frame) -> ClassInstance | Unknown | None:
        """Return the class before a `::`; None if it is a namespace, DEPENDENT if it may be anything."""
        name, arguments = path[-1]
        if len(path) == 1 and arguments is None:
            bound = frame.type_argument(name)
            if bound is not None:
                return _instance(bound)
        known = self.scope.classes(name) or self.scope.aliases(name)
        if not known and len(path) == 1 and frame.instance is not None:
            inner = self._member_type(frame.instance, name, arguments, missing=None)
            if inner is not None:
                return _instance(inner)
            if name == frame.instance.definition.name:
                return frame.instance
        if not known and arguments is None and len(path) == 1:
            return None
        if not known and arguments is None:
            holder = self.holder(path[:-1], frame)
            if holder is None:
                return None
        return _instance(self.named_type(path, frame))

    def bases(self, instance: ClassInstance) -> list[ClassInstance]:
        """Return the base classes that the tree has."""
        return [made.instance for made in self.base_types(instance) if made.instance is not None]

    def base_types(self, instance: ClassInstance) -> list[TypeValue]:
        """Return the bases of a class; none while they are being read: a class inherits no name there."""
        bases, frame = instance.definition.bases, self.class_frame(instance)
        found = self.read_bases(instance, lambda: [self.type_of(base, frame) for base in bases]) if bases else []
        return [made for made in found if isinstance(made, TypeValue)]

    def class_frame(self, instance: ClassInstance) -> Frame:
        """Return a frame in which the members of a class can be evaluated."""
        definition = instance.definition
        return Frame(dict(instance.arguments), (*definition.scope, definition.name), instance=instance)

    def arguments(self, given: Tuple, frame: Frame) -> list[Value]:
        """Evaluate template arguments."""
        return [self.argument(one, inside) for part in given for one, inside in spread(part, frame)]

    def argument(self, part: Tuple, frame: Frame) -> Value:
        """Evaluate one template argument: a value or a type (the grammar cannot always tell)."""
        if part[0] == "type":
            if part[2] == 1 and self._is_function(part[1], frame):
                return self.constant(("call", ("path", part[1]), part[4], 0), frame) if len(part) > 4 else DEPENDENT
            if part[2] == 0 and not part[3] and part[1] and self._is_value(part[1], frame):
                return self.constant(("path", part[1]), frame)
            return self.type_of(part, frame)
        if part[0] == "path" and not self._is_value(part[1], frame):
            return self.named_type(part[1], frame)
        if part[0] == "pack":
            return DEPENDENT
        if part[0] == "exists":
            return self.exists(part[1], frame)
        return self.constant(part, frame)

    def _is_function(self, path: Tuple, frame: Frame) -> bool:
        if not path or self.scope.classes(path[-1][0]) or not self._is_value(path, frame):
            return False
        return isinstance(self.name_value(path, frame), FunctionValue)

    def _is_value(self, path: Tuple, frame: Frame) -> bool:
        name = path[-1][0]
        if len(path) == 1:
            if frame.find(name) is not None:
                return True
            bound = frame.type_argument(name)
            if bound is not None:
                return not isinstance(bound, TypeValue)
            if frame.instance is not None and name in frame.instance.definition.members.constants:
                return True
            return bool(self.scope.number(name) or self.scope.constants(name) or self.scope.functions(name))
        holder = self.holder(path[:-1], frame)
        if isinstance(holder, ClassInstance):
            known = self._member_constant(holder, name) is not None
            return known or name == "value" or bool(holder.definition.members.functions.get(name))
        if holder is DEPENDENT:
            return not name.endswith(("_t", "type", "Type"))
        return bool(self.scope.constants(name) or self.scope.functions(name)) or name.endswith("_v")

    # -- constants ---------------------------------------------------------------------------------------------

    def written_type(self, expression: Tuple, frame: Frame) -> Value:  # noqa: ARG002 - a reader of types knows more
        """Return the type that `decltype(e)` names, or DEPENDENT."""
        return DEPENDENT

    def used(self, instance: ClassInstance) -> None:
        """A class is asked for a member."""

    def exists(self, part: Tuple, frame: Frame) -> Value:  # noqa: ARG002 - as above
        """Whether `T::member` is there, as a type or in `decltype(T::member)`; DEPENDENT where that is not known."""
        return DEPENDENT

    @abstractmethod
    def constant(self, expression: Tuple, frame: Frame) -> Value:
        """Return the value of an expression in a constant context; overridden by the walker, which also calls."""

    def name_value(self, path: Tuple, frame: Frame) -> Value:
        """Return the value of a name used in an expression."""
        name, arguments = path[-1]
        if len(path) == 1:
            if arguments is None:
                binding = frame.find(name)
                if binding is not None:
                    return binding.value
                bound = frame.type_argument(name)
                if bound is not None:
                    return bound
            if frame.instance is not None:
                value = self.member_value(frame.instance, name, missing=None)
                if value is not None:
                    return value
        else:
            holder = self.holder(path[:-1], frame)
            if isinstance(holder, ClassInstance):
                self.used(holder)
                return self.member_value(holder, name, missing=DEPENDENT)
            if holder is DEPENDENT:
                return trait_value(path, lambda part: self.argument(part, frame))
        trait = trait_value(path, lambda part: self.argument(part, frame)) if arguments is not None else DEPENDENT
        return trait if trait is not DEPENDENT else self._declared_value(name, arguments, path, frame)

    def _declared_value(self, name: str, arguments: Tuple | None, path: Tuple, frame: Frame) -> Value:
        number = self.scope.number(name)
        if number is not None:
            self.scope.looked_up.add(name)
            return number
        if not self.scope.declarations(name):
            return DEPENDENT if arguments is not None or len(path) > 1 else RUNTIME
        qualifiers = tuple(part[0] for part in path[:-1])
        constants = nearest(self.scope.constants(name), frame.scope, qualifiers)
        if constants:
            return self._value_of(constants[-1], arguments, frame)
        functions = self.scope.functions(name)
        if functions:
            given = None if arguments is None else tuple(self.arguments(arguments, frame))
            return FunctionValue(tuple(nearest(functions, frame.scope, qualifiers)), given)
        return DEPENDENT if arguments is not None or len(path) > 1 else RUNTIME

    def _value_of(self, constant: Constant, arguments: Tuple | None, frame: Frame) -> Value:
        given = self.arguments(arguments or (), frame) if constant.template else []

        def follow() -> Value:
            types: dict[str, Value] = {}
            if constant.template:
                types = self._named_arguments(constant.template, given, constant.scope)
            return self._nested(constant, Frame(types, constant.scope))

        return self.remembered(("constant", constant, *map(identity, given)), follow)

    def _named_arguments(self, template: Tuple, given: list[Value], scope: tuple[str, ...]) -> dict[str, Value]:
        bound = bind_arguments(template, given, lambda e, env: self.argument(e, Frame(env, scope)), {})
        return bound | packs_of(template, given)

    def _nested(self, constant: Constant, frame: Frame) -> Value:
        self._depth += 1
        try:
            return DEPENDENT if self.too_deep() else self.constant(constant.value, frame)  # type: ignore[arg-type]
        finally:
            self._depth -= 1

    def member_value(self, holder: ClassInstance, name: str, missing: Value) -> Value:
        """Return the value of a static constant or the functions of a class."""
        for one in lineage(holder, self.bases):
            functions = one.definition.members.functions.get(name)
            if functions:
                return FunctionValue(tuple(functions), None, dict(one.arguments))
            value = self._member_constant(one, name)
            if value is None and name == "value":
                value = next((tag for base in self.base_types(one) if (tag := tagged(base)) is not None), None)
            if value is not None:
                return value
        return missing

    def _member_constant(self, holder: ClassInstance, name: str) -> Value:
        constants = holder.definition.members.constants.get(name)
        if not constants:
            return None
        frame = self.class_frame(holder)
        return self.remembered(("member", holder, name), lambda: self._nested(constants[-1], frame))

    def size_of(self, made: Value) -> Value:
        """Return the bytes of a type, or an unknown."""
        if not isinstance(made, TypeValue):
            return DEPENDENT
        if made.pointers:
            return 8
        return SIZES.get(made.name, DEPENDENT)


def _has_pack(instance: ClassInstance) -> bool:
    return any(parameter[3] for parameter in instance.definition.template or ())


def _inner(frame: Frame, types: dict[str, Value]) -> Frame:
    return Frame(types, frame.scope, parent=frame, instance=frame.instance, this_inside=frame.this_inside)


def _instance(value: Value) -> ClassInstance | Unknown | None:
    if isinstance(value, TypeValue):
        return value.instance if value.instance is not None else DEPENDENT
    if isinstance(value, ObjectValue):
        return value.type.instance or DEPENDENT
    return DEPENDENT
