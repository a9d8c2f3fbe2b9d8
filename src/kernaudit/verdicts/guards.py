"""The guard layer: what the loaded image's body does, and which preprocessor branch decided that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.facts.bodies import Body
from kernaudit.kernels.model import Doubt
from kernaudit.model.evidence import Location
from kernaudit.model.verdict import Detail, Layer, Note, NoteKind, Reason, Status
from kernaudit.verdicts.layer import LayerVerdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.kernels.survey import Branch, CodeFact, KernelSurvey
    from kernaudit.model.arch import SmTarget

__all__ = ["UNREAD_BODY", "describe_branch", "judge_guards", "partly_guarded", "passed_guards"]

UNREAD_BODY = "body-not-decided"
"""The rule name of a body of which reading could not tell what it does."""

_DETAILS = {
    Body.EMPTY: Detail.SILENT_NO_OP,
    Body.PRINT: Detail.PRINT,
    Body.TRAP: Detail.TRAP,
    Body.PRINT_TRAP: Detail.TRAP,
}
_WORDS = {
    Body.EMPTY: "does nothing: a launch succeeds and leaves its results untouched",
    Body.PRINT: "only prints a message",
    Body.TRAP: "traps",
    Body.PRINT_TRAP: "prints a message and traps",
}
_SHOWN = 3
_MOST = 12


def judge_guards(survey: KernelSurvey, fact: CodeFact | None, target: SmTarget) -> LayerVerdict:
    """What the body compiled for `target` says; a body that is empty wherever it is compiled is written so."""
    if fact is None:
        text = f"{survey.name} is not defined when compiled for {target}"
        return LayerVerdict(Status.GUARDED_OUT, (Reason(Layer.GUARD, text, survey.location),))
    if fact.body is Body.UNKNOWN:
        doubt = fact.doubt or Doubt(
            f"what {survey.name} does when compiled for {target} could not be decided", survey.location
        )
        return LayerVerdict(Status.UNKNOWN, (Reason(Layer.GUARD, doubt.text, doubt.location, UNREAD_BODY),))
    detail = _DETAILS.get(fact.body)
    if detail is None or _is_empty_as_written(survey, fact):
        return LayerVerdict()
    text = f"compiled for {target} it {_WORDS[fact.body]}"
    place = fact.sites[0] if fact.sites else survey.location
    reasons = (*_deciding(fact), Reason(Layer.GUARD, text, place))
    return LayerVerdict(Status.GUARDED_OUT, reasons, detail)


def _is_empty_as_written(survey: KernelSurvey, fact: CodeFact) -> bool:
    """Whether no condition emptied the body: nothing depends on the target, and it is empty for all of them."""
    if fact.body is not Body.EMPTY or fact.branches:
        return False
    return all(one.body is Body.EMPTY for one in survey.facts.values())


def _deciding(fact: CodeFact) -> Iterable[Reason]:
    """The branches that took the code away: those around a trap or print, else those left out, outermost first."""
    chosen = [one for one in fact.branches if one.taken and _holds_site(one, fact)]
    chosen = [*_siblings(chosen, fact), *chosen] or [one for one in fact.branches if not one.taken]
    for branch in sorted(dict.fromkeys(chosen), key=lambda one: (not one.inside, one.location))[:_SHOWN]:
        yield Reason(Layer.GUARD, describe_branch(branch), branch.location)


def _holds_site(branch: Branch, fact: CodeFact) -> bool:
    place = branch.location
    return any(site.file == place.file and place.line < site.line <= branch.end for site in fact.sites)


def _siblings(chosen: Iterable[Branch], fact: CodeFact) -> list[Branch]:
    """The branches before an `else`: their conditions are what decided."""
    found: list[Branch] = []
    for branch in chosen:
        start = branch.location
        before = [one for one in fact.branches if one.location.file == start.file and one.end == start.line - 1]
        while before:
            found.insert(0, before[0])
            start = before[0].location
            before = [one for one in fact.branches if one.location.file == start.file and one.end == start.line - 1]
    return found


def partly_guarded(fact: CodeFact, target: SmTarget, *, instance: bool) -> tuple[Note, ...]:
    """Say where code that remains still ends on some of its paths, because of what it is compiled for."""
    found: list[Note] = []
    for branch in fact.stops(instance=instance):
        stop = branch.stop
        if stop is not None:
            what = "traps on some path" if stop.traps else "returns at once for some template arguments"
            text = f"compiled for {target} it {what}: {describe_branch(branch)}"
            found.append(Note(NoteKind.PARTLY_GUARDED, text, Location(branch.location.file, stop.line)))
    return tuple(found[:_SHOWN])


def passed_guards(fact: CodeFact) -> tuple[Reason, ...]:
    """The branches, in and around what the kernel reaches, that depend on the target and leave it its code."""
    found = [one for one in fact.branches if one.text != "else" or one.taken]
    shown = sorted(found, key=lambda one: (not one.taken, not one.inside, one.location))[:_MOST]
    return tuple(Reason(Layer.GUARD, describe_branch(one), one.location) for one in shown)


def describe_branch(branch: Branch) -> str:
    """A branch in one line: its condition, the macro values it saw, and whether it holds."""
    if branch.text == "else":
        return "#else is compiled" if branch.taken else "#else is left out"
    values = ", ".join(f"{name}={value or 'defined'}" for name, value in branch.values)
    seen = f" with {values}" if values else ""
    if not branch.known:
        return f"`{branch.text}`{seen} is not known; taken as {'true' if branch.taken else 'false'}"
    return f"`{branch.text}`{seen} {'holds' if branch.taken else 'does not hold'}"
