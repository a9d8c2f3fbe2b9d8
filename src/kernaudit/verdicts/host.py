"""The host layer: what host code does with a kernel on a device, apart from what the build makes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.facts.host_gates.gates import Admission
from kernaudit.model.verdict import Layer, Note, NoteKind, Reason, Remedy, RemedyKind, Status
from kernaudit.verdicts.layer import LayerVerdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.facts.host_gates.gates import HostGate, HostTest
    from kernaudit.model.device import DeviceProfile

__all__ = ["judge_host", "regate_remedy"]

_SHOWN = 3
_WHOSE = {Layer.HOST: "host code", Layer.PYTHON: "Python code"}


def judge_host(
    gates: Sequence[HostGate], device: DeviceProfile, *, images_loadable: bool, layer: Layer = Layer.HOST
) -> LayerVerdict:
    """Return what the programs that hold a kernel say: one that launches it on the device is enough.

    Args:
        gates: one per program that links the kernel; none says nothing.
        device: the device that they were asked about.
        images_loadable: whether some image that holds code loads there; where none does, a gate that lets the kernel
            through lets it fail, which is worth a note.
        layer: whose code asks: that of programs, or of Python.
    """
    if not gates:
        return LayerVerdict()
    accepted = [gate for gate in gates if gate.admission in (Admission.ACCEPTED, Admission.NO_GATE)]
    if accepted:
        return LayerVerdict(notes=() if images_loadable else _let_through(accepted, device, _WHOSE[layer]))
    open_gates = [gate for gate in gates if gate.admission is Admission.UNDECIDED]
    if open_gates:
        return LayerVerdict(Status.UNKNOWN, tuple(_undecided(_tests(open_gates), device, layer)))
    return LayerVerdict(Status.RUNTIME_REJECTED, tuple(_rejected(_tests(gates), device, layer)))


def regate_remedy(gates: Iterable[HostGate], device: DeviceProfile) -> Remedy | None:
    """Return the edit that lets a kernel through on a device that all gates refuse; None where they do not."""
    found = tuple(gates)
    tests = _tests(found)
    if not tests or any(gate.admission is not Admission.REJECTED for gate in found):
        return None
    first = tests[0]
    return Remedy(RemedyKind.REGATE, f"let {device.capability} through: {_shown(first.text)}", first.location)


def _let_through(gates: Sequence[HostGate], device: DeviceProfile, whose: str) -> tuple[Note, ...]:
    """Remarks where the host lets a device through for which there is no image."""
    if any(gate.admission is Admission.NO_GATE for gate in gates):
        return ()
    tests = _tests(gates)
    named = [test for test in tests if test.names_device]
    if named:
        text = f"{whose} picks this kernel for {device.capability}, and no image of it runs there"
        return tuple(Note(NoteKind.GATE_MISMATCH, f"{text}: {_way(test)}", test.location) for test in named[:_SHOWN])
    text = f"an open floor lets {device.capability} through, and no image runs there"
    return tuple(Note(NoteKind.OPEN_FLOOR, f"{text}: {_way(test)}", test.location) for test in tests[:1])


def _rejected(tests: Sequence[HostTest], device: DeviceProfile, layer: Layer) -> Iterable[Reason]:
    for test in tests[:_SHOWN]:
        what = "refuses" if test.refuses else "does not launch it on"
        text = f"{_WHOSE[layer]} {what} {device.capability}"
        yield Reason(layer, f"{text}: {_way(test)}", test.location)


def _undecided(tests: Sequence[HostTest], device: DeviceProfile, layer: Layer) -> Iterable[Reason]:
    text = f"whether {_WHOSE[layer]} launches it on {device.capability} was not decided"
    if not tests:
        yield Reason(layer, text)
    for test in tests[:_SHOWN]:
        yield Reason(layer, f"{text}: {_shown(test.text)}", test.location)


def _tests(gates: Iterable[HostGate]) -> tuple[HostTest, ...]:
    found = dict.fromkeys(test for gate in gates for test in gate.tests)
    return tuple(sorted(found, key=lambda test: (not test.refuses, test.location, test.text)))


def _way(test: HostTest) -> str:
    return f"{_shown(test.text)} is {'true' if test.holds else 'false'}"


def _shown(text: str) -> str:
    return f"`{text}`"
