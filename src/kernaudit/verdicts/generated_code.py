"""Code of sources that a build generates: its template is in the tree, the arguments it is made with are not.

What holds for the template whatever its arguments are is known: that it is a stub for a target, or that it compiles.
That some use in it is refused is not, since the generator may never instantiate that path.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.facts.bodies import Body
from kernaudit.model.verdict import Status

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.model.arch import Image, SmTarget
    from kernaudit.model.device import DeviceProfile
    from kernaudit.verdicts.code import Behind, UnreadCode
    from kernaudit.verdicts.kernel_code import KernelCode
    from kernaudit.verdicts.layer import LayerVerdict

__all__ = ["GeneratedCode"]


@dataclass(frozen=True, slots=True, eq=False)
class GeneratedCode:
    """A template that was read and instantiations that were not; implements `Code`."""

    template: KernelCode
    unread: UnreadCode

    def at_image(self, image: Image, device: DeviceProfile) -> tuple[LayerVerdict, ...]:
        """The template's word where it holds for every instantiation, else what is known of unread code."""
        fact = self.template.kernel.fact(image.virtual)
        layers = self.template.at_image(image, device)
        stub = any(layer.status is Status.GUARDED_OUT for layer in layers)
        if stub and (fact is None or not fact.refused):
            return layers
        if fact is not None and not fact.refused and fact.body is Body.CODE:
            return layers
        return self.unread.at_image(image, device)

    def at_device(self, device: DeviceProfile, *, usable: bool) -> tuple[LayerVerdict, ...]:
        """What needs no image, of the template."""
        return self.template.at_device(device, usable=usable)

    def made(self, images: Iterable[Image]) -> tuple[Image, ...]:
        """All of them: what a refusal depends on was not read."""
        return tuple(images)

    def behind(self, targets: Iterable[SmTarget], device: DeviceProfile) -> Behind:
        """What the template has for other targets."""
        return self.template.behind(targets, device)
