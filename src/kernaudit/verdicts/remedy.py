"""What would make a cell run, or run better, as far as the build alone tells."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kernaudit.model.arch import SmTarget
from kernaudit.model.build import UNREAD_INCLUDE
from kernaudit.model.verdict import Edit, NoteKind, Remedy, RemedyKind, Status

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.model.arch import Image
    from kernaudit.model.build import Gate
    from kernaudit.model.device import DeviceProfile
    from kernaudit.model.evidence import Location
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.model.verdict import IfRebuilt
    from kernaudit.verdicts.answer import BuildAnswer
    from kernaudit.verdicts.situation import Situation

__all__ = ["blocked_remedy", "improve_build", "rebuild_remedy", "remedy_build"]


def remedy_build(at: Situation) -> tuple[Remedy, ...]:
    """Return what a cell without an image needs; `unknown` as long as nobody read what a rebuild would compile."""
    return (blocked_remedy(at) or rebuild_remedy(at),)


def blocked_remedy(at: Situation) -> Remedy | None:
    """Return what must be known or changed first, where the build says too little to name a remedy."""
    answer = at.answer
    if answer.external and answer.entries:
        return _unknown("scan the fetched project's own checkout")
    if answer.unreadable is not None or (answer.undecided or "").startswith(UNREAD_INCLUDE):
        return _unknown("scan a tree in which that file stands")
    if answer.undecided is not None:
        return _unknown("name the arch list (--request, -D or --env)")
    if answer.open_question is not None:
        return _unknown(answer.open_question.advice)
    if at.rebuilt.target is None:
        return _unknown(_toolkit_advice(at.device, at.toolkit))
    if answer.stop is not None:
        return _unknown("ask the build for a list that it accepts; its message says which")
    return None


def improve_build(image: Image, device: DeviceProfile, toolkit: Toolkit) -> tuple[Remedy, ...]:
    """Return how a cell that runs could avoid the driver's compiler: SASS from the same PTX."""
    targets = device.own_targets(toolkit)
    if not image.is_ptx or image.virtual.suffix or not targets:
        return ()
    flag = f"-gencode arch={image.virtual.virtual},code={targets[0].real}"
    return (Remedy(RemedyKind.REBUILD, f"add {flag}: SASS of the same code, without the driver's compiler"),)


def rebuild_remedy(at: Situation) -> Remedy:
    """Return the rebuild for a device, with the edit of the gate where one word of it is enough."""
    answer, unread = at.answer, at.rebuilt.status is Status.UNKNOWN
    kind = RemedyKind.UNKNOWN if unread else RemedyKind.REBUILD
    doubt = "; whether its code compiles there was not read" if unread else _emulation(at.rebuilt)
    for gate in _gates(answer):
        edit = _own_edit(gate, answer, at.device, at.rebuilt)
        if edit is not None:
            return Remedy(kind, f"name the target in full: {edit.old} -> {edit.new}{doubt}", gate.location, edit)
        edit = _family_edit(gate, answer, at.device, at.toolkit)
        if edit is not None:
            return Remedy(kind, f"build it for the family: {edit.old} -> {edit.new}{doubt}", gate.location, edit)
    gate_at = next((gate.location for gate in _gates(answer)), None)
    return Remedy(kind, f"build it for {at.device.capability}{doubt}", gate_at or _place(answer))


def _emulation(rebuilt: IfRebuilt) -> str:
    """What a rebuild would not bring: an instruction that the assembler emulates there."""
    found = next((note.text for note in rebuilt.notes if note.kind is NoteKind.EMULATED), None)
    return "" if found is None else f"; it would run, but {found}"


def _own_edit(gate: Gate, answer: BuildAnswer, device: DeviceProfile, rebuilt: IfRebuilt) -> Edit | None:
    """An entry in the gate's text that has the device's number and not the suffix that its code needs."""
    if rebuilt.target is None or not rebuilt.status.runs:
        return None
    wanted = SmTarget.parse(rebuilt.target)
    for code in dict.fromkeys(one.virtual for entry in answer.entries for one in entry.gencodes):
        if code.capability == device.capability and code != wanted:
            edit = _edit_in(gate.text, code, wanted)
            if edit is not None:
                return edit
    return None


def _family_edit(gate: Gate, answer: BuildAnswer, device: DeviceProfile, toolkit: Toolkit) -> Edit | None:
    """An architecture-specific entry in the gate's text whose family target would cover the device."""
    families = {family.capability: family for family in device.families if family in toolkit.targets}
    for code in answer.gencodes(toolkit):
        family = families.get(code.virtual.capability)
        if family is not None and code.virtual.suffix == "a":
            edit = _edit_in(gate.text, code.virtual, family)
            if edit is not None:
                return edit
    return None


def _edit_in(text: str, old: SmTarget, new: SmTarget) -> Edit | None:
    for before, after in ((old.short, new.short), (old.dotted, new.dotted)):
        if re.search(rf"(?<![\d.]){re.escape(before)}(?![\w.])", text):
            return Edit(before, after)
    return None


def _toolkit_advice(device: DeviceProfile, toolkit: Toolkit) -> str:
    ranges = [entry for entry in device.targets if entry.target.capability == device.capability]
    since = min(entry.since for entry in ranges)
    if toolkit.release_tuple < since:
        return f"build with CUDA {_release(since)} or later: older toolkits have no target for {device.capability}"
    last = max(entry.until for entry in ranges if entry.until is not None)
    return f"build with CUDA {_release(last)} or older: later toolkits have dropped {device.capability}"


def _release(release: tuple[int, int]) -> str:
    return f"{release[0]}.{release[1]}"


def _gates(answer: BuildAnswer) -> Iterable[Gate]:
    found = (*(entry.gate for entry in answer.entries), *(refusal.gate for refusal in answer.refusals))
    return (gate for gate in found if gate is not None)


def _place(answer: BuildAnswer) -> Location | None:
    found = (*(entry.location for entry in answer.entries), *(refusal.location for refusal in answer.refusals))
    return next((location for location in found if location is not None), None)


def _unknown(text: str) -> Remedy:
    return Remedy(RemedyKind.UNKNOWN, text)
