"""One card per pin: what to do about it on each candidate device, each branch with its cost and evidence."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kernaudit.decisions.line import number
from kernaudit.model.decision import Answer
from kernaudit.render.decisions import pin_names
from kernaudit.render.html.costs import cost_text, way_out
from kernaudit.render.html.looks import answer_look

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.model.decision import Branch, BranchFact, BranchInput, BranchKind, Decision, Pin
    from kernaudit.model.report import Report
    from kernaudit.render.html.looks import Look

__all__ = ["BranchRow", "Card", "Choice", "cards_of", "common_inputs"]

_NAMES = 8
_FEASIBLE: Mapping[bool | None, str] = {True: "possible", False: "not possible", None: "not known to be possible"}
_URGENCY = (Answer.BRANCHES, Answer.UNKNOWN, Answer.RESIZE, Answer.REGATE, Answer.REBUILD, Answer.KEEP)


@dataclass(frozen=True, slots=True)
class BranchRow:
    """A way out, as a row of its card's table."""

    branch: Branch
    line: str
    feasible: str
    cost: str
    cheapest: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """One decision, and the devices (ids and names) for which it is the same."""

    decision: Decision
    ids: tuple[str, ...]
    devices: tuple[str, ...]
    look: Look
    line: str
    branches: tuple[BranchRow, ...]
    break_even: str
    cost: str

    def numbers(self, common: Sequence[BranchInput]) -> list[tuple[BranchKind, list[BranchInput]]]:
        """Per branch, the inputs that are not among the common ones."""
        told = (
            (one.branch.kind, [given for given in one.branch.inputs if given not in common]) for one in self.branches
        )
        return [(kind, inputs) for kind, inputs in told if inputs]


@dataclass(frozen=True, slots=True)
class Card:
    """A pin with its choices; `names` are the first kernels it stands for, `more` how many follow.

    `facts` are those of all its choices and branches, each once; `cited` numbers them from 1.
    """

    id: str
    name: str
    pin: Pin
    names: tuple[str, ...]
    more: int
    choices: tuple[Choice, ...]
    facts: tuple[BranchFact, ...]

    def cited(self, facts: Iterable[BranchFact]) -> tuple[int, ...]:
        """The numbers of facts in the card's list."""
        return tuple(sorted({self.facts.index(fact) + 1 for fact in facts}))

    def on(self, device: str) -> Choice | None:
        """The choice on a device, by its id."""
        return next((choice for choice in self.choices if device in choice.ids), None)

    @property
    def is_risky(self) -> bool:
        """Whether something must be done, or found out, on some device."""
        return any(choice.decision.answer is not Answer.KEEP for choice in self.choices)

    @property
    def urgency(self) -> int:
        """Where the card stands among others: first what needs a choice, last what runs."""
        return min((_URGENCY.index(choice.decision.answer) for choice in self.choices), default=len(_URGENCY))


def common_inputs(report: Report) -> tuple[BranchInput, ...]:
    """Return the inputs that have one value wherever they are used, and are used more than once."""
    uses: dict[str, list[BranchInput]] = {}
    for decision in report.decisions:
        for branch in decision.branches:
            for one in branch.inputs:
                uses.setdefault(one.name, []).append(one)
    return tuple(found[0] for found in uses.values() if len(found) > 1 and len(set(found)) == 1)


def cards_of(report: Report) -> tuple[Card, ...]:
    """Return the cards, those that need a choice first, else in the order of the pins."""
    by_pin: dict[str, list[Decision]] = {}
    for decision in report.decisions:
        by_pin.setdefault(decision.pin, []).append(decision)
    names = _Names(
        devices={device.id: device.name for device in report.devices},
        kernels={kernel.id: kernel.name for kernel in report.kernels},
        pins=pin_names(report),
        reasons=_reasons(report),
    )
    cards = [_card(pin, f"p{place}", by_pin.get(pin.id, []), names) for place, pin in enumerate(report.pins, 1)]
    return tuple(sorted(cards, key=lambda card: card.urgency))


@dataclass(frozen=True, slots=True)
class _Names:
    """What a reader calls things, by their ids."""

    devices: Mapping[str, str]
    kernels: Mapping[str, str]
    pins: Mapping[str, str]
    reasons: Mapping[str, frozenset[str]]


def _card(pin: Pin, anchor: str, decisions: Sequence[Decision], called: _Names) -> Card:
    reasons = frozenset[str]().union(*(called.reasons.get(one, ()) for one in pin.matched))
    decisions = [replace(one, facts=_facts(one, reasons)) for one in decisions]
    names = tuple(dict.fromkeys(called.kernels.get(one, one) for one in pin.matched))
    choices = _choices(decisions, called.devices)
    told = [choice.decision for choice in choices]
    branches = [branch for decision in told for branch in decision.branches]
    facts = dict.fromkeys(
        [fact for one in told for fact in one.facts] + [fact for one in branches for fact in one.facts]
    )
    more = max(0, len(names) - _NAMES)
    return Card(anchor, called.pins[pin.id], pin, names[:_NAMES], more, choices, tuple(facts))


def _choices(decisions: Sequence[Decision], devices: Mapping[str, str]) -> tuple[Choice, ...]:
    """Decisions that differ in the device, or in facts that name it, stand together with the facts of the first."""
    same: dict[Decision, list[Decision]] = {}
    for decision in decisions:
        line = decision.line.removeprefix(f"{decision.device}: ")
        same.setdefault(replace(decision, device="", line=line, facts=()), []).append(decision)
    return tuple(_choice(decision, members, devices) for decision, members in same.items())


def _choice(decision: Decision, members: Sequence[Decision], devices: Mapping[str, str]) -> Choice:
    flip = decision.break_even
    ids = tuple(one.device for one in members)
    return Choice(
        replace(decision, facts=members[0].facts),
        ids,
        tuple(devices[one] for one in ids),
        answer_look(decision.answer),
        decision.line,
        tuple(_branch(branch, decision) for branch in decision.branches),
        "" if flip is None else f"{flip.input.replace('_', ' ')} = {number(flip.value)}",
        cost_text(way_out(decision)) if decision.answer is Answer.BRANCHES else "",
    )


def _facts(decision: Decision, reasons: frozenset[str]) -> tuple[BranchFact, ...]:
    """Facts of the knowledge base, and of those that repeat a reason of a cell the last, which decided it.

    Why a pin runs without a caveat is told by its cells alone.
    """
    if decision.answer is Answer.KEEP and not decision.caveats:
        return ()
    repeated = [fact for fact in decision.facts if fact.text in reasons]
    return tuple(fact for fact in decision.facts if fact.text not in reasons or fact in repeated[-1:])


def _reasons(report: Report) -> dict[str, frozenset[str]]:
    """The texts of all reasons of a kernel's cells, by kernel id."""
    return {
        kernel.id: frozenset(reason.text for cell in kernel.cells.values() for reason in cell.reasons)
        for kernel in report.kernels
    }


def _branch(branch: Branch, decision: Decision) -> BranchRow:
    return BranchRow(
        branch,
        branch.line.removeprefix(f"{branch.kind}: "),
        _FEASIBLE[branch.feasible],
        cost_text(branch.cost),
        branch.kind is decision.cheapest,
    )
