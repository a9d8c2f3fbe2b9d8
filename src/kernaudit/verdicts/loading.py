"""The image layer: which image of a source the device takes, and what having that one means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.model.verdict import Layer, Note, NoteKind, Reason, Status
from kernaudit.verdicts.images import choose_image
from kernaudit.verdicts.layer import LayerVerdict
from kernaudit.verdicts.refused import refused_image

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.model.arch import Image
    from kernaudit.model.device import DeviceProfile
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.ruleset.images import ImageRules
    from kernaudit.verdicts.images import ImageChoice

__all__ = ["Loading", "judge_loading"]


@dataclass(frozen=True, slots=True)
class Loading:
    """The chosen image (None without one), all that load, and the layer's word."""

    image: Image | None
    images: tuple[Image, ...]
    verdict: LayerVerdict


def judge_loading(images: Sequence[Image], device: DeviceProfile, toolkit: Toolkit, rules: ImageRules) -> Loading:
    """Choose among the images that a build asks for.

    An image that the toolkit refuses is chosen like any other and then found missing: that the build stops there
    is the verdict for the device it was meant for (design section 4, "Build breaks").
    """
    choice = choose_image(images, device, rules)
    if choice.chosen is None:
        return Loading(None, (), LayerVerdict(Status.NOT_BUILT, (_none_loads(images, device),)))
    made = tuple(image for image in choice.loadable if refused_image(image, toolkit, rules) is None)
    refused = refused_image(choice.chosen, toolkit, rules)
    if refused is not None:
        reason = Reason(Layer.BUILD, f"{choice.chosen} is not made: {refused.message}", rule=refused.rule)
        return Loading(None, made, LayerVerdict(Status.NOT_BUILT, (reason,), refused.detail))
    notes = (*choice.notes, *_driver_note(choice.chosen, toolkit))
    reason = Reason(Layer.IMAGE, _why_chosen(choice.chosen, choice, device))
    return Loading(choice.chosen, made, LayerVerdict(choice.status, (reason,), notes=notes))


def _none_loads(images: Sequence[Image], device: DeviceProfile) -> Reason:
    listed = ", ".join(dict.fromkeys(map(str, images)))
    return Reason(Layer.IMAGE, f"none of the images loads on {device.capability}: {listed}")


def _why_chosen(image: Image, choice: ImageChoice, device: DeviceProfile) -> str:
    match choice.status:
        case Status.NATIVE:
            return f"{image.code} is SASS for exactly {device.capability} ({image})"
        case Status.PTX_JIT:
            return f"no SASS loads on {device.capability}; the driver compiles {image.code} PTX ({image})"
        case _:
            kind = "family" if image.code.target.suffix else "major number"
            return f"{image.code} SASS loads on {device.capability}, a later device of the same {kind} ({image})"


def _driver_note(image: Image, toolkit: Toolkit) -> tuple[Note, ...]:
    if not image.is_ptx:
        return ()
    text = f"the driver must accept PTX ISA {toolkit.ptx_isa}, which CUDA {toolkit.release} writes"
    return (Note(NoteKind.JIT_DRIVER, text),)
