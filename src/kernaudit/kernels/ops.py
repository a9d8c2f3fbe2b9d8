"""Ops: names that Python calls, with the kernels that each of them may reach, and those that serve it per device."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.kernels.registrations import find_registrations

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kernaudit.facts.host_gates.gates import HostGates
    from kernaudit.facts.host_gates.node import Node
    from kernaudit.kernels.registrations import Registration
    from kernaudit.model.evidence import Location

__all__ = ["Op", "OpKernel", "read_ops"]


@dataclass(frozen=True, slots=True, order=True)
class OpKernel:
    """A kernel, or a kernel type of a library, by the place where it stands."""

    path: str
    line: int
    name: str


@dataclass(frozen=True, slots=True)
class Op:
    """One name that Python sees.

    Attributes:
        name: without namespace and schema.
        library: the namespace of a PyTorch library, else empty.
        location: where it gets a function; where it is only declared, that.
        implemented: whether it has a function in this build.
        kernels: everything that it may reach, on whatever device.
        served: device id -> the kernels that host code reaches on it; empty for an op without kernels.
    """

    name: str
    library: str
    location: Location
    implemented: bool
    kernels: tuple[OpKernel, ...]
    served: Mapping[str, tuple[OpKernel, ...]]


def read_ops(gates: HostGates, devices: Iterable[str], rows: Iterable[OpKernel]) -> tuple[Op, ...]:
    """Return the ops of a program, by name.

    Args:
        gates: the program; for kernel types of a library it must know their names (`HostReader.gates(types=...)`).
        devices: ids.
        rows: the kernels that ops may have, those of other programs too.
    """
    found: dict[tuple[str, str], list[Registration]] = {}
    for one in find_registrations(gates.program):
        found.setdefault((one.library, one.name), []).append(one)
    places: dict[Node, set[OpKernel]] = {}
    for row in rows:
        node = gates.place(row.name, row.path, row.line)
        if node is not None:
            places.setdefault(node, set()).add(row)
    asked = tuple(devices)
    made = (_op(gates, registrations, asked, places) for registrations in found.values())
    return tuple(sorted(made, key=lambda op: (op.name, op.library, op.location)))


def _op(
    gates: HostGates, registrations: list[Registration], devices: tuple[str, ...], places: Mapping[Node, set[OpKernel]]
) -> Op:
    called = tuple(dict.fromkeys(node for one in registrations for node in one.called))
    first = next((one for one in registrations if one.called), registrations[0])
    kernels = _rows(places, gates.program.reach(called))
    served = {
        device: _rows(places, (node for start in called for node in gates.reached(start, device)))
        for device in devices
        if kernels
    }
    return Op(first.name, first.library, first.location, bool(called), kernels, served)


def _rows(places: Mapping[Node, set[OpKernel]], nodes: Iterable[Node]) -> tuple[OpKernel, ...]:
    return tuple(sorted({row for node in nodes for row in places.get(node, ())}))
