"""Whether Python code picks a kernel for exactly some devices: then its author has sized and written it for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.facts.host_gates.gates import Admission

if TYPE_CHECKING:
    from kernaudit.kernels.python.survey import PythonKernel
    from kernaudit.model.device import DeviceProfile

__all__ = ["is_picked"]


def is_picked(kernel: PythonKernel, device: DeviceProfile) -> bool:
    """Return whether a test that names the device, or its family, leads to the kernel there."""
    gate = kernel.gates.get(device.id)
    return gate is not None and gate.admission is Admission.ACCEPTED and any(one.names_device for one in gate.tests)
