"""Template arguments as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.facts.packs import MARK, PackValue
from kernaudit.facts.values import FunctionValue, TypeValue

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["shown_arguments"]


def shown_arguments(arguments: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    """Return arguments by parameter as a launch would write them; `?` is one that is not known."""
    packs = {name.removeprefix(MARK): one for name, one in arguments.items() if isinstance(one, PackValue)}
    single = {name: packs.get(name, value) for name, value in arguments.items() if not name.startswith(MARK)}
    return tuple((name, _text(value)) for name, value in single.items())


def _text(value: object) -> str:
    if isinstance(value, PackValue):
        return ", ".join(map(_text, value.values))
    if isinstance(value, TypeValue):
        inside = f"<{', '.join(map(_text, value.arguments))}>" if value.arguments else ""
        return f"{value.name}{inside}{'*' * value.pointers}"
    if isinstance(value, FunctionValue) and value.functions:
        return value.functions[0].name
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else "?"
