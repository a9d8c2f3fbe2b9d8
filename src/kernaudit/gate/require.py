"""What a team requires: kernels, families and ops that have to run on devices, and how well."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from kernaudit.matrix.problems import cell_problem
from kernaudit.model.decision import PinBy
from kernaudit.model.evidence import FindingLevel
from kernaudit.model.gate import GateRule, Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from kernaudit.config.model import Requirement
    from kernaudit.model.report import FamilyRow, KernelRow, OpRow, Report
    from kernaudit.model.verdict import Status

__all__ = ["unmet"]


def unmet(report: Report, wanted: Iterable[Requirement], device_id: Callable[[str], str]) -> Iterator[Problem]:
    """Yield one error per requirement and device that is not met; what matches nothing in the tree is not met.

    Args:
        report: has a column for every device of the requirements.
        wanted: names are globs, letter case counts for kernels and ops.
        device_id: any spelling of a device -> its id.
    """
    for one in wanted:
        devices = tuple(dict.fromkeys(map(device_id, one.on)))
        problems = [_of(report, one, device) for device in devices]
        if all(found is None for found in problems):
            text = f"{one.by} {one.value!r} is required and nothing of that name is in the tree"
            yield Problem(GateRule.REQUIREMENT, FindingLevel.ERROR, text, one.location, f"{one.by}:{one.value}", None)
        for found in problems:
            yield from found or ()


def _of(report: Report, one: Requirement, device: str) -> list[Problem] | None:
    """What is missing on one device; None where the name matches nothing."""
    if one.by is PinBy.OP:
        ops = [op for op in report.ops if _named(one.value, op.name, f"{op.library}::{op.name}")]
        if ops:
            return [_op_problem(report, op, one, device) for op in ops if not _enough(op.cells[device].status, one)]
    rows = _rows(report, one)
    if not rows:
        return _of_empty_families(report, one, device)
    return [_row_problem(row, one, device) for row in rows if not _enough(row.cells[device].status, one)]


def _of_empty_families(report: Report, one: Requirement, device: str) -> list[Problem] | None:
    """Fetched projects may have a verdict and no kernel."""
    found = [family for family in report.families if one.by is PinBy.FAMILY and _is_family(family, one.value)]
    return [
        _family_problem(family, one, device) for family in found if not _enough(family.cells[device].status, one)
    ] or ([] if found else None)


def _family_problem(family: FamilyRow, one: Requirement, device: str) -> Problem:
    place = family.gate or family.external
    text = _missed(f"family {family.name}", device, family.cells[device].status, one)
    location = one.location if place is None else place.location
    return Problem(GateRule.REQUIREMENT, FindingLevel.ERROR, text, location, f"family:{family.id}", device)


def _missed(name: str, device: str, status: Status, one: Requirement) -> str:
    return f"{name} on {device} is {status}, required is {one.status} or better ({one.location})"


def _enough(status: Status, one: Requirement) -> bool:
    return status.runs and status.rank >= one.status.rank


def _rows(report: Report, one: Requirement) -> list[KernelRow]:
    if one.by is PinBy.KERNEL:
        return [row for row in report.kernels if _named(one.value, row.name, row.symbol, row.id)]
    if one.by is PinBy.OP:
        return [row for row in report.kernels if _named(one.value, *row.ops)]
    members = {kernel for family in report.families if _is_family(family, one.value) for kernel in family.kernels}
    return [row for row in report.kernels if row.id in members]


def _is_family(family: FamilyRow, glob: str) -> bool:
    return _named(glob.casefold(), family.id.casefold(), family.name.casefold())


def _named(glob: str, *names: str) -> bool:
    return any(name == glob or fnmatchcase(name, glob) for name in names)


def _row_problem(row: KernelRow, one: Requirement, device: str) -> Problem:
    cell = row.cells[device]
    why = f": {cell.deciding.text}" if cell.deciding else ""
    text = _missed(row.name, device, cell.status, one) + why
    return cell_problem(row, device, GateRule.REQUIREMENT, FindingLevel.ERROR, text)


def _op_problem(report: Report, op: OpRow, one: Requirement, device: str) -> Problem:
    rows = [row for row in report.kernels if row.id in op.kernels]
    text = _missed(f"op {op.name}", device, op.cells[device].status, one)
    if not rows:
        return Problem(GateRule.REQUIREMENT, FindingLevel.ERROR, text, op.location, f"op:{op.name}", device)
    best = max(rows, key=lambda row: row.cells[device].status.rank)
    return cell_problem(best, device, GateRule.REQUIREMENT, FindingLevel.ERROR, text)
