"""Conditions of `if()` and `while()`: cmake's passes, done once at compile time.

cmake reduces a condition in whole passes over its arguments: parentheses, predicates, comparisons, NOT, then AND and
OR alike, neighbouring pairs first; each pass repeats until nothing shrinks. Which arguments are keywords is known when
the file is compiled, except where a bare argument expands to nothing, to a list or to a keyword: such a condition is
compiled anew from its expanded arguments (and kept for the next time).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.argument import Op, compile_argument
from kernaudit.build.cmake.condition_tests import (
    COMPARISONS,
    PREDICATES,
    compile_comparison,
    compile_matches,
    compile_predicate,
)
from kernaudit.build.cmake.lib.lists import expand_list
from kernaudit.build.cmake.operand import Expansion, Operand, Result, Test, Values, Word
from kernaudit.build.cmake.program import Quoting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kernaudit.build.cmake.argument import Piece, Slots
    from kernaudit.build.cmake.interpreter import Interpreter
    from kernaudit.build.cmake.program import Argument

__all__ = ["Condition", "compile_condition"]

Condition = "Callable[[Interpreter], bool | None]"

_KEYWORDS: Final = frozenset({"(", ")", "NOT", "AND", "OR", "MATCHES", *PREDICATES, *COMPARISONS})
_DEEPEST: Final = 100
_Part = tuple["Piece", bool]


class _Malformed(Exception):  # noqa: N818 - becomes a ConfigureError when the condition is evaluated
    pass


def compile_condition(args: Iterable[Argument], slots: Slots) -> Callable[[Interpreter], bool | None]:
    """Compile the arguments of `if`, `elseif` or `while`; None as an answer means that an unknown value decides."""
    parts: list[_Part] = [
        (piece, arg.quoting is not Quoting.BARE) for arg in args for piece in compile_argument(arg, slots)
    ]
    operands: list[Operand] = []
    reads: list[Piece] = []
    for piece, quoted in parts:
        if piece[0] is Op.CONSTANT:
            operands.append(Word(piece[1], quoted))
        else:
            operands.append(Expansion(len(reads), quoted))
            reads.append(piece)
    if not reads:
        return _constant(tuple(operands))
    return _expanding(parts, reads, operands)


def _constant(operands: tuple[Operand, ...]) -> Callable[[Interpreter], bool | None]:
    test, steps = _compile(operands, 0)
    if not steps:
        nothing: Values = []
        return lambda interp: test(interp, nothing)

    def evaluate(interp: Interpreter) -> bool | None:
        values: Values = []
        for step in steps:
            values.append(step(interp, values))
        return test(interp, values)

    return evaluate


def _expanding(
    parts: Sequence[_Part], reads: Sequence[Piece], operands: Sequence[Operand]
) -> Callable[[Interpreter], bool | None]:
    test, steps = _compile(operands, len(reads))
    quoted_ops = (Op.QUOTED_VARIABLE, Op.QUOTED)
    slots = [(name, read, op in quoted_ops) for op, name, read in reads]

    def evaluate(interp: Interpreter) -> bool | None:
        values: Values = []
        for name, read, quoted in slots:
            text = (interp.get(name) or "") if read is None else read(interp)
            if not quoted and (not text or ";" in text or text in _KEYWORDS):
                return _slowly(interp, parts)
            values.append(text)
        for step in steps:
            values.append(step(interp, values))
        return test(interp, values)

    return evaluate


def _slowly(interp: Interpreter, parts: Sequence[_Part]) -> bool | None:
    """Expand all arguments and compile the condition that they make."""
    words: list[tuple[str, bool]] = []
    for (op, name, read), quoted in parts:
        text = name if op is Op.CONSTANT else (interp.get(name) or "") if read is None else read(interp)
        words.extend((item, quoted) for item in ([text] if quoted or op is Op.CONSTANT else expand_list(text)))
    interp.check_total([word for word, _ in words])
    test, steps = _compile_words(tuple(words))
    values: Values = []
    for step in steps:
        values.append(step(interp, values))
    return test(interp, values)


@lru_cache(maxsize=512)
def _compile_words(words: tuple[tuple[str, bool], ...]) -> tuple[Test, tuple[Test, ...]]:
    return _compile([Word(text, quoted) for text, quoted in words], 0)


# -- the passes ------------------------------------------------------------------------------------------------------


def _compile(operands: Sequence[Operand], slots: int) -> tuple[Test, tuple[Test, ...]]:
    """Return the test, and the tests that must run before it in this order (those around a MATCHES)."""
    if not operands:
        return (lambda _interp, _values: False), ()
    passes = _Passes(slots, any(item.is_keyword("MATCHES") for item in operands))
    try:
        return passes.whole(list(operands), 0), tuple(passes.steps)
    except _Malformed as fault:
        return _failing(f"if given arguments:\n  {_shown(operands)}\n{fault}"), tuple(passes.steps)


def _shown(operands: Iterable[Operand]) -> str:
    return " ".join(f'"{item.text}"' if isinstance(item, Word) else "..." for item in operands)


def _failing(message: str) -> Test:
    def fail(interp: Interpreter, _values: Values) -> bool | None:
        interp.fail(message)

    return fail


class _Passes:
    """Reduces operands; with a MATCHES in the condition every test becomes a step, since it sets variables."""

    def __init__(self, slots: int, ordered: bool) -> None:
        self.slots = slots
        self.ordered = ordered
        self.steps: list[Test] = []

    def whole(self, items: list[Operand], depth: int) -> Test:
        """Reduce to one test."""
        if not items:
            return lambda _interp, _values: False
        items = self._parentheses(items, depth)
        for level in (self._predicates, self._comparisons, self._negations, self._connectives):
            size = len(items) + 1
            while len(items) < size:
                size = len(items)
                items = level(items)
        if len(items) != 1:
            raise _Malformed("Unknown arguments specified")
        return items[0].truth()

    def _result(self, test: Test) -> Result:
        if not self.ordered:
            return Result(test)
        self.steps.append(test)
        at = self.slots + len(self.steps) - 1

        def stored(_interp: Interpreter, values: Values) -> bool | None:
            answer = values[at]
            assert not isinstance(answer, str)
            return answer

        return Result(stored)

    def _parentheses(self, items: list[Operand], depth: int) -> list[Operand]:
        if depth > _DEEPEST:
            raise _Malformed("parentheses in condition are nested too deeply")
        out: list[Operand] = []
        at = 0
        while at < len(items):
            if not items[at].is_keyword("("):
                out.append(items[at])
                at += 1
                continue
            end = _closing(items, at)
            out.append(self._result(self.whole(items[at + 1 : end], depth + 1)))
            at = end + 1
        return out

    def _predicates(self, items: list[Operand]) -> list[Operand]:
        out: list[Operand] = []
        at = 0
        while at < len(items):
            item = items[at]
            if at + 1 < len(items) and isinstance(item, Word) and not item.quoted and item.text in PREDICATES:
                out.append(self._result(compile_predicate(item.text, items[at + 1])))
                at += 2
            else:
                out.append(item)
                at += 1
        return out

    def _comparisons(self, items: list[Operand]) -> list[Operand]:
        out: list[Operand] = []
        at = 0
        while at < len(items):
            item = items[at]
            keyword = items[at + 1] if at + 2 < len(items) else None
            if at + 1 < len(items) and item.is_keyword("MATCHES"):
                out.append(Result(lambda _interp, _values: False))
                at += 2
            elif isinstance(keyword, Word) and not keyword.quoted and keyword.text == "MATCHES":
                out.append(self._result(compile_matches(item, items[at + 2])))
                at += 3
            elif isinstance(keyword, Word) and not keyword.quoted and keyword.text in COMPARISONS:
                out.append(self._result(compile_comparison(keyword.text, item, items[at + 2])))
                at += 3
            else:
                out.append(item)
                at += 1
        return out

    def _negations(self, items: list[Operand]) -> list[Operand]:
        out: list[Operand] = []
        at = 0
        while at < len(items):
            if at + 1 < len(items) and items[at].is_keyword("NOT"):
                out.append(Result(_negated(items[at + 1].truth())))
                at += 2
            else:
                out.append(items[at])
                at += 1
        return out

    def _connectives(self, items: list[Operand]) -> list[Operand]:
        out: list[Operand] = []
        at = 0
        while at < len(items):
            if at + 2 < len(items) and (items[at + 1].is_keyword("AND") or items[at + 1].is_keyword("OR")):
                combine = _both if items[at + 1].is_keyword("AND") else _either
                out.append(Result(combine(items[at].truth(), items[at + 2].truth())))
                at += 3
            else:
                out.append(items[at])
                at += 1
        return out


def _closing(items: Sequence[Operand], at: int) -> int:
    depth = 0
    for end in range(at, len(items)):
        depth += items[end].is_keyword("(") - items[end].is_keyword(")")
        if not depth:
            return end
    raise _Malformed("mismatched parenthesis in condition")


def _negated(test: Test) -> Test:
    def negate(interp: Interpreter, values: Values) -> bool | None:
        answer = test(interp, values)
        return None if answer is None else not answer

    return negate


def _both(left: Test, right: Test) -> Test:
    def both(interp: Interpreter, values: Values) -> bool | None:
        first = left(interp, values)
        if first is False:
            return False
        second = right(interp, values)
        return second if first or second is False else None

    return both


def _either(left: Test, right: Test) -> Test:
    def either(interp: Interpreter, values: Values) -> bool | None:
        first = left(interp, values)
        if first:
            return True
        second = right(interp, values)
        return second if first is False or second else None

    return either
