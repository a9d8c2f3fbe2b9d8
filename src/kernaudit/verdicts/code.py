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
    from kernaudit.model.arch import Image
    from kernaudit.model.device import DeviceProfile

__all__ = ["Code", "UnreadCode"]


class Code(Protocol):
    """The layers behind the images: guards, instructions, shared memory, host and Python gates."""

    def at_image(self, image: Image, device: DeviceProfile) -> tuple[LayerVerdict, ...]:
        """What the layers that need an image's macros or target say, for that image on that device."""

    def at_device(self, device: DeviceProfile) -> tuple[LayerVerdict, ...]:
        """What the layers that need no image say."""


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

    def at_device(self, device: DeviceProfile) -> tuple[LayerVerdict, ...]:  # noqa: ARG002 - protocol
        """Nothing is known, so nothing is said."""
        return ()
