"""What a kernel's own code says, as the verdict engine asks for it: per image, and per device.

Guards and instructions follow the image that was chosen (its virtual architecture and target), host and Python
gates and unconditional shared memory follow the device. Readers of sources provide this; until a source is read,
`UnreadCode` stands in and claims nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from kernaudit.model.verdict import Layer, Reason, Status
from kernaudit.verdicts.layer import LayerVerdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.model.arch import Image, SmTarget
    from kernaudit.model.device import DeviceProfile
    from kernaudit.model.evidence import Location

__all__ = ["Behind", "Code", "UnreadCode"]


@dataclass(frozen=True, slots=True)
class Behind:
    """What stands behind the guard that leaves a kernel without code on a device.

    Attributes:
        gone: instructions that no target of the device has, each with what is used instead; empty: only the guard is
            in the way. None: no target is known for which the kernel has code.
        location: the guard, or the instruction that is gone.
        targets: the device's own targets that have all of it.
    """

    gone: tuple[str, ...] | None
    location: Location | None
    targets: frozenset[SmTarget] = frozenset()


class Code(Protocol):
    """The layers behind the images: guards, instructions, shared memory, host and Python gates."""

    def at_image(self, image: Image, device: DeviceProfile) -> tuple[LayerVerdict, ...]:
        """What the layers that need an image's macros or target say, for that image on that device."""

    def at_device(self, device: DeviceProfile, *, usable: bool) -> tuple[LayerVerdict, ...]:
        """What the layers that need no image say; `usable`: an image with code of it loads there."""

    def made(self, images: Iterable[Image]) -> tuple[Image, ...]:
        """Those of the images that the toolkit does not refuse because of the code."""

    def behind(self, targets: Iterable[SmTarget], device: DeviceProfile) -> Behind:
        """What a kernel without code for these targets of a device has elsewhere."""


@dataclass(frozen=True, slots=True)
class UnreadCode:
    """Code that was not read: the build's own images are taken as asked, of any other image nothing is known."""

    built: frozenset[Image]

    def at_image(self, image: Image, device: DeviceProfile) -> tuple[LayerVerdict, ...]:  # noqa: ARG002 - protocol
        """Nothing against an image that the build makes; any other one may fail to compile or be empty."""
        if image in self.built:
            return ()
        text = f"the source was not read: whether it compiles for {image.code}, and to what, is not known"
        return (LayerVerdict(Status.UNKNOWN, (Reason(Layer.BUILD, text),)),)

    def at_device(self, device: DeviceProfile, *, usable: bool) -> tuple[LayerVerdict, ...]:  # noqa: ARG002 - protocol
        """Nothing is known, so nothing is said."""
        return ()

    def made(self, images: Iterable[Image]) -> tuple[Image, ...]:
        """All of them, as far as anybody knows."""
        return tuple(images)

    def behind(self, targets: Iterable[SmTarget], device: DeviceProfile) -> Behind:  # noqa: ARG002 - protocol
        """Nothing is known."""
        return Behind(None, None)
