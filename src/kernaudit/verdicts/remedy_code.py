"""What would make a kernel run whose code was read: all that is needed together (design section 4, `remedies`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.model.verdict import Layer, NoteKind, Remedy, RemedyKind, Status
from kernaudit.verdicts.remedy import blocked_remedy, rebuild_remedy

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.model.arch import Image
    from kernaudit.model.evidence import Location
    from kernaudit.model.verdict import IfRebuilt, Reason
    from kernaudit.verdicts.code import Behind, Code
    from kernaudit.verdicts.situation import Situation

__all__ = ["improve_code", "remedy_code"]

_ORDER = (RemedyKind.PORT, RemedyKind.RESIZE, RemedyKind.REGATE, RemedyKind.REBUILD, RemedyKind.UNKNOWN)
_NEEDS_IMAGE = frozenset({Status.NOT_BUILT, Status.MISSING_INSTRUCTION})


def remedy_code(at: Situation, code: Code) -> tuple[Remedy, ...]:
    """Return the remedies of a cell that does not run.

    What a rebuild for the device's own number cannot cure stands in `at.rebuilt`: an instruction that is gone needs a
    port, which stands alone; a size, a guard or a gate needs its own edit; and where no image of today would do
    after these, the rebuild itself.
    """
    blocked = blocked_remedy(at)
    if blocked is not None:
        return (blocked,)
    left = {at.rebuilt.status, *at.rebuilt.also}
    behind = _behind(at, code, left)
    if Status.MISSING_INSTRUCTION in left or (behind is not None and behind.gone):
        return (_port(at.rebuilt, behind),)
    found = list(_edits(at, left, behind))
    if _needs_rebuild(at, behind):
        found.append(rebuild_remedy(at))
    return tuple(sorted(found, key=lambda one: _ORDER.index(one.kind)))


def _behind(at: Situation, code: Code, left: set[Status]) -> Behind | None:
    """What the guards of a rebuild hide: all of the kernel, or a part that no target of the device can hold."""
    guarded = Status.GUARDED_OUT in left
    if not guarded and not any(note.kind is NoteKind.PARTLY_GUARDED for note in at.rebuilt.notes):
        return None
    behind = code.behind(at.device.own_targets(at.toolkit), at.device)
    return behind if guarded or behind.gone else None


def _port(rebuilt: IfRebuilt, behind: Behind | None) -> Remedy:
    if behind is not None and behind.gone:
        return Remedy(RemedyKind.PORT, "; ".join(behind.gone[:3]), behind.location)
    reason = _first(rebuilt.reasons, Layer.INSTRUCTION)
    return Remedy(RemedyKind.PORT, reason.text if reason else "an instruction is missing", _place(reason))


def _edits(at: Situation, left: set[Status], behind: Behind | None) -> Iterable[Remedy]:
    """What each objection that a rebuild leaves needs; the layers that have no image name theirs themselves."""
    rebuilt = at.rebuilt
    known = [
        one for one in at.verdict.remedies if one.kind is not RemedyKind.UNKNOWN or rebuilt.status is Status.UNKNOWN
    ]
    kinds = {one.kind for one in known}
    yield from known
    if Status.SMEM_EXCEEDED in left and RemedyKind.RESIZE not in kinds:
        yield _of_layer(rebuilt, RemedyKind.RESIZE, (Layer.SMEM,), "use less shared memory")
    if behind is not None and behind.gone is None:
        yield Remedy(RemedyKind.UNKNOWN, "no target is known for which the kernel has code", behind.location)
    elif behind is not None:
        text = "let the guard admit the device: every instruction behind it exists there"
        yield Remedy(RemedyKind.REGATE, text, behind.location)
    if Status.RUNTIME_REJECTED in left and not kinds & {RemedyKind.RESIZE, RemedyKind.REGATE}:
        yield _of_layer(rebuilt, RemedyKind.REGATE, (Layer.HOST, Layer.PYTHON), "let the check admit the device")
    if rebuilt.status is Status.UNKNOWN and RemedyKind.UNKNOWN not in kinds:
        reason = rebuilt.reasons[-1] if rebuilt.reasons else None
        yield Remedy(RemedyKind.UNKNOWN, reason.text if reason else "not decidable from what was read", _place(reason))


def _of_layer(rebuilt: IfRebuilt, kind: RemedyKind, layers: Sequence[Layer], otherwise: str) -> Remedy:
    reason = next((one for layer in layers for one in rebuilt.reasons if one.layer is layer), None)
    return Remedy(kind, reason.text if reason else otherwise, _place(reason))


def _needs_rebuild(at: Situation, behind: Behind | None) -> bool:
    if at.rebuilt.status is Status.UNKNOWN:
        return False
    today = {at.verdict.status, *at.verdict.also}
    if at.image is None or today & _NEEDS_IMAGE:
        return True
    if Status.GUARDED_OUT not in today:
        return False
    if behind is None:
        return Status.GUARDED_OUT not in {at.rebuilt.status, *at.rebuilt.also}
    return behind.gone is not None and at.image.virtual not in behind.targets


def improve_code(at: Situation, image: Image) -> tuple[Remedy, ...]:
    """Return the rebuild that gives a cell the path it lost, where there is one."""
    rebuilt = at.rebuilt
    lost = [note for note in at.verdict.notes if note.kind in (NoteKind.DEGRADED, NoteKind.SUFFIX_LOST)]
    still = any(note.kind is NoteKind.DEGRADED for note in rebuilt.notes)
    if not lost or still or not rebuilt.status.runs or rebuilt.target in (None, image.code.target.real):
        return ()
    return (Remedy(RemedyKind.REBUILD, f"build it for {rebuilt.target}: {lost[0].text}", lost[0].location),)


def _first(reasons: Iterable[Reason], layer: Layer) -> Reason | None:
    return next((reason for reason in reasons if reason.layer is layer), None)


def _place(reason: Reason | None) -> Location | None:
    return None if reason is None else reason.location
