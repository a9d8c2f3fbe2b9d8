"""The devices that Python code is walked for at once: a lane each, and one beyond all of them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from kernaudit.facts.python.values import Cap, Device, PerLane, Unknown, of_lanes, truth

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kernaudit.model.arch import ComputeCapability
    from kernaudit.model.device import DeviceProfile

__all__ = ["DeviceLanes", "Split"]

_FAR = 99


class Split(tuple[int, int, int, int]):
    """A condition over the lanes, as masks: holds, fails, depends on the device but is unknown, is just unknown."""

    __slots__ = ()

    @property
    def by_device(self) -> bool:
        """Whether it is decided for some lanes, or depends on the device."""
        return bool(self[0] or self[1] or self[2])


class DeviceLanes:
    """Lanes by device id.

    Args:
        devices: profiles; the last lane is a made-up device beyond them.
        suffix_from: capability from which compilers' targets have a suffix.
        suffix: that one.
    """

    def __init__(self, devices: Sequence[DeviceProfile], suffix_from: ComputeCapability, suffix: str) -> None:
        self.ids = tuple(device.id for device in devices)
        self.count = len(devices) + 1
        self.full = (1 << self.count) - 1
        self.beyond = 1 << (self.count - 1)
        self._caps = [device.capability for device in devices]
        self._from, self._suffix = suffix_from, suffix

    def bit(self, device: str) -> int:
        """The mask of one device."""
        return 1 << self.ids.index(device)

    def devices(self, mask: int) -> Iterator[str]:
        """The devices of a mask."""
        return (device for index, device in enumerate(self.ids) if mask >> index & 1)

    @cached_property
    def capability(self) -> PerLane:
        """Every lane's compute capability."""
        return PerLane((*(Cap(one.major, one.minor) for one in self._caps), Cap(_FAR, 0)))

    @cached_property
    def arch(self) -> PerLane:
        """Every lane's target as a compiler of a kernel language names it."""
        suffixes = (self._suffix if one >= self._from else "" for one in self._caps)
        made = (Cap(one.major, one.minor, suffix) for one, suffix in zip(self._caps, suffixes, strict=True))
        return PerLane((*made, Cap(_FAR, 0, self._suffix)))

    @cached_property
    def properties(self) -> PerLane:
        """Every lane's device properties."""
        return PerLane(tuple(Device(cap) for cap in self.capability.values))

    def split(self, value: Any) -> Split:
        """Sort the lanes by what a condition is there."""
        if not isinstance(value, PerLane):
            masks = [0, 0, 0, 0]
            masks[_place(truth(value))] = self.full
            return Split(tuple(masks))
        masks = [0, 0, 0, 0]
        for index, one in enumerate(value.values):
            masks[_place(truth(one))] |= 1 << index
        return Split(tuple(masks))

    def merged(self, old: Any, new: Any, mask: int) -> Any:
        """A variable that lanes of `mask` have set."""
        if mask == self.full or old is new:
            return new
        ours = old.values if isinstance(old, PerLane) else (old,) * self.count
        theirs = new.values if isinstance(new, PerLane) else (new,) * self.count
        return of_lanes(theirs[index] if mask >> index & 1 else ours[index] for index in range(self.count))


def _place(value: Any) -> int:
    if isinstance(value, Unknown):
        return 2 if value.dependent else 3
    return 0 if value else 1
