"""Which instantiations of a kernel template have rows of their own: those that any device could tell apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.kernels.instances import distinct_instances
from kernaudit.kernels.survey import instance_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.facts.shared_memory.fact import SharedMemoryFact
    from kernaudit.kernels.survey import KernelSurvey
    from kernaudit.model.device import DeviceProfile
    from kernaudit.verdicts.launches import LaunchJudge

__all__ = ["row_instances"]

_MOST_ROWS = 64


def row_instances(
    kernels: Sequence[KernelSurvey],
    launches: Iterable[SharedMemoryFact],
    devices: Sequence[DeviceProfile],
    judge: LaunchJudge,
) -> list[tuple[str, ...]]:
    """Return the template arguments of each row; empty where one row stands for all instantiations.

    Args:
        kernels: the kernel as each unit that compiles it has it.
        launches: its launches in these units.
        devices: every profile, whichever columns are asked for: rows do not depend on them.
        judge: of launches.
    """
    by_body = distinct_instances(kernels)
    by_launch = _distinct_launches(launches, devices, judge)
    return sorted({*by_body, *by_launch})[:_MOST_ROWS]


def _distinct_launches(
    launches: Iterable[SharedMemoryFact], devices: Sequence[DeviceProfile], judge: LaunchJudge
) -> Iterable[tuple[str, ...]]:
    found: dict[tuple[str, ...], list[SharedMemoryFact]] = {}
    for launch in launches:
        arguments = () if launch.kernel is None else instance_of(launch.kernel)
        if arguments and "?" not in arguments:
            found.setdefault(arguments, []).append(launch)
    if len(found) < 2:
        return ()
    answers = {tuple(judge.status(facts, device) for device in devices) for facts in found.values()}
    return found if len(answers) > 1 else ()
