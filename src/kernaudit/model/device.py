"""What is known of a physical GPU: its capability, limits, names and the SM targets that address it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kernaudit.model.arch import ComputeCapability, SmTarget, Suffix
    from kernaudit.model.toolkit import Toolkit

__all__ = ["Alias", "Availability", "DeviceLimits", "DeviceProfile", "Form", "Limit", "Sourced", "TargetRange"]

_OWN_ORDER: tuple[Suffix, ...] = ("", "f", "a")
"""Order in which a rebuild for a device's own number is tried (design section 4, `if_rebuilt`)."""


class Form(StrEnum):
    """Where a GPU sits; SASS between Tegra parts and the others is never claimed as proven."""

    DATACENTER = "datacenter"
    DESKTOP = "desktop"
    TEGRA = "tegra"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Sourced:
    """A statement with the document that makes it."""

    text: str
    source: str


@dataclass(frozen=True, slots=True)
class Limit:
    """One hardware limit with the document it was read in; `dispute` says who reports another number."""

    value: int
    source: str
    dispute: str | None = None


@dataclass(frozen=True, slots=True)
class DeviceLimits:
    """Limits of a device; shared memory in bytes, per block unless the name says otherwise.

    `shared` is what a launch gets without an opt-in call, `shared_optin` what it can ask for,
    `shared_reserved` what the driver keeps of every block; `cluster` the blocks of a cluster that need no attribute,
    None where there are no clusters.
    """

    shared: Limit
    shared_optin: Limit
    shared_per_sm: Limit
    shared_reserved: Limit
    threads: Limit
    threads_per_sm: Limit
    warps_per_sm: Limit
    blocks_per_sm: Limit
    registers: Limit
    registers_per_sm: Limit
    registers_per_thread: Limit
    cluster: Limit | None = None


@dataclass(frozen=True, slots=True)
class TargetRange:
    """An SM target of a device and the toolkit releases that know it; `until` is the last one, None if it lasts."""

    target: SmTarget
    since: tuple[int, int]
    until: tuple[int, int] | None
    source: str

    def known_to(self, release: tuple[int, int]) -> bool:
        """Whether the compilers of that release accept this target."""
        return self.since <= release and (self.until is None or release <= self.until)


@dataclass(frozen=True, slots=True)
class Alias:
    """A product name under which a device is known."""

    name: str
    source: str


@dataclass(frozen=True, slots=True)
class Availability:
    """When a product could first be bought; `grade` rates the source, `precision` the date."""

    product: str
    date: str
    precision: str
    grade: str
    source: str


@dataclass(frozen=True, slots=True)
class DeviceProfile:
    """One GPU generation as a column of the report.

    Attributes:
        id: the profile's name, which is its file's stem and a column's key.
        formerly: numbers that older toolkits and drivers used for the same chip.
        families: the family-specific targets whose code this device runs.
        availability: None where no dated source was found; `availability_gap` says why.
    """

    id: str
    capability: ComputeCapability
    name: str
    generation: str
    form: Form
    targets: tuple[TargetRange, ...]
    formerly: tuple[ComputeCapability, ...]
    families: tuple[SmTarget, ...]
    aliases: tuple[Alias, ...]
    limits: DeviceLimits
    availability: Availability | None
    capability_source: str
    availability_gap: str | None = None

    @property
    def numbers(self) -> tuple[ComputeCapability, ...]:
        """The device's own number first, then the ones it had before."""
        return (self.capability, *self.formerly)

    def own_targets(self, toolkit: Toolkit) -> tuple[SmTarget, ...]:
        """SM targets of exactly this device that the toolkit knows, in the order plain, f, a.

        Empty where the toolkit is older than the device, or has dropped it.
        """
        known = [entry.target for entry in self.targets if entry.target in toolkit.targets]
        return tuple(sorted(known, key=lambda target: _OWN_ORDER.index(target.suffix)))

    def __str__(self) -> str:
        return f"{self.id} ({self.capability}, {self.name})"
