"""Verdicts on sets of launches, remembered: cells, counterfactuals and the choice of rows ask the same questions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kernaudit.verdicts.launch import judge_launch
from kernaudit.verdicts.shared_memory import judge_launches, status_of_launches

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.facts.shared_memory.fact import SharedMemoryFact
    from kernaudit.model.device import DeviceProfile
    from kernaudit.model.verdict import Status
    from kernaudit.verdicts.launch import Launch
    from kernaudit.verdicts.shared_memory import SharedMemoryVerdict

__all__ = ["LaunchJudge"]


@dataclass(slots=True)
class LaunchJudge:
    """Judges launches per device; equal questions are judged once.

    Launches are told apart as objects: each is kept beside its answer, so that its id stays its own.
    """

    _launches: dict[tuple[str, int], Launch] = field(default_factory=dict)
    _verdicts: dict[tuple[str, tuple[int, ...]], SharedMemoryVerdict] = field(default_factory=dict)

    def judge(self, launches: Sequence[SharedMemoryFact], device: DeviceProfile) -> SharedMemoryVerdict:
        """Return the verdict on these launches of one kernel on one device."""
        key = (device.id, tuple(map(id, launches)))
        found = self._verdicts.get(key)
        if found is None:
            made = [self._launch(launch, device) for launch in launches]
            found = self._verdicts[key] = judge_launches(made, device)
        return found

    def status(self, launches: Sequence[SharedMemoryFact], device: DeviceProfile) -> Status:
        """Return the status of that verdict."""
        return status_of_launches([self._launch(launch, device) for launch in launches])

    def _launch(self, fact: SharedMemoryFact, device: DeviceProfile) -> Launch:
        key = (device.id, id(fact))
        found = self._launches.get(key)
        if found is None:
            found = self._launches[key] = judge_launch(fact, device)
        return found
