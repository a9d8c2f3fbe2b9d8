"""What walking through device code found: effects that leave the kernel, traps, prints, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

__all__ = ["CertainCode", "Effects", "FinalCode", "Outcome", "PossibleCode", "Site"]


class CertainCode(Exception):  # noqa: N818 - a finding that ends the walk, not an error
    """An effect that is reached whatever the open template arguments are: nothing more needs to be read."""


class PossibleCode(Exception):  # noqa: N818 - see above
    """An effect is reached behind an open branch that may have left: the rest of this function decides nothing more."""


class FinalCode(Exception):  # noqa: N818 - see above
    """An effect that can be reached, where that is all that is asked: one instantiation is walked."""


@dataclass(frozen=True, slots=True)
class Site:
    """A place of interest: where it stands and what was found."""

    path: str
    line: int
    text: str


@dataclass(slots=True)
class Effects:
    """What was seen so far on the paths that were not excluded.

    Attributes:
        code: an effect may be reached.
        unknown_calls: calls are reached whose code is not in the tree: each may have an effect.
        prints, traps: where.
        failed: `static_assert`s that do not hold, outside open branches.
        unread: the walk gave up (a bound was reached), so absence proves nothing.
        doubt: open branches before may have left the function: what follows may never run.
        hidden: objects of open types are used: their classes may do something.
        trap_doubt: they may have ended the kernel, so that what follows the call may never run either.
    """

    code: bool = False
    unknown_calls: bool = False
    prints: list[Site] = field(default_factory=list)
    traps: list[Site] = field(default_factory=list)
    failed: list[Site] = field(default_factory=list)
    unread: bool = False
    doubt: bool = False
    trap_doubt: bool = False
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one call does: `certain` code, what else was seen, how it ends, what it returns.

    `doubt`: it may end the kernel on a branch that is open. `stop` is None (it returns), or "trap" (it never does).
    """

    certain: bool
    code: bool
    prints: tuple[Site, ...]
    traps: tuple[Site, ...]
    unread: bool
    doubt: bool
    stop: str | None
    value: Any
    failed: tuple[Site, ...] = ()
    unknown_calls: bool = False
    hidden: bool = False
