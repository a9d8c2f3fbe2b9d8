"""The conditions of `#if`: their grammar, and their value as true, false or not known.

Grammar: C++ standard [cpp.cond] with the alternative tokens `and`, `or`, `not`; a comment is already gone. Undefined
identifiers are 0, except those that only a header outside the tree can define: they are not known, and an operator
whose result they can change is not known either. Numbers have 64 bits and are signed or unsigned, with the conversions
of [expr.arith.conv]; what overflows wraps around, as the compilers have it.
"""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Condition", "Node", "Unsigned", "Value", "evaluate", "parse_condition"]


class Unsigned(int):
    """A number of the type `uintmax_t`; a plain `int` is one of `intmax_t`."""

    __slots__ = ()


Value = int | None
"""A number, or None where it is not known."""

Node = tuple[Any, ...]
"""`("num", n)`, `("name", x)`, `("defined", x)`, `("call", x, text)`, `("?:", c, a, b)`, `(operator, a[, b])`."""

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:0[xX][0-9a-fA-F']+|0[bB][01']+|\d[\d']*)[uUlLzZ]*)|(?P<word>[A-Za-z_]\w*)"
    r"|(?P<char>'(?:[^'\\]|\\.)')"
    r"|(?P<op>&&|\|\||==|!=|<=|>=|<<|>>|[-+*/%<>!~&|^?:(),])|(?P<other>\S))"
)
_WORDS: Final = {"and": "&&", "or": "||", "not": "!", "bitand": "&", "bitor": "|", "xor": "^", "compl": "~"}
_NUMBERS: Final = {"true": 1, "false": 0}
_NO_NAMES: Final = frozenset({"defined", *_WORDS, *_NUMBERS})
_LEVELS: Final = (
    ("||",),
    ("&&",),
    ("|",),
    ("^",),
    ("&",),
    ("==", "!="),
    ("<", ">", "<=", ">="),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "%"),
)
_MAX_DEPTH: Final = 60
_LARGEST: Final = 2**63 - 1
_ALL_BITS: Final = 2**64 - 1
_ESCAPES: Final = {"n": 10, "t": 9, "r": 13, "0": 0, "a": 7, "b": 8, "f": 12, "v": 11}


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition as written, its parsed form, and the names it looks at.

    `loose`: as the body of a macro it may mean something else where operators stand around it (`900 - 100`, `>=`).
    """

    text: str
    node: Node
    names: frozenset[str]
    loose: bool = False

    @property
    def malformed(self) -> bool:
        """Whether it is no expression as it stands; once macros are replaced in it, it may be one."""
        return self.node in {("unknown",), ("!", ("unknown",))}

    def negated(self) -> Condition:
        """The condition that holds where this one does not."""
        return Condition(f"!({self.text})", ("!", self.node), self.names)


@lru_cache(maxsize=8192)
def parse_condition(text: str, kind: Literal["if", "ifdef", "ifndef"] = "if") -> Condition:
    """Return the condition of `#if`, `#ifdef` or `#ifndef`; what cannot be parsed is a condition that is not known."""
    if kind != "if":
        match = re.match(r"\s*([A-Za-z_]\w*)", text)
        node: Node = ("defined", match[1]) if match else ("unknown",)
        names = frozenset({match[1]}) if match else frozenset()
        condition = Condition(f"defined({match[1]})" if match else text.strip(), node, names)
        return condition.negated() if kind == "ifndef" else condition
    parser = _Parser(text)
    try:
        node = parser.parse()
    except _Malformed:
        node = ("unknown",)
        parser.names.update(word for group, word, _ in parser.tokens if group == "word" and word not in _NO_NAMES)
    loose = len(node) > 2 and node[0] != "call" and not parser.is_bracketed()
    return Condition(" ".join(text.split()), node, frozenset(parser.names), loose or node[0] == "unknown")


class _Malformed(Exception):  # noqa: N818 - never leaves this module
    """The text is no condition."""


class _Parser:
    """Precedence climbing over the tokens of one condition."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[tuple[str, str, int]] = []
        for match in _TOKEN.finditer(text):
            group = match.lastgroup or "other"
            self.tokens.append((group, match[group], match.start(group)))
        self.position = 0
        self.depth = 0
        self.names: set[str] = set()

    def parse(self) -> Node:
        node = self._ternary()
        if self.position != len(self.tokens):
            raise _Malformed
        return node

    def is_bracketed(self) -> bool:
        """Whether one pair of brackets holds all of it."""
        depth = 0
        for index, (group, text, _) in enumerate(self.tokens):
            if group == "op":
                depth += (text == "(") - (text == ")")
            if depth == 0:
                return 0 < index == len(self.tokens) - 1
        return False

    def _peek(self) -> str:
        if self.position >= len(self.tokens):
            return ""
        group, text, _ = self.tokens[self.position]
        return _WORDS.get(text, "") if group == "word" else text if group == "op" else ""

    def _take(self, expected: str) -> None:
        if self._peek() != expected:
            raise _Malformed
        self.position += 1

    def _ternary(self) -> Node:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise _Malformed
        node = self._binary(0)
        if self._peek() == "?":
            self.position += 1
            yes = self._ternary()
            self._take(":")
            node = ("?:", node, yes, self._ternary())
        self.depth -= 1
        return node

    def _binary(self, level: int) -> Node:
        if level == len(_LEVELS):
            return self._unary()
        node = self._binary(level + 1)
        while (op := self._peek()) in _LEVELS[level]:
            self.position += 1
            node = (op, node, self._binary(level + 1))
        return node

    def _unary(self) -> Node:
        op = self._peek()
        if op in ("!", "-", "+", "~"):
            self.position += 1
            self.depth += 1
            if self.depth > _MAX_DEPTH:
                raise _Malformed
            operand = self._unary()
            self.depth -= 1
            return (op if op == "!" else f"unary{op}", operand)
        return self._primary()

    def _primary(self) -> Node:
        if self._peek() == "(":
            self.position += 1
            node = self._ternary()
            self._take(")")
            return node
        if self.position >= len(self.tokens):
            raise _Malformed
        group, text, _ = self.tokens[self.position]
        self.position += 1
        if group == "number":
            return ("num", _number(text))
        if group == "char":
            return ("num", _character(text[1:-1]))
        if group != "word" or text in _WORDS:
            raise _Malformed
        if text == "defined":
            return self._defined()
        if text in _NUMBERS:
            return ("num", _NUMBERS[text])
        self.names.add(text)
        return self._call(text) if self._peek() == "(" else ("name", text)

    def _defined(self) -> Node:
        bracketed = self._peek() == "("
        self.position += bracketed
        if self.position >= len(self.tokens) or self.tokens[self.position][0] != "word":
            raise _Malformed
        name = self.tokens[self.position][1]
        self.position += 1
        if bracketed:
            self._take(")")
        self.names.add(name)
        return ("defined", name)

    def _call(self, name: str) -> Node:
        """A use of a function-like macro: kept as text, since only expansion gives it a meaning."""
        begin, depth = self.tokens[self.position][2], 0
        while self.position < len(self.tokens):
            group, text, at = self.tokens[self.position]
            self.position += 1
            if group == "word":
                self.names.add(text)
            depth += (text == "(") - (text == ")")
            if depth == 0:
                return ("call", name, self.text[begin : at + 1])
        raise _Malformed


def _number(text: str) -> int:
    """The value of a literal; one that no signed number holds is unsigned, as is one with the suffix `u`."""
    digits = text.rstrip("uUlLzZ")
    unsigned = "u" in text[len(digits) :].lower()
    digits = digits.replace("'", "")
    if digits[:2] in ("0x", "0X", "0b", "0B"):
        value = int(digits, 0)
    else:
        value = int(digits, 8) if digits[0] == "0" and digits.strip("01234567") == "" else int(digits)
    return Unsigned(value & _ALL_BITS) if unsigned or value > _LARGEST else value


def _character(text: str) -> int:
    """The value of a character between quotes; `char` is signed."""
    code = ord(text[-1]) if text[0] != "\\" else _ESCAPES.get(text[1:], ord(text[-1]))
    return code if code < 128 else code - 256


def _divide(a: int, b: int) -> Value:
    """Division that truncates towards zero; by zero it has no value."""
    if b == 0:
        return None
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def _modulo(a: int, b: int) -> Value:
    quotient = _divide(a, b)
    return None if quotient is None else a - b * quotient


def _shift(move: Callable[[int, int], int]) -> Callable[[int, int], Value]:
    return lambda a, b: move(a, b) if 0 <= b < 64 else None


_BINARY: Final[dict[str, Callable[[int, int], Value]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _divide,
    "%": _modulo,
    "<<": _shift(operator.lshift),
    ">>": _shift(operator.rshift),
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
}
_SHIFTS: Final = frozenset({"<<", ">>"})
_COMPARISONS: Final = frozenset({"==", "!=", "<", ">", "<=", ">="})


def evaluate(node: Node, lookup: Callable[[str, Node], Value]) -> Value:
    """Return the value of a parsed condition.

    `lookup(kind, node)` answers the leaves: "name" and "call" give a value, "defined" 1, 0 or None.
    """
    kind = node[0]
    if kind == "num":
        return node[1]  # type: ignore[no-any-return]  # the parser puts a number there
    if kind in ("name", "defined", "call"):
        return lookup(kind, node)
    if kind == "unknown":
        return None
    first = evaluate(node[1], lookup)
    if kind == "!":
        return None if first is None else int(not first)
    if kind in ("&&", "||"):
        return _logical(kind == "||", first, node, lookup)
    if kind == "?:":
        return _choose(first, node, lookup)
    if len(node) == 2:
        return None if first is None else _unary(kind, first)
    second = evaluate(node[2], lookup)
    return None if first is None or second is None else _binary(kind, first, second)


def _unary(kind: str, value: int) -> int:
    result = -value if kind == "unary-" else ~value if kind == "unary~" else int(value)
    return _wrapped(result, unsigned=type(value) is Unsigned)


def _binary(kind: str, first: int, second: int) -> Value:
    """The value of an operator on numbers of one kind, after the conversions of the standard."""
    unsigned = type(first) is Unsigned
    if kind not in _SHIFTS and unsigned is not (type(second) is Unsigned):
        unsigned, first, second = True, first & _ALL_BITS, second & _ALL_BITS
    result = _BINARY[kind](first, second)
    if result is None or kind in _COMPARISONS:
        return None if result is None else int(result)
    return _wrapped(result, unsigned=unsigned)


def _wrapped(value: int, *, unsigned: bool) -> int:
    """A number cut to 64 bits."""
    if unsigned:
        return Unsigned(value & _ALL_BITS)
    return value if -_LARGEST <= value <= _LARGEST else ((value + _LARGEST + 1) & _ALL_BITS) - _LARGEST - 1


def _logical(decided_by: bool, first: Value, node: Node, lookup: Callable[[str, Node], Value]) -> Value:
    """Both sides are looked at, whatever the first is: `lookup` must see every name."""
    second = evaluate(node[2], lookup)
    if first is not None and bool(first) is decided_by:
        return int(decided_by)
    if second is not None and bool(second) is decided_by:
        return int(decided_by)
    return None if first is None or second is None else int(not decided_by)


def _choose(first: Value, node: Node, lookup: Callable[[str, Node], Value]) -> Value:
    """The branch that a condition picks, in the type that both branches have in common."""
    yes, no = evaluate(node[2], lookup), evaluate(node[3], lookup)
    chosen = (yes if first else no) if first is not None else yes if yes == no else None
    if chosen is None:
        return None
    return _wrapped(chosen, unsigned=type(yes) is Unsigned or type(no) is Unsigned)
