"""Shared memory of kernels written in Python: an estimate, never more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.model.verdict import Layer, Reason, Remedy, RemedyKind, SharedMemory, Status
from kernaudit.verdicts.layer import LayerVerdict
from kernaudit.verdicts.python_picked import is_picked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.facts.python.tiles import Tiles
    from kernaudit.kernels.python.survey import PythonKernel, TileGroup
    from kernaudit.model.device import DeviceProfile

__all__ = ["judge_memory"]


def judge_memory(kernel: PythonKernel, device: DeviceProfile) -> LayerVerdict:
    """Return what the tiles say: of each launch, over the limit at the low end, under it at the high end, or neither.

    A kernel that sizes its shared memory itself is only taken to fit where code picks it for exactly this device.
    """
    memory = kernel.memory
    limit = device.limits.shared_optin.value
    groups = [group for group in memory.groups if device.id in group.devices]
    if groups:
        verdict = _worst([_judge_group(group, limit, device) for group in groups])
        if verdict.status is not Status.NATIVE or memory.explicit is None:
            return verdict
    if memory.explicit is None or is_picked(kernel, device):
        return LayerVerdict()
    text = f"not read: {memory.unread}; {device.capability} has {limit:,} bytes of shared memory per block"
    return LayerVerdict(Status.UNKNOWN, (Reason(Layer.SMEM, text, memory.explicit),))


def _worst(verdicts: Sequence[LayerVerdict]) -> LayerVerdict:
    """That of the launch that fares worst; of those that fit, of the one that takes most."""
    failing = [one for one in verdicts if one.status is not Status.NATIVE]
    if failing:
        return min(failing, key=lambda one: one.status.rank)
    return max(verdicts, key=lambda one: (one.smem.dynamic or 0) if one.smem is not None else 0)


def _judge_group(group: TileGroup, limit: int, device: DeviceProfile) -> LayerVerdict:
    fitting = [one for one in group.tiles if one.high is not None and one.high <= limit]
    if fitting and (group.one_is_enough or len(fitting) == len(group.tiles)):
        best = max(fitting, key=lambda one: one.high or 0)
        return LayerVerdict(smem=_figures(best, limit))
    unknown = next((one for one in group.tiles if one.low is None), None)
    if unknown is not None:
        text = f"not known: {unknown.missing}; {device.capability} has {limit:,} bytes of shared memory per block"
        return LayerVerdict(Status.UNKNOWN, (Reason(Layer.SMEM, text, unknown.location),))
    least = min(group.tiles, key=lambda one: one.low or 0)
    if (least.low or 0) > limit:
        remedy = Remedy(RemedyKind.RESIZE, f"a configuration whose tiles fit {limit:,} bytes", least.location)
        smem = _figures(least, limit)
        return LayerVerdict(Status.SMEM_EXCEEDED, (_estimate(least, limit, device),), smem=smem, remedies=(remedy,))
    shown = max(group.tiles, key=lambda one: one.high or 0) if not group.one_is_enough else least
    return LayerVerdict(Status.UNKNOWN, (_estimate(shown, limit, device),), smem=_figures(shown, limit))


def _estimate(tiles: Tiles, limit: int, device: DeviceProfile) -> Reason:
    ends = f"{tiles.low or 0:,} to {tiles.high or 0:,} bytes"
    words = f"estimate: {tiles.expression} = {ends}, against {limit:,} on {device.capability}"
    return Reason(Layer.SMEM, words, tiles.location)


def _figures(tiles: Tiles, limit: int) -> SharedMemory:
    return SharedMemory(limit, optin=True, dynamic=tiles.high, expression=tiles.expression, estimate=True)
