"""A pattern for some whole words, in the form that `re` searches for by their first letters.

A pattern that starts with a word boundary is tried at every position of a text; one whose branches all start with a
letter of their own is tried where one of these letters stands.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["word_branches"]


def word_branches(words: Iterable[str]) -> str:
    """Return branches of a pattern, without brackets around them, that match any of these words where it is whole."""
    return "|".join(rf"{word}(?<!\w{word})\b" for word in map(re.escape, sorted(words, key=lambda w: (-len(w), w))))
