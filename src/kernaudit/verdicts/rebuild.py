"""The counterfactual: the verdict if a source were built for the device's own number, and the edit that does it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.model.arch import Code as Entry
from kernaudit.model.arch import Image
from kernaudit.model.verdict import Detail, IfRebuilt, Layer, NoteKind, Reason, Status
from kernaudit.verdicts.layer import LayerVerdict, combine

if TYPE_CHECKING:
    from kernaudit.model.arch import SmTarget
    from kernaudit.model.device import DeviceProfile
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.verdicts.code import Code

__all__ = ["judge_rebuilt"]


def judge_rebuilt(device: DeviceProfile, toolkit: Toolkit, code: Code, *, behind_gate: bool = False) -> IfRebuilt:
    """Return the verdict if the source's entries for this device were one of its own targets (design section 4).

    Of plain, f and a the first that runs undegraded (and whole) is taken, else the first that runs, else the least
    bad. Host and Python gates stay, but for code that is compiled at run time (`behind_gate`): there the verdict is
    what lies behind them.
    """
    judged = [(target, _judge(target, device, code, behind_gate)) for target in device.own_targets(toolkit)]
    if not judged:
        text = f"CUDA {toolkit.release} has no target for {device.capability}"
        return IfRebuilt(None, Status.NOT_BUILT, Detail.TOOLKIT, reasons=(Reason(Layer.BUILD, text),))
    target, verdict = min(judged, key=lambda one: _preference(one[1]))
    return IfRebuilt(target.real, verdict.status, verdict.detail, verdict.also, verdict.notes, verdict.reasons)


def _judge(target: SmTarget, device: DeviceProfile, code: Code, behind_gate: bool) -> LayerVerdict:
    image = Image(target, Entry(target))
    loads = LayerVerdict(reasons=(Reason(Layer.IMAGE, f"{target} would be SASS for exactly {device.capability}"),))
    at_device = code.at_device(device, usable=True)
    if behind_gate:
        at_device = tuple(one for one in at_device if one.status is not Status.RUNTIME_REJECTED)
    return combine((loads, *code.at_image(image, device), *at_device))


def _preference(verdict: LayerVerdict) -> tuple[bool, bool, int, bool]:
    """Sort key, best first; `min` keeps the first of equals, so the order of the targets decides between them."""
    degraded = any(note.kind in (NoteKind.DEGRADED, NoteKind.PARTLY_GUARDED) for note in verdict.notes)
    runs = verdict.status.runs
    return (not runs, runs and degraded, 0 if runs else -verdict.status.rank, degraded)
