"""Keyword arguments of built-in commands: `NAME value`, `LIST a b c`, `FLAG`, in any order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

__all__ = ["Keywords", "parse_keywords"]


@dataclass(slots=True)
class Keywords:
    """What was given: flags by name, the last value per single keyword, all values per list keyword, the rest."""

    flags: set[str] = field(default_factory=set)
    single: dict[str, str] = field(default_factory=dict)
    lists: dict[str, list[str]] = field(default_factory=dict)
    rest: list[str] = field(default_factory=list)

    def get(self, name: str) -> str | None:
        """Return the value of a single keyword, or None."""
        return self.single.get(name)

    def values(self, name: str) -> list[str]:
        """Return the values of a list keyword, empty if it was not given."""
        return self.lists.get(name, [])


def parse_keywords(
    args: Iterable[str],
    *,
    flags: Collection[str] = (),
    single: Collection[str] = (),
    lists: Collection[str] = (),
) -> Keywords:
    """Sort arguments by keyword; what stands before the first keyword or after a complete one is `rest`."""
    found = Keywords()
    sink = found.rest
    pending: str | None = None
    for arg in args:
        if arg in flags:
            found.flags.add(arg)
            sink, pending = found.rest, None
        elif arg in single:
            sink, pending = found.rest, arg
        elif arg in lists:
            sink, pending = found.lists.setdefault(arg, []), None
        elif pending is not None:
            found.single[pending] = arg
            pending = None
        else:
            sink.append(arg)
    return found
