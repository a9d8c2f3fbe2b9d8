"""The report in one sentence, one line per candidate device, and how old its oldest fact is."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.decisions.evidence import day_of
from kernaudit.model.build import BuildStatus
from kernaudit.model.verdict import Status
from kernaudit.render.html.costs import Bill, bill_of
from kernaudit.render.scope import noun

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.model.decision import Answer, BranchFact
    from kernaudit.model.report import DeviceColumn, Report

__all__ = ["DeviceLine", "OldestFact", "device_lines", "oldest_fact", "verdict_sentence"]


_SPELLED = 4
"""Devices that the sentence names one by one; of more it tells the ends."""


@dataclass(frozen=True, slots=True)
class DeviceLine:
    """What a device does to the tree: rows that run today and run there, and what its pins ask for.

    `base` counts what runs on the device in use (everything, where none was named); `kept`, `lost` and `unknown` are
    parts of it; `jit` of the kept ones run only by JIT, `gained` run there and not today.
    """

    device: DeviceColumn
    base: int
    kept: int
    jit: int
    lost: int
    unknown: int
    gained: int
    stops: bool
    answers: Counter[Answer]
    bill: Bill


@dataclass(frozen=True, slots=True)
class OldestFact:
    """The fact of the knowledge base that was seen longest ago; `age` is empty where no date was given."""

    fact: BranchFact
    age: str


def device_lines(report: Report) -> tuple[DeviceLine, ...]:
    """Return a line per device that is not the one in use, in the order of the columns."""
    return tuple(_line(report, device) for device in report.devices if device.id != report.input.from_)


def verdict_sentence(report: Report, lines: Iterable[DeviceLine]) -> str:
    """Return the whole report in one sentence: what stays, what is lost, what must be decided and what that costs."""
    told = list(lines)
    if not told:
        return "No candidate device was named."
    return f"{_kept(report, told)}; {_pins(report, told)}."


def oldest_fact(report: Report) -> OldestFact | None:
    """Return the fact that was seen longest ago, of all on which a decision rests."""
    facts = [fact for one in report.decisions for fact in one.facts]
    facts += [fact for one in report.decisions for branch in one.branches for fact in branch.facts]
    oldest = min((fact for fact in facts if fact.date), key=lambda fact: (fact.date, fact.text), default=None)
    if oldest is None:
        return None
    seen, today = day_of(oldest.date), day_of(report.input.as_of)
    age = "" if seen is None or today is None else f"{(today - seen).days} days before {today.isoformat()}"
    return OldestFact(oldest, age)


def _line(report: Report, device: DeviceColumn) -> DeviceLine:
    today = report.input.from_
    pairs = [
        (None if today is None else row.cells[today].status, row.cells[device.id].status) for row in report.kernels
    ]
    there = [status for before, status in pairs if before is None or before.runs]
    decisions = [one for one in report.decisions if one.device == device.id]
    return DeviceLine(
        device,
        base=len(there),
        kept=sum(status.runs for status in there),
        jit=sum(status is Status.PTX_JIT for status in there),
        lost=sum(not status.runs and status is not Status.UNKNOWN for status in there),
        unknown=sum(status is Status.UNKNOWN for status in there),
        gained=sum(status.runs and before is not None and not before.runs for before, status in pairs),
        stops=device.status is not BuildStatus.OK or any(device.id in one.devices for one in report.build_breaks),
        answers=Counter(one.answer for one in decisions),
        bill=bill_of(decisions, report.pins),
    )


def _kept(report: Report, lines: list[DeviceLine]) -> str:
    today = next((one.name for one in report.devices if one.id == report.input.from_), None)
    which = f" that run on {today}" if today else ""
    whole = f"Of the {lines[0].base} {noun(report)}s{which},"
    if len(lines) > _SPELLED:
        least, most = min(lines, key=lambda one: one.kept), max(lines, key=lambda one: one.kept)
        ends = f"{least.kept} ({least.device.name}) to {most.kept} ({most.device.name})"
        return f"{whole} {ends} run on {len(lines)} devices"
    return f"{whole} {_joined([f'{one.kept} run on {one.device.name}{_gap(one)}' for one in lines])}"


def _gap(line: DeviceLine) -> str:
    gap = [f"{line.lost} do not" if line.lost else "", f"{line.unknown} unknown" if line.unknown else ""]
    told = ", ".join(part for part in gap if part)
    return f" ({told})" if told else ""


def _pins(report: Report, lines: list[DeviceLine]) -> str:
    if not report.pins:
        return "nothing is pinned"
    asked = [line for line in lines if line.bill.pins]
    if not asked:
        return f"of {len(report.pins)} pins none needs a choice between reverting, waiting and porting"
    if len(asked) > _SPELLED:
        asked = [max(asked, key=lambda one: one.bill.pins)]
        return f"of {len(report.pins)} pins a choice is needed for up to {_choices(asked[0])}"
    return f"of {len(report.pins)} pins a choice is needed for {_joined([_choices(one) for one in asked])}"


def _choices(line: DeviceLine) -> str:
    return f"{line.bill.pins} on {line.device.name} ({line.bill.text})"


def _joined(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
