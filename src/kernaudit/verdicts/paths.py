"""Which code paths of a kernel an image does not have: notes on cells that run, found by comparing targets.

A path is what the instruction rules of a kernel are for one target. Where another target's path holds a rule that the
image's lacks, code was left out; whether that is a loss for a device depends on what the device has (design section 4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.facts.bodies import Body
from kernaudit.model.verdict import Note, NoteKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.kernels.survey import CodeFact, KernelSurvey, RuleUse
    from kernaudit.model.arch import Image, SmTarget
    from kernaudit.model.device import DeviceProfile
    from kernaudit.model.instruction import InstructionRule
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.ruleset.instructions import InstructionRules

__all__ = ["LostPath", "lost_paths", "path_notes"]


def path_notes(  # noqa: PLR0913, PLR0917 - the question whole
    fact: CodeFact,
    lost: Sequence[LostPath],
    image: Image,
    device: DeviceProfile,
    rules: InstructionRules,
    toolkit: Toolkit,
) -> tuple[Note, ...]:
    """Return `suffix-lost`, `degraded` and `emulated` notes of a kernel that runs from `image` on `device`.

    Args:
        fact: what the kernel is for the image's virtual architecture.
        lost: what `lost_paths` says of that.
        image: the image that is loaded.
        device: the device.
        rules: of instructions.
        toolkit: whose assembler decides what the device has.
    """
    return (
        *_suffix_lost(lost, image),
        *_degraded(lost, device, toolkit),
        *_emulated(fact, image, device, rules),
    )


class LostPath:
    """A rule that another target's path has, and the targets whose path has it."""

    __slots__ = ("rule", "targets", "use")

    def __init__(self, rule: InstructionRule, use: RuleUse) -> None:
        self.rule, self.use = rule, use
        self.targets: list[SmTarget] = []


def lost_paths(kernel: KernelSurvey, fact: CodeFact, rules: InstructionRules, toolkit: Toolkit) -> tuple[LostPath, ...]:
    """Return the rules of other targets' paths that this one lacks and does not replace by something newer."""
    found: dict[str, LostPath] = {}
    own = fact.rules
    for target, other in kernel.facts.items():
        if other is fact or not other.uses or other.refused or other.body not in (Body.CODE, Body.MIXED):
            continue
        lost = [use for use in other.uses if use.rule not in own]
        if not lost or _supersedes(own - other.rules, target, rules, toolkit):
            continue
        for use in lost:
            rule = rules.get(use.rule)
            if rule is not None:
                found.setdefault(use.rule, LostPath(rule, use)).targets.append(target)
    return tuple(found.values())


def _supersedes(more: Iterable[str], target: SmTarget, rules: InstructionRules, toolkit: Toolkit) -> bool:
    """Whether the image's path uses something that the other target does not have, not even in software."""
    found = (rule for one in more if (rule := rules.get(one)) is not None and not rule.falls_back)
    return any(not rule.accepts(target, toolkit) for rule in found)


def _suffix_lost(lost: Iterable[LostPath], image: Image) -> Iterable[Note]:
    plain = image.virtual
    if plain.suffix:
        return
    for one in lost:
        suffixed = [t for t in one.targets if t.capability == plain.capability and t.suffix]
        if suffixed and plain not in one.targets:
            text = f"{one.rule.title} is compiled for {_join(suffixed)}, not for plain {plain}"
            yield Note(NoteKind.SUFFIX_LOST, text, one.use.location)


def _degraded(lost: Iterable[LostPath], device: DeviceProfile, toolkit: Toolkit) -> Iterable[Note]:
    own = device.own_targets(toolkit)
    for one in lost:
        has = any(one.rule.accepts(target, toolkit) for target in own)
        first = min(target.capability for target in one.targets)
        if has or device.capability > first:
            text = f"another path is taken than the one with {one.rule.title}, compiled for {_join(one.targets)}"
            yield Note(NoteKind.DEGRADED, text, one.use.location)


def _emulated(fact: CodeFact, image: Image, device: DeviceProfile, rules: InstructionRules) -> Iterable[Note]:
    """SASS is emulated for its own number; PTX for the device that compiles it. Either way it is a slower path."""
    found: list[tuple[RuleUse, InstructionRule]] = []
    for use in fact.uses:
        rule = rules.get(use.rule)
        if rule is not None:
            there = device.capability in rule.emulated if image.is_ptx else rule.emulated_on(image.code.target)
            found += [(use, rule)] if there else []
    for use, rule in found:
        text = f"{rule.title} is emulated on {device.capability}: {rule.emulated_source}"
        yield Note(NoteKind.EMULATED, text, use.location)
    for use, rule in found[:1]:
        yield Note(NoteKind.DEGRADED, f"{rule.title} is emulated on {device.capability}", use.location)


def _join(targets: Iterable[SmTarget]) -> str:
    names = [target.real for target in sorted(targets)]
    return ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
