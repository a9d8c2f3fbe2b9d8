"""What one instruction rule says: which SM targets have a feature, since which toolkit, and what happens elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from kernaudit.model.arch import SmTarget

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kernaudit.model.arch import ComputeCapability
    from kernaudit.model.device import DeviceProfile
    from kernaudit.model.toolkit import Toolkit

__all__ = ["Claim", "Effort", "FamilyTable", "InstructionRule", "OnUnsupported", "RuleHit", "TargetSet"]

OnUnsupported = Literal["refused", "trap", "print", "print+trap", "empty", "software"]
"""What a use does on a target without it: the toolkit refuses the code, or a library compiles a stub or software."""

Effort = Literal["none", "days", "weeks", "months"]
"""What it takes to do without the feature: nothing, an edit, a rewrite of a kernel, a new kernel design."""


@dataclass(frozen=True, slots=True)
class FamilyTable:
    """Which chips a family-specific target covers, by the device profiles.

    Attributes:
        members: capability of a family target -> capabilities it covers, former numbers included.
        renamed: former number of a chip -> its present one (10.1 -> 11.0).
    """

    members: Mapping[ComputeCapability, frozenset[ComputeCapability]]
    renamed: Mapping[ComputeCapability, ComputeCapability]

    @classmethod
    def of(cls, devices: Iterable[DeviceProfile]) -> FamilyTable:
        """Collect the table from all device profiles."""
        members: dict[ComputeCapability, frozenset[ComputeCapability]] = {}
        renamed: dict[ComputeCapability, ComputeCapability] = {}
        for device in devices:
            renamed.update(dict.fromkeys(device.formerly, device.capability))
            for family in device.families:
                members[family.capability] = members.get(family.capability, frozenset()) | frozenset(device.numbers)
        return cls(members, renamed)

    def present(self, target: SmTarget) -> SmTarget:
        """The target under the number its chip has today: sm_101a -> sm_110a."""
        capability = self.renamed.get(target.capability)
        return target if capability is None else SmTarget(capability, target.suffix)


@dataclass(frozen=True, slots=True)
class TargetSet:
    """SM targets in the forms that the PTX ISA uses; several forms of one set are a union.

    Attributes:
        minimum: every target of this capability or a higher one, with or without suffix.
        only: exactly these targets.
        suffixed: the targets with suffix `a` or `f` of exactly these capabilities.
        families: the targets with suffix `a` or `f` of these families.
    """

    minimum: ComputeCapability | None = None
    only: frozenset[SmTarget] = frozenset()
    suffixed: frozenset[ComputeCapability] = frozenset()
    families: frozenset[ComputeCapability] = frozenset()

    def has(self, target: SmTarget, families: FamilyTable) -> bool:
        """Whether the target is in the set."""
        if self.minimum is not None and target.capability >= self.minimum:
            return True
        present = families.present(target)
        if present in self.only:
            return True
        if not target.suffix:
            return False
        return present.capability in self.suffixed or any(
            target.capability in families.members.get(family, ()) for family in self.families
        )


@dataclass(frozen=True, slots=True)
class Claim:
    """From this toolkit release on, these targets have the feature (until the next claim of the rule)."""

    since: tuple[int, int]
    targets: TargetSet


@dataclass(frozen=True, slots=True, eq=False)
class InstructionRule:
    """One entry of `rules/instructions/*.yaml`; compared by identity, as ids are unique.

    Attributes:
        claims: by release, oldest first.
        until: the last release that has the feature, or None.
        emulated: capabilities on which the assembler emits a software sequence; `emulated_source` says who saw it.
        on_unsupported: `unsupported_source` names the document or header.
        effort: what replacing it takes; None where nobody has said.
        is_tag: the name only tells for which target code was written (`arch::Sm90`); it refuses nothing by itself.
        universal: it holds for every target, so that a use says nothing about portability.
    """

    id: str
    title: str
    family: str
    claims: tuple[Claim, ...]
    until: tuple[int, int] | None
    families: FamilyTable = field(repr=False)
    replacement: str | None
    emulated: frozenset[ComputeCapability]
    emulated_source: str | None
    effort: Effort | None
    on_unsupported: OnUnsupported
    unsupported_source: str
    reference: str
    ptx: tuple[str, ...]
    names: tuple[str, ...]
    witness: tuple[str, ...]
    is_tag: bool
    universal: bool
    _accepted: dict[str, frozenset[SmTarget]] = field(default_factory=dict, repr=False)

    @property
    def refuses(self) -> bool:
        """Whether the toolkit refuses the code for a target that lacks the feature."""
        return self.on_unsupported == "refused" and not self.is_tag

    @property
    def falls_back(self) -> bool:
        """Whether a library computes the same in software where the feature is missing."""
        return self.on_unsupported == "software"

    def targets(self, release: tuple[int, int]) -> TargetSet | None:
        """The targets that have the feature under a toolkit release; None: that release does not know it."""
        if self.until is not None and release > self.until:
            return None
        found = [claim.targets for claim in self.claims if claim.since <= release]
        return found[-1] if found else None

    def accepts(self, target: SmTarget, toolkit: Toolkit) -> bool:
        """Whether code for `target` may use the feature under `toolkit`; the target need not be known to it."""
        targets = self.targets(toolkit.release_tuple)
        return targets is not None and targets.has(target, self.families)

    def accepted(self, toolkit: Toolkit) -> frozenset[SmTarget]:
        """Those of the toolkit's own targets that have the feature."""
        cached = self._accepted.get(toolkit.release)
        if cached is None:
            cached = frozenset(target for target in toolkit.targets if self.accepts(target, toolkit))
            self._accepted[toolkit.release] = cached
        return cached

    def emulated_on(self, target: SmTarget) -> bool:
        """Whether the assembler replaces it by a software sequence on this target's chip."""
        return self.families.present(target).capability in self.emulated


@dataclass(frozen=True, slots=True)
class RuleHit:
    """A rule that a piece of code falls under; `text` is the statement or the identifier, `offset` its place."""

    rule: InstructionRule
    text: str
    offset: int = 0
