"""What conditions ask of files: `__has_include`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kernaudit.sources.condition import parse_condition
from kernaudit.sources.directives import read_include

if TYPE_CHECKING:
    from collections.abc import Callable

    from kernaudit.sources.condition import Condition
    from kernaudit.sources.directives import Include

__all__ = ["with_files"]

_QUESTION: Final = re.compile(r"__has_include(?:_next)?\s*\(\s*(\"[^\"]*\"|<[^>]*>)\s*\)")


def with_files(condition: Condition, find: Callable[[Include], str | None]) -> Condition:
    """Return a condition with what it asks of files answered, as far as `find` knows them; others stay open."""
    if "__has_include" not in condition.names:
        return condition

    def answer(match: re.Match[str]) -> str:
        include = read_include(match[1], 0)
        return match[0] if include is None or find(include) is None else "1"

    return parse_condition(_QUESTION.sub(answer, condition.text))
