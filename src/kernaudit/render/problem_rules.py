"""What each rule of the gate means, as formats for machines declare it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.model.gate import GateRule

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["RuleText", "rule_text"]


@dataclass(frozen=True, slots=True)
class RuleText:
    """A title of a few words, and what a reader should know and do."""

    title: str
    help: str


_TEXTS: Mapping[str, RuleText] = {
    GateRule.REQUIREMENT: RuleText(
        "A required kernel does not run",
        "`gate.require` of kernaudit.yaml asks for this kernel, family or op on this device. The reasons of the cell "
        "name the line that keeps it from running; `kernaudit explain` shows all of them.",
    ),
    GateRule.REGRESSION: RuleText(
        "A kernel lost a device",
        "The baseline says that this kernel ran on this device, and it does not any more, or nobody can tell. "
        "If that is meant, agree on it with `kernaudit baseline update --accept-losses`.",
    ),
    GateRule.BUILD_BREAK: RuleText(
        "The build stops",
        "The toolkit refuses this code or this target: an instruction that the target lacks, an #error, too much "
        "static shared memory. Take the target from the arch list of this source, or guard the code.",
    ),
    GateRule.SILENT_NO_OP: RuleText(
        "A kernel that does nothing",
        "The image that loads on this device has an empty body: the launch succeeds and nothing is computed. Guards "
        "are evaluated with the macros of the image, not of the device.",
    ),
    GateRule.GATE_MISMATCH: RuleText(
        "A check admits a device without an image",
        "A test in host or Python code lets this device through, and no image of the build works there: the first "
        "launch fails at run time. Narrow the test or widen the arch list.",
    ),
    GateRule.SUFFIX_LOST: RuleText(
        "An arch-specific suffix was lost",
        "The list names a target with `a` or `f` and the build gets the plain one, which lacks the instructions that "
        "the suffix stands for. Look at the lines that rewrite the list.",
    ),
    GateRule.UNKNOWN: RuleText(
        "Not decidable",
        "What was read does not decide whether the kernel runs; the reason says what was missing.",
    ),
    GateRule.DOES_NOT_RUN: RuleText(
        "A kernel does not run on a device",
        "No image loads, or the code, the shared memory or a check keeps it from running. Often this is meant.",
    ),
    GateRule.WEAKER: RuleText(
        "A kernel runs worse than before",
        "It still runs, from an image that fits less well: compatible SASS in place of native, or PTX that the driver "
        "has to compile.",
    ),
}


def rule_text(rule: str) -> RuleText:
    """Return the words for a rule; findings of the build speak for themselves."""
    known = _TEXTS.get(rule)
    if known is not None:
        return known
    title = rule.replace("-", " ").capitalize()
    return RuleText(title, f"A finding about the build (`{rule}`); its text names the line and what to change.")
