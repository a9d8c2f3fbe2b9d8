"""The devices that are walked at once: a lane each, as one bit of a mask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.facts.host_gates.number import Number, made

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kernaudit.model.device import DeviceProfile

__all__ = ["Lanes"]

_TENFOLD = 10
_FAR = 10
"""How many times the highest device's numbers the made-up device beyond it has."""


class Lanes:
    """Device facts by lane; the last two lanes are the made-up devices below and beyond all others.

    Attributes:
        ids: device ids in lane order, without the made-up ones.
        count: number of lanes.
        full: the mask of all lanes.
        beyond: the bit of the lane beyond every device.
        all_devices: the mask of the lanes that are devices.
        keys: the numbers under which host code may list devices: 9, 90 and 900 for 9.0.
        generations: of the devices, in lower case.
    """

    def __init__(self, devices: Sequence[DeviceProfile]) -> None:
        self.ids = tuple(device.id for device in devices)
        self.count = len(devices) + 2
        self.full = (1 << self.count) - 1
        self.beyond = 1 << (self.count - 1)
        self.all_devices = (1 << len(devices)) - 1
        self._bits = {device.id: 1 << index for index, device in enumerate(devices)}
        self.generations = frozenset(device.generation.lower() for device in devices)
        limits = [device.limits for device in devices]
        majors = [device.capability.major for device in devices]
        minors = [device.capability.minor for device in devices]
        numbers = [device.capability.number for device in devices]
        self.keys = frozenset({*majors, *numbers, *(number * _TENFOLD for number in numbers)})
        self._facts = {
            "major": self._made(majors, direct=True),
            "minor": self._made(minors, direct=True, beyond=0),
            "number": self._made(numbers, direct=True),
            "shared": self._made([limit.shared.value for limit in limits], direct=False),
            "shared_optin": self._made([limit.shared_optin.value for limit in limits], direct=False),
            "shared_per_sm": self._made([limit.shared_per_sm.value for limit in limits], direct=False),
            "shared_reserved": self._made([limit.shared_reserved.value for limit in limits], direct=False),
        }

    @staticmethod
    def _made(values: list[int], *, direct: bool, beyond: int | None = None) -> Number:
        far = _FAR * max(values, default=0) if beyond is None else beyond
        return made([frozenset({value}) for value in (*values, 0, far)], direct=direct)

    def fact(self, name: str) -> Number | None:
        """Return a fact of every lane: `major`, `minor`, `number`, or a limit in bytes."""
        return self._facts.get(name)

    def bit(self, device: str) -> int:
        """Return the mask of one device."""
        return self._bits[device]

    def devices(self, mask: int) -> Iterator[str]:
        """Yield the devices of a mask."""
        return (device for device, bit in self._bits.items() if mask & bit)
