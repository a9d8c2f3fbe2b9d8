"""What walking through device code found: effects that leave the kernel, traps, prints, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kernaudit.sources.outline import Function

__all__ = ["CertainCode", "Effects", "Outcome", "Site"]


class CertainCode(Exception):  # noqa: N818 - a finding that ends the walk, not an error
    """An effect that is reached whatever the open template arguments are: nothing more needs to be read."""


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
        prints, traps: where.
        unread: the walk gave up (a bound was reached), so absence proves nothing.
        doubt: how many open branches before may have left: what follows may never run.
    """

    code: bool = False
    prints: list[Site] = field(default_factory=list)
    traps: list[Site] = field(default_factory=list)
    unread: bool = False
    doubt: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one call does: `certain` code, what else was seen, how it ends, what it returns.

    `stop` is None (it returns), or "trap" (it never does).
    """

    certain: bool
    code: bool
    prints: tuple[Site, ...]
    traps: tuple[Site, ...]
    unread: bool
    doubt: bool
    stop: str | None
    value: Any
    functions: tuple[Function, ...] = ()
