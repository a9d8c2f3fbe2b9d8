"""Markdown from text that a hostile tree may have written: nothing of it becomes markup."""

from __future__ import annotations

import re

from kernaudit.render.plain import printable

__all__ = ["escape_markdown"]

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&!])")


def escape_markdown(text: str) -> str:
    """Return the text on one line, printable, and without meaning for Markdown or HTML."""
    return _SPECIAL.sub(r"\\\1", printable(text))
