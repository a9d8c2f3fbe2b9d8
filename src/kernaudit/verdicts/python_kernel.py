"""The cell of a kernel written in Python: compiled at run time, for the device in the machine, by its own compiler."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kernaudit.model.arch import SmTarget
from kernaudit.model.verdict import (
    Cell,
    Detail,
    IfRebuilt,
    Layer,
    Note,
    NoteKind,
    Reason,
    Remedy,
    RemedyKind,
    Status,
)
from kernaudit.verdicts.host import judge_host, regate_remedy
from kernaudit.verdicts.layer import LayerVerdict, combine
from kernaudit.verdicts.python_memory import judge_memory
from kernaudit.verdicts.python_needs import Compiler, judge_needs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernaudit.kernels.python.survey import PythonKernel
    from kernaudit.model.device import DeviceProfile
    from kernaudit.model.python_api import PythonLanguage
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.ruleset.instructions import InstructionRules

__all__ = ["PythonJudge"]


@dataclass(frozen=True, slots=True)
class PythonJudge:
    """What judging needs; `assemblers` are the toolkits that languages bring along, by language."""

    languages: Mapping[str, PythonLanguage]
    assemblers: Mapping[str, Toolkit | None]
    toolkit: Toolkit
    instructions: InstructionRules

    def cell(self, kernel: PythonKernel, device: DeviceProfile) -> Cell:
        """Return the cell: dispatch comes first, then what the compiler makes of the kernel there."""
        language = self.languages[kernel.language]
        assembler = self.assemblers[kernel.language]
        target = _target(language, device)
        served = _served(kernel, language, assembler, target, device)
        memory = judge_memory(kernel, device)
        needs = judge_needs(kernel, language, Compiler(target, assembler or self.toolkit, self.instructions, device))
        behind = combine((served, needs, memory))
        gates = [kernel.gates[device.id]] if device.id in kernel.gates else []
        runs_behind = behind.status.runs or behind.status is Status.UNKNOWN
        gate = judge_host(gates, device, images_loadable=runs_behind, layer=Layer.PYTHON)
        verdict = _dispatched_first(combine((gate, served, needs, memory)))
        runs = verdict.status.runs
        notes = (*verdict.notes, *_partial(kernel, device), *((_estimate(kernel, language),) if runs else ()))
        return Cell(
            status=verdict.status,
            also=verdict.also,
            image=f"jit:{target.real}" if served.status.runs else None,
            images=(f"jit:{target.real}",) if served.status.runs else (),
            smem=verdict.smem,
            notes=notes,
            reasons=verdict.reasons or (_made_when_called(kernel, language),),
            remedies=() if runs else _remedies(kernel, behind, gate, device),
            if_rebuilt=_rebuilt(behind, target, served),
        )


def _dispatched_first(verdict: LayerVerdict) -> LayerVerdict:
    """What is compiled at run time is compiled after dispatch: a refusal there comes before all else."""
    first = Status.RUNTIME_REJECTED
    if first not in verdict.also:
        return verdict
    rest = sorted({verdict.status, *verdict.also} - {first}, key=lambda one: one.rank)
    return replace(verdict, status=first, also=tuple(rest))


def _target(language: PythonLanguage, device: DeviceProfile) -> SmTarget:
    suffix = language.suffix if device.capability >= language.suffix_from else ""
    return SmTarget(device.capability, "a" if suffix == "a" else "f" if suffix == "f" else "")


def _served(
    kernel: PythonKernel, language: PythonLanguage, assembler: Toolkit | None, target: SmTarget, device: DeviceProfile
) -> LayerVerdict:
    """Whether the language's compiler makes code for the device at all."""
    capability = device.capability
    if capability < language.minimum:
        text = f"{language.id} serves {language.minimum} and later, not {capability} ({language.minimum_source})"
        return LayerVerdict(Status.RUNTIME_REJECTED, (Reason(Layer.PYTHON, text, kernel.location),))
    if language.known and capability not in language.known:
        text = f"no release of {language.id} that was read has a name for {capability}"
        return LayerVerdict(Status.UNKNOWN, (Reason(Layer.PYTHON, text, kernel.location),))
    if assembler is not None and target not in assembler.targets:
        text = f"the assembler of CUDA {assembler.release}, which comes with {language.id}, does not know {target}"
        return LayerVerdict(Status.UNKNOWN, (Reason(Layer.IMAGE, text, kernel.location),))
    if assembler is None and target not in _any_target(device):
        text = f"no toolkit is known to compile for {target}"
        return LayerVerdict(Status.UNKNOWN, (Reason(Layer.IMAGE, text, kernel.location),))
    return LayerVerdict()


def _any_target(device: DeviceProfile) -> frozenset[SmTarget]:
    return frozenset(entry.target for entry in device.targets)


def _made_when_called(kernel: PythonKernel, language: PythonLanguage) -> Reason:
    """What speaks for a cell against which nothing does."""
    return Reason(Layer.IMAGE, f"{language.id} compiles it when it is first called", kernel.location)


def _estimate(kernel: PythonKernel, language: PythonLanguage) -> Note:
    text = f"compiled by {language.id} when it is first called; judged from its text, not from an image"
    return Note(NoteKind.ESTIMATE, text, kernel.location)


def _partial(kernel: PythonKernel, device: DeviceProfile) -> tuple[Note, ...]:
    """Remarks where the code refuses some arguments on the device."""
    found = [one for one in kernel.partial if device.id in one.devices]
    return tuple(
        Note(NoteKind.PARTLY_GUARDED, f"not on {device.capability} where `{one.condition}`: `{one.text}`", one.location)
        for one in found[:4]
    )


def _remedies(
    kernel: PythonKernel, behind: LayerVerdict, gate: LayerVerdict, device: DeviceProfile
) -> tuple[Remedy, ...]:
    """What is needed together; a port implies the rest."""
    statuses = {behind.status, *behind.also}
    if Status.MISSING_INSTRUCTION in statuses:
        reason = next(one for one in behind.reasons if one.layer is Layer.INSTRUCTION)
        return (Remedy(RemedyKind.PORT, reason.text, reason.location),)
    found = list(behind.remedies)
    gates = [kernel.gates[device.id]] if device.id in kernel.gates else []
    regate = regate_remedy(gates, device) if gate.status is Status.RUNTIME_REJECTED else None
    if regate is not None:
        found.append(regate)
    if Status.RUNTIME_REJECTED in statuses or Status.UNKNOWN in {*statuses, gate.status}:
        reasons = [one for one in (*behind.reasons, *gate.reasons) if one.layer is not Layer.SMEM]
        text = reasons[0].text if reasons else "its shared memory is not known"
        found.append(Remedy(RemedyKind.UNKNOWN, text, kernel.location))
    return tuple(found)


def _rebuilt(behind: LayerVerdict, target: SmTarget, served: LayerVerdict) -> IfRebuilt:
    """The verdict behind the gate: a kernel that is compiled at run time is always built for the device."""
    if not served.status.runs and served.status is not Status.UNKNOWN:
        return IfRebuilt(None, Status.NOT_BUILT, Detail.TOOLKIT, (), (), served.reasons)
    return IfRebuilt(target.real, behind.status, None, behind.also, behind.notes, behind.reasons)
