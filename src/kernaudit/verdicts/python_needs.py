"""Whether a device has what a Python kernel asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.facts.python.literals import HOLE
from kernaudit.model.verdict import Layer, Reason, Status
from kernaudit.verdicts.layer import LayerVerdict
from kernaudit.verdicts.python_picked import is_picked

if TYPE_CHECKING:
    from kernaudit.kernels.python.survey import PythonKernel, Use
    from kernaudit.model.arch import SmTarget
    from kernaudit.model.device import DeviceProfile
    from kernaudit.model.python_api import PythonLanguage, Requirement
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.ruleset.instructions import InstructionRules

__all__ = ["Compiler", "judge_needs"]

_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Compiler:
    """What compiles a kernel for one device: the target that it makes code for, and the assembler's release."""

    target: SmTarget
    toolkit: Toolkit
    instructions: InstructionRules
    device: DeviceProfile


def judge_needs(kernel: PythonKernel, language: PythonLanguage, compiler: Compiler) -> LayerVerdict:
    """Return what the names in a kernel say: one that the target lacks stops its compilation there.

    A name behind a condition that was not evaluated may or may not be compiled: unknown. So is assembly that no rule
    covers; where only values that are put into it are missing, a device that the code picks is taken to have it.
    """
    device = compiler.device
    needs = {one.id: one for one in language.requires}
    lacking: list[Reason] = []
    perhaps: list[Reason] = []
    for use in kernel.uses:
        if device.id not in use.yes and device.id not in use.may:
            continue
        missing = _missing(use, needs.get(use.requirement), compiler)
        if missing is None:
            continue
        sure = device.id in use.yes and not use.conditional
        text = missing if sure else f"{missing}, behind a condition that was not evaluated"
        (lacking if sure else perhaps).append(Reason(Layer.INSTRUCTION, text, use.location, use.requirement))
    if lacking:
        return LayerVerdict(Status.MISSING_INSTRUCTION, tuple(lacking[:_SHOWN]))
    unread = [
        Reason(Layer.INSTRUCTION, f"no rule covers `{text}`", place if place.file else kernel.location)
        for place, text in kernel.unread
        if HOLE not in text or not is_picked(kernel, device)
    ]
    if perhaps or unread:
        return LayerVerdict(Status.UNKNOWN, (*perhaps, *unread)[:_SHOWN])
    return LayerVerdict()


def _missing(use: Use, need: Requirement | None, compiler: Compiler) -> str | None:
    """What the device lacks of a use, as a sentence; None if it has it."""
    if need is not None and need.never is not None:
        return f"{use.text}: {need.never}"
    if need is not None and need.minimum is not None:
        if compiler.device.capability >= need.minimum:
            return None
        return f"{need.title} ({use.text}) needs {need.minimum} or later"
    rule = compiler.instructions.get(use.requirement)
    if rule is None or rule.accepts(compiler.target, compiler.toolkit):
        return None
    return f"{compiler.target} has no {rule.title} ({use.text})"
