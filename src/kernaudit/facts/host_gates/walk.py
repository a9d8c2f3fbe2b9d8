"""Walks host code on all lanes at once: the state of a walk, and what it notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.facts.host_gates import expressions, statements
from kernaudit.facts.host_gates.constants import Constants
from kernaudit.facts.host_gates.heat import Heat
from kernaudit.facts.host_gates.number import FREE, OPEN, Number, constant
from kernaudit.facts.host_gates.outcome import Cut, Item
from kernaudit.facts.host_gates.parameters import is_empty_at_first
from kernaudit.facts.host_gates.regions import Regions
from kernaudit.facts.host_gates.store import Signatures
from kernaudit.facts.host_gates.values import clouds, depends, meet

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from kernaudit.facts.host_gates.env import Env
    from kernaudit.facts.host_gates.known import HostNames
    from kernaudit.facts.host_gates.lanes import Lanes
    from kernaudit.facts.host_gates.node import Node
    from kernaudit.facts.host_gates.outcome import Outcome, Passed, Test
    from kernaudit.facts.host_gates.program import HostProgram
    from kernaudit.facts.host_gates.relevance import Relevance
    from kernaudit.facts.host_gates.store import OutcomeStore
    from kernaudit.facts.host_gates.values import Value
    from kernaudit.sources.ast import Tuple

__all__ = ["MAX_DEPTH", "Exhausted", "Walk"]

MAX_DEPTH: Final = 140
"""Nested statements and expressions, over all calls; each costs several frames of Python's own stack."""
_MAX_STEPS: Final = 400_000


class Exhausted(Exception):  # noqa: N818 - a bound that was reached, not a user's mistake
    """The host code is larger than what can be walked: what was not reached by then is undecided."""


class Walk:
    """One walk over a program.

    Attributes:
        mask: the lanes that are here.
        maybe: those of them that are here only if an undecided test goes their way.
        doubt: the lanes that an undecided test may have kept from returning.
        passed: tests that led here.
        cause: the test that last kept a lane from going on, with the way it went there.
        device_way: a test of the device led here, and no other condition after it.
        tested: how many tests of the device stand around, in the function that is walked.
        free: how many other conditions stand around: constants under them differ from way to way.
        line: where the walk is, as far as the syntax told.
        last: the outcome of the last call, None where it was not walked.
        fields: values written to fields of objects, by name, with the lanes that wrote them.
        picked: lists of functions, and functions in them, of which the device picks one.
        known: outcomes of calls, by function and what they were given; `variants` counts them by function.
    """

    def __init__(
        self, program: HostProgram, lanes: Lanes, names: HostNames, relevance: Relevance, store: OutcomeStore
    ) -> None:
        self.program, self.lanes, self.names, self.relevance, self.store = program, lanes, names, relevance, store
        self.regions = Regions(program, names)
        self.constants = Constants(self)
        self.heat = Heat(names, relevance, program.dead_ends)
        self.mask, self.maybe, self.doubt = lanes.full, 0, 0
        self.passed: tuple[Passed, ...] = ()
        self.items: list[Item] = []
        self.cuts: list[Cut] = []
        self.picked: set[Node] = set()
        self.cause: tuple[Test, bool] | None = None
        self.device_way = False
        self.tested = self.free = self.steps = self.depth = self.line = 0
        self.last: Outcome | None = None
        self.fields: dict[str, tuple[Value, int]] = {}
        self.known: dict[Hashable, Outcome] = {}
        self.active: set[Hashable] = set()
        self.variants: dict[int, int] = {}
        self._signatures: Signatures | None = None

    # -- parts of code -----------------------------------------------------------------------------------------

    def value(self, expression: Tuple, env: Env) -> Value:
        """Walk an expression and return what it is worth."""
        if not self.mask:
            return FREE
        self._step()
        self.depth += 1
        try:
            return expressions.evaluate(self, expression, env) if self.depth < MAX_DEPTH else OPEN
        finally:
            self.depth -= 1

    def number(self, expression: Tuple, env: Env) -> Number:
        """Walk an expression and return it as a number."""
        value = self.value(expression, env)
        return value if isinstance(value, Number) else OPEN if clouds(value) else FREE

    def literal(self, value: int) -> Number:
        """Return what a constant that is declared here is worth: nothing, if the other way declares it with another."""
        return FREE if self.free and not self.device_way else constant(value, chosen=self.device_way)

    def block(self, parts: Sequence[Tuple], env: Env) -> None:
        """Walk statements in order; what a test cuts off behind itself is noted."""
        cause: tuple[Test, bool] | None = None
        whole = tuple(parts)
        env.rest.append((whole, 0))
        for index, statement in enumerate(whole):
            if not self.mask:
                break
            before = self.mask
            env.rest[-1] = (whole, index + 1)
            self.statement(statement, env)
            lost = before & ~self.mask
            if lost and self.cause is not None:
                cause = self.cause
                self.cut(*cause, self.regions.after(whole, index + 1, env.node), lost)
        env.rest.pop()
        self.cause = cause

    def statement(self, statement: Tuple, env: Env) -> None:
        """Walk one statement, or take note of what it mentions if it uses nothing of the device."""
        self.cause = None
        if not self.mask:
            return
        if statement[0] == "decl" and statement[5] is not None:
            if statement[5][0] == "init":
                env.rows[statement[3]] = statement[5]
            elif statement[5][0] == "lambda" and self._launches(statement, env):
                env.put(statement[3], self.value(statement[5], env))  # it launches where it is called
                self.regions.name(env.node, statement[3], statement[5])
                return
        if self._is_cold(statement, env) and not self._leads_on(statement, env):
            self._note(statement, env)
            return
        self._step()
        self.depth += 1
        try:
            if self.depth < MAX_DEPTH:
                statements.execute(self, statement, env)
            else:  # too deep to be read: everything in it may be reached
                self.reach(self.regions.of(statement, env.node), maybe=True)
                self.maybe |= self.mask
                self.doubt |= self.mask
        finally:
            self.depth -= 1

    def _is_cold(self, statement: Tuple, env: Env) -> bool:
        """Whether a statement uses nothing of the device, nor a field or global variable that holds some of it."""
        return self.heat.cold(statement, env) and (
            not self.fields or self.heat.words(statement).isdisjoint(self.fields.keys())
        )

    def _note(self, statement: Tuple, env: Env) -> None:
        self.reach(self.regions.of(statement, env.node))
        env.forget(self.heat.assigned(statement))
        if statement[0] == "expr" and (constant_ := _assigned_constant(statement[1])) is not None:
            holder = env.holder(constant_[0])
            if holder is not None:
                holder.put(constant_[0], self.literal(constant_[1]))
        elif statement[0] == "decl":
            init = statement[5]
            plain = init is not None and init[0] == "const" and init[1] is not None
            empty = init is None and not statement[4] and is_empty_at_first(statement[2])
            env.put_all(statement[3], self.literal(init[1]) if plain else self.literal(0) if empty else FREE)

    def _leads_on(self, statement: Tuple, env: Env) -> bool:
        """Whether a statement leads to a launch behind a test: constants in it may tell which kernel."""
        if not (self.passed or self.tested):
            return False
        return self._launches(statement, env)

    def _launches(self, statement: Tuple, env: Env) -> bool:
        return not self.regions.of(statement, env.node).isdisjoint(self.program.launching)

    def _step(self) -> None:
        self.steps += 1
        if self.steps > _MAX_STEPS:
            raise Exhausted

    def aside(self, expression: Tuple, env: Env) -> Value:
        """Return what an expression is worth on all lanes, and note nothing."""
        kept = self.mask, self.maybe, self.doubt, self.passed, self.items, self.cuts, self.cause
        self.mask, self.maybe, self.passed, self.items, self.cuts = self.lanes.full, 0, (), [], []
        value = self.value(expression, env)
        self.mask, self.maybe, self.doubt, self.passed, self.items, self.cuts, self.cause = kept
        return value

    # -- what is found -----------------------------------------------------------------------------------------

    def record(self, node: Node, arguments: tuple[str, ...] | None = None) -> None:
        """Note that a node is reached here."""
        self.items.append(Item(node, self.mask, self.maybe & self.mask, self.passed, arguments))

    def reach(self, nodes: frozenset[Node], *, maybe: bool = False) -> None:
        """Note that nodes are reached here, or with `maybe` perhaps."""
        doubt = self.mask if maybe else self.maybe & self.mask
        in_order = sorted(nodes, key=_place) if len(nodes) > 1 else nodes
        self.items.extend(Item(node, self.mask, doubt, self.passed) for node in in_order)

    def unsure(self, nodes: frozenset[Node]) -> None:
        """Note that it hangs on the device which of some nodes is reached, though each was noted when it was named."""
        self.picked |= nodes
        self.items[:] = [
            Item(item.node, item.mask, item.mask, item.passed, item.arguments, item.walked)
            if item.node in nodes
            else item
            for item in self.items
        ]

    def cut(self, test: Test, holds: bool, region: frozenset[Node], mask: int) -> None:
        """Note that a test keeps lanes from code."""
        if region and mask:
            self.cuts.append(Cut(test, holds, region, mask))

    def write_field(self, name: str, value: Value) -> None:
        """Note a value that is stored in a field, for readers of an object whose origin is not known."""
        old = self.fields.get(name)
        if old is not None:
            value = meet(value, self.mask, old[0], old[1], self.lanes.count)
        elif not depends(value):
            return
        self.fields[name] = (value, self.mask | (0 if old is None else old[1]))

    # -- what is known of the program --------------------------------------------------------------------------

    def signature(self, node: Node) -> Hashable:
        """Return what the outcome of a node's code depends on."""
        if self._signatures is None:
            self._signatures = Signatures(self.program, self.relevance, self.fields)
        return self._signatures.of(node)

    def forget(self) -> None:
        """Drop what calls gave: more is known now."""
        self.known.clear()
        self.variants.clear()
        self._signatures = None
        self.heat.renew()
        self.steps = 0

    def methods(self, node: Node) -> tuple[Node, ...]:
        """Return the methods of a class, inside it and outside."""
        outside = tuple(n for n in self.program.mentions(node) if n.qualified and n.scope[-1:] == (node.name,))
        return (*node.methods, *outside)


def _assigned_constant(expression: Tuple) -> tuple[str, int] | None:
    """The variable and the number of `name = 1`."""
    if expression[0] != "assign" or expression[1] != "=" or expression[2][0] != "path" or len(expression[2][1]) != 1:
        return None
    value = expression[3]
    known = value is not None and value[0] == "const" and value[1] is not None
    return (expression[2][1][0][0], value[1]) if known else None


def _place(node: Node) -> tuple[str, int, str, tuple[str, ...]]:
    return node.path, node.line, node.name, node.scope
