"""Which image of a binary a device takes (design section 3); pure, the rules are data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.model.device import Form
from kernaudit.model.verdict import Note, NoteKind, Status

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.model.arch import Code, Image, SmTarget
    from kernaudit.model.device import DeviceProfile
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.ruleset.images import ImageRules

__all__ = ["ImageChoice", "choose_image", "is_legal_gencode", "loads"]

_CLASSES = (Status.NATIVE, Status.COMPATIBLE_SASS, Status.PTX_JIT)
"""Best first: exact SASS, compatible SASS, PTX."""


@dataclass(frozen=True, slots=True)
class ImageChoice:
    """What a device makes of a set of images.

    `loadable` are all that load, best first, `chosen` its head; `status` is what having that image means
    (`not-built` without one), before any other layer speaks.
    """

    chosen: Image | None
    loadable: tuple[Image, ...]
    status: Status
    notes: tuple[Note, ...] = ()


def loads(image: Image, device: DeviceProfile, rules: ImageRules) -> bool:
    """Whether the device's driver can use the image at all; the source of each rule is in `rules/images.yaml`."""
    return rules.loads(image, device)


def choose_image(images: Iterable[Image], device: DeviceProfile, rules: ImageRules) -> ImageChoice:
    """The image that the device takes out of all that a source leaves in a binary.

    SASS for exactly the device, else compatible SASS, else PTX; in a class the highest number, and of one
    number `a` before `f` before plain (assumed). Images that differ only in their virtual architecture are
    ordered by it, the highest first.
    """
    usable = list(dict.fromkeys(image for image in images if rules.loads(image, device)))
    if not usable:
        return ImageChoice(None, (), Status.NOT_BUILT)
    ordered = tuple(sorted(usable, key=lambda image: _preference(image, device, rules)))
    chosen = ordered[0]
    return ImageChoice(chosen, ordered, _class_of(chosen, device, rules), _notes(chosen, device, rules))


def is_legal_gencode(virtual: SmTarget, code: Code, toolkit: Toolkit, rules: ImageRules) -> bool:
    """Whether the toolkit builds that pair; `rules.gencode_fault` says why not."""
    return rules.gencode_fault(virtual, code, toolkit) is None


def _class_of(image: Image, device: DeviceProfile, rules: ImageRules) -> Status:
    if image.is_ptx:
        return Status.PTX_JIT
    exact = rules.present(image.code.target.capability) == device.capability
    return Status.NATIVE if exact else Status.COMPATIBLE_SASS


def _preference(image: Image, device: DeviceProfile, rules: ImageRules) -> tuple[int, ...]:
    target, virtual = image.code.target, image.virtual
    number = target.capability if image.is_ptx else rules.present(target.capability)
    return (
        _CLASSES.index(_class_of(image, device, rules)),
        -number.number,
        rules.suffix_rank[target.suffix],
        -target.capability.number,
        -virtual.capability.number,
        rules.suffix_rank[virtual.suffix],
    )


def _notes(image: Image, device: DeviceProfile, rules: ImageRules) -> tuple[Note, ...]:
    """Why loading that SASS is not proven; PTX has its own word for that, `ptx-jit`."""
    if image.is_ptx:
        return ()
    number = image.code.target.capability
    if rules.present(number) != number:
        note = rules.renumbered_note
    elif number != device.capability and _tegra(rules.forms.get(number)) != _tegra(device.form):
        note = rules.tegra_note
    else:
        return ()
    return (Note(NoteKind.UNPROVEN, f"{image.code} on {device.capability}: {note.text}"),)


def _tegra(form: Form | None) -> bool:
    return form is Form.TEGRA
