"""What the line of a decision says behind the device: why the answer is so, and what would turn it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.decisions.line import number
from kernaudit.model.decision import Answer
from kernaudit.model.verdict import NoteKind, RemedyKind, Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.decisions.cost import CostInputs
    from kernaudit.decisions.situation import Situation
    from kernaudit.model.decision import BranchKind, BreakEven
    from kernaudit.model.knowledge import UpstreamState
    from kernaudit.model.verdict import Cell, Remedy

__all__ = ["answer_words", "turning_words"]

_UNREAD = "to be built there, its code was not read"


def answer_words(situation: Situation, answer: Answer, state: UpstreamState | None, *, untuned: bool) -> str:
    """An answer without branches with its reason: `keep, native with untuned`, `resize, smem-exceeded: ...`."""
    if answer is Answer.KEEP:
        kinds = {str(note.kind) for cell in situation.cells(situation.rows) for note in cell.notes}
        notes = sorted(kinds | ({str(NoteKind.UNTUNED)} if untuned else set()))
        return f"keep, {situation.words()}{_listed(' with ', notes)}"
    if answer is Answer.UNKNOWN:
        return f"{_unknown(situation)}{'' if state is None else f'; upstream: {state.status}'}"
    return f"{answer}, {situation.words()}: {'; '.join(_edits(situation))}"


def turning_words(flip: BreakEven | None, winner: BranchKind | None, inputs: CostInputs) -> str:
    """Up to which value of an input the cheapest branch is so by the middles, or which value decides without one."""
    if flip is None:
        return ""
    if winner is None:
        return f"; {flip.input} decides, at {number(flip.value)}"
    known = flip.input in inputs.defaults.inputs
    side = ">" if known and flip.value < inputs[flip.input] else "<"
    return f", by middles while {flip.input} {side} {number(flip.value)}"


def _unknown(situation: Situation) -> str:
    """What is known all the same, and what was missing for an answer."""
    words = situation.words()
    known = "unknown" if words == str(Status.UNKNOWN) else f"unknown: {words}"
    remedies = frozenset() if situation.lost else situation.remedies
    needed = [str(kind) for kind in RemedyKind if kind in remedies and kind is not RemedyKind.UNKNOWN]
    missing = next(iter(_missing(situation)), None)
    return f"{known}{_listed('; known to be needed: ', needed)}{'' if missing is None else f': {missing}'}"


def _missing(situation: Situation) -> Iterable[str]:
    """The same words on every device, so that a reader finds equal answers together."""
    if situation.lost:
        names = ", ".join(row.name for row in situation.lost)
        yield f"whether the op can do without {names} was not read"
    for cell in situation.cells((*situation.failing, *situation.unknown)):
        for remedy in cell.remedies:
            if remedy.kind is RemedyKind.UNKNOWN:
                text = _UNREAD if _is_unread(cell) else remedy.text
                yield text if remedy.location is None else f"{text} ({remedy.location})"


def _is_unread(cell: Cell) -> bool:
    """Whether an image is missing, and what the code would make of one was not read."""
    rebuilt = cell.if_rebuilt
    return cell.status is Status.NOT_BUILT and rebuilt is not None and rebuilt.status is Status.UNKNOWN


def _edits(situation: Situation) -> Iterable[str]:
    """The remedies as texts with their place, each once; for a resize the constant that fits."""
    seen: dict[str, None] = {}
    for cell in situation.cells(situation.failing):
        for remedy in cell.remedies:
            fits = cell.smem.fits if cell.smem is not None and remedy.kind is RemedyKind.RESIZE else None
            seen[_edit(remedy, "" if fits is None else f"{fits[0]} = {fits[1]}")] = None
    return tuple(seen)


def _edit(remedy: Remedy, fitting: str) -> str:
    """What the remedy's own text already says is not said again."""
    text = remedy.text
    if remedy.edit is not None:
        text += f": {remedy.edit.old} -> {remedy.edit.new}"
    if fitting and fitting not in text:
        text += f", {fitting} fits"
    return text if remedy.location is None else f"{text} ({remedy.location})"


def _listed(lead: str, words: Sequence[str]) -> str:
    return f"{lead}{', '.join(words)}" if words else ""
