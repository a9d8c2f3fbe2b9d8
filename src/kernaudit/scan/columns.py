"""One evaluation per build root and distinct effective request; columns that ask for the same share it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kernaudit.matrix.column import Column
from kernaudit.model.build import BuildRequest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.model.build import BuildEvaluation
    from kernaudit.model.device import DeviceProfile
    from kernaudit.scan.options import Progress

__all__ = ["Evaluate", "evaluate_columns"]


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
            if not answer.device_dependent:
                shared[root] = answer
            answers.append(answer)
        columns.append(Column(device, asked.toolkit, tuple(answers)))
        progress("builds", number, len(devices))
    return tuple(columns)


def _for_device(asked: BuildRequest, device: DeviceProfile) -> BuildRequest:
    return BuildRequest(asked.toolkit, asked.request, device.capability, asked.defines, asked.env)
