"""A small C++ function of the device, computed: conditions, choices, sums of texts; anything else is undecided."""

from __future__ import annotations

import operator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kernaudit.build.jit.cpp_text import CppFunction

__all__ = ["Undecided", "Value", "call_function", "evaluate_words"]

Value = int | str | tuple[int, int]
_LEVELS: Final[tuple[dict[str, Callable[[int, int], int | bool]], ...]] = (
    {"||": lambda a, b: a or b, "or": lambda a, b: a or b},
    {"&&": lambda a, b: a and b, "and": lambda a, b: a and b},
    {"==": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge},
    {"+": operator.add, "-": operator.sub},
    {"*": operator.mul, "%": operator.mod},
)
_TYPES: Final = frozenset({"const", "auto", "int", "bool", "std", "::", "string", "&", "static"})
_DEPTH: Final = 60


class Undecided(Exception):  # noqa: N818 - no error of the program
    """The function does something that is not computed here."""


@dataclass(slots=True)
class _Reader:
    words: tuple[str, ...]
    names: dict[str, Value]
    functions: Mapping[str, Value]
    at: int = 0
    depth: int = field(default=0)

    def peek(self) -> str:
        return self.words[self.at] if self.at < len(self.words) else ""

    def take(self, wanted: str = "") -> str:
        word = self.peek()
        if not word or (wanted and word != wanted):
            raise Undecided(f"`{word or 'the end'}` where `{wanted}` was expected")
        self.at += 1
        return word

    # -- expressions -----------------------------------------------------------------------------------------------

    def expression(self) -> Value:
        self.depth += 1
        if self.depth > _DEPTH:
            raise Undecided("the function nests too deep")
        value = self.binary(0)
        if self.peek() == "?":
            self.take()
            first = self.expression()
            self.take(":")
            second = self.expression()
            value = first if value else second
        self.depth -= 1
        return value

    def binary(self, level: int) -> Value:
        if level == len(_LEVELS):
            return self.unary()
        value = self.binary(level + 1)
        while self.peek() in _LEVELS[level]:
            run = _LEVELS[level][self.take()]
            other = self.binary(level + 1)
            if type(value) is not type(other) and not (isinstance(value, int) and isinstance(other, int)):
                raise Undecided("values of different types are put together")
            value = run(value, other)  # type: ignore[arg-type]  # texts add and compare like numbers
        return value

    def unary(self) -> Value:
        if self.peek() in ("!", "not"):
            self.take()
            return not self.unary()
        return self.primary()

    def primary(self) -> Value:
        word = self.take()
        if word == "(":
            value = self.expression()
            self.take(")")
            return value
        if word[0] == '"':
            return word[1:-1]
        if word[0].isdigit():
            return int(word.rstrip("uUlL"))
        if word in ("true", "false"):
            return word == "true"
        while self.peek() in ("::", "->", "."):
            self.take()
            word = self.take()
        return self.called(word) if self.peek() == "(" else self.named(word)

    def named(self, word: str) -> Value:
        if word not in self.names:
            raise Undecided(f"`{word}` is not known")
        return self.names[word]

    def called(self, name: str) -> Value:
        self.take("(")
        given: list[Value] = []
        while self.peek() != ")":
            given.append(self.expression())
            if self.peek() == ",":
                self.take()
        self.take(")")
        if name == "to_string" and len(given) == 1:
            return str(int(given[0])) if isinstance(given[0], int) else str(given[0])
        if name in self.functions:
            return self.functions[name]
        raise Undecided(f"`{name}()` is not known")

    # -- statements ------------------------------------------------------------------------------------------------

    def block(self) -> Value | None:
        while self.peek() and self.peek() != "}":
            found = self.statement(run=True)
            if found is not None:
                return found
        return None

    def statement(self, *, run: bool) -> Value | None:
        word = self.peek()
        if word == "{":
            return self.braces(run=run)
        if word == "if":
            return self.condition(run=run)
        if not run:
            self.skip()
            return None
        if word == "return":
            self.take()
            value = self.expression()
            self.take(";")
            return value
        self.declaration()
        return None

    def braces(self, *, run: bool) -> Value | None:
        self.take("{")
        found = None
        while self.peek() != "}":
            inner = self.statement(run=run and found is None)
            found = inner if found is None else found
        self.take("}")
        return found

    def condition(self, *, run: bool) -> Value | None:
        self.take("if")
        self.take("(")
        holds = bool(self.expression()) if run else self.skip_to(")")
        self.take(")")
        found = self.statement(run=run and holds)
        if self.peek() == "else":
            self.take()
            other = self.statement(run=run and not holds)
            found = other if found is None else found
        return found

    def skip(self) -> None:
        self.skip_to(";")
        self.take(";")

    def skip_to(self, end: str) -> bool:
        depth = 0
        while self.peek() and (depth or self.peek() != end):
            depth += (self.peek() in ("(", "{", "[")) - (self.peek() in (")", "}", "]"))
            self.take()
        return False

    def declaration(self) -> None:
        while self.peek() in _TYPES:
            self.take()
        names = []
        if self.peek() == "[":
            self.take()
            while self.peek() != "]":
                names.append(self.take())
                if self.peek() == ",":
                    self.take()
            self.take("]")
        else:
            names.append(self.take())
        self.take("=")
        self.bind(names, self.expression())
        self.take(";")

    def bind(self, names: list[str], value: Value) -> None:
        if len(names) == 1:
            self.names[names[0]] = value
        elif isinstance(value, tuple) and len(value) == len(names):
            self.names.update(zip(names, value, strict=True))
        else:
            raise Undecided("several names are bound to one value")


def evaluate_words(words: tuple[str, ...], names: Mapping[str, Value], functions: Mapping[str, Value]) -> Value:
    """Return the value of an expression.

    Raises:
        Undecided: it holds something that is not computed here.
    """
    reader = _Reader(words, dict(names), functions)
    value = reader.expression()
    if reader.peek():
        raise Undecided(f"`{reader.peek()}` is not read")
    return value


def call_function(function: CppFunction, given: list[Value], functions: Mapping[str, Value]) -> Value:
    """Return what a function returns for these arguments; `functions` are those whose results are known.

    Raises:
        Undecided: it does something that is not computed here.
    """
    names: dict[str, Value] = {}
    for number, parameter in enumerate(function.parameters):
        head = parameter[: parameter.index("=")] if "=" in parameter else parameter
        if number < len(given):
            names[head[-1]] = given[number]
        elif len(head) < len(parameter):
            names[head[-1]] = evaluate_words(parameter[len(head) + 1 :], {}, functions)
    found = _Reader(function.body, names, functions).block()
    if found is None:
        raise Undecided("nothing is returned")
    return found
