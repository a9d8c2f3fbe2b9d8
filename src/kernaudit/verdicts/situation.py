"""All that is known of one cell before anything is advised."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kernaudit.model.arch import Image
    from kernaudit.model.device import DeviceProfile
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.model.verdict import IfRebuilt
    from kernaudit.verdicts.answer import BuildAnswer
    from kernaudit.verdicts.layer import LayerVerdict

__all__ = ["Situation"]


@dataclass(frozen=True, slots=True)
class Situation:
    """A judged cell: the build's answer, the image that the device takes, today's verdict and the counterfactual."""

    answer: BuildAnswer
    device: DeviceProfile
    toolkit: Toolkit
    image: Image | None
    verdict: LayerVerdict
    rebuilt: IfRebuilt
