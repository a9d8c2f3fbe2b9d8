"""Decisions as people read them: what is the same for several pins or devices said once, the hardest first."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.model.decision import Answer, BranchKind, PinOrigin
from kernaudit.render.scope import noun

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.model.decision import Branch, BranchFact, BranchInput, Decision, Pin
    from kernaudit.model.report import Report

__all__ = [
    "DecisionGroup",
    "DecisionSection",
    "branch_mark",
    "decision_sections",
    "device_verdicts",
    "fact_text",
    "input_text",
    "pin_names",
    "pins_sentence",
    "price_sentence",
]

_SECTIONS: Mapping[str, tuple[Answer, ...]] = {
    "To decide: revert, wait or port": (Answer.BRANCHES,),
    "A small change": (Answer.RESIZE, Answer.REGATE, Answer.REBUILD),
    "Not known": (Answer.UNKNOWN,),
    "Keep": (Answer.KEEP,),
}
_COUNTED: Mapping[Answer, str] = {
    Answer.BRANCHES: "to decide",
    Answer.RESIZE: "to resize",
    Answer.REGATE: "to regate",
    Answer.REBUILD: "to rebuild",
    Answer.UNKNOWN: "not known",
    Answer.KEEP: "to keep",
}
_PRICES = ("time_share", "gpus", "hours_per_week", "old_gpu_hour", "new_gpu_hour", "horizon_weeks", "engineer_week")
_TOLD = ("untuned: ", "the pin expired ")
"""How caveats begin that stand beside the answer, not only in the evidence."""
_FREE = 2


@dataclass(frozen=True, slots=True)
class DecisionGroup:
    """Pins and devices that share a decision.

    Attributes:
        pins: their names, with owner where one is given.
        devices: compute capabilities.
        text: the decision's line without the device.
        remarks: what was noted at the pin, that it expired, and for whom the kernel was tuned.
        decisions: one per pin and device, of equal words; their evidence may differ.
    """

    pins: tuple[str, ...]
    devices: tuple[str, ...]
    text: str
    remarks: tuple[str, ...]
    decisions: tuple[Decision, ...]

    @property
    def decision(self) -> Decision:
        """The first, which has the words of all."""
        return self.decisions[0]

    @property
    def facts(self) -> list[BranchFact]:
        """Facts of all decisions, each once."""
        return list(dict.fromkeys(fact for one in self.decisions for fact in one.facts))

    def branch_facts(self, branch: Branch) -> list[BranchFact]:
        """Facts of this branch in all decisions, each once."""
        alike = (other for one in self.decisions for other in one.branches if other.kind is branch.kind)
        return list(dict.fromkeys(fact for other in alike for fact in other.facts))

    @property
    def title(self) -> str:
        """What it is about and the answer, in one sentence."""
        return f"{', '.join(self.pins)} on {', '.join(self.devices)}: {self.text}"


@dataclass(frozen=True, slots=True)
class DecisionSection:
    """Groups whose answers are of one kind."""

    title: str
    groups: tuple[DecisionGroup, ...]


def decision_sections(report: Report) -> tuple[DecisionSection, ...]:
    """Return the decisions in sections; within one those without a clear winner first, those that cost nothing last."""
    groups = sorted(_groups(report), key=lambda group: _ease(group.decision))
    sections = (
        DecisionSection(title, tuple(group for group in groups if group.decision.answer in answers))
        for title, answers in _SECTIONS.items()
    )
    return tuple(section for section in sections if section.groups)


def _ease(decision: Decision) -> int:
    """0 without a clear winner, 1 where the cheapest branch costs something, else `_FREE`."""
    cost = next((one.cost for one in decision.branches if one.kind is decision.cheapest), None)
    if cost is None:
        return 0
    return 1 if cost.high else _FREE


def _groups(report: Report) -> Iterable[DecisionGroup]:
    """Pins that share a decision on the same devices stand together."""
    names = {device.id: device.capability for device in report.devices}
    called = pin_names(report)
    labels = {pin.id: _label(pin, called[pin.id]) for pin in report.pins}
    notes = {pin.id: (f"note: {pin.note}",) for pin in report.pins if pin.note}
    alike: dict[tuple[object, ...], dict[str, list[Decision]]] = {}
    for one in report.decisions:
        likeness = (notes.get(one.pin), *_likeness(one))
        alike.setdefault(likeness, {}).setdefault(one.pin, []).append(one)
    for by_pin in alike.values():
        spread: dict[tuple[str, ...], list[str]] = {}
        for pin, decisions in by_pin.items():
            spread.setdefault(tuple(one.device for one in decisions), []).append(pin)
        for devices, pins in spread.items():
            every = tuple(one for pin in pins for one in by_pin[pin])
            shown = tuple(names.get(device, device) for device in devices)
            remarks = (*notes.get(pins[0], ()), *_remarks(every[0]))
            yield DecisionGroup(tuple(labels[pin] for pin in pins), shown, _text(every[0]), remarks, every)


def _likeness(one: Decision) -> tuple[object, ...]:
    return (one.answer, _text(one), _remarks(one), one.cheapest, tuple(branch.line for branch in one.branches))


def _text(one: Decision) -> str:
    return one.line.removeprefix(f"{one.device}: ")


def _remarks(one: Decision) -> tuple[str, ...]:
    return tuple(text for text in one.caveats if text.startswith(_TOLD))


def pin_names(report: Report) -> dict[str, str]:
    """Return what a reader calls each pin, by id: the name pinned, with the kernel where a project holds several."""
    counts = Counter(pin.spec for pin in report.pins)
    return {
        pin.id: f"{pin.spec.value}/{pin.entry}" if counts[pin.spec] > 1 and pin.entry is not None else pin.spec.value
        for pin in report.pins
    }


def _label(pin: Pin, name: str) -> str:
    """The name with who owns it and what was decided."""
    settled = [text for text in (pin.owner, pin.decision and f"decided: {pin.decision}") if text]
    return f"{name} ({', '.join(settled)})" if settled else name


def branch_mark(branch: Branch, decision: Decision) -> str:
    """Return `*` for the branch that surely costs least, `x` for one that is not possible, else a blank."""
    if branch.kind is decision.cheapest:
        return "*"
    return "x" if branch.feasible is False else " "


def pins_sentence(report: Report) -> str:
    """Return where the pins come from; empty for a report that moves nothing."""
    today = next((one.capability for one in report.devices if one.id == report.input.from_), None)
    if report.pins:
        chosen = all(pin.origin is PinOrigin.CONFIG for pin in report.pins)
        if chosen:
            return f"Pins: as {report.input.config} names them."
        risk = "" if today is None else f"what runs on {today} and not, or not as well, elsewhere, and "
        return f"Pins, as no configuration names any: {risk}fetched projects with a tag."
    if today is None or not report.input.to:
        return ""
    cells = [cell for row in report.kernels for device, cell in row.cells.items() if device == report.input.from_]
    running = sum(cell.status.runs for cell in cells)
    if not running:
        return f"No pins: no {noun(report)} is known to run on {today}, so that nothing can be said of a move."
    others = ", ".join(one.capability for one in report.devices if one.id != report.input.from_)
    return (
        f"No pins: every op, and every family without any, of which something runs on {today} ({running} of "
        f"{len(report.kernels)} rows) runs as well on {others}; no fetched project has a tag."
    )


def device_verdicts(report: Report) -> list[str]:
    """Return one sentence per device: how many pins have which answer, and the range of the cheapest branches."""
    moved = [device for device in report.devices if device.id != report.input.from_ and report.pins]
    return [f"{one.capability}, {one.name}: {_verdict(report, one.id)}." for one in moved]


def _verdict(report: Report, device: str) -> str:
    decisions = [one for one in report.decisions if one.device == device]
    counts = Counter(one.answer for one in decisions)
    parts = [f"{counts[answer]} {text}" for answer, text in _COUNTED.items() if counts[answer]]
    counted = f"of {len(decisions)} pins {', '.join(parts)}" if len(decisions) > 1 else ", ".join(parts)
    return counted.replace("to decide", f"to decide{_shares(decisions)}", 1)


def _shares(decisions: Sequence[Decision]) -> str:
    """How many choices are hard, and how many time has made already."""
    unclear = sum(bool(one.branches) and one.cheapest is None for one in decisions)
    over = sum(one.cheapest is BranchKind.WAIT and _ease(one) == _FREE for one in decisions)
    hard = f"{unclear} without a clear winner" if unclear else ""
    easy = f"{over} where the wait is over" if over else ""
    told = ", ".join(text for text in (hard, easy) if text)
    return f" ({told})" if told else ""


def price_sentence(report: Report) -> str:
    """Return the prices that the branches share, each with who gave it; empty where no branch has a price."""
    found: dict[str, dict[str, None]] = {name: {} for name in _PRICES}
    for branch in (branch for decision in report.decisions for branch in decision.branches):
        for one in branch.inputs:
            if one.name in found:
                found[one.name][f"{_value(one)} {one.unit} ({one.source})"] = None
    told = [f"{name} {' or '.join(values)}" for name, values in found.items() if values]
    return f"Priced with {', '.join(told)}." if told else ""


def input_text(one: BranchInput) -> str:
    """Return an input with its value, unit and who gave it."""
    if one.value is None:
        return f"{one.name} unknown"
    return f"{one.name} {_value(one)} {one.unit} ({one.source})"


def _value(one: BranchInput) -> str:
    return str(one.value) if not isinstance(one.value, float) else f"{one.value:,.10g}"


def fact_text(fact: BranchFact) -> str:
    """Return a fact with its source, the day on which it was so, and how much it is worth."""
    parts = [fact.source, fact.date, fact.grade, "stale" if fact.stale else ""]
    return f"{fact.text} ({', '.join(part for part in parts if part)})"
