"""How a generator expression is described: the parameters it takes, and the function that gives its value."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from kernaudit.build.cmake.lib.genex_parse import GenexError
from kernaudit.build.cmake.unknown import contains_unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kernaudit.build.cmake.lib.genex_context import GenexContext

__all__ = ["ANY_NUMBER", "AT_MOST_ONE", "ONE_OR_MORE", "TWO_OR_MORE", "Node", "Operands", "first_unknown", "flag"]

ANY_NUMBER: Final = -1
ONE_OR_MORE: Final = -2
TWO_OR_MORE: Final = -3
AT_MOST_ONE: Final = -4
_MARKER: Final = re.compile("\ufdd0[^\ufdd1]*\ufdd1")


def first_unknown(texts: Iterable[str]) -> str:
    """The first marker of an unknown value in the texts, or the empty string."""
    for text in texts:
        if contains_unknown(text):
            match = _MARKER.search(text)
            return match.group() if match else text
    return ""


def flag(value: object) -> str:
    """A truth value as expressions spell it."""
    return "1" if value else "0"


class Evaluation(Protocol):
    """What a node may ask of the evaluation around it."""

    context: GenexContext

    def again(self, text: str, context: GenexContext) -> str:
        """Evaluate a text that an expression produced."""


@dataclass(frozen=True, slots=True)
class Operands:
    """One use of an expression: its name, its evaluated parameters, its source text."""

    name: str
    values: Sequence[str]
    source: str
    evaluation: Evaluation

    @property
    def context(self) -> GenexContext:
        """Where the expression is evaluated."""
        return self.evaluation.context

    def error(self, message: str) -> GenexError:
        """A failure with cmake's words."""
        return GenexError(self.source, message)


def _needs_all(_: Sequence[str]) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Node:
    """An expression's name.

    Attributes:
        run: gives the value.
        count: how many parameters, or one of the constants above.
        absorbs_commas: the last of `count` parameters takes the rest, commas included.
        takes_unknown: `run` copes with markers itself.
        ignores_content: nothing is evaluated, the value is empty.
        needs: whether the next parameter matters, given the ones before it.
    """

    run: Callable[[Operands], str]
    count: int = 1
    absorbs_commas: bool = False
    takes_unknown: bool = False
    ignores_content: bool = False
    needs: Callable[[Sequence[str]], bool] = _needs_all

    def check_count(self, name: str, values: Sequence[str], source: str) -> None:
        """GenexError where the number of parameters is wrong."""
        problem = self._count_problem(len(values))
        if problem:
            raise GenexError(source, f"$<{name}> expression requires {problem}")

    def _count_problem(self, given: int) -> str:
        if self.count == 0:  # cmake means to refuse parameters here, but does not
            return ""
        if self.count == 1:
            return "" if given == 1 else "exactly one parameter."
        if self.count > 1:
            return "" if given == self.count else f"{self.count} comma separated parameters, but got {given} instead."
        least, most, words = {
            ANY_NUMBER: (0, given, ""),
            ONE_OR_MORE: (1, given, "at least one parameter."),
            TWO_OR_MORE: (2, given, "at least two parameters."),
            AT_MOST_ONE: (0, 1, "one or zero parameters."),
        }[self.count]
        return "" if least <= given <= most else words
