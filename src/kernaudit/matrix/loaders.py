"""Several libraries that hold the same source, and a loader that picks one by the device (design section 4)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kernaudit.verdicts.answer import Choice

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.kernels.python.survey import LoadedName
    from kernaudit.matrix.lines import SourceLine
    from kernaudit.verdicts.answer import BuildAnswer, Entry

__all__ = ["pick_loaded"]

_WORDS = re.compile(r"[a-z]+|\d+")
_ENDING = re.compile(r"(?:\.abi3)?\.(?:so|pyd|dll)$|\*.*$|\.\*$")


@dataclass(frozen=True, slots=True)
class _Pick:
    """A load that means one of the targets."""

    target: str
    load: LoadedName


def pick_loaded(line: SourceLine, loads: Sequence[LoadedName]) -> SourceLine:
    """Return the line with, per device, the targets that a loader picks there.

    A target that no loader names stays; so does all where nothing that the loader names is loaded, for then another
    gate says so. What a loader leaves open leaves the targets that differ open, too.
    """
    if not loads or not any(_targets(answer) for answers in line.answers.values() for answer in answers):
        return line
    answers = {
        device: tuple(_picked(answer, loads, device) for answer in given) for device, given in line.answers.items()
    }
    return replace(line, answers=answers)


def _targets(answer: BuildAnswer) -> tuple[str, ...]:
    """The targets of a source, if there are several."""
    found = tuple(dict.fromkeys(entry.target for entry in answer.entries))
    return found if len(found) > 1 else ()


def _picked(answer: BuildAnswer, loads: Sequence[LoadedName], device: str) -> BuildAnswer:
    targets = _targets(answer)
    picks = [_Pick(target, one) for one in loads if (target := _meant(one, targets)) is not None] if targets else []
    named = {one.target for one in picks}
    if len(named) < 2:
        return answer
    sure = [one for one in picks if device in one.load.yes]
    open_ = [one for one in picks if device in one.load.may]
    kept = {one.target for one in (*sure, *open_)}
    if not kept:
        return answer
    entries = tuple(entry for entry in answer.entries if entry.target not in named or entry.target in kept)
    if open_ and _differ(entries):
        text = f"which of {', '.join(sorted(kept))} is loaded hangs on a test of the device that is not decided"
        return replace(answer, choice=Choice(text, open_[0].load.location, decided=False))
    if len(entries) == len(answer.entries):
        return answer
    left = ", ".join(sorted(named - kept))
    first = (*sure, *open_)[0]
    return replace(
        answer, entries=entries, choice=Choice(f"loads {first.target} here, not {left}", first.load.location)
    )


def _differ(entries: Iterable[Entry]) -> bool:
    return len({(entry.gencodes, entry.command, entry.undecided) for entry in entries}) > 1


def _meant(load: LoadedName, targets: Iterable[str]) -> str | None:
    """The one target that a loaded name means: of those with the same words the one with most of them."""
    words = _words(_ENDING.sub("", load.name))
    path = "/" in load.name or not load.whole
    found: list[tuple[bool, int, str]] = []
    for target in targets:
        own = _words(target)
        if own <= words or (path and words <= own and words):
            found.append((own == words, len(own & words), target))
    best = max((one[:2] for one in found), default=None)
    chosen = [one[2] for one in found if one[:2] == best]
    return chosen[0] if len(chosen) == 1 else None


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORDS.findall(text.lower()))
