"""Whether a place in a text stands inside a function or a class: what is included there belongs to that one."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["is_inside_code"]

_MARK: Final = re.compile(r"""[{}]|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+'""")
_HEAD: Final = re.compile(r"[^;{}]*\Z")
_SCOPE: Final = re.compile(r"\b(?:namespace\b|extern\s*\"C(?:\+\+)?\"\s*\Z)")


def is_inside_code(text: str) -> bool:
    """Whether the end of a text lies inside braces that are neither a namespace's nor those of `extern "C"`."""
    if "{" not in text:
        return False
    opened: list[int] = []
    for match in _MARK.finditer(text):
        if match[0] == "{":
            opened.append(match.start())
        elif match[0] == "}" and opened:
            opened.pop()
    return any(not _is_scope(text, start) for start in opened)


def _is_scope(text: str, brace: int) -> bool:
    head = _HEAD.search(text, max(0, brace - 400), brace)
    return head is not None and _SCOPE.search(head[0]) is not None
