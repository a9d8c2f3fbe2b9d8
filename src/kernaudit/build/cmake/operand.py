"""The pieces of a condition while it is being compiled: words, expansions and results of tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.build.cmake.condition_values import constant_truth, value_truth
from kernaudit.build.cmake.unknown import contains_unknown

if TYPE_CHECKING:
    from kernaudit.build.cmake.interpreter import Interpreter

__all__ = ["Expansion", "Operand", "Result", "Source", "Test", "Values", "Word"]

Values = list["str | bool | None"]
"""The texts of a condition's expansions, then the results of the tests that had to run in order."""

Test = Callable[["Interpreter", Values], "bool | None"]
"""True, false, or None where an unknown value decides."""

Source = Callable[["Interpreter", Values], str]
"""The text of an operand."""


@dataclass(frozen=True, slots=True)
class Word:
    """A constant argument; a bare one may be a keyword, and is the name of a variable first, a text second."""

    text: str
    quoted: bool

    def is_keyword(self, word: str) -> bool:
        """Whether this is that keyword (quoted words never are, CMP0054)."""
        return not self.quoted and self.text == word

    def literal(self) -> Source:
        """The text itself."""
        text = self.text
        return lambda _interp, _values: text

    def value(self) -> Source:
        """The variable's value where the bare word names one, else the text."""
        if self.quoted:
            return self.literal()
        name = self.text

        def read(interp: Interpreter, _values: Values) -> str:
            value = interp.variables.get(name)
            return interp.cache.get(name, name) if value is None else value

        return read

    def truth(self) -> Test:
        """Whether it counts as true: the constants first, then the variable."""
        if contains_unknown(self.text):
            hidden = value_truth(self.text)
            return lambda _interp, _values: hidden
        fixed = constant_truth(self.text)
        if fixed is not None or self.quoted:
            return _always(bool(fixed))
        name = self.text

        def test(interp: Interpreter, _values: Values) -> bool | None:
            value = interp.variables.get(name)
            if value is None:
                value = interp.cache.get(name, "")
            return value_truth(value)

        return test


@dataclass(frozen=True, slots=True)
class Expansion:
    """An argument with references; bare ones get here only with a text that is one value and no keyword."""

    slot: int
    quoted: bool

    def is_keyword(self, word: str) -> bool:  # noqa: ARG002 - the shape of Word
        """An expansion is never a keyword: a bare one that becomes one goes the slow way."""
        return False

    def literal(self) -> Source:
        """The expanded text."""
        slot = self.slot

        def read(_interp: Interpreter, values: Values) -> str:
            text = values[slot]
            assert isinstance(text, str)
            return text

        return read

    def value(self) -> Source:
        """The expanded text, or the value of the variable of that name where it is bare."""
        if self.quoted:
            return self.literal()
        literal = self.literal()

        def read(interp: Interpreter, values: Values) -> str:
            text = literal(interp, values)
            value = interp.get(text)
            return text if value is None else value

        return read

    def truth(self) -> Test:
        """Whether the expanded text counts as true."""
        literal, quoted = self.literal(), self.quoted

        def test(interp: Interpreter, values: Values) -> bool | None:
            text = literal(interp, values)
            if contains_unknown(text):
                return value_truth(text)
            fixed = constant_truth(text)
            if fixed is not None or quoted:
                return bool(fixed)
            return value_truth(interp.get(text) or "")

        return test


@dataclass(frozen=True, slots=True)
class Result:
    """A test that was reduced; as a text it is a quoted `1` or `0`."""

    test: Test

    def is_keyword(self, word: str) -> bool:  # noqa: ARG002 - the shape of Word
        """A result is never a keyword."""
        return False

    def literal(self) -> Source:
        """`1` or `0`, or a new unknown value."""
        test = self.test

        def read(interp: Interpreter, values: Values) -> str:
            answer = test(interp, values)
            return interp.unknown("a condition that is not known") if answer is None else str(int(answer))

        return read

    def value(self) -> Source:
        """The same: results are never names of variables."""
        return self.literal()

    def truth(self) -> Test:
        """The test."""
        return self.test


Operand = Word | Expansion | Result


def _always(answer: bool) -> Test:
    return lambda _interp, _values: answer
