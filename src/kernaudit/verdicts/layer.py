"""One layer's word on one kernel and one device, and how the words of all layers make a status.

Each layer is judged alone, with its own evidence; the worst one is the status and the others that object are kept
beside it (design section 4). `native`, the best status, is the neutral word: nothing against it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from kernaudit.model.verdict import Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.model.verdict import Detail, Note, Reason, Remedy, SharedMemory

__all__ = ["LayerVerdict", "combine"]

_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class LayerVerdict:
    """What one layer, or several together, say; `also` holds further objections, worst first.

    `smem` are the figures of the launch that decided the shared-memory layer, `remedies` what would answer the
    objections that do not depend on the image.
    """

    status: Status = Status.NATIVE
    reasons: tuple[Reason, ...] = ()
    detail: Detail | None = None
    notes: tuple[Note, ...] = ()
    also: tuple[Status, ...] = ()
    smem: SharedMemory | None = None
    remedies: tuple[Remedy, ...] = ()


def combine(layers: Sequence[LayerVerdict], *, first: Status | None = None) -> LayerVerdict:
    """Intersect the layers: the worst status wins and brings its detail; a status that runs is no objection.

    Of equally bad layers the first one gives the detail, so layers are passed in the order of the chain.

    Args:
        layers: what each layer says.
        first: a status that comes before all others where some layer has it, whatever the others say.
    """
    worst = min(layers, key=lambda layer: (layer.status is not first, layer.status.rank))
    objections = {status for layer in layers for status in (layer.status, *layer.also) if not status.runs}
    return LayerVerdict(
        status=worst.status,
        reasons=_distinct([reason for layer in layers for reason in layer.reasons]),
        detail=worst.detail,
        notes=_distinct([note for layer in layers for note in layer.notes]),
        smem=next((layer.smem for layer in layers if layer.smem is not None), None),
        remedies=_distinct([remedy for layer in layers for remedy in layer.remedies]),
        also=tuple(sorted(objections - {worst.status}, key=lambda status: status.rank)),
    )


def _distinct(items: Sequence[_Item]) -> tuple[_Item, ...]:
    return tuple(dict.fromkeys(items)) if len(items) > 1 else tuple(items)
