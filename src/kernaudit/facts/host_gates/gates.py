"""The answer: for every kernel and device, whether host code launches it there, and which tests decide."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

from kernaudit.facts.host_gates.relevance import Relevance, find_relevant
from kernaudit.facts.host_gates.shapes import Kind
from kernaudit.facts.host_gates.spread import Spread, State
from kernaudit.facts.host_gates.tables import SearchedTables
from kernaudit.facts.host_gates.walk import Exhausted, Walk

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.facts.host_gates.known import HostNames
    from kernaudit.facts.host_gates.lanes import Lanes
    from kernaudit.facts.host_gates.node import Node
    from kernaudit.facts.host_gates.outcome import Cut, Passed
    from kernaudit.facts.host_gates.program import HostProgram
    from kernaudit.facts.host_gates.store import OutcomeStore
    from kernaudit.model.evidence import Location

__all__ = ["Admission", "HostGate", "HostGates", "HostTest"]


class Admission(StrEnum):
    """What host code does with a kernel on a device."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    UNDECIDED = "undecided"
    NO_GATE = "no-gate"


@dataclass(frozen=True, slots=True)
class HostTest:
    """A test of the device.

    Attributes:
        text: the condition as written.
        holds: the way it goes on the device.
        names_device: it picks the device, its family or a closed range, or picks this kernel among others; else it
            is a floor that every newer device passes as well.
        refuses: where it fails, the host raises an error; else it only goes another way.
    """

    location: Location
    text: str
    holds: bool
    names_device: bool
    refuses: bool


@dataclass(frozen=True, slots=True)
class HostGate:
    """One kernel on one device: of a rejected one the tests that keep it out, of others those on the way to it."""

    admission: Admission
    tests: tuple[HostTest, ...] = ()


NO_GATE = HostGate(Admission.NO_GATE)


class HostGates:
    """All gates of one program, worked out when first asked for."""

    def __init__(self, program: HostProgram, lanes: Lanes, names: HostNames, store: OutcomeStore) -> None:
        self.program, self.lanes = program, lanes
        self._names, self._store = names, store
        self._blamed: dict[Node, list[Cut]] = {}
        self._reached: dict[frozenset[Node], frozenset[Node]] = {}

    @cached_property
    def _walk(self) -> Walk:
        walk = Walk(self.program, self.lanes, self._names, Relevance(), self._store)
        try:
            find_relevant(walk, self.program, self._names)
        except (Exhausted, RecursionError):
            walk.forget()
        return walk

    @cached_property
    def _tables(self) -> SearchedTables:
        return SearchedTables(self.program, self._walk.relevance, self.lanes)

    @cached_property
    def _spread(self) -> Spread:
        return Spread(self._walk, self._tables).run(self.program.roots)

    @property
    def relevant(self) -> tuple[Node, ...]:
        """The functions and classes that were walked."""
        return tuple(self._walk.relevance.nodes)

    # -- nodes -------------------------------------------------------------------------------------------------

    def kernel(self, name: str, path: str, line: int | None = None) -> Node | None:
        """Return the node of a kernel (or class, or host function) that stands in a file."""
        found = [node for node in self.program.by_name.get(name, ()) if node.path == path]
        if line is not None:
            found = [node for node in found if node.line <= line <= node.end] or found
        return found[0] if found else None

    def place(self, name: str, path: str, line: int) -> Node | None:
        """Return the node of a kernel; of a kernel type, what makes it: a class, a function, or what stands around."""
        return self.kernel(name, path, line) or self.at(path, line)

    def at(self, path: str, line: int) -> Node | None:
        """Return the host function or class whose text holds a line."""
        for node in self.program.nodes:
            if node.path == path and node.line <= line <= node.end and node.kind is not Kind.KERNEL:
                return node
        return None

    # -- answers -----------------------------------------------------------------------------------------------

    def of(self, node: Node, device: str) -> HostGate:
        """Return whether host code reaches a node on a device."""
        if not self.program.callers.get(node):
            return NO_GATE
        return self._gate(node, self._spread.of(node), self.lanes.bit(device))

    def instances(self, kernel: Node) -> tuple[tuple[str, ...], ...]:
        """Return the template arguments with which walked code launches a kernel, numbers folded."""
        return tuple(arguments for node, arguments in self._spread.instances if node is kernel)

    def of_instance(self, kernel: Node, arguments: tuple[str, ...], device: str) -> HostGate:
        """Return whether host code launches this instantiation of a kernel on a device."""
        state = self._spread.instances.get((kernel, arguments))
        if state is None:
            return self.of(kernel, device)
        return self._gate(kernel, state, self.lanes.bit(device))

    def served(self, start: Node, device: str) -> tuple[Node, ...]:
        """Return the kernels that a call of one host function reaches on a device."""
        return tuple(node for node in self.reached(start, device) if self.program.is_kernel(node))

    def reached(self, start: Node, device: str) -> tuple[Node, ...]:
        """Return all that a call of one host function reaches on a device, perhaps also what only may be reached."""
        bit = self.lanes.bit(device)
        return tuple(node for node, state in self._from(start).states.items() if (state.yes | state.maybe) & bit)

    def _from(self, start: Node) -> Spread:
        found: Spread | None = self._starts.get(start)
        if found is None:
            found = self._starts[start] = Spread(self._walk, self._tables).run([start])
        return found

    @cached_property
    def _starts(self) -> dict[Node, Spread]:
        return {}

    def _gate(self, node: Node, state: State | None, bit: int) -> HostGate:
        if state is not None and state.yes & bit:
            tests = tuple(self._passed(one, node) for one in state.passed if one.lanes & bit and _decides(one, state))
            return HostGate(Admission.ACCEPTED, _distinct(tests)) if tests else NO_GATE
        if state is not None and state.maybe & bit:
            open_tests = [one for one in state.passed if one.test.undecided & bit]
            tests = tuple(self._passed(one, node) for one in open_tests)
            return HostGate(Admission.UNDECIDED, _distinct(tests))
        if self._spread.exhausted:
            return HostGate(Admission.UNDECIDED)
        cuts = [cut for cut in self._blame(node) if cut.mask & bit]
        tests = tuple(HostTest(c.test.location, c.test.text, c.holds, True, c.test.check) for c in cuts)
        if tests:
            return HostGate(Admission.REJECTED, _distinct(tests))
        elsewhere = state is not None and (state.yes | state.maybe) & self.lanes.all_devices
        return HostGate(Admission.UNDECIDED) if elsewhere else NO_GATE  # reached on others: something keeps it out here

    def _passed(self, one: Passed, node: Node) -> HostTest:
        test = one.test
        closed = not one.lanes & self.lanes.beyond
        return HostTest(test.location, test.text, one.holds, closed or self._picks(one, node), test.check)

    def _picks(self, one: Passed, node: Node) -> bool:
        """Whether the other way leads to other kernels."""
        return any(self.program.is_kernel(other) and other is not node for other in self._behind(one))

    def _behind(self, one: Passed) -> frozenset[Node]:
        key = frozenset(one.others)
        found = self._reached.get(key)
        if found is None:
            found = self._reached[key] = frozenset(self.program.reach(key))
        return found

    def _blame(self, node: Node) -> list[Cut]:
        """The tests that keep some lane from something on the way to a node."""
        found = self._blamed.get(node)
        if found is None:
            above = self.program.ancestors(node)
            states = self._spread.states
            found = self._blamed[node] = [
                cut
                for holder, cut in self._spread.cuts
                if cut.region & above and holder in states and cut.mask & (states[holder].yes | states[holder].maybe)
            ]
        return found


def _decides(one: Passed, state: State) -> bool:
    """Whether a test keeps a lane that came to it from a node: not if its other way leads there as well."""
    return bool(one.active & ~one.lanes & ~state.yes)


def _distinct(tests: Iterable[HostTest]) -> tuple[HostTest, ...]:
    return tuple(sorted(dict.fromkeys(tests), key=lambda t: (t.location, t.text, t.holds)))
