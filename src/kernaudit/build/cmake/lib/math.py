"""math(): 64-bit integer expressions that wrap around, as cmake evaluates them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.lib.errors import LibError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kernaudit.build.cmake.lib.commands import Read, Writes

__all__ = ["evaluate_math", "math_command"]

_TOKEN: Final = re.compile(r"0[xX][0-9a-fA-F]+|[0-9]+|<<|>>|[-+*/%|&^~()]")
_LEVELS: Final = (("|",), ("^",), ("&",), ("<<", ">>"), ("+", "-"), ("*", "/", "%"))
_LOWEST: Final = -(2**63)
_MAX_DEPTH: Final = 60


def math_command(args: Sequence[str], read: Read) -> Writes:  # noqa: ARG001 - the shape of every command here
    """Run `math(EXPR <out> <expression> [OUTPUT_FORMAT <format>])`."""
    if not args:
        raise LibError("math must be called with at least one argument.")
    if args[0] != "EXPR":
        raise LibError(f"math does not recognize sub-command {args[0]}")
    try:
        return _expr(args)
    except LibError as error:
        raise LibError(f"math {error}") from None


def _expr(args: Sequence[str]) -> Writes:
    if len(args) not in (3, 5):
        raise LibError("EXPR called with incorrect arguments.")
    hexadecimal = False
    if len(args) == 5:
        if args[3] != "OUTPUT_FORMAT":
            raise LibError(f'sub-command EXPR option "{args[3]}" is unknown.')
        if args[4] not in ("DECIMAL", "HEXADECIMAL"):
            raise LibError(f'sub-command EXPR value "{args[4]}" for option "{args[3]}" is invalid.')
        hexadecimal = args[4] == "HEXADECIMAL"
    return [(args[1], evaluate_math(args[2], hexadecimal=hexadecimal))]


@lru_cache(maxsize=2048)
def evaluate_math(expression: str, *, hexadecimal: bool = False) -> str:
    """The value of an expression, decimal or as `0x...` (two's complement).

    Raises:
        LibError: a syntax error, a division by zero, a number beyond 64 bits.
    """
    value = _Evaluator(expression).result()
    return f"0x{value % 2**64:x}" if hexadecimal else str(value)


def _wrap(value: int) -> int:
    return (value - _LOWEST) % 2**64 + _LOWEST


class _Evaluator:
    """Precedence climbing; characters outside the language are skipped, as cmake does with a warning."""

    def __init__(self, expression: str) -> None:
        self.expression = expression
        self.tokens: list[str] = _TOKEN.findall(expression)
        self.at = 0
        self.depth = 0

    def result(self) -> int:
        value = self.binary(0)
        if self.at < len(self.tokens):
            raise self.syntax_error()
        return value

    def syntax_error(self) -> LibError:
        where = ", unexpected end of file" if self.at >= len(self.tokens) else ""
        return LibError(f'cannot parse the expression: "{self.expression}": syntax error{where}.')

    def failure(self, reason: str) -> LibError:
        return LibError(f'cannot evaluate the expression: "{self.expression}": {reason}.')

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def binary(self, level: int) -> int:
        if level == len(_LEVELS):
            return self.unary()
        left = self.binary(level + 1)
        while self.peek() in _LEVELS[level]:
            operator = self.peek()
            self.at += 1
            left = self.apply(operator, left, self.binary(level + 1))
        return left

    def apply(self, operator: str, left: int, right: int) -> int:
        if operator in ("/", "%"):
            return self.divide(operator, left, right)
        return _wrap(_OPERATORS[operator](left, right))

    def divide(self, operator: str, left: int, right: int) -> int:
        if right == 0:
            raise self.failure("divide by zero" if operator == "/" else "modulo by zero")
        if left == _LOWEST and right == -1:
            raise self.failure(f"signed integer overflow in {'division' if operator == '/' else 'modulo'}")
        quotient = abs(left) // abs(right)
        quotient = quotient if (left < 0) == (right < 0) else -quotient
        return quotient if operator == "/" else left - quotient * right

    def unary(self) -> int:
        signs: list[str] = []
        while self.peek() in ("+", "-", "~"):
            signs.append(self.peek())
            self.at += 1
        value = self.factor()
        for sign in reversed(signs):
            value = ~value if sign == "~" else _wrap(-value) if sign == "-" else value
        return value

    def factor(self) -> int:
        token = self.peek()
        if token[:1] not in "(0123456789" or not token:
            raise self.syntax_error()
        self.at += 1
        if token == "(":  # noqa: S105 - a parenthesis
            return self.parenthesised()
        digits = token[2:] if token[:2] in ("0x", "0X") else token
        value = int(digits, 16 if digits is not token else 10) if len(digits.lstrip("0")) < 20 else 2**64
        if value >= 2**63:
            raise self.failure("a numeric value is out of range")
        return value

    def parenthesised(self) -> int:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise self.syntax_error()
        value = self.binary(0)
        if self.peek() != ")":
            raise self.syntax_error()
        self.at += 1
        self.depth -= 1
        return value


_OPERATORS: Final[dict[str, Callable[[int, int], int]]] = {
    "|": lambda left, right: left | right,
    "^": lambda left, right: left ^ right,
    "&": lambda left, right: left & right,
    "<<": lambda left, right: left << (right & 63),
    ">>": lambda left, right: left >> (right & 63),
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
}
