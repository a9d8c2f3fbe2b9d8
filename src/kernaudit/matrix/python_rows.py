"""Rows of kernels written in Python, their families, and what Python code says of the libraries' kernels."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from kernaudit.matrix.families import count_statuses, status_reasons
from kernaudit.model.build import RequestRule
from kernaudit.model.report import FamilyCell, FamilyKind, FamilyRow, KernelRow, Language, SourceKind
from kernaudit.verdicts.python_gate import gate_cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.facts.host_gates.gates import HostGate
    from kernaudit.kernels.python.survey import PythonKernel, PythonSurvey
    from kernaudit.matrix.kernels import MadeRow
    from kernaudit.model.device import DeviceProfile
    from kernaudit.verdicts.python_kernel import PythonJudge

__all__ = ["gate_rows", "gated_rows", "merge_rows", "python_families", "python_rows"]

_PYTHON = " (Python)"
"""Tells a family of Python kernels from one of CUDA sources in the same folder."""


def python_rows(survey: PythonSurvey, judge: PythonJudge, devices: Sequence[DeviceProfile]) -> tuple[KernelRow, ...]:
    """Return a row per kernel of the survey, by place."""
    seen: Counter[str] = Counter()
    return tuple(_row(kernel, judge, devices, seen) for kernel in survey.kernels)


def _row(kernel: PythonKernel, judge: PythonJudge, devices: Sequence[DeviceProfile], seen: Counter[str]) -> KernelRow:
    place = kernel.location
    identity = f"{place.file}#{kernel.qualified}"
    seen[identity] += 1
    return KernelRow(
        id=identity if seen[identity] == 1 else f"{identity}~{seen[identity]}",
        name=kernel.name,
        symbol=kernel.qualified,
        cells={device.id: judge.cell(kernel, device) for device in devices},
        file=place.file,
        line=place.line,
        units=(place.file,),
        language=Language(kernel.language),
        source_kind=SourceKind.JIT,
        family=_family(place.file),
    )


def _family(path: str) -> str:
    """The package folder, as Python names it."""
    folder = path.rpartition("/")[0]
    return (folder.replace("/", ".") or ".") + _PYTHON


def python_families(rows: Iterable[KernelRow], devices: Sequence[DeviceProfile]) -> tuple[FamilyRow, ...]:
    """Return a family per package folder, by name."""
    members: dict[str, list[KernelRow]] = {}
    for row in rows:
        members.setdefault(row.family or "", []).append(row)
    return tuple(_family_row(name, found, devices) for name, found in sorted(members.items()))


def _family_row(name: str, members: Sequence[KernelRow], devices: Sequence[DeviceProfile]) -> FamilyRow:
    cells = {device.id: _family_cell(members, device.id) for device in devices}
    return FamilyRow(
        name, _short(name), FamilyKind.FAMILY, cells, tuple(row.id for row in members), language=members[0].language
    )


def _short(name: str) -> str:
    """The last part of a package's name: whole ones are wider than all the cells of a table."""
    return name.removesuffix(_PYTHON).rpartition(".")[2] or name


def _family_cell(members: Sequence[KernelRow], device: str) -> FamilyCell:
    cells = [row.cells[device] for row in members]
    counts = count_statuses(cells)
    status = next(iter(counts))
    return FamilyCell(status, counts, RequestRule.DEVICE, (), status_reasons(cells, status))


def gate_rows(
    rows: Iterable[KernelRow], survey: PythonSurvey, devices: Sequence[DeviceProfile]
) -> tuple[KernelRow, ...]:
    """Return the rows of libraries' kernels with what Python code says of them."""
    return tuple(_gated(row, survey, devices) for row in rows) if survey.ties else tuple(rows)


def gated_rows(made: Iterable[MadeRow], rows: Sequence[KernelRow]) -> tuple[MadeRow, ...]:
    """Return the drafts of families with these rows, which stand in the same order."""
    return tuple(replace(one, row=row) for one, row in zip(made, rows, strict=True))


def merge_rows(of_build: Sequence[KernelRow], in_python: Sequence[KernelRow]) -> tuple[KernelRow, ...]:
    """Return all rows by file, line and id."""
    if not in_python:
        return tuple(of_build)
    return tuple(sorted((*of_build, *in_python), key=lambda row: (row.file or row.units[0], row.line or 0, row.id)))


def _gated(row: KernelRow, survey: PythonSurvey, devices: Sequence[DeviceProfile]) -> KernelRow:
    plain = row.name.removesuffix(row.instantiation or "")
    cells = dict(row.cells)
    for keys in (_targets(row), [f"op:{name}" for name in row.ops], [f"name:{name}" for name in (plain, *row.ops)]):
        for device in devices:
            gates = _gates(keys, survey, device.id)
            if gates:
                cells[device.id] = gate_cell(cells[device.id], gates, device)
    return replace(row, cells=cells) if cells != row.cells else row


def _targets(row: KernelRow) -> list[str]:
    return [f"target:{name.rpartition('.')[2]}" for name in row.build_targets]


def _gates(keys: Sequence[str], survey: PythonSurvey, device: str) -> list[HostGate]:
    """The gates under some keys; where one of several ways to a kernel has none, it has none.

    Names that classes give are no ways of their own: those that nobody gives do not count.
    """
    known = [survey.ties[key] for key in keys if key in survey.ties]
    if not known or (len(known) < len(keys) and not keys[0].startswith("name:")):
        return []
    return [gates[device] for gates in known if device in gates]
