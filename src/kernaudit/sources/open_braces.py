"""Whether a place in a text stands inside a function or a class: what is included there belongs to that one."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["OpenBraces"]

_MARK: Final = re.compile(r"""[{}]|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+'""")
_SCOPE: Final = re.compile(r"\b(?:namespace\b|extern\s*\"C(?:\+\+)?\"\s*\Z)")
_LOOK_BACK: Final = 400


class OpenBraces:
    """The braces that are open at the end of a text, which comes piece by piece; each piece is looked at once."""

    def __init__(self) -> None:
        self._opened: list[bool] = []
        self._before = ""

    def take(self, text: str) -> None:
        """Go on with the next piece of the text."""
        whole = self._before + text
        for match in _MARK.finditer(whole, len(self._before)):
            if match[0] == "{":
                self._opened.append(_is_scope(whole, match.start()))
            elif match[0] == "}" and self._opened:
                self._opened.pop()
        self._before = whole[-_LOOK_BACK:]

    @property
    def inside_code(self) -> bool:
        """Whether some open brace is neither a namespace's nor that of `extern "C"`."""
        return not all(self._opened)


def _is_scope(text: str, brace: int) -> bool:
    first = max(0, brace - _LOOK_BACK)
    head = max(first, *(text.rfind(end, first, brace) + 1 for end in ";{}"))
    return _SCOPE.search(text, head, brace) is not None
