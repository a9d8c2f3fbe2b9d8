"""Walking into a called function: template arguments, parameters, and what it did."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from kernaudit.facts.effects import Outcome
from kernaudit.facts.frame import Binding, Frame
from kernaudit.facts.packs import function_packs
from kernaudit.facts.record import Recorder, Stop
from kernaudit.facts.standard_traits import TAG
from kernaudit.facts.templates import bind_arguments, same, unify
from kernaudit.facts.values import DEPENDENT, RUNTIME, LambdaValue, ObjectValue, TypeValue, Unknown, pointing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kernaudit.facts.values import ClassInstance, Value
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Function

__all__ = ["MAX_CANDIDATES", "MOST_STEPS", "PLACES", "UNSTEADY", "Callee", "Entering", "Given"]

_MAX_CALLS: Final = 40
MAX_CANDIDATES: Final = 8
_MAX_ANCESTORS: Final = 8
MOST_STEPS: Final = 60_000
"""Of one walk."""

UNSTEADY: Final = 1 << 40
"""Steps that nobody takes: they say that an answer hangs on what was asked before."""

_Bound = tuple["Function", dict[str, "Value"]]


@dataclass(frozen=True, slots=True)
class Given:
    """The arguments of a call.

    Attributes:
        expressions: as written.
        values: what they are worth.
        types: what is known of their types.
        inside: for each, whether it names, and whether it points to, storage of the kernel's own.
    """

    expressions: Tuple
    values: list[Value]
    types: list[TypeValue | None]
    inside: list[tuple[bool, bool]]


@dataclass(frozen=True, slots=True)
class Callee:
    """What a call may mean: functions of one name, explicit template arguments, and the object for a method."""

    functions: Sequence[Function]
    explicit: list[Value] | None = None
    instance: ClassInstance | None = None
    this_inside: bool = False


class Entering(Recorder):
    """Walks into functions of the tree."""

    def given(self, expressions: Tuple, frame: Frame, values: list[Value] | None = None) -> Given:
        """Evaluate the arguments of a call."""
        if values is None:
            values = [self.constant(expression, frame) for expression in expressions]
        types = [self._argument_type(e, value, frame) for e, value in zip(expressions, values, strict=True)]
        return Given(expressions, values, types, [self._argument_inside(e, frame) for e in expressions])

    def enter(self, callee: Callee, given: Given, frame: Frame) -> Value:
        """Walk into every function that a call can mean, and return its value."""
        del frame
        bound = [(f, e) for f in callee.functions if (e := self.bind(f, callee, given.types)) is not None]
        bound = self._taking_part(self._most_special(bound, callee), callee)
        bound = self._closest(bound, given, callee) if len(bound) > 1 else bound
        if not bound:
            self.unfollowed = True
            self.unknown_call()
            return DEPENDENT
        if len(bound) > MAX_CANDIDATES:
            self.effects.unread = self.unfollowed = True
            return DEPENDENT
        results: list[Value] = []

        def walk(function: Function, environment: dict[str, Value]) -> Stop:
            outcome = self._outcome(function, environment, given, callee)
            results.append(outcome.value)
            return self.apply(outcome)

        self.stopped_call(self.fork([lambda f=f, e=e: walk(f, e) for f, e in bound], open_=len(bound) > 1))  # type: ignore[misc]  # defaults bind the loop's values
        first = results[0] if results else RUNTIME
        return first if all(type(r) is type(first) and r == first for r in results) else DEPENDENT

    def enter_lambda(self, value: LambdaValue, given: Given, frame: Frame) -> Value:
        """Walk into a lambda; missing arguments are open."""
        if len(self.active) >= _MAX_CALLS:
            self.spared += UNSTEADY
            self.effects.unread = True
            return RUNTIME
        inner = self._lambda_frame(value, given, frame)
        returning, self.returning = self.returning, None
        self.active.append(value)
        try:
            outcome = self.isolated(self.path, lambda: self.block(value.body, inner))
        finally:
            self.returning = returning
            if self.active:
                self.active.pop()
        self.stopped_call(self.apply(outcome))
        return outcome.value

    def callback(self, value: Value, frame: Frame) -> None:
        """A lambda that is handed to a function that cannot be read is taken as called."""
        if isinstance(value, LambdaValue):
            count = len(value.parameters)
            self.enter_lambda(value, Given((), [RUNTIME] * count, [None] * count, [(False, False)] * count), frame)

    def _most_special(self, bound: list[_Bound], callee: Callee) -> list[_Bound]:
        """An explicit specialisation that fits wins, else a function that is no template wins over a template."""
        for item in bound:
            if item[0].special is not None and self._is_special(item[0], callee):
                return [item]
        if callee.explicit is None:
            plain = [item for item in bound if item[0].template is None and item[0].special is None]
            if len(plain) == 1 and len(bound) > 1:
                return plain
        return bound

    def _taking_part(self, bound: list[_Bound], callee: Callee) -> list[_Bound]:
        """Leave out what its own conditions exclude, where there is a choice."""
        if len(bound) < 2:
            return bound
        return [item for item in bound if not self._is_excluded(*item, callee)] or bound

    def _is_excluded(self, function: Function, environment: dict[str, Value], callee: Callee) -> bool:
        frame = Frame(environment, function.scope, instance=callee.instance)
        worths = (self.argument(condition, frame) for condition in function.constraints)
        return any(isinstance(worth, int) and not worth for worth in worths)

    def _closest(self, bound: list[_Bound], given: Given, callee: Callee) -> list[_Bound]:
        """Those whose parameters have the very types of the arguments, as far as these are known; else all."""
        if not any(given.types):
            return bound
        return [item for item in bound if not self._differs(*item, given, callee)] or bound

    def _differs(self, function: Function, environment: dict[str, Value], given: Given, callee: Callee) -> bool:
        frame = Frame(environment, function.scope, instance=callee.instance)
        for (_, made, shape, _, pack), known in zip(function.parameters, given.types, strict=False):
            if known is None or pack:
                continue
            described = self.type_of(made, frame)
            if isinstance(described, TypeValue) and same(pointing(described, shape).plain(), known.plain()) is False:
                return True
        return False

    # -- template arguments ------------------------------------------------------------------------------------

    def bind(self, function: Function, callee: Callee, types: Sequence[TypeValue | None]) -> dict[str, Value] | None:
        """Return the template arguments of a call, or None if this function cannot be meant."""
        outer = dict(callee.instance.arguments) if callee.instance is not None else {}
        parameters = function.template or ()
        if function.special is not None:
            return outer if self._is_special(function, callee) is not False else None
        if callee.explicit and not parameters:
            return None
        single = takewhile(lambda parameter: not parameter[3], parameters)  # a pack takes all that is left
        bound: dict[str, Value] = dict(zip((p[0] for p in single), callee.explicit or [], strict=False))
        outer |= function_packs(parameters, function.parameters, callee.explicit)
        frame = Frame({**outer, **bound}, function.scope, instance=callee.instance)
        deduced = self._deduce(function, types, bound, frame)
        if deduced is None:
            return None
        evaluate = lambda e, env: self.argument(e, Frame(env, function.scope, instance=callee.instance))  # noqa: E731
        full = bind_arguments(parameters, [], evaluate, {**outer, **deduced})
        full.update({p[0]: deduced[p[0]] for p in parameters if p[0] in deduced})
        return full

    def _is_special(self, function: Function, callee: Callee) -> bool | None:
        """Whether a call means this explicit specialisation; None where its arguments are not all known."""
        wanted = self.arguments(function.special or (), Frame({}, function.scope))
        explicit = callee.explicit or []
        results = [same(one, other) for one, other in zip(wanted, explicit, strict=False)]
        if False in results or len(explicit) > len(wanted):
            return False
        return None if None in results or len(explicit) < len(wanted) else True

    def _deduce(
        self, function: Function, types: Sequence[TypeValue | None], bound: dict[str, Value], frame: Frame
    ) -> dict[str, Value] | None:
        names = frozenset(p[0] for p in function.template or ())
        for (_, made, shape, _, pack), described in zip(function.parameters, types, strict=False):
            if pack or described is None:
                continue
            pattern = ("type", made[1], made[2] + (shape in ("*", "[]")), made[3])
            trial = dict(bound)
            lookup = lambda part: self.argument(part, frame)  # noqa: E731
            result = unify(pattern, described, names, trial, lookup)
            for one in self._ancestors(described) if result is False else ():
                trial = dict(bound)
                result = unify(pattern, one, names, trial, lookup)
                if result is not False:
                    break
            if result is False and self._is_decisive(pattern, described, frame):
                return None
            if result is not False:
                bound = trial
        return bound

    def _ancestors(self, made: TypeValue, depth: int = 0) -> list[TypeValue]:
        """The classes that an object converts to because its class has them as bases."""
        if made.instance is None or made.pointers or depth > _MAX_ANCESTORS:
            return []
        bases = self.base_types(made.instance)
        return [*bases, *(one for base in bases for one in self._ancestors(base, depth + 1))]

    def _is_decisive(self, pattern: Tuple, described: TypeValue, frame: Frame) -> bool:
        """Whether a mismatch rules a function out: only between classes of the tree and tags; nothing converts them."""
        made = self.named_type(pattern[1], frame)
        return isinstance(made, TypeValue) and self._is_class(made) and self._is_class(described)

    def _is_class(self, made: TypeValue) -> bool:
        return made.instance is not None or made.name == TAG or bool(self.scope.classes(made.name))

    # -- one function ------------------------------------------------------------------------------------------

    def _outcome(self, function: Function, environment: dict[str, Value], given: Given, callee: Callee) -> Outcome:
        key = self.call_key(function, environment, given, callee)

        def walk() -> Outcome:
            outcome = self._walk_into(function, environment, given, callee, key)
            self.visited(function)
            return outcome

        return self.remembered(key, walk)

    def remembered(self, key: object, walk: Callable[[], Outcome]) -> Outcome:
        """Return what something does that depends on this key; it is walked once."""
        known = self.outcomes.get(key)
        if known is not None:
            self.recall(known[1])
            return known[0]
        shared = None if self.shared is None else self.shared.find(key, self.scope)
        if shared is not None:
            self.outcomes[key] = shared
            self.recall(shared[1])
            return shared[0]
        if key in self.active or len(self.active) >= _MAX_CALLS:
            self.spared += UNSTEADY
            cut = len(self.active) >= _MAX_CALLS
            return Outcome(False, False, (), (), cut, False, None, DEPENDENT, unknown_calls=True)
        before = self.steps + self.spared
        with self.scope.tracing() as looked_up:
            outcome = walk()
        learnt = frozenset(looked_up), self.steps + self.spared - before
        self.outcomes[key] = outcome, learnt
        if self.shared is not None and not self.unsteady:
            self.shared.keep(key, self.scope, outcome, learnt, MOST_STEPS)
        return outcome

    def _walk_into(
        self, function: Function, environment: dict[str, Value], given: Given, callee: Callee, key: object
    ) -> Outcome:
        frame = Frame(dict(environment), function.scope, instance=callee.instance, this_inside=callee.this_inside)

        def body() -> Stop:
            self._bind_parameters(function, given, frame)
            if callee.instance is not None and function.name == callee.instance.definition.name:
                self.begin_parts(function, callee.instance, frame)
            return self.block(function.body, frame)

        constant = "constexpr" in function.head
        self.active.append(key)
        self.constant_depth += constant
        returning, self.returning = self.returning, (function, frame)
        outer, self.settled = self.settled, self.settled and self._is_settled(function, environment)
        try:
            return self.isolated(function.path, body)
        finally:
            self.settled, self.returning = outer, returning
            self.constant_depth -= constant
            if self.active:  # a final effect has cleared it
                self.active.pop()

    def _is_settled(self, function: Function, environment: dict[str, Value]) -> bool:
        known = not any(isinstance(value, Unknown) for value in environment.values())
        return known and not any(other.special is not None for other in self.scope.functions(function.name))

    def call_key(self, function: Function, environment: dict[str, Value], given: Given, callee: Callee) -> object:
        """What the outcome of a call depends on."""
        arguments = tuple(
            (name, _key_of(value)) for name, value in sorted(environment.items(), key=lambda item: item[0])
        )
        values = (tuple(map(_key_of, given.values)), how_passed(given))
        own = (callee.instance, callee.this_inside, *self.state_key())
        return (id(function), arguments, values, tuple(given.types), tuple(given.inside), own)

    def state_key(self) -> tuple[object, ...]:
        """What the outcome of any call depends on besides what is called."""
        return (self.final, self.constant_depth > 0, self.settled, self.open_depth > 0)

    @abstractmethod
    def passed(self, described: TypeValue | None, shape: str, given: Given, index: int, frame: Frame) -> None:
        """What becomes of an argument on its way to a parameter of this type: it is copied, or converted."""

    @abstractmethod
    def begin_parts(self, function: Function, instance: ClassInstance, frame: Frame) -> None:
        """What a constructor does before its body."""

    def _bind_parameters(self, function: Function, given: Given, frame: Frame) -> None:
        for index, (name, made, shape, default, pack) in enumerate(function.parameters):
            described = self.type_of(made, frame)
            described = described if isinstance(described, TypeValue) else None
            if index >= len(given.values) or pack:
                value = RUNTIME if default is None else self.constant(default, frame)
                frame.names[name] = Binding(DEPENDENT if pack else value, described)
            else:
                frame.names[name] = _parameter(made, shape, described, given, index)
                self.passed(described, shape, given, index, frame)

    def _lambda_frame(self, value: LambdaValue, given: Given, frame: Frame) -> Frame:
        outer: Frame = value.frame
        inner = Frame({}, outer.scope, parent=outer, instance=outer.instance, this_inside=outer.this_inside)
        for index, (name, made, shape, _, _) in enumerate(value.parameters):
            worth = given.values[index] if index < len(given.values) else DEPENDENT
            described = self.type_of(made, outer)
            if not isinstance(described, TypeValue):
                written = index < len(given.expressions)
                described = self.static_type(given.expressions[index], frame) if written else None
            inside = given.inside[index] if index < len(given.inside) else (False, False)
            reference = shape == "&" or made[3]
            own = not reference and shape != "*" and made[2] == 0
            leads = inside[0 if reference else 1]
            inner.names[name] = Binding(
                worth, described, own=own, inside=leads, reference=reference, local=not reference
            )
        return inner

    def _argument_type(self, argument: Tuple, value: Value, frame: Frame) -> TypeValue | None:
        found = self.static_type(argument, frame)
        if found is None and isinstance(value, ObjectValue) and argument[0] not in ("addr", "deref"):
            return value.type
        return found

    def _argument_inside(self, argument: Tuple, frame: Frame) -> tuple[bool, bool]:
        return self.inside(argument, frame), self.points_inside(argument, frame)


PLACES: Final = frozenset({"path", "member", "index", "deref", "this"})
"""Expressions that name an object which is there already: to begin with one of these is to copy it."""


def how_passed(given: Given) -> tuple[object, ...]:
    """Which arguments are objects that are there already, and which are lists of how many values."""
    return tuple(
        len(one[1]) if one[0] == "init" else one[0] in PLACES and isinstance(value, ObjectValue)
        for one, value in zip(given.expressions, given.values, strict=False)
    )


def _parameter(made: Tuple, shape: str, described: TypeValue | None, given: Given, index: int) -> Binding:
    reference = shape == "&" or made[3]
    pointer = shape in ("*", "[]") or made[2] > 0
    known = given.types[index]
    if known is not None and (described is None or described.instance is None or shape == "*"):
        described = known
    elif described is not None:
        described = pointing(described, shape)
    value = given.values[index]
    if isinstance(value, Unknown) and described is not None and described.instance is not None and not pointer:
        value = ObjectValue(described)
    inside, points = given.inside[index]
    pointed = described is not None and described.pointers > 0
    own = not reference and not pointer and not pointed
    return Binding(
        value, described, own=own, inside=inside if reference else points, reference=reference, local=not reference
    )


def _key_of(value: Value) -> object:
    return (type(value).__name__, value) if isinstance(value, bool) else value
