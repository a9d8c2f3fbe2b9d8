"""What a kernel's body became on one target: code, nothing, a print, a trap, or not known."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.facts.effects import Outcome, Site

__all__ = ["Body", "BodyFact", "combined", "judge"]


class Body(StrEnum):
    """The word of the contract for a kernel's body."""

    CODE = "code"
    EMPTY = "empty"
    PRINT = "print"
    TRAP = "trap"
    PRINT_TRAP = "print+trap"
    MIXED = "mixed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class BodyFact:
    """A body and why.

    Attributes:
        body: the word.
        certain: it holds for every instantiation, whatever the template arguments.
        sites: the prints and traps that decided it.
        failed: `static_assert`s that do not hold on the way, so that the toolkit stops.
    """

    body: Body
    certain: bool
    sites: tuple[Site, ...] = ()
    failed: tuple[Site, ...] = ()


def judge(outcome: Outcome) -> BodyFact:
    """Return the body that a walk found.

    A trap on every path counts, whatever is written before it could be proved to happen (design section 4): the walk
    stops at the first certain effect, so a trap that is met before one is met on every path.
    """
    if outcome.certain:
        return BodyFact(Body.CODE, certain=True, failed=outcome.failed)
    if outcome.code:
        return BodyFact(Body.CODE, certain=False, sites=(*outcome.prints, *outcome.traps), failed=outcome.failed)
    sites = (*outcome.prints, *outcome.traps)
    if outcome.unread:
        return BodyFact(Body.UNKNOWN, certain=False, sites=sites, failed=outcome.failed)
    if outcome.unknown_calls:
        word = Body.UNKNOWN if sites else Body.CODE  # beside a print or a trap nobody can say whether it is a stub
        return BodyFact(word, certain=False, sites=sites, failed=outcome.failed)
    prints, traps = bool(outcome.prints), bool(outcome.traps)
    word = Body.PRINT_TRAP if prints and traps else Body.PRINT if prints else Body.TRAP if traps else Body.EMPTY
    return BodyFact(word, certain=not (outcome.doubt or outcome.hidden), sites=sites, failed=outcome.failed)


def combined(facts: Sequence[BodyFact]) -> BodyFact:
    """Return the body of a kernel from those of its instantiations: `mixed` where they differ."""
    words = {fact.body for fact in facts}
    sites = tuple(dict.fromkeys(site for fact in facts for site in fact.sites))
    failed = tuple(dict.fromkeys(site for fact in facts for site in fact.failed))
    certain = all(fact.certain for fact in facts)
    if len(words) == 1:
        return BodyFact(words.pop(), certain, sites, failed)
    if Body.UNKNOWN in words and Body.CODE not in words:
        return BodyFact(Body.UNKNOWN, certain=False, sites=sites, failed=failed)
    return BodyFact(Body.MIXED, certain, sites, failed)
