"""Refuses empty words of a command line: an unset shell variable must not quietly mean the default."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["refuse_empty_words"]

_OF_OPTION = "{}: the value is empty; leave the option out for its default"
_TITLE = "--title"
_ARGUMENT = "an argument is empty; name what is meant"


def refuse_empty_words(arguments: Sequence[str]) -> None:
    """Look for empty arguments and for options with an empty value.

    Raises:
        UsageError: one of them is empty; it is named.
    """
    for before, word in zip(("", *arguments), arguments, strict=False):
        option, equals, value = word.partition("=")
        if _TITLE in (before, option):
            continue  # no title at all takes one of the configuration away
        if not word:
            raise UsageError(_OF_OPTION.format(before) if before.startswith("-") else _ARGUMENT)
        if option.startswith("--") and equals and not value:
            raise UsageError(_OF_OPTION.format(option))
