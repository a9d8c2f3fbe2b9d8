"""What stands beside an answer: caveats, and facts of the tree and of the knowledge base."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.model.decision import BranchFact
from kernaudit.model.verdict import Status

if TYPE_CHECKING:
    from kernaudit.decisions.evidence import Basis
    from kernaudit.decisions.situation import Situation
    from kernaudit.model.decision import Pin
    from kernaudit.model.knowledge import KernelEntry

__all__ = ["caveats_of", "facts_of"]

_CAVEATS = 12
_REASONS = 6
"""Places of the tree that a decision names; the cells have them all."""


def caveats_of(basis: Basis, pin: Pin, situation: Situation, entry: KernelEntry | None) -> tuple[str, ...]:
    """What a reader must know though the answer stands, each once."""
    texts: dict[str, None] = {}
    if pin.expiry is not None and basis.report.input.as_of is not None and pin.expiry < basis.report.input.as_of:
        texts[f"the pin expired on {pin.expiry}"] = None
    for tuning in entry.tuned_for if entry is not None and situation.running else ():
        if situation.device in tuning.devices:
            texts[f"untuned: {tuning.fact.text} ({tuning.fact.date})"] = None
    if situation.worst is Status.PTX_JIT:
        texts["the driver compiles it from PTX: it runs, unproven"] = None
    for cell in situation.cells(situation.rows):
        texts.update(dict.fromkeys(f"{note.kind}: {note.text}" for note in cell.notes))
        texts.update(dict.fromkeys(f"better: {remedy.text}" for remedy in cell.improve))
    kept = list(texts)
    more = [f"and {len(kept) - _CAVEATS} more"] if len(kept) > _CAVEATS else []
    return (*kept[:_CAVEATS], *more)


def facts_of(basis: Basis, situation: Situation, entry: KernelEntry | None) -> tuple[BranchFact, ...]:
    """The lines of the tree that decided; then upstream's state, for whom it was tuned, and what was measured there."""
    return (*_reasons(basis, situation), *_known(basis, entry, situation.device))


def _reasons(basis: Basis, situation: Situation) -> tuple[BranchFact, ...]:
    """Reasons with a place, of the rows that do not run before the others."""
    rows = (*situation.failing, *situation.unknown, *situation.running)
    found = {
        (reason.text, str(reason.location)): None
        for cell in situation.cells(rows)
        for reason in cell.reasons
        if reason.location is not None
    }
    day = basis.report.input.as_of or ""
    return tuple(BranchFact(text, place, day, "source-code") for text, place in list(found)[:_REASONS])


def _known(basis: Basis, entry: KernelEntry | None, device: str) -> tuple[BranchFact, ...]:
    if entry is None:
        return ()
    state = entry.state_on(device)
    tuned = [one.fact for one in entry.tuned_for if device in one.devices]
    measured = [one.fact for one in entry.ratios if one.device == device and not one.gives_up]
    found = [*([] if state is None else [state.fact]), *tuned, *(one for one in measured if one not in tuned)]
    return tuple(basis.fact(one) for one in found)
