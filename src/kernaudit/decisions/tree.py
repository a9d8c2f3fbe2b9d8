"""The decision tree for one pin on one device: keep, a small change, the three branches, or unknown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kernaudit.decisions.choose import break_even, cheapest
from kernaudit.decisions.line import fit, price
from kernaudit.decisions.ops import situation_of
from kernaudit.decisions.port import port_option
from kernaudit.decisions.remarks import caveats_of, facts_of
from kernaudit.decisions.revert import revert_option
from kernaudit.decisions.wait import wait_option
from kernaudit.decisions.wording import answer_words, turning_words
from kernaudit.model.decision import Answer, Decision
from kernaudit.model.knowledge import UpstreamStatus
from kernaudit.model.lag import LagClass
from kernaudit.model.verdict import RemedyKind

if TYPE_CHECKING:
    from kernaudit.decisions.evidence import Basis
    from kernaudit.decisions.situation import Situation
    from kernaudit.model.decision import Pin
    from kernaudit.model.knowledge import KernelEntry, UpstreamState

__all__ = ["decide_one"]

_SMALL = (
    (RemedyKind.RESIZE, Answer.RESIZE),
    (RemedyKind.REGATE, Answer.REGATE),
    (RemedyKind.REBUILD, Answer.REBUILD),
)
"""Small changes, the largest first; they are needed together, and the largest names the answer."""


def decide_one(basis: Basis, pin: Pin, device: str) -> Decision:
    """What to do about the pin on the device."""
    rows = [basis.ties.kernels[name] for name in pin.matched if name in basis.ties.kernels]
    situation = situation_of(basis.ties, pin, rows, device)
    entry = basis.rules.kernels.get(pin.entry)
    state = None if entry is None else entry.state_on(device)
    answer = _answer(situation, entry, state)
    caveats, facts = caveats_of(basis, pin, situation, entry), facts_of(basis, situation, entry)
    if answer is Answer.BRANCHES:
        return replace(_branches(basis, pin, situation, entry), caveats=caveats, facts=facts)
    tuned = answer is Answer.KEEP and entry is not None and any(device in one.devices for one in entry.tuned_for)
    line = fit(f"{device}: {answer_words(situation, answer, state, untuned=tuned)}")
    return Decision(pin.id, device, answer, line, caveats=caveats, facts=facts)


def _answer(situation: Situation, entry: KernelEntry | None, state: UpstreamState | None) -> Answer:
    """Follow the tree; what was not read can make an answer worse, never better."""
    gone = state is not None and state.status is not UpstreamStatus.SHIPPED and not situation.running
    remedies = situation.remedies
    if situation.rows and len(situation.running) == len(situation.rows):
        return Answer.KEEP
    if situation.lost:
        return Answer.UNKNOWN
    if RemedyKind.PORT in remedies:
        return Answer.BRANCHES
    if RemedyKind.UNKNOWN in remedies or situation.unknown or not situation.rows:
        known_to_fail = bool(situation.failing) and entry is not None
        return Answer.BRANCHES if gone or known_to_fail else Answer.UNKNOWN
    return next((answer for kind, answer in _SMALL if kind in remedies), Answer.UNKNOWN)


def _branches(basis: Basis, pin: Pin, situation: Situation, entry: KernelEntry | None) -> Decision:
    device = situation.device
    if pin.time_share is not None:
        basis = replace(basis, inputs=basis.inputs.changed("time_share", pin.time_share))
    options = (
        revert_option(basis, pin, entry, device),
        wait_option(basis, pin, entry, situation, _lag_class(situation)),
        port_option(basis, entry, situation, pin.port_lines),
    )
    winner = cheapest(options)
    flip = break_even(options, basis.inputs, winner)
    if winner is None:
        end = "no clear winner"
    else:
        cost = next(option.branch.cost for option in options if option.branch.kind is winner)
        end = f"cheapest: {winner}, {price(cost.low, cost.high)}"
    line = fit(f"{device}: {situation.words()}; {end}{turning_words(flip, winner, basis.inputs)}")
    branches = tuple(option.branch for option in options)
    return Decision(pin.id, device, Answer.BRANCHES, line, branches, winner, flip)


def _lag_class(situation: Situation) -> LagClass:
    """Upstream only has to make it run where no instruction is gone and all was read."""
    kinds = situation.remedies
    small = bool(kinds) and not situation.unknown and kinds <= {kind for kind, _ in _SMALL}
    return LagClass.RUN if small else LagClass.NATIVE
