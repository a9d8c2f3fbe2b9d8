"""Writes conditions back as text, for evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kernaudit.sources.ast import Tuple

__all__ = ["spell", "spell_argument"]

_MAX: Final = 140
_DEPTH: Final = 12


def spell(expression: Tuple) -> str:
    """Return a condition as text of at most 140 characters."""
    text = _spell(expression, 0)
    return text if len(text) <= _MAX else f"{text[: _MAX - 3]}..."


def spell_argument(part: Tuple) -> str:
    """Return a template argument as text."""
    if part[0] == "type":
        return f"{_path(part[1], 0)}{'*' * part[2]}"
    return _spell(part, 0)


def _spell(part: Tuple, depth: int) -> str:  # noqa: C901 - one branch per kind of syntax
    if depth > _DEPTH:
        return "..."
    kind, inner = part[0], depth + 1
    if kind == "const":
        return _constant(part[1])
    if kind == "str":
        return '"..."'
    if kind in ("path", "type"):
        return _path(part[1], inner)
    if kind == "member":
        return f"{_spell(part[1], inner)}{'->' if part[3] else '.'}{part[2][0]}"
    if kind in ("call", "launch"):
        return f"{_spell(part[1], inner)}({_list(part[-2], inner)})"
    if kind == "un":
        return f"{part[1]}{' ' if part[1].isalpha() else ''}{_nested(part[2], inner)}"
    if kind == "bin":
        return f"{_nested(part[2], inner)} {part[1]} {_nested(part[3], inner)}"
    if kind == "cond":
        return f"{_nested(part[1], inner)} ? {_spell(part[2], inner)} : {_spell(part[3], inner)}"
    if kind in ("deref", "addr"):
        return f"{'*' if kind == 'deref' else '&'}{_nested(part[1], inner)}"
    if kind == "index":
        return f"{_spell(part[1], inner)}[{_list(part[2], inner)}]"
    if kind == "cast":
        return _spell(part[2], inner)
    return "this" if kind == "this" else "..."


def _constant(value: object) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else "..." if value is None else str(value)


def _nested(part: Tuple, depth: int) -> str:
    text = _spell(part, depth)
    return f"({text})" if part[0] in ("bin", "cond") and _is_mixed(part) else text


def _is_mixed(part: Tuple) -> bool:
    return part[0] == "cond" or part[1] in ("||", "or", "&&", "and")


def _list(parts: Tuple, depth: int) -> str:
    return ", ".join(_spell(part, depth) for part in parts[:3]) + (", ..." if len(parts) > 3 else "")


def _path(path: Tuple, depth: int) -> str:
    names = [name + (f"<{_list(arguments, depth + 1)}>" if arguments else "") for name, arguments in path[-2:]]
    return "::".join(names)
