"""The ratchet: what ran at the time of the baseline has to run still; what does not is a regression."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.errors import InputError
from kernaudit.gate.baseline import baseline_of
from kernaudit.gate.successors import Successors, still_named
from kernaudit.matrix.problems import cell_problem
from kernaudit.model.evidence import FindingLevel
from kernaudit.model.gate import GateRule, Move, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.gate.baseline import Baseline
    from kernaudit.gate.successors import FindName
    from kernaudit.model.evidence import Location
    from kernaudit.model.report import KernelRow, Report
    from kernaudit.model.verdict import Status

__all__ = ["Comparison", "compare"]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A baseline held against a report (see `GateOutcome`)."""

    problems: tuple[Problem, ...]
    improvements: tuple[Move, ...]
    stale: tuple[Move, ...]
    remarks: tuple[str, ...]
    compared: int


def compare(baseline: Baseline, report: Report, find: FindName | None = None) -> Comparison:
    """Return what was lost (regressions, errors), what runs worse (warnings), what improved, and what is gone.

    Neither a move nor a split hides a loss (see `Successors`), and a kernel whose file still holds its name is lost and
    not gone.

    Args:
        baseline: what was agreed on.
        report: what is now.
        find: looks for names in the files of the tree.

    Raises:
        InputError: the two cannot be compared: the baseline is empty, one was made with the code read and the other
            without, they have no device in common, or no kernel of the baseline is in the tree.
    """
    _check_comparable(baseline, report)
    shown = {device.id for device in report.devices}
    entries = {key: status for key, status in baseline.statuses.items() if key[1] in shown}
    rows = {row.id: row for row in report.kernels}
    known = {kernel for kernel, _ in baseline.statuses}
    successors = Successors(known, {row.id: row.cells for row in report.kernels})
    problems: list[Problem] = []
    improvements: list[Move] = []
    stale: list[Move] = []
    for (kernel, device), before in sorted(entries.items()):
        found = successors.of(kernel, device)
        row = None if found is None else rows[found]
        if row is None and before.runs and (place := still_named(kernel, find)) is not None:
            problems.append(_vanished(kernel, device, before, place))
        elif row is None:
            stale.append(Move(kernel, device, before))
        elif before.runs and not row.cells[device].status.runs:
            problems.append(_regression(row, device, before))
        elif before.runs and row.cells[device].status.rank < before.rank:
            problems.append(_weaker(row, device, before))
        elif not before.runs and row.cells[device].status.runs:
            improvements.append(Move(row.id, device, before, row.cells[device].status))
    if entries and len(stale) == len(entries):
        raise InputError(f"{baseline.label}: none of its {len(entries)} entries is in this tree; is it another tree's?")
    remarks = tuple(_remarks(baseline, report, len(baseline.statuses) - len(entries)))
    return Comparison(tuple(problems), tuple(improvements), tuple(stale), remarks, len(entries))


def _check_comparable(baseline: Baseline, report: Report) -> None:
    now = baseline_of(report).code
    if baseline.code is not None and baseline.code is not now:
        made, has = ("with", "without") if baseline.code else ("without", "with")
        raise InputError(
            f"{baseline.label}: was made {made} the code read, this report {has}; give --code "
            f"{'always' if baseline.code else 'never'}, or write it again"
        )
    if not baseline.statuses and report.kernels:
        raise InputError(f"{baseline.label}: has no entries and holds nothing; write it again")
    if baseline.statuses and not set(baseline.devices) & {device.id for device in report.devices}:
        raise InputError(f"{baseline.label}: is about {', '.join(baseline.devices)} and none of the devices asked for")


def _regression(row: KernelRow, device: str, before: Status) -> Problem:
    cell = row.cells[device]
    detail = f" ({cell.detail})" if cell.detail else ""
    why = f": {cell.deciding.text}" if cell.deciding else ""
    text = f"{row.name} on {device} was {before} and is {cell.status}{detail}{why}"
    return cell_problem(row, device, GateRule.REGRESSION, FindingLevel.ERROR, text)


def _vanished(kernel: str, device: str, before: Status, place: Location) -> Problem:
    text = f"{kernel} on {device} was {before}; its name still stands in {place} and no such kernel could be read"
    return Problem(GateRule.REGRESSION, FindingLevel.ERROR, text, place, kernel, device, (place,))


def _weaker(row: KernelRow, device: str, before: Status) -> Problem:
    text = f"{row.name} on {device} was {before} and is {row.cells[device].status}"
    return cell_problem(row, device, GateRule.WEAKER, FindingLevel.WARNING, text)


def _remarks(baseline: Baseline, report: Report, elsewhere: int) -> Iterable[str]:
    if baseline.rules_digest != report.tool.rules_digest:
        yield "the rules have changed since the baseline was written: a change may come from them"
    if baseline.cuda is not None and baseline.cuda != report.input.cuda:
        yield f"the baseline is about CUDA {baseline.cuda}, this report about {report.input.cuda}"
    if baseline.cuda is not None and baseline.request != report.input.request:
        yield f"the baseline is about the request {baseline.request or '(none)'}, this report about another"
    if elsewhere:
        yield f"{elsewhere} entries of the baseline are about devices that were not asked for"
