"""What the host code of whole programs says about kernels: gates per device, and the ops that lead to kernels.

A program is what one column's build links together. These values hold no syntax and survive pickling.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from kernaudit.facts.host_gates.gates import Admission
from kernaudit.kernels.ops import OpKernel, read_ops

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.facts.host_gates.gates import HostGate, HostGates
    from kernaudit.facts.host_gates.node import Node
    from kernaudit.kernels.ops import Op
    from kernaudit.kernels.survey import KernelSurvey
    from kernaudit.model.build import CommandLine

__all__ = ["HostSurvey", "KernelGates", "ProgramSurvey", "survey_program"]


_BEST_FIRST = (Admission.NO_GATE, Admission.ACCEPTED, Admission.UNDECIDED, Admission.REJECTED)
_LITERAL = re.compile(r"true|false|-?\d+")


def _may_be_same(ours: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    """Whether two spellings of template arguments can mean one instantiation."""
    pairs = zip(ours, theirs, strict=False)
    return all(one == other for one, other in pairs if _LITERAL.fullmatch(one) and _LITERAL.fullmatch(other))


@dataclass(frozen=True, slots=True)
class KernelGates:
    """The gates of one kernel in one program; a device without an entry meets none.

    Attributes:
        place: file, first and last line of its definition.
        whole: per device id.
        instances: the same of instantiations that host code launches by name.
    """

    name: str
    place: tuple[str, int, int]
    whole: Mapping[str, HostGate]
    instances: Mapping[tuple[str, ...], Mapping[str, HostGate]] = field(default_factory=dict)

    def of(self, arguments: tuple[str, ...] | None, device: str) -> HostGate | None:
        """The gate of an instantiation, or of the kernel where the program names none like it.

        Host code writes types its own way, so instantiations are told apart by their numbers and flags. Of several
        that may be meant, one that lets it through is enough.
        """
        if arguments is None or not self.instances:
            return self.whole.get(device)
        alike = [gates for given, gates in self.instances.items() if _may_be_same(arguments, given)]
        found = [gate for gates in alike if (gate := gates.get(device)) is not None]
        if not found:
            return self.whole.get(device)
        return min(found, key=lambda gate: _BEST_FIRST.index(gate.admission))


@dataclass(frozen=True, slots=True)
class ProgramSurvey:
    """One program.

    Attributes:
        units: the sources that it links, with what they can see of their command lines.
        gates: of kernels that meet any, by name.
        ops: what Python can call.
    """

    units: Mapping[str, CommandLine]
    gates: Mapping[str, tuple[KernelGates, ...]]
    ops: tuple[Op, ...]

    def find(self, kernel: KernelSurvey) -> KernelGates | None:
        """The gates of a kernel, None if it meets none."""
        at = kernel.location
        if kernel.arguments is not None:
            named = self.gates.get(f"{kernel.name}<{', '.join(kernel.arguments)}>")
            if named is not None:
                return named[0]
        for one in self.gates.get(kernel.name, ()):
            path, first, last = one.place
            if path == at.file and first <= at.line <= last:
                return one
        return None


@dataclass(frozen=True, slots=True)
class HostSurvey:
    """All programs, and which of them each column links."""

    programs: tuple[ProgramSurvey, ...] = ()
    columns: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def gates(self, unit: str, kernel: KernelSurvey, device: str) -> tuple[HostGate, ...]:
        """What the programs that link a kernel's unit say of it on a device.

        Where the device's column does not build the unit, another column's program tells: a rebuild would link it
        like that. What lets the kernel through there says nothing of the column's own program, if that compiles the
        test in another way or not at all.
        """
        own = [self.programs[index] for index in self.columns.get(device, ())]
        linking = [one for one in own if unit in one.units]
        if linking:
            return tuple(gate for one in linking if (gate := _gate(one, kernel, device)) is not None)
        other = next((one for one in self.programs if unit in one.units), None)
        gate = None if other is None else _gate(other, kernel, device)
        return () if other is None or gate is None else (_as_elsewhere(gate, other, own),)

    def meets_any(self, unit: str, kernel: KernelSurvey) -> bool:
        """Whether some program has a gate for a kernel of this unit, on any device."""
        return any(unit in one.units and one.find(kernel) is not None for one in self.programs)

    def ops_of(self, device: str) -> tuple[Op, ...]:
        """The ops of a column."""
        return tuple(op for index in self.columns.get(device, ()) for op in self.programs[index].ops)


def _gate(program: ProgramSurvey, kernel: KernelSurvey, device: str) -> HostGate | None:
    gates = program.find(kernel)
    return None if gates is None else gates.of(kernel.arguments, device)


def _as_elsewhere(gate: HostGate, other: ProgramSurvey, own: Iterable[ProgramSurvey]) -> HostGate:
    """A gate of another program: no test that `own` programs compile differently admits a kernel to them."""
    files = {test.location.file for test in gate.tests} & other.units.keys()
    same = all(any(one.units.get(file) == other.units[file] for one in own) for file in files)
    return gate if same or gate.admission is not Admission.ACCEPTED else replace(gate, admission=Admission.NO_GATE)


def survey_program(
    gates: HostGates, units: Mapping[str, CommandLine], devices: Sequence[str], types: Iterable[OpKernel]
) -> ProgramSurvey:
    """Ask a program about all its kernels, and `types`, on every device."""
    nodes = [node for node in gates.program.nodes if gates.program.is_kernel(node)]
    rows = [OpKernel(node.path, node.line, node.name) for node in nodes] + list(types)
    found: dict[str, list[KernelGates]] = {}
    for node in nodes:
        _note(found, node.name, node, gates, devices)
    for name, places in _by_name(types).items():
        found_at = (gates.place(one.name, one.path, one.line) for one in places)
        made = [node for node in found_at if node is not None]
        if "<" in name:
            _note_best(found, name, made, gates, devices)
        elif made:
            _note(found, name, made[0], gates, devices)
    return ProgramSurvey(dict(units), {name: tuple(of) for name, of in found.items()}, read_ops(gates, devices, rows))


def _by_name(types: Iterable[OpKernel]) -> dict[str, list[OpKernel]]:
    found: dict[str, list[OpKernel]] = {}
    for one in types:
        found.setdefault(one.name, []).append(one)
    return found


def _note_best(
    found: dict[str, list[KernelGates]], name: str, nodes: Sequence[Node], gates: HostGates, devices: Sequence[str]
) -> None:
    """Note an instantiation that several places name: one of them that lets it through is enough."""
    whole = {
        device: min((gates.of(node, device) for node in nodes), key=lambda gate: _BEST_FIRST.index(gate.admission))
        for device in (devices if nodes else ())
    }
    if _any_gate(whole):
        found.setdefault(name, []).append(KernelGates(name, ("", 0, 0), whole))


def _note(found: dict[str, list[KernelGates]], name: str, node: Node, gates: HostGates, devices: Sequence[str]) -> None:
    whole = {device: gates.of(node, device) for device in devices}
    instances = {
        arguments: {device: gates.of_instance(node, arguments, device) for device in devices}
        for arguments in gates.instances(node)
    }
    if _any_gate(whole) or any(map(_any_gate, instances.values())):
        found.setdefault(name, []).append(KernelGates(name, (node.path, node.line, node.end), whole, instances))


def _any_gate(by_device: Mapping[str, HostGate]) -> bool:
    return any(gate.admission is not Admission.NO_GATE for gate in by_device.values())
