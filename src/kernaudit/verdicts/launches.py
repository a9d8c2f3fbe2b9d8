"""Verdicts on sets of launches, remembered: cells, counterfactuals and the choice of rows ask the same questions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kernaudit.verdicts.shared_memory import judge_shared_memory

if TYPE_CHECKING:
    from kernaudit.facts.shared_memory.fact import SharedMemoryFact
    from kernaudit.model.device import DeviceProfile
    from kernaudit.verdicts.shared_memory import SharedMemoryVerdict

__all__ = ["LaunchJudge"]


@dataclass(slots=True)
class LaunchJudge:
    """Judges launches per device; equal questions are judged once, whichever unit they come from."""

    _known: dict[tuple[str, tuple[SharedMemoryFact, ...]], SharedMemoryVerdict] = field(default_factory=dict)

    def judge(self, launches: tuple[SharedMemoryFact, ...], device: DeviceProfile) -> SharedMemoryVerdict:
        """Return the verdict on these launches of one kernel on one device."""
        key = (device.id, launches)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = judge_shared_memory(launches, device)
        return found
