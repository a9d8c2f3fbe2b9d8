"""What the preprocessor gets for a source: definitions, files included first, include directories."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.files.layout import in_tree, join, normalise, shown
from kernaudit.build.cmake.lib.genex import evaluate_genex
from kernaudit.build.cmake.lib.lists import expand_list
from kernaudit.build.cmake.project.model import TargetType
from kernaudit.build.cmake.unknown import contains_unknown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kernaudit.build.cmake.lib.genex_context import GenexContext
    from kernaudit.build.cmake.project.model import Entry, Target

__all__ = ["definitions_of", "export_symbol", "include_directories", "tree_files", "tree_paths"]

_NOT_IDENTIFIER: Final = re.compile(r"[^A-Za-z0-9_]")


def definitions_of(entries: Iterable[Entry], context: GenexContext) -> Iterator[str]:
    """Yield the definitions of entries without `-D`."""
    for entry in entries:
        for item in expand_list(evaluate_genex(entry.text, context)):
            yield item.removeprefix("-D")


def export_symbol(target: Target) -> str | None:
    """Return the macro that cmake defines while it compiles a shared library."""
    if target.type not in (TargetType.SHARED, TargetType.MODULE):
        return None
    written = target.properties.get("DEFINE_SYMBOL")
    if written is not None:
        return written or None
    name = _NOT_IDENTIFIER.sub("_", target.name)
    return f"{'_' if name[:1].isdigit() else ''}{name}_EXPORTS"


def include_directories(entries: Iterable[Entry], context: GenexContext, base: str) -> tuple[str, ...]:
    """Return the include directories inside the tree and among what the build writes, in search order."""
    items = (
        (entry.base or base, item) for entry in entries for item in expand_list(evaluate_genex(entry.text, context))
    )
    return tuple(dict.fromkeys(path for at, item in items for path in tree_paths([item], at)))


def tree_paths(written: Iterable[str], base: str) -> Iterator[str]:
    """Yield those of the paths that `place_of` knows; relative ones stand below `base`."""
    for item in written:
        place = None if contains_unknown(item) else place_of(join(base, item))
        if place is not None:
            yield place


def tree_files(written: Iterable[str]) -> Iterator[str]:
    """Yield files that flags name as the sources look for them: inside the tree, or by a name to look for."""
    for item in written:
        place = place_of(normalise(item)) if item.startswith("/") else item
        if place is not None and not contains_unknown(item):
            yield place


def place_of(path: str) -> str | None:
    """Return a path inside the tree, or among what the build writes, as reports print it; None for any other."""
    relative = in_tree(path)
    if relative is not None:
        return relative
    printed = shown(path)
    return printed if printed.startswith("<build>") else None
