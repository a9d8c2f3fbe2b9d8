"""Applies suppressions: a problem that one covers is shown and does not fail the gate; no cell changes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from kernaudit.errors import UsageError
from kernaudit.model.gate import GateRule, Ignored, UnusedIgnore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kernaudit.config.model import ConfiguredIgnore
    from kernaudit.gate.comments import Comment
    from kernaudit.model.evidence import Location
    from kernaudit.model.gate import Problem

__all__ = ["Ignore", "apply_ignores", "of_comments", "of_config"]


_RULES = frozenset(map(str, GateRule))
_IDLE = "nothing here needs it"


@dataclass(frozen=True, slots=True)
class Ignore:
    """One suppression, ready to ask: `covers` tells of a problem, `fault` says why it cannot count, `idle` what to say
    where it covers nothing.
    """

    reason: str
    location: Location
    text: str
    covers: Callable[[Problem], bool]
    fault: str | None = None
    idle: str = _IDLE


def apply_ignores(problems: Iterable[Problem], ignores: Sequence[Ignore]) -> tuple[list[Problem], list[UnusedIgnore]]:
    """Return the problems, those that a suppression covers marked, and the suppressions that covered nothing."""
    used: set[int] = set()
    told: list[Problem] = []
    for problem in problems:
        found = next((n for n, one in enumerate(ignores) if one.fault is None and one.covers(problem)), None)
        if found is not None:
            used.add(found)
            problem = replace(problem, ignored=Ignored(ignores[found].reason, ignores[found].location))  # noqa: PLW2901
        told.append(problem)
    unused = [
        UnusedIgnore(f"{one.text}: {one.fault or one.idle}", one.location)
        for number, one in enumerate(ignores)
        if number not in used
    ]
    return told, unused


def of_comments(comments: Iterable[Comment]) -> list[Ignore]:
    """Return the suppressions that stand in sources; without a known rule or a reason they do not count."""
    return [_of_comment(one) for one in comments]


def of_config(entries: Iterable[ConfiguredIgnore], device_id: Callable[[str], str], as_of: str | None) -> list[Ignore]:
    """Return the suppressions of a configuration.

    Args:
        entries: as written.
        device_id: any spelling of a device -> its id.
        as_of: today (ISO); the program has no clock.

    Raises:
        UsageError: an entry has an expiry and nobody said what day it is, or a device cannot be understood.
    """
    return [_of_entry(one, device_id, as_of) for one in entries]


def _of_comment(one: Comment) -> Ignore:
    fault = None
    rules = ", ".join(sorted(GateRule))
    if not one.rules:
        fault = f"it names no rule; write ignore[RULE] with one of {rules}"
    elif not one.reason:
        fault = "it gives no reason"

    def covers(problem: Problem) -> bool:
        return problem.rule in one.rules and any(
            place.file == one.location.file and place.line in one.lines for place in problem.places
        )

    idle = _IDLE if any(rule in _RULES for rule in one.rules) else f"{_IDLE}; the rules are {rules}"
    return Ignore(one.reason, one.location, f"ignore[{', '.join(one.rules)}]", covers, fault, idle)


def _of_entry(one: ConfiguredIgnore, device_id: Callable[[str], str], as_of: str | None) -> Ignore:
    if one.expiry is not None and as_of is None:
        raise UsageError(f"{one.location}: gate.ignore has an expiry; say which day it is with --as-of YYYY-MM-DD")
    devices = frozenset(map(device_id, one.device))
    expired = one.expiry is not None and as_of is not None and as_of > one.expiry

    def covers(problem: Problem) -> bool:
        return (
            (one.rule is None or problem.rule == one.rule)
            and (not devices or problem.device in devices)
            and (one.kernel is None or _is_kernel(one.kernel, problem))
            and (one.path is None or _is_path(one.path, problem))
        )

    return Ignore(one.reason, one.location, "gate.ignore", covers, f"expired on {one.expiry}" if expired else None)


def _is_kernel(glob: str, problem: Problem) -> bool:
    kernel = problem.kernel or ""
    names = (kernel, kernel.rpartition("#")[2], kernel.rpartition("#")[2].rpartition("::")[2], kernel.partition(":")[2])
    return any(name and (name == glob or fnmatchcase(name, glob)) for name in names)


def _is_path(glob: str, problem: Problem) -> bool:
    files = {place.file for place in problem.places} | {(problem.kernel or "").partition("#")[0]}
    if problem.location is not None:
        files.add(problem.location.file)
    return any(fnmatchcase(file, glob) for file in files)
