"""Shared memory of kernels written in Python: an estimate, never more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.model.verdict import Layer, Reason, Remedy, RemedyKind, SharedMemory, Status
from kernaudit.verdicts.layer import LayerVerdict
from kernaudit.verdicts.python_picked import is_picked

if TYPE_CHECKING:
    from kernaudit.facts.python.tiles import Tiles
    from kernaudit.kernels.python.survey import PythonKernel
    from kernaudit.model.device import DeviceProfile

__all__ = ["judge_memory"]


def judge_memory(kernel: PythonKernel, device: DeviceProfile) -> LayerVerdict:
    """Return what the tiles say: over the limit at the low end of every configuration, under it at some high end.

    A kernel that sizes its shared memory itself is only taken to fit where code picks it for exactly this device.
    """
    memory = kernel.memory
    limit = device.limits.shared_optin.value
    if memory.tiles:
        verdict = _judge_tiles(memory.tiles, limit, device)
        if verdict.status is not Status.NATIVE or memory.explicit is None:
            return verdict
    if memory.explicit is None or is_picked(kernel, device):
        return LayerVerdict()
    text = f"how much shared memory it takes was not read; {device.capability} has {limit:,} bytes per block"
    return LayerVerdict(Status.UNKNOWN, (Reason(Layer.SMEM, text, memory.explicit),))


def _judge_tiles(tiles: tuple[Tiles, ...], limit: int, device: DeviceProfile) -> LayerVerdict:
    fitting = [one for one in tiles if one.high is not None and one.high <= limit]
    if fitting:
        best = max(fitting, key=lambda one: one.high or 0)
        return LayerVerdict(smem=_figures(best, limit))
    unknown = next((one for one in tiles if one.low is None), None)
    if unknown is not None:
        text = f"not known: {unknown.missing}; {device.capability} has {limit:,} bytes of shared memory per block"
        return LayerVerdict(Status.UNKNOWN, (Reason(Layer.SMEM, text, unknown.location),))
    least = min(tiles, key=lambda one: one.low or 0)
    low, high = least.low or 0, least.high or 0
    words = f"estimate: {least.expression} = {low:,} to {high:,} bytes, against {limit:,} on {device.capability}"
    reason = Reason(Layer.SMEM, words, least.location)
    if low <= limit:
        return LayerVerdict(Status.UNKNOWN, (reason,), smem=_figures(least, limit))
    remedy = Remedy(RemedyKind.RESIZE, f"a configuration whose tiles fit {limit:,} bytes", least.location)
    return LayerVerdict(Status.SMEM_EXCEEDED, (reason,), smem=_figures(least, limit), remedies=(remedy,))


def _figures(tiles: Tiles, limit: int) -> SharedMemory:
    return SharedMemory(limit, optin=True, dynamic=tiles.high, expression=tiles.expression, estimate=True)
