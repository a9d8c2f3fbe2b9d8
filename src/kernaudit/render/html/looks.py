"""How a status or an answer looks on the page: symbol, word, and the class that the style sheet colours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.model.decision import Answer
from kernaudit.model.verdict import Status
from kernaudit.render.words import word

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Look", "answer_look", "status_look"]


@dataclass(frozen=True, slots=True)
class Look:
    """A symbol that is told apart without colour, a word, what it means, and a class of the style sheet."""

    symbol: str
    word: str
    meaning: str
    css: str


_WORDS: Mapping[Status, str] = {Status.UNKNOWN: "unknown"}
"""A terminal leaves the word out where the symbol says it; a page has room."""

_ANSWERS: Mapping[Answer, Look] = {
    Answer.KEEP: Look("●", "keep", "it runs; see its caveats", "native"),
    Answer.REBUILD: Look("◆", "rebuild", "a flag of the build", "ptx-jit"),
    Answer.RESIZE: Look("◆", "resize", "a constant", "ptx-jit"),
    Answer.REGATE: Look("◆", "regate", "a check that excludes the device", "ptx-jit"),
    Answer.BRANCHES: Look("✗", "decide", "revert, wait or port", "not-built"),
    Answer.UNKNOWN: Look("?", "unknown", "not decidable from what was read", "unknown"),
}


def status_look(status: Status) -> Look:
    """Return how a verdict looks."""
    found = word(status)
    return Look(found.symbol, _WORDS.get(status, found.short), found.meaning.removeprefix("unknown: "), status.value)


def answer_look(answer: Answer) -> Look:
    """Return how the answer for a pin looks."""
    return _ANSWERS[answer]
