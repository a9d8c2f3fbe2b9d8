"""Entries that the assumed toolkit refuses by their targets alone: they leave no image, and the build stops there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.model.verdict import Detail

if TYPE_CHECKING:
    from kernaudit.model.arch import Image
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.ruleset.images import ImageRules

__all__ = ["RefusedImage", "refused_image"]

_UNKNOWN_TARGET = "unknown-target"
_ILLEGAL_PAIR = "illegal-gencode"


@dataclass(frozen=True, slots=True)
class RefusedImage:
    """An image that is never made: the rule that says so, the toolkit's side of it, and the cell's detail."""

    image: Image
    rule: str
    message: str
    detail: Detail


def refused_image(image: Image, toolkit: Toolkit, rules: ImageRules) -> RefusedImage | None:
    """Return why the toolkit makes no such image: it does not know a target, or not the pair (design section 3)."""
    message = rules.gencode_fault(image.virtual, image.code, toolkit)
    if message is None:
        return None
    if image.virtual in toolkit.targets and image.code.target in toolkit.targets:
        return RefusedImage(image, _ILLEGAL_PAIR, message, Detail.TOOLKIT)
    return RefusedImage(image, _UNKNOWN_TARGET, message, Detail.UNKNOWN_TARGET)
