"""The decision tree for one pin on one device: keep, a small change, the three branches, or unknown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kernaudit.decisions.choose import break_even, cheapest
from kernaudit.decisions.line import fit, number, spread
from kernaudit.decisions.port import port_option
from kernaudit.decisions.revert import revert_option
from kernaudit.decisions.situation import situation_of
from kernaudit.decisions.wait import wait_option
from kernaudit.model.decision import Answer, Decision
from kernaudit.model.knowledge import UpstreamStatus
from kernaudit.model.lag import LagClass
from kernaudit.model.verdict import NoteKind, RemedyKind, Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.decisions.evidence import Basis
    from kernaudit.decisions.situation import Situation
    from kernaudit.model.decision import BranchFact, Pin
    from kernaudit.model.knowledge import KernelEntry, UpstreamState

__all__ = ["decide_one"]

_SMALL = (
    (RemedyKind.RESIZE, Answer.RESIZE),
    (RemedyKind.REGATE, Answer.REGATE),
    (RemedyKind.REBUILD, Answer.REBUILD),
)
"""Small changes, the largest first; they are needed together, and the largest names the answer."""
_CAVEATS = 12


def decide_one(basis: Basis, pin: Pin, device: str) -> Decision:
    """What to do about the pin on the device."""
    rows = [basis.ties.kernels[name] for name in pin.matched if name in basis.ties.kernels]
    situation = situation_of(pin, rows, device, basis.report.input.from_)
    entry = basis.rules.kernels.get(pin.entry)
    state = None if entry is None else entry.state_on(device)
    answer = _answer(situation, entry, state)
    caveats, facts = _caveats(basis, pin, situation, entry), _facts(basis, entry, device)
    if answer is Answer.BRANCHES:
        return replace(_branches(basis, pin, situation, entry), caveats=caveats, facts=facts)
    tuned = answer is Answer.KEEP and entry is not None and any(device in one.devices for one in entry.tuned_for)
    line = fit(f"{device}: {answer}, {_words(situation, answer, state, untuned=tuned)}")
    return Decision(pin.id, device, answer, line, caveats=caveats, facts=facts)


def _answer(situation: Situation, entry: KernelEntry | None, state: UpstreamState | None) -> Answer:
    """Follow the tree; what was not read can make an answer worse, never better."""
    gone = state is not None and state.status is not UpstreamStatus.SHIPPED
    remedies = situation.remedies
    if situation.rows and len(situation.running) == len(situation.rows):
        return Answer.KEEP
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
        revert_option(basis, entry, device, pin.speed_ratio),
        wait_option(basis, entry, device, _lag_class(situation)),
        port_option(basis, entry, situation, pin.port_lines),
    )
    winner = cheapest(options)
    flip = break_even(options, basis.inputs, winner)
    if winner is None:
        end = "no clear winner"
    else:
        cost = next(option.branch.cost for option in options if option.branch.kind is winner)
        end = f"cheapest: {winner}, USD {spread(cost.low, cost.high, as_money=True)}"
    turn = f"; turns at {flip.input} {number(flip.value)}" if flip is not None else ""
    line = fit(f"{device}: {situation.words()}; {end}{turn}")
    branches = tuple(option.branch for option in options)
    return Decision(pin.id, device, Answer.BRANCHES, line, branches, winner, flip)


def _lag_class(situation: Situation) -> LagClass:
    """Upstream only has to make it run where no instruction is gone and all was read."""
    kinds = situation.remedies
    small = bool(kinds) and not situation.unknown and kinds <= {kind for kind, _ in _SMALL}
    return LagClass.RUN if small else LagClass.NATIVE


def _words(situation: Situation, answer: Answer, state: UpstreamState | None, *, untuned: bool) -> str:
    if answer is Answer.KEEP:
        kinds = {str(note.kind) for cell in situation.cells(situation.rows) for note in cell.notes}
        notes = sorted(kinds | ({str(NoteKind.UNTUNED)} if untuned else set()))
        return f"{situation.words()}{_listed(' with ', notes)}"
    if answer is Answer.UNKNOWN:
        needed = [str(kind) for kind in RemedyKind if kind in situation.remedies and kind is not RemedyKind.UNKNOWN]
        known = "" if state is None else f"; upstream: {state.status}{f' since {state.since}' if state.since else ''}"
        return f"{situation.words()}{_listed('; known to be needed: ', needed)}{known}"
    return f"{situation.words()}: {'; '.join(_edits(situation))}"


def _edits(situation: Situation) -> Iterable[str]:
    """The remedies as texts with their place, each once; for a resize the constant that fits."""
    seen: dict[str, None] = {}
    for cell in situation.cells(situation.failing):
        for remedy in cell.remedies:
            fits = cell.smem.fits if cell.smem is not None and remedy.kind is RemedyKind.RESIZE else None
            where = "" if remedy.location is None else f" ({remedy.location})"
            edit = "" if remedy.edit is None else f": {remedy.edit.old} -> {remedy.edit.new}"
            fitting = "" if fits is None else f", {fits[0]} = {fits[1]} fits"
            seen[f"{remedy.text}{edit}{fitting}{where}"] = None
    return tuple(seen)


def _caveats(basis: Basis, pin: Pin, situation: Situation, entry: KernelEntry | None) -> tuple[str, ...]:
    texts: dict[str, None] = {}
    for tuning in entry.tuned_for if entry is not None and situation.running else ():
        if situation.device in tuning.devices:
            texts[f"untuned: {tuning.fact.text} ({tuning.fact.date})"] = None
    if situation.worst is Status.PTX_JIT:
        texts["the driver compiles it from PTX: it runs, unproven"] = None
    for cell in situation.cells(situation.rows):
        texts.update(dict.fromkeys(f"{note.kind}: {note.text}" for note in cell.notes))
        texts.update(dict.fromkeys(f"better: {remedy.text}" for remedy in cell.improve))
    if pin.expiry is not None and basis.report.input.as_of is not None and pin.expiry < basis.report.input.as_of:
        texts[f"the pin expired on {pin.expiry}"] = None
    kept = list(texts)
    more = [f"and {len(kept) - _CAVEATS} more"] if len(kept) > _CAVEATS else []
    return (*kept[:_CAVEATS], *more)


def _facts(basis: Basis, entry: KernelEntry | None, device: str) -> tuple[BranchFact, ...]:
    """Upstream's state of the device, for whom the kernel was tuned, and what was measured there."""
    if entry is None:
        return ()
    state = entry.state_on(device)
    tuned = [one.fact for one in entry.tuned_for if device in one.devices]
    measured = [one.fact for one in entry.ratios if one.device == device and not one.gives_up]
    found = [*([] if state is None else [state.fact]), *tuned, *(one for one in measured if one not in tuned)]
    return tuple(basis.fact(one) for one in found)


def _listed(lead: str, words: Sequence[str]) -> str:
    return f"{lead}{', '.join(words)}" if words else ""
