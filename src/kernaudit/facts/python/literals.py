"""Text in Python code: the strings below a node, with a register's name where a value is put in."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["HOLE", "UNWRITTEN", "assembly_texts", "constant_text", "written_texts"]

HOLE = "%hole"
"""Stands where a value is put in."""
UNWRITTEN = "?"
"""Starts a line that says which text is not written where it is used."""
_PTX = re.compile(r"[a-z]\.|;")
_OPEN = re.compile(r"(?:^|[;{}])\s*%hole[.\w]", re.MULTILINE)
"""A statement whose opcode is put in."""
_SHOWN = 60


def assembly_texts(node: ast.Call, text_of: Callable[[str], str | None], *, strict: bool) -> str:
    """Return the strings of a call that takes PTX; a line that says what is missing where no string is PTX.

    Args:
        node: the call.
        text_of: the text that a name at the left margin of the file stands for.
        strict: say so where no PTX is written; else it is taken to be where the text is made.
    """
    names = [one.id for one in (*node.args, *(key.value for key in node.keywords)) if isinstance(one, ast.Name)]
    texts = [written_texts(node), *(found for name in names if (found := text_of(name)) is not None)]
    together = "\n".join(texts)
    if not strict or (_PTX.search(together) and not _OPEN.search(together)):
        return together
    shown = ast.unparse(node.args[0] if node.args else node)[:_SHOWN]
    return f"{together}\n{UNWRITTEN}{' '.join(shown.split())}"


def constant_text(node: ast.expr | None) -> str | None:
    """Return the text of a constant, also as a compile-time one (`tl.constexpr("...")`); None where it is none."""
    if isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords:
        node = node.args[0]
    if isinstance(node, ast.JoinedStr | ast.BinOp):
        return written_texts(node) or None
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def written_texts(node: ast.AST) -> str:
    """Return the strings below a node, a line each."""
    inside: set[int] = set()
    found: list[str] = []
    for one in ast.walk(node):
        if isinstance(one, ast.JoinedStr):
            inside.update(id(part) for part in ast.walk(one))
            found.append("".join(str(part.value) if isinstance(part, ast.Constant) else HOLE for part in one.values))
        elif isinstance(one, ast.Constant) and isinstance(one.value, str) and id(one) not in inside:
            found.append(one.value)
    return "\n".join(found)
