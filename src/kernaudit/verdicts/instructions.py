"""The instruction layer: what the toolkit refuses for an image's target."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.kernels.static_memory import STATIC_RULE
from kernaudit.model.verdict import Detail, Layer, Reason, Status
from kernaudit.verdicts.layer import LayerVerdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.kernels.model import Refusal
    from kernaudit.kernels.survey import CodeFact
    from kernaudit.model.arch import SmTarget
    from kernaudit.ruleset.instructions import InstructionRules

__all__ = ["describe_refusal", "judge_refusals", "present_instructions"]

_SHOWN = 4
_MOST = 8
_WIDEST = 90


def judge_refusals(
    own: Sequence[Refusal], unit: Sequence[Refusal], target: SmTarget, rules: InstructionRules
) -> LayerVerdict:
    """What stops the compile for `target`: the kernel's own code, else other code of the same unit.

    A refused unit leaves no image for any of its kernels (design section 4, "Build breaks").
    """
    refused = own or unit
    if not refused:
        return LayerVerdict()
    missing = [one for one in refused if rules.get(one.rule) is not None]
    chosen = missing or list(refused)
    reasons = tuple(
        Reason(
            _layer(one, rules),
            describe_refusal(one, target, rules) + ("" if own else "; it is compiled together with this kernel"),
            one.location,
            one.rule,
        )
        for one in chosen[:_SHOWN]
    )
    if missing:
        return LayerVerdict(Status.MISSING_INSTRUCTION, reasons)
    if chosen[0].rule == STATIC_RULE:
        return LayerVerdict(Status.SMEM_EXCEEDED, reasons)
    return LayerVerdict(Status.GUARDED_OUT, reasons, Detail.COMPILE_ERROR)


def _layer(refusal: Refusal, rules: InstructionRules) -> Layer:
    if refusal.rule == STATIC_RULE:
        return Layer.SMEM
    return Layer.INSTRUCTION if rules.get(refusal.rule) is not None else Layer.GUARD


def present_instructions(fact: CodeFact, target: SmTarget, rules: InstructionRules) -> tuple[Reason, ...]:
    """The instruction rules of what the kernel may reach by name, all of which the target has."""
    found = [(use, rules.get(use.rule)) for use in fact.uses][:_MOST]
    return tuple(
        Reason(Layer.INSTRUCTION, f"{target} has {rule.title} (`{_short(use.text)}`)", use.location, use.rule)
        for use, rule in found
        if rule is not None
    )


def describe_refusal(refusal: Refusal, target: SmTarget, rules: InstructionRules) -> str:
    """A refusal in one line."""
    rule = rules.get(refusal.rule)
    if rule is None:
        return f"the compile for {target} stops: {refusal.text}"
    return f"{target} does not have it: {rule.title} (`{_short(refusal.text)}`)"


def _short(text: str) -> str:
    """A statement without its operands, which say nothing here."""
    opcode = text.split(" ", 1)[0] if "." in text.split(" ", 1)[0] else text
    return opcode if len(opcode) <= _WIDEST else f"{opcode[: _WIDEST - 3]}..."
