"""Verdicts on sets of launches, remembered: cells, counterfactuals and the choice of rows ask the same questions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kernaudit.verdicts.launch import Outcome, asked_by, launch_in, setting_of
from kernaudit.verdicts.shared_memory import judge_launches, status_of_launches

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.facts.shared_memory.fact import SharedMemoryFact
    from kernaudit.facts.shared_memory.term import DeviceFact
    from kernaudit.model.device import DeviceProfile
    from kernaudit.model.verdict import Status
    from kernaudit.verdicts.launch import Launch, Setting
    from kernaudit.verdicts.shared_memory import SharedMemoryVerdict

__all__ = ["LaunchJudge"]


@dataclass(slots=True)
class LaunchJudge:
    """Judges launches per device; equal questions are judged once.

    Launches are told apart as objects: each is kept beside its answer, so that its id stays its own.
    """

    _asked: dict[int, tuple[SharedMemoryFact, frozenset[DeviceFact]]] = field(default_factory=dict)
    _launches: dict[tuple[int, Setting], Launch] = field(default_factory=dict)
    _settings: dict[tuple[str, frozenset[DeviceFact]], Setting] = field(default_factory=dict)
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

    def always_oversized(self, launches: Sequence[SharedMemoryFact], devices: Sequence[DeviceProfile]) -> bool:
        """Whether some launch has too large a block on every device: no host code chooses that for a device."""
        made = ([self._launch(launch, device).outcome for device in devices] for launch in launches)
        return any(outcomes and all(one is Outcome.OVERSIZED for one in outcomes) for outcomes in made)

    def _launch(self, fact: SharedMemoryFact, device: DeviceProfile) -> Launch:
        asked = self._asked.get(id(fact))
        if asked is None:
            asked = self._asked[id(fact)] = (fact, asked_by(fact))
        kind = (device.id, asked[1])
        setting = self._settings.get(kind)
        if setting is None:
            setting = self._settings[kind] = setting_of(asked[1], device)
        key = (id(fact), setting)
        found = self._launches.get(key)
        if found is None:
            found = self._launches[key] = launch_in(fact, setting)
        return found
