"""Which names a template calls through its type parameters."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kernaudit.sources.ast import Tuple

__all__ = ["dependent_calls"]


def dependent_calls(template: Tuple | None, head: str, text: str) -> frozenset[str]:
    """Return the names called as `T::name(`, and as `x.name(` or `x(` of an `x` that is a T.

    Args:
        template: the template parameters of a function.
        head: its text up to the body.
        text: its body.
    """
    names = tuple(p[0] for p in template or () if p[1] and p[0])
    if not names:
        return frozenset()
    of_types, of_objects = _patterns(names)
    found = set(of_types.findall(text))
    objects = set(of_objects.findall(head + text))
    if "operator()" not in found and _made_and_called(names).search(text) is not None:
        found.add("operator()")
    if objects:
        methods, calls = _uses(tuple(sorted(objects)))
        found.update(methods.findall(text))
        if calls.search(text):
            found.add("operator()")
    return frozenset(found)


@lru_cache(maxsize=4096)
def _patterns(names: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What finds the names called of types, and the objects of these types."""
    types = _started(names)
    return (
        re.compile(rf"(?:{types})\s*(?:<[^;{{}}()]*>)?\s*::\s*(?:template\s+)?([A-Za-z_]\w*)\s*[(<]"),
        re.compile(rf"(?:{types})\s*(?:<[^;{{}}()]*>\s*)?(?:const\s*)?[&*]*(?:\.\.\.)?\s+([A-Za-z_]\w*)"),
    )


@lru_cache(maxsize=4096)
def _made_and_called(names: tuple[str, ...]) -> re.Pattern[str]:
    """What finds `T{}(...)` and `T()(...)`, also of a member type."""
    return re.compile(rf"(?:{_started(names)})\b[\w:<>, ]*(?:\{{[^;{{}}]*\}}|\([^;()]*\))\s*\(")


@lru_cache(maxsize=4096)
def _uses(objects: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What finds the methods called of objects, and calls of the objects themselves."""
    words = _started(objects)
    return (
        re.compile(rf"(?:{words})\s*(?:\.|->)\s*(?:template\s+)?([A-Za-z_]\w*)\s*[(<]"),
        re.compile(rf"(?:{words})\s*\("),
    )


def _started(words: tuple[str, ...]) -> str:
    """Branches for words at their starts; `re` looks for first letters faster than for boundaries."""
    return "|".join(rf"{word}(?<!\w{word})" for word in map(re.escape, words))
