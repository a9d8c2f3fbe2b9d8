"""Preprocessor definitions and include directories of a source."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.files.layout import in_tree, join
from kernaudit.build.cmake.lib.genex import evaluate_genex
from kernaudit.build.cmake.lib.lists import expand_list
from kernaudit.build.cmake.project.model import TargetType
from kernaudit.build.cmake.unknown import contains_unknown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kernaudit.build.cmake.lib.genex_context import GenexContext
    from kernaudit.build.cmake.project.model import Entry, Target

__all__ = ["definitions_of", "export_symbol", "flag_definitions", "include_directories"]

_NOT_IDENTIFIER: Final = re.compile(r"[^A-Za-z0-9_]")


def definitions_of(entries: Iterable[Entry], context: GenexContext) -> Iterator[str]:
    """Yield the definitions of entries without `-D`."""
    for entry in entries:
        for item in expand_list(evaluate_genex(entry.text, context)):
            yield item.removeprefix("-D")


def flag_definitions(flags: Sequence[str]) -> Iterator[str]:
    """Yield what `-DNAME`, `-D NAME` and `-D=NAME` flags define, `-U` taken into account by the caller."""
    words = iter(flags)
    for word in words:
        if word == "-D":
            following = next(words, "")
            if following:
                yield following
        elif word.startswith("-D") and not word.startswith("-D="):
            yield word[2:]


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
    """Return the include directories inside the tree, relative to its root, in search order."""
    found: dict[str, None] = {}
    for entry in entries:
        for item in expand_list(evaluate_genex(entry.text, context)):
            if not contains_unknown(item):
                relative = in_tree(join(entry.base or base, item))
                if relative is not None:
                    found[relative] = None
    return tuple(found)
