"""Which names a template calls through its type parameters."""

from __future__ import annotations

import re
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
    names = "|".join(re.escape(p[0]) for p in template or () if p[1] and p[0])
    if not names:
        return frozenset()
    found = set(re.findall(rf"\b(?:{names})\s*::\s*(?:template\s+)?([A-Za-z_]\w*)\s*[(<]", text))
    objects = set(re.findall(rf"\b(?:{names})\s*(?:const\s*)?[&*]*\s+([A-Za-z_]\w*)", head + text))
    if objects:
        words = "|".join(map(re.escape, sorted(objects)))
        found.update(re.findall(rf"\b(?:{words})\s*(?:\.|->)\s*(?:template\s+)?([A-Za-z_]\w*)\s*[(<]", text))
        if re.search(rf"\b(?:{words})\s*\(", text):
            found.add("operator()")
    return frozenset(found)
