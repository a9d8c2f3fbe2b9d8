"""One evaluation per build root and distinct effective request; columns that ask for the same share it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kernaudit.matrix.column import Column
from kernaudit.model.build import BuildRequest, RequestRule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.model.build import BuildEvaluation
    from kernaudit.model.device import DeviceProfile
    from kernaudit.scan.options import Progress

__all__ = ["Evaluate", "evaluate_columns"]

_PER_DEVICE = frozenset({RequestRule.DEVICE, RequestRule.NATIVE})
"""With any other rule the device plays no part in what the build asks for."""


class Evaluate(Protocol):
    """Evaluates one build root for one request."""

    def __call__(self, root: str, request: BuildRequest) -> BuildEvaluation:
        """Return what the build answers; a configuration that stops is an answer."""


def evaluate_columns(
    roots: Sequence[str],
    devices: Sequence[DeviceProfile],
    asked: BuildRequest,
    evaluate: Evaluate,
    progress: Progress,
) -> tuple[Column, ...]:
    """Return one column per device, in order.

    Args:
        roots: build files in path order.
        devices: the columns.
        asked: what is the same in every column; its device is replaced.
        evaluate: evaluates one root.
        progress: told after each evaluation.
    """
    shared: dict[str, BuildEvaluation] = {}
    columns = []
    for number, device in enumerate(devices, start=1):
        request = _for_device(asked, device)
        answers = []
        for root in roots:
            answer = shared.get(root) or evaluate(root, request)
            if _is_shared(answer, asked):
                shared[root] = answer
            answers.append(answer)
        columns.append(Column(device, asked.toolkit, tuple(answers)))
        progress("builds", number, len(devices))
    return tuple(columns)


def _for_device(asked: BuildRequest, device: DeviceProfile) -> BuildRequest:
    return BuildRequest(asked.toolkit, asked.request, device.capability, asked.defines, asked.env)


def _is_shared(answer: BuildEvaluation, asked: BuildRequest) -> bool:
    values = (asked.request or "", *asked.defines.values(), *asked.env.values())
    return answer.request_rule not in _PER_DEVICE and not any("native" in value.lower() for value in values)
