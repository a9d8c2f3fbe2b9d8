"""Calls that nobody writes where objects begin and end: of constructors of parts, of initial values, of destructors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.facts.calls import Calls, fitting_functions
from kernaudit.facts.entering import PLACES, Callee, Given
from kernaudit.facts.lineage import lineage
from kernaudit.facts.values import DEPENDENT, RUNTIME, ObjectValue, TypeValue, Unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kernaudit.facts.effects import Outcome
    from kernaudit.facts.frame import Frame
    from kernaudit.facts.record import Stop
    from kernaudit.facts.values import ClassInstance, Value
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Field, Function

__all__ = ["Lifetimes"]

_NOTHING: Final = Given((), [], [], [])


class Lifetimes(Calls):
    """Makes and ends objects."""

    def construct(self, expression: Tuple, frame: Frame) -> Value:
        """Make an object: its constructor is walked with the object as its own storage."""
        _, made, arguments, _ = expression
        values = [self.constant(argument, frame) for argument in arguments]
        described = self.type_of(made, frame)
        instance = described.instance if isinstance(described, TypeValue) else None
        if instance is None or not isinstance(described, TypeValue):
            number = len(values) == 1 and isinstance(values[0], int)
            return values[0] if number else DEPENDENT if described is DEPENDENT else RUNTIME
        if described.pointers == 0:
            self.create(instance, self.given(arguments, frame, values), frame)
            self.doom(instance, frame)
        return ObjectValue(described)

    def used(self, instance: ClassInstance) -> None:
        """A class is asked for a member, or an object of it begins: what it asserts must hold."""
        asserts = instance.definition.members.asserts
        if not asserts or not self.follows_implied or any(isinstance(v, Unknown) for _, v in instance.arguments):
            return

        def walk() -> Stop:
            self.path = instance.definition.path
            return self.block(asserts, self.class_frame(instance))

        self.implied(("used", instance), walk)

    def create(self, instance: ClassInstance, given: Given, frame: Frame) -> None:
        """Begin an object with these arguments."""
        if not self.follows_implied:
            return
        self.used(instance)
        if self._is_copy(instance, given):
            self.copy(instance, given, frame)
            return
        fitting = fitting_functions(self.constructors(instance), len(given.values))
        if fitting:
            self.imply(Callee(fitting, None, instance, this_inside=True), given, frame)
        elif given.values and self._inherits_constructors(instance):
            for base in self.bases(instance):
                self.create(base, given, frame)
        elif not instance.definition.is_plain:
            parts = len(given.values)
            self.implied(("made", instance, parts), lambda: self._begin_parts(instance, {}, parts))

    def declared(self, instance: ClassInstance, init: Tuple | None, frame: Frame) -> None:
        """Begin the object of a variable or of a data member, and let it end with the frame."""
        self.used(instance)
        if not self.follows_implied or instance.definition.is_plain:
            return
        if init is None:
            self.create(instance, _NOTHING, frame)
        elif init[0] == "init":
            values = [self.constant(part, frame) for part in init[1]]
            self.create(instance, self.given(init[1], frame, values), frame)
        elif init[0] != "construct":
            self._begin_with(instance, init, frame)
        self.doom(instance, frame)

    def doom(self, instance: ClassInstance, frame: Frame) -> None:
        """Let an object end where the frame does."""
        if self.follows_implied and not instance.definition.is_plain:
            frame.doomed = [*(frame.doomed or ()), instance]

    def end_all(self, frame: Frame) -> Stop:
        """End what began in a frame, the last one first."""
        doomed, frame.doomed = frame.doomed or [], None
        for instance in reversed(doomed):
            self.destroy(instance, frame)
        return None

    def destroy(self, instance: ClassInstance, frame: Frame) -> None:
        """End an object: its destructor, and those of its parts."""
        if self.follows_implied and not instance.definition.is_plain:
            self.implied(("ended", instance), lambda: self._end(instance, frame))

    def begin_parts(self, function: Function, instance: ClassInstance, frame: Frame) -> None:
        """What a constructor does before its body."""
        given = {name: (arguments, frame) for name, arguments, _ in function.initialisers}
        own = given.get(instance.definition.name)
        if own is not None:  # it leaves the work to another constructor
            self.create(instance, self.given(own[0], frame), frame)
        elif not instance.definition.is_plain:
            self._begin_parts(instance, given, 0)

    def constructors(self, instance: ClassInstance) -> list[Function]:
        """The constructors of a class that have a body."""
        name = instance.definition.name
        own = [f for f in instance.definition.members.functions.get(name, ()) if f.has_body]
        outside = self.scope.functions(name) if self.scope.declarations(name) else ()
        return own + [f for f in outside if f.has_body and f.qualified and f.scope[-1:] == (name,)]

    # -- how objects begin -------------------------------------------------------------------------------------

    def _begin_with(self, instance: ClassInstance, init: Tuple, frame: Frame) -> None:
        """`T x = e;`: of a T nothing is made where `e` makes one, else a constructor takes `e`."""
        value = self.constant(init, frame)
        made = value.type.instance if isinstance(value, ObjectValue) else None
        if made is not None and init[0] not in PLACES and made.definition is instance.definition:
            return
        if made is None and not isinstance(value, int) and self.static_type(init, frame) is None:
            return  # nobody knows what it is
        self.create(instance, self.given((init,), frame, [value]), frame)

    def _is_copy(self, instance: ClassInstance, given: Given) -> bool:
        if len(given.values) != 1 or not isinstance(given.values[0], ObjectValue):
            return False
        other = given.values[0].type
        if other.instance is None or other.pointers:
            return False
        return any(one.definition is instance.definition for one in lineage(other.instance, self.bases))

    def copy(self, instance: ClassInstance, given: Given, frame: Frame) -> None:
        """Begin an object as a copy of another of its class."""
        name = instance.definition.name
        fitting = [f for f in self.constructors(instance) if _takes_own(f, name)]
        if fitting:
            self.imply(Callee(fitting, None, instance, this_inside=True), given, frame)
        elif not instance.definition.is_plain:
            self.implied(("copied", instance), lambda: self._copy_parts(instance, given, frame))

    def _copy_parts(self, instance: ClassInstance, given: Given, frame: Frame) -> Stop:
        for part in self.parts_of(instance):
            described = TypeValue(part.definition.name, (), 0, False, part)
            self.copy(part, Given(given.expressions, [ObjectValue(described)], [described], given.inside), frame)
        return None

    def _begin_parts(self, instance: ClassInstance, given: dict[str, tuple[Tuple, Frame]], values: int) -> Stop:
        """Bases and members, each with what the constructor gives it, else by default; an aggregate's values do it."""
        inside = self.class_frame(instance)
        inside.this_inside = True
        for base in self.bases(instance):
            self._begin_part(base, given.get(base.definition.name), inside)
        fields = [item for item in instance.definition.members.fields.items() if not item[1].constant]
        for name, field in fields[values:]:
            self._begin_field(field, given.get(name), inside)
        return None

    def _begin_field(self, field: Field, given: tuple[Tuple, Frame] | None, inside: Frame) -> None:
        described = self.type_of(field.type, inside) if field.shape in ("", "[]") else None
        instance = described.instance if isinstance(described, TypeValue) and not described.pointers else None
        if instance is not None and (given is not None or field.init is None):
            self._begin_part(instance, given, inside)
        elif given is None and field.init is not None:
            value = self.constant(field.init, inside)
            if instance is not None and not isinstance(value, ObjectValue):
                self.declared(instance, field.init, inside)

    def _begin_part(self, instance: ClassInstance, given: tuple[Tuple, Frame] | None, inside: Frame) -> None:
        if given is None:
            self.create(instance, _NOTHING, inside)
        else:
            self.create(instance, self.given(given[0], given[1]), inside)

    # -- how they end ------------------------------------------------------------------------------------------

    def _end(self, instance: ClassInstance, frame: Frame) -> Stop:
        name = "~" + instance.definition.name
        own = [f for f in instance.definition.members.functions.get(name, ()) if f.has_body]
        outside = self.scope.functions(name) if self.scope.declarations(name) else ()
        own += [f for f in outside if f.has_body and f.scope[-1:] == (instance.definition.name,)]
        if own:
            self.imply(Callee(own, None, instance, this_inside=True), _NOTHING, frame)
        for part in self.parts_of(instance):
            self.destroy(part, frame)
        return None

    def parts_of(self, instance: ClassInstance) -> Iterator[ClassInstance]:
        """The classes of the data members, and the bases."""
        inside = self.class_frame(instance)
        for field in instance.definition.members.fields.values():
            if not field.constant and field.shape in ("", "[]"):
                described = self.type_of(field.type, inside)
                if isinstance(described, TypeValue) and described.instance is not None and not described.pointers:
                    yield described.instance
        yield from self.bases(instance)

    @staticmethod
    def _inherits_constructors(instance: ClassInstance) -> bool:
        return "using" in instance.definition.text

    # -- one thing that the compiler does ----------------------------------------------------------------------

    def implied(self, what: tuple[object, ...], walk: Callable[[], Stop]) -> None:
        """Do what no function is written for; as of a call, it is known afterwards what it does."""
        key = (what, self.state_key())

        def isolated() -> Outcome:
            self.active.append(key)
            try:
                return self.isolated(self.path, walk)
            finally:
                if self.active:
                    self.active.pop()

        self.stopped_call(self.apply(self.remembered(key, isolated)))


def _takes_own(function: Function, name: str) -> bool:
    """Whether a constructor takes one object of its class."""
    parameters = function.parameters
    if not parameters or any(p[3] is None for p in parameters[1:]):
        return False
    path = parameters[0][1][1]
    return bool(path) and path[-1][0] == name
