"""Op rows: names that Python calls, and whether some kernel of each serves a device.

An op runs on a device if one of its kernels does; a kernel that a sibling replaces there is no problem of the op.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kernaudit.model.report import OpCell, OpRow
from kernaudit.model.verdict import Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.kernels.host_survey import HostSurvey
    from kernaudit.kernels.ops import Op, OpKernel
    from kernaudit.model.report import KernelRow

__all__ = ["name_ops", "op_rows"]

_Name = tuple[str, str]


def op_rows(host: HostSurvey, kernels: Sequence[KernelRow], devices: Sequence[str]) -> tuple[OpRow, ...]:
    """Return the ops that reach a kernel row, by name and place."""
    index = _RowIndex.of(kernels)
    by_name: dict[_Name, dict[str, Op]] = {}
    for device in devices:
        for op in host.ops_of(device):
            by_name.setdefault((op.name, op.library), {})[device] = op
    rows = (_row(found, devices, index) for _, found in sorted(by_name.items()))
    return tuple(row for row in rows if row.kernels)


def name_ops(kernels: Iterable[KernelRow], ops: Iterable[OpRow]) -> tuple[KernelRow, ...]:
    """Return the kernel rows with the names of the ops that reach them."""
    names: dict[str, dict[str, None]] = {}
    for op in ops:
        for kernel in op.kernels:
            names.setdefault(kernel, {})[op.name] = None
    return tuple(replace(row, ops=tuple(names[row.id])) if row.id in names else row for row in kernels)


@dataclass(frozen=True, slots=True)
class _RowIndex:
    """Kernel rows by file and unqualified name."""

    rows: Mapping[_Name, tuple[KernelRow, ...]]

    @classmethod
    def of(cls, kernels: Iterable[KernelRow]) -> _RowIndex:
        found: dict[_Name, list[KernelRow]] = {}
        for row in kernels:
            name = row.name.removesuffix(row.instantiation or "")
            found.setdefault((row.file or "", name), []).append(row)
            if row.instantiation is not None:
                found.setdefault(("", row.name), []).append(row)
        return cls({key: tuple(rows) for key, rows in found.items()})

    def find(self, kernels: Iterable[OpKernel]) -> list[KernelRow]:
        """The rows of these kernels; of several kernels of one name in a file those that stand nearest."""
        asked = list(kernels)
        told_apart = {kernel.name.partition("<")[0] for kernel in asked if "<" in kernel.name}
        found: dict[str, KernelRow] = {}
        for kernel in asked:
            if kernel.name in told_apart:
                continue  # the maker of all of them; which ones are meant is known
            if "<" in kernel.name:
                found.update({row.id: row for row in self.rows.get(("", kernel.name), ())})
                continue
            rows = self.rows.get((kernel.path, kernel.name), ())
            nearest = min((abs((row.line or 0) - kernel.line) for row in rows), default=0)
            found.update({row.id: row for row in rows if abs((row.line or 0) - kernel.line) == nearest})
        return list(found.values())


def _row(found: Mapping[str, Op], devices: Sequence[str], index: _RowIndex) -> OpRow:
    first = next(iter(found.values()))
    kernels = index.find(dict.fromkeys(kernel for op in found.values() for kernel in op.kernels))
    cells = {device: _cell(found.get(device), device, index) for device in devices}
    return OpRow(first.name, first.location, tuple(row.id for row in kernels), cells, first.library)


def _cell(op: Op | None, device: str, index: _RowIndex) -> OpCell:
    """The best of the kernels that host code reaches there; an op without a function in that build is not built."""
    if op is None or not op.implemented or not op.kernels:
        return OpCell(Status.NOT_BUILT)
    served = index.find(op.served.get(device, ()))
    if not served:
        return OpCell(Status.RUNTIME_REJECTED)
    best = max((row.cells[device].status for row in served), key=lambda status: status.rank)
    return OpCell(best, tuple(row.id for row in served if row.cells[device].status.runs))
