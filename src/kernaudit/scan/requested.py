"""The arch list a user asks for by its place: `@FILE:LINE`, or `released` for the one that the release files name."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from kernaudit.build.lists_found import find_arch_lists
from kernaudit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.discover.tree import SourceTree
    from kernaudit.model.build import ArchListFound
    from kernaudit.scan.options import ScanOptions

__all__ = ["with_request"]

_RELEASED: Final = "released"
_PLACE: Final = re.compile(r"@(.+):([0-9]+)")
_OF_RELEASE: Final = re.compile(r"release|publish|wheel|deploy", re.IGNORECASE)
_SHOWN: Final = 5


def with_request(options: ScanOptions, tree: SourceTree) -> ScanOptions:
    """Return the options with the list itself in place of the words that name it.

    Raises:
        UsageError: no list stands there, or several could be meant.
    """
    asked = options.request
    if asked is None or not (asked == _RELEASED or asked.startswith("@")):
        return options
    found = find_arch_lists(tree)
    chosen = _released(found) if asked == _RELEASED else _at(asked, found)
    if "$" in chosen.value:
        message = f"--request {asked}: {chosen.location} makes its list of variables ({chosen.value}); write it out"
        raise UsageError(message)
    return replace(options, request=chosen.value)


def _at(asked: str, found: Sequence[ArchListFound]) -> ArchListFound:
    match = _PLACE.fullmatch(asked)
    if match is None:
        message = f"--request {asked}: expected @FILE:LINE"
        raise UsageError(message)
    for one in found:
        if one.location.file == match[1].removeprefix("./") and one.location.line == int(match[2]):
            return one
    message = f"--request {asked}: no arch list stands there{_choices(found)}"
    raise UsageError(message)


def _released(found: Sequence[ArchListFound]) -> ArchListFound:
    """The one list that files of the release name, else the one list of the tree."""
    for lists in ([one for one in found if _OF_RELEASE.search(one.location.file)], found):
        if len({one.value for one in lists}) == 1:
            return lists[0]
        if lists:
            message = f"--request {_RELEASED}: several lists could be meant{_choices(lists)}"
            raise UsageError(message)
    message = f"--request {_RELEASED}: no file of the tree names an arch list"
    raise UsageError(message)


def _choices(found: Iterable[ArchListFound]) -> str:
    shown = [f"@{one.location} ({one.value})" for one in found]
    more = "" if len(shown) <= _SHOWN else f" and {len(shown) - _SHOWN} more"
    return f"; there are {', '.join(shown[:_SHOWN])}{more}" if shown else ""
