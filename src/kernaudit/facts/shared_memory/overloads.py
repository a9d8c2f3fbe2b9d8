"""Which of several functions of one name a call means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kernaudit.facts.shared_memory.value import CallSite
    from kernaudit.sources.outline import Function

__all__ = ["preferred"]


def preferred(bound: list[tuple[Function, dict[str, Any]]], site: CallSite) -> list[tuple[Function, dict[str, Any]]]:
    """An explicit specialisation, else a function that is no template, wins over a template."""
    special = [item for item in bound if item[0].special is not None]
    simple = [item for item in bound if item[0].template is None] if not site.given else []
    return special[:1] or (simple if len(simple) == 1 else bound)
