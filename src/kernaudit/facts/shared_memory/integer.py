"""C++ integer types of a 64-bit Linux host: width, sign, conversions and exact arithmetic.

C++ standard: [basic.fundamental], [conv.integral], [expr.arith.conv], [expr.mul], [expr.shift]. What the standard
leaves undefined (signed overflow, division by zero, a shift by the width) has no value here.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["BOOL", "INT", "LONG", "SIZE", "UINT", "IntType", "apply", "common_type", "convert", "literal_type", "named"]


@dataclass(frozen=True, slots=True)
class IntType:
    """An integer type; `bool` has one bit and no sign."""

    bits: int
    signed: bool

    @property
    def low(self) -> int:
        """Its smallest value."""
        return -(1 << (self.bits - 1)) if self.signed else 0

    @property
    def high(self) -> int:
        """Its largest value."""
        return (1 << (self.bits - self.signed)) - 1

    def holds(self, value: int) -> bool:
        """Whether the type can represent a value."""
        return self.low <= value <= self.high


BOOL: Final = IntType(1, signed=False)
INT: Final = IntType(32, signed=True)
UINT: Final = IntType(32, signed=False)
LONG: Final = IntType(64, signed=True)
SIZE: Final = IntType(64, signed=False)

_NAMES: Final = {
    "bool": BOOL, "char": IntType(8, signed=True), "signed char": IntType(8, signed=True),
    "unsigned char": IntType(8, signed=False), "short": IntType(16, signed=True), "short int": IntType(16, signed=True),
    "unsigned short": IntType(16, signed=False), "unsigned short int": IntType(16, signed=False), "int": INT,
    "unsigned int": UINT, "unsigned": UINT, "signed": INT, "long": LONG, "long int": LONG, "unsigned long": SIZE,
    "unsigned long int": SIZE, "long unsigned int": SIZE, "long long": LONG, "long long int": LONG,
    "unsigned long long": SIZE, "unsigned long long int": SIZE, "size_t": SIZE, "ssize_t": LONG, "ptrdiff_t": LONG,
    "int8_t": IntType(8, signed=True), "uint8_t": IntType(8, signed=False), "int16_t": IntType(16, signed=True),
    "uint16_t": IntType(16, signed=False), "int32_t": INT, "uint32_t": UINT, "int64_t": LONG, "uint64_t": SIZE,
    "uint": UINT, "uchar": IntType(8, signed=False), "ushort": IntType(16, signed=False), "ulong": SIZE,
    "uintptr_t": SIZE, "intptr_t": LONG,
}  # fmt: skip


def named(name: str) -> IntType | None:
    """Return the integer type of this name, or None."""
    return _NAMES.get(name)


@lru_cache(maxsize=4096)
def literal_type(value: int, suffix: str) -> IntType:
    """Return the type of an integer literal with its suffix ([lex.icon])."""
    suffix = suffix.lower()
    types = [UINT, SIZE] if "u" in suffix else [INT, LONG, SIZE]
    wide = "l" in suffix or "z" in suffix
    return next((t for t in types if t.holds(value) and (t.bits == 64 or not wide)), types[-1])


def common_type(left: IntType, right: IntType) -> IntType:
    """Return the type in which an arithmetic operator works on two operands."""
    left, right = _promoted(left), _promoted(right)
    if left.signed == right.signed:
        return left if left.bits >= right.bits else right
    unsigned, signed = (right, left) if left.signed else (left, right)
    return signed if signed.bits > unsigned.bits else unsigned


def _promoted(made: IntType) -> IntType:
    return INT if made.bits < INT.bits else made


def convert(value: int, made: IntType) -> int:
    """Return what a value becomes in a type: modulo its width, and non-zero is true."""
    if made == BOOL:
        return int(value != 0)
    value &= (1 << made.bits) - 1
    return value - (1 << made.bits) if made.signed and value > made.high else value


def apply(op: str, operands: tuple[int, ...], made: IntType) -> int | None:
    """Return the value of an operator on operands that are already of the type it works in, or None."""
    if op in _UNARY:
        return _fitting(_UNARY[op](operands[0]), made)
    if len(operands) == 1:
        return None  # `*p`, `&x`, `co_await x`: no arithmetic
    left, right = operands
    if op in ("/", "%") and right == 0:
        return None
    if op in ("<<", ">>") and not 0 <= right < made.bits:
        return None
    calculate = _BINARY.get(op)
    return None if calculate is None else _fitting(calculate(left, right), made)


def _fitting(value: int, made: IntType) -> int | None:
    if made.holds(value):
        return int(value)
    return None if made.signed else convert(value, made)


def _divide(left: int, right: int) -> int:
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


_UNARY: Final[dict[str, Callable[[int], int]]] = {"neg": operator.neg, "~": operator.invert, "!": operator.not_}
_BINARY: Final[dict[str, Callable[[int, int], int]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _divide,
    "%": lambda left, right: left - right * _divide(left, right),
    "<<": operator.lshift,
    ">>": operator.rshift,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
    "&&": lambda left, right: bool(left) and bool(right),
    "||": lambda left, right: bool(left) or bool(right),
    "min": min,
    "max": max,
}
