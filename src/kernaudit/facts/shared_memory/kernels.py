"""Launches and opt-in calls in all the forms that CUDA has."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from kernaudit.facts.frame import Frame
from kernaudit.facts.shared_memory.api import (
    ATTRIBUTE_QUERIES,
    CONFIG_BYTES,
    CONFIG_LAUNCHES,
    DEVICE_ATTRIBUTES,
    OPTIN_ATTRIBUTES,
    OPTIN_CALLS,
    PLAIN_LAUNCHES,
)
from kernaudit.facts.shared_memory.blocks import threads_in_call, threads_in_config, threads_of
from kernaudit.facts.shared_memory.clusters import ClusterNotes
from kernaudit.facts.shared_memory.composing import as_type, negation
from kernaudit.facts.shared_memory.event import Event, EventKind, KernelUse
from kernaudit.facts.shared_memory.expressions import Expressions
from kernaudit.facts.shared_memory.integer import SIZE
from kernaudit.facts.shared_memory.names import spell, term_of
from kernaudit.facts.shared_memory.term import Missing, Number, Query
from kernaudit.facts.shared_memory.value import Either, Record, Reference
from kernaudit.facts.templates import bind_arguments, unify
from kernaudit.facts.values import DEPENDENT, FunctionValue, TypeValue
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from kernaudit.facts.shared_memory.term import Term
    from kernaudit.facts.shared_memory.value import Value
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Function

__all__ = ["Kernels"]

_Asked: TypeAlias = "tuple[Term, Term | None, Term | None]"
"""The bytes, and of a launch the threads of a block and the blocks of a cluster."""

_MAX_EVENTS: Final = 20_000
_NOTHING: Final = Number(0, SIZE)


class Kernels(Expressions):
    """Notes events.

    Attributes:
        events: in the order in which they are met.
        path_file: the file of the function that is being walked.
        root: the function in which the walk began.
        clusters: the sizes of clusters that attributes of launches are given.
    """

    def prepare(self) -> None:
        """Start with no events."""
        self.events: list[Event] = []
        self.path_file = ""
        self.root = ""
        self.clusters = ClusterNotes()

    # -- launches ----------------------------------------------------------------------------------------------

    def launch(self, expression: Tuple, frame: Frame) -> Value:
        """Note `kernel<<<grid, block, bytes, stream>>>(...)`."""
        _, function, config, arguments, line = expression
        values = [self.evaluate(part, frame) for part in config]
        amount = term_of(values[2], spell(config[2])) if len(values) > 2 else _NOTHING
        kernel = self.evaluate(function, frame)
        types = [self.static_type(argument, frame) for argument in arguments]
        threads = threads_of(values[1]) if len(values) > 1 else None
        self.note(EventKind.LAUNCH, kernel, spell(function), (amount, threads, None), line, types)
        for argument in arguments:
            self.evaluate(argument, frame)
        return Missing("a launch")

    def runtime_call(self, name: str, arguments: Tuple, line: int, frame: Frame) -> Value:
        """Handle a call of the CUDA runtime or driver; None if this is none that matters."""
        if name in OPTIN_CALLS and len(arguments) >= 3:
            return self._optin(arguments, line, frame)
        if name in PLAIN_LAUNCHES and len(arguments) > PLAIN_LAUNCHES[name]:
            values = [self.evaluate(argument, frame) for argument in arguments]
            amount = term_of(values[PLAIN_LAUNCHES[name]], spell(arguments[PLAIN_LAUNCHES[name]]))
            asked = amount, threads_in_call(name, values), None
            self.note(EventKind.LAUNCH, values[0], spell(arguments[0]), asked, line)
            return Missing(f"{name}()")
        if name in CONFIG_LAUNCHES and len(arguments) >= 2:
            return self._config_launch(name, arguments, line, frame)
        if name in ATTRIBUTE_QUERIES and len(arguments) >= 2:
            return self._query(name, arguments, frame)
        return None

    def _optin(self, arguments: Tuple, line: int, frame: Frame) -> Value:
        values = [self.evaluate(argument, frame) for argument in arguments]
        attribute = arguments[1]
        if attribute[0] == "path" and attribute[1][-1][0] in OPTIN_ATTRIBUTES:
            amount = term_of(values[2], spell(arguments[2]))
            self.note(EventKind.OPTIN, values[0], spell(arguments[0]), (amount, None, None), line)
        return Missing("cudaFuncSetAttribute()")

    def _config_launch(self, name: str, arguments: Tuple, line: int, frame: Frame) -> Value:
        config = self.evaluate(arguments[0], frame)
        if isinstance(config, Reference):
            config = self.target(config)
        kernel = self.evaluate(arguments[1], frame)
        for argument in arguments[2:]:
            self.evaluate(argument, frame)
        amount = self._config_bytes(config, spell(arguments[0]))
        asked = amount, threads_in_config(config), self.clusters.of(config)
        types = [self.static_type(argument, frame) for argument in arguments[2:]]
        self.note(EventKind.LAUNCH, kernel, spell(arguments[1]), asked, line, types)
        return Missing(f"{name}()")

    @staticmethod
    def _config_bytes(config: Value, name: str) -> Term:
        if not isinstance(config, Record):
            return Missing(f"{name}.{CONFIG_BYTES[0]}", SIZE)
        found = next((config.fields[field] for field in CONFIG_BYTES if field in config.fields), _NOTHING)
        return term_of(found, f"{name}.{CONFIG_BYTES[0]}")

    def store(self, place: Tuple, value: Value, frame: Frame) -> None:
        """Give what an expression names another value; the attributes of launches are noted apart."""
        self.clusters.store(place, value)
        super().store(place, value, frame)

    # -- what the device says ----------------------------------------------------------------------------------

    def _query(self, name: str, arguments: Tuple, frame: Frame) -> Value:
        pointer = self.evaluate(arguments[0], frame)
        attribute = arguments[1]
        known = attribute[1][-1][0] if attribute[0] == "path" else ""
        if known not in DEVICE_ATTRIBUTES:
            found = self.evaluate(attribute, frame)
            known = found.name.rpartition("::")[2] if isinstance(found, Missing) else ""
        fact = DEVICE_ATTRIBUTES.get(known)
        answer: Term = self.machine.unknown(known or spell(attribute)) if fact is None else Query(fact)
        self.store_through(pointer, answer)
        return Missing(f"{name}()")

    # -- which kernel ------------------------------------------------------------------------------------------

    def note(  # noqa: PLR0913, PLR0917 - the parts of an event
        self, kind: EventKind, kernel: Value, spelled: str, asked: _Asked, line: int, types: list[Value] | None = None
    ) -> None:
        """Note an event; a kernel that a condition picks gives one for each."""
        if isinstance(kernel, Reference):
            kernel = self.target(kernel)
        if isinstance(kernel, Either):
            for condition, value in ((kernel.condition, kernel.yes), (negation(kernel.condition), kernel.no)):
                self.machine.under(condition, partial(self.note, kind, value, spelled, asked, line, types))
            return
        use = self._use(kernel, types or []) if isinstance(kernel, FunctionValue) else None
        location = Location(self.path_file, line)
        if len(self.events) < _MAX_EVENTS:
            path = tuple(dict.fromkeys(self.machine.path))
            amount, *sizes = asked
            self.events.append(Event(kind, use, spelled, as_type(amount, SIZE), location, path, self.root, *sizes))

    def _use(self, kernel: FunctionValue, types: list[Value]) -> KernelUse | None:
        functions = sorted(kernel.functions, key=lambda f: (not f.kernel, not f.has_body))
        if not functions:
            return None
        function = next((f for f in functions if self._fits(f, kernel)), functions[0])
        given = list(kernel.arguments or ())
        arguments = self._bound(function, given, types) if function.special is None else {}
        return KernelUse(function, tuple(arguments.items()))

    @staticmethod
    def _fits(function: Function, kernel: FunctionValue) -> bool:
        return bool(function.template) == bool(kernel.arguments) or not kernel.arguments

    def _bound(self, function: Function, given: list[Value], types: list[Value]) -> dict[str, Value]:
        """Template arguments: given ones, then those that the types of call arguments tell, then defaults."""
        parameters = function.template or ()
        names = frozenset(parameter[0] for parameter in parameters)
        bound = {name: value for (name, *_), value in zip(parameters, given, strict=False)}
        inner = Frame(dict(bound), function.scope)
        for (_, made, shape, _, pack), described in zip(function.parameters, types, strict=False):
            if isinstance(described, TypeValue) and not pack:
                pattern = ("type", made[1], made[2] + (shape in ("*", "[]")), made[3])
                trial = dict(bound)
                if unify(pattern, described, names, trial, lambda p: self.argument(p, inner)):
                    bound = trial
        rest = bind_arguments(
            parameters[len(given) :], [], lambda e, env: self.argument(e, Frame(env, function.scope)), bound
        )
        rest.update(bound)
        return {name: rest.get(name, DEPENDENT) for name, *_ in parameters}

    def static_type(self, expression: Tuple, frame: Frame) -> TypeValue | None:
        """Return the type of an argument where a declaration tells it."""
        if expression[0] == "path" and len(expression[1]) == 1 and expression[1][0][1] is None:
            binding = frame.find(expression[1][0][0])
            made = None if binding is None else binding.type
            return made.plain() if made is not None else None
        if expression[0] in ("cast", "construct"):
            made = self.type_of(expression[1], frame)
            return made if isinstance(made, TypeValue) else None
        if expression[0] == "call" and expression[1][0] == "path" and expression[1][1][-1][1]:
            name, given = expression[1][1][-1]
            if name in ("static_cast", "reinterpret_cast", "const_cast") and given:
                made = self.argument(given[0], frame)
                return made if isinstance(made, TypeValue) else None
        return None
