"""What the code of one kernel says to the verdict engine: guards and instructions per image, gates per device."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from kernaudit.facts.bodies import Body
from kernaudit.model.verdict import Layer, Reason, Status
from kernaudit.verdicts.code import Behind
from kernaudit.verdicts.guards import judge_guards, partly_guarded, passed_guards
from kernaudit.verdicts.host import judge_host, regate_remedy
from kernaudit.verdicts.instructions import judge_refusals, present_instructions
from kernaudit.verdicts.layer import LayerVerdict
from kernaudit.verdicts.paths import lost_paths, path_notes
from kernaudit.verdicts.shared_memory import unportable_cluster

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.kernels.host_survey import HostSurvey
    from kernaudit.kernels.survey import CodeFact, KernelSurvey, RuleUse, UnitSurvey
    from kernaudit.model.arch import Image, SmTarget
    from kernaudit.model.device import DeviceProfile
    from kernaudit.model.evidence import Location
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.ruleset.instructions import InstructionRules
    from kernaudit.verdicts.launches import LaunchJudge
    from kernaudit.verdicts.paths import LostPath

__all__ = ["KernelCode"]


@dataclass(frozen=True, slots=True, eq=False)
class KernelCode:
    """One kernel of one unit; implements `Code`.

    Guards and instruction legality follow an image's virtual architecture, emulation its real one (design section 3).
    """

    kernel: KernelSurvey
    unit: UnitSurvey
    rules: InstructionRules
    toolkit: Toolkit
    launches: LaunchJudge
    host: HostSurvey
    evidence: bool = False
    _lost: dict[SmTarget, tuple[LostPath, ...]] = field(default_factory=dict)
    _at_device: dict[tuple[str, bool], tuple[LayerVerdict, ...]] = field(default_factory=dict)

    def at_image(self, image: Image, device: DeviceProfile) -> tuple[LayerVerdict, ...]:
        """What guards and instructions say of that image on that device."""
        target = image.virtual
        if target not in self.unit.targets:
            text = f"the source was not read for {target}"
            return (LayerVerdict(Status.UNKNOWN, (Reason(Layer.GUARD, text, self.kernel.location),)),)
        fact = self.kernel.fact(target)
        refused = judge_refusals(
            () if fact is None else fact.refused, self.unit.refused.get(target, ()), target, self.rules
        )
        if refused.reasons:
            return (refused,)
        guard = judge_guards(self.kernel, fact, target)
        if self.evidence and fact is not None and guard.status.runs:
            guard = replace(guard, reasons=(*passed_guards(fact), *present_instructions(fact, target, self.rules)))
        if not guard.status.runs or fact is None:
            return (guard,)
        lost = self._lost_paths(fact, target)
        notes = path_notes(fact, lost, image, device, self.rules, self.toolkit)
        return (replace(guard, notes=(*notes, *partly_guarded(fact, target, instance=self._is_instance))),)

    @property
    def _is_instance(self) -> bool:
        return self.kernel.arguments is not None and "?" not in self.kernel.arguments

    def _lost_paths(self, fact: CodeFact, target: SmTarget) -> tuple[LostPath, ...]:
        found = self._lost.get(target)
        if found is None:
            found = self._lost[target] = lost_paths(self.kernel, fact, self.rules, self.toolkit)
        return found

    def at_device(self, device: DeviceProfile, *, usable: bool) -> tuple[LayerVerdict, ...]:
        """What needs no image: the shared memory that launches ask for, and the tests of host code."""
        found = self._at_device.get((device.id, usable))
        if found is None:
            layers = (*self._shared_memory(device), *self._cluster(device), *self._host(device, usable=usable))
            found = self._at_device[device.id, usable] = layers
        return found

    def _shared_memory(self, device: DeviceProfile) -> tuple[LayerVerdict, ...]:
        launches = self.unit.launches_of(self.kernel)
        if not launches:
            return ()
        found = self.launches.judge(launches, device)
        return (replace(found.verdict, smem=found.smem, remedies=found.remedies),)

    def _cluster(self, device: DeviceProfile) -> tuple[LayerVerdict, ...]:
        """A launch of more blocks than the portable size fails unless the kernel's attribute allows it."""
        limit, size = device.limits.cluster, self.kernel.cluster
        if limit is None or size is None or size <= limit.value:
            return ()
        reason = Reason(Layer.HOST, unportable_cluster(size, limit.value), self.kernel.location)
        return (LayerVerdict(Status.UNKNOWN, (reason,)),)

    def _host(self, device: DeviceProfile, *, usable: bool) -> tuple[LayerVerdict, ...]:
        gates = self.host.gates(self.unit.unit, self.kernel, device.id)
        if not gates:
            return ()
        remedy = regate_remedy(gates, device)
        verdict = judge_host(gates, device, images_loadable=usable)
        return (verdict if remedy is None else replace(verdict, remedies=(remedy,)),)

    def made(self, images: Iterable[Image]) -> tuple[Image, ...]:
        """The images of targets for which the unit compiles."""
        return tuple(image for image in images if image.virtual not in self.unit.refused)

    def behind(self, targets: Iterable[SmTarget], device: DeviceProfile) -> Behind:
        """Compare with every target for which the kernel is code: the one of which the device lacks least tells."""
        own = tuple(targets)
        best: tuple[RuleUse, ...] | None = None
        for fact in {id(one): one for one in self.kernel.facts.values()}.values():  # equal facts are one object
            if fact.body not in (Body.CODE, Body.MIXED) or fact.refused or fact.traps_somewhere:
                continue
            having = frozenset(target for target in own if not self._gone(fact, target))
            if having:
                return Behind((), self._guard(own), having)
            lacking = min((self._gone(fact, target) for target in own), key=len)
            best = lacking if best is None or len(lacking) < len(best) else best
        if best is None:
            return Behind(None, self.kernel.location)
        return Behind(tuple(self._replacement(use, device) for use in best), best[0].location if best else None)

    def _gone(self, fact: CodeFact, target: SmTarget) -> tuple[RuleUse, ...]:
        found = ((use, self.rules.get(use.rule)) for use in fact.uses)
        lacking = ((use, rule) for use, rule in found if rule is not None and not rule.falls_back)
        return tuple(use for use, rule in lacking if not rule.accepts(target, self.toolkit))

    def _replacement(self, use: RuleUse, device: DeviceProfile) -> str:
        rule = self.rules.get(use.rule)
        title = use.rule if rule is None else rule.title
        instead = "" if rule is None or rule.replacement is None else f"; instead: {rule.replacement}"
        return f"no target of {device.capability} has {title}{instead}"

    def _guard(self, targets: Iterable[SmTarget]) -> Location:
        """The first branch that keeps the code out for one of these targets."""
        facts = (self.kernel.fact(target) for target in targets)
        found = (one.location for fact in facts if fact is not None for one in fact.branches if not one.taken)
        return next(found, self.kernel.location)
