"""The build layer: whether this build leaves anything of a source at all, and which gate decided it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.model.verdict import Detail, Layer, Reason, Status
from kernaudit.verdicts.layer import LayerVerdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.model.arch import Gencode
    from kernaudit.model.build import Gate
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.verdicts.answer import BuildAnswer, Entry, Refusal

__all__ = ["EXTERNAL", "LOADER", "UNDECIDED", "UNREADABLE", "describe_gate", "judge_build"]

EXTERNAL = "external-project"
UNREADABLE = "unreadable-source"
"""The rule name of what is not known because the build fetches it."""

LOADER = "loader-undecided"
"""The rule name of libraries with the same source of which nobody knows which one is loaded."""

UNDECIDED = "arch-list-unknown"
"""The rule name of flags that only running the build would tell."""

_NOT_IN_TREE = "the source is fetched when the build is configured; beyond the gate nothing of it is known"
_GENERATED = "the files of this pattern are generated when the build is configured; they are not in this tree"


def judge_build(answer: BuildAnswer, toolkit: Toolkit) -> LayerVerdict:
    """What the build leaves of the source: nothing, images for the image layer to judge, or something unknown."""
    if answer.stop is not None:
        reason = Reason(Layer.BUILD, f"the configuration stops: {answer.stop.message}", answer.stop.location)
        return LayerVerdict(Status.NOT_BUILT, (reason,), Detail.CONFIGURE_ERROR)
    if answer.entries:
        return _built(answer, toolkit)
    if answer.open_question is not None:
        question = answer.open_question
        reason = Reason(Layer.BUILD, question.text, question.location, question.rule)
        return LayerVerdict(Status.UNKNOWN, (reason,))
    reasons = tuple(reason for refusal in answer.refusals for reason in _refusal_reasons(refusal))
    return LayerVerdict(Status.NOT_BUILT, reasons)


def _built(answer: BuildAnswer, toolkit: Toolkit) -> LayerVerdict:
    reasons = [reason for entry in answer.entries for reason in _entry_reasons(entry, toolkit)]
    if answer.choice is not None:
        rule = None if answer.choice.decided else LOADER
        reasons.append(Reason(Layer.PYTHON, answer.choice.text, answer.choice.location, rule))
    if answer.undecided is not None or (answer.choice is not None and not answer.choice.decided):
        return LayerVerdict(Status.UNKNOWN, tuple(reasons))
    if answer.external:
        reasons.append(Reason(Layer.BUILD, _NOT_IN_TREE, answer.entries[0].location, EXTERNAL))
        return LayerVerdict(Status.UNKNOWN, tuple(reasons))
    if answer.unreadable is not None:
        reasons.append(Reason(Layer.BUILD, answer.unreadable, answer.entries[0].location, UNREADABLE))
        return LayerVerdict(Status.UNKNOWN, tuple(reasons))
    if answer.generated:
        reasons.append(Reason(Layer.BUILD, _GENERATED, answer.entries[0].location))
    return LayerVerdict(Status.NATIVE, tuple(reasons))


def _entry_reasons(entry: Entry, toolkit: Toolkit) -> Iterable[Reason]:
    if entry.gate is not None:
        yield Reason(Layer.BUILD, describe_gate(entry.gate), entry.gate.location)
    if entry.undecided is not None:
        text = f"the arch flags of target {entry.target} are not known: {entry.undecided}"
        yield Reason(Layer.BUILD, text, entry.location, UNDECIDED)
        return
    flags = _spell(entry.gencodes) or f"no arch flag, so nvcc's default {_spell(toolkit.default_gencodes)}"
    yield Reason(Layer.BUILD, f"target {entry.target} compiles it with {flags}", entry.location)


def _refusal_reasons(refusal: Refusal) -> Iterable[Reason]:
    if refusal.gate is not None:
        yield Reason(Layer.BUILD, describe_gate(refusal.gate), refusal.gate.location)
    yield Reason(Layer.BUILD, refusal.text, refusal.location)


def describe_gate(gate: Gate) -> str:
    """A gate in one line: its name and its arch list before (if one went in) and after, or its text without lists."""
    if not gate.before and not gate.after:
        return f"{gate.name}: {gate.text}"
    if not gate.before:
        return f"{gate.name}: {_join(gate.after)}"
    if not gate.before:
        return f"{gate.name}: {_join(gate.after)}"
    return f"{gate.name}: {_join(gate.before)} -> {_join(gate.after)}"


def _join(values: Iterable[str]) -> str:
    return ";".join(values) or "nothing"


def _spell(gencodes: Iterable[Gencode]) -> str:
    return " ".join(map(str, gencodes))
