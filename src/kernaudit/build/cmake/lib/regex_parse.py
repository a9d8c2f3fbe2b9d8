r"""cmake's regular expressions: from text to a tree.

The dialect is documented in cmake's `string` manual ("Regex Specification"); what that leaves open was settled by
running cmake: `\\` escapes any one character outside brackets and is itself inside them, `{` is a letter, a quantifier
never follows a quantifier and never applies to what may be empty, and there are at most 31 groups.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kernaudit.build.cmake.lib.errors import LibError

__all__ = ["ANY", "Assert", "Branches", "Char", "Group", "Node", "RegexError", "Repeat", "has_width", "parse_regex"]

ANY: Final = (1 << 256) - 1
_MAX_GROUPS: Final = 31
_MAX_LENGTH: Final = 20_000
_QUANTIFIERS: Final = frozenset("*+?")


class RegexError(LibError):
    """The expression, or the replacement, is not one."""


@dataclass(frozen=True, slots=True)
class Char:
    """One character out of a set; bit n of `mask` stands for byte value n."""

    mask: int


@dataclass(frozen=True, slots=True)
class Assert:
    """`^` or `$`."""

    kind: str


@dataclass(frozen=True, slots=True)
class Group:
    """A capturing group."""

    number: int
    body: Branches


@dataclass(frozen=True, slots=True)
class Repeat:
    """`item` at least `low` times; `many` tells `*` and `+` from `?`."""

    item: Node
    low: int
    many: bool


@dataclass(frozen=True, slots=True)
class Branches:
    """Alternatives, tried in order."""

    choices: tuple[tuple[Node, ...], ...]


Node = Char | Assert | Group | Repeat


def has_width(node: Node) -> bool:
    """Whether the node never matches the empty string, as far as cmake's own compiler can tell."""
    if isinstance(node, Repeat):
        return node.many and node.low == 1
    if isinstance(node, Group):
        return all(any(map(has_width, choice)) for choice in node.body.choices)
    return isinstance(node, Char)


def parse_regex(pattern: str) -> tuple[Branches, int]:
    """The tree of an expression (one character per byte) and the number of its groups."""
    if len(pattern) > _MAX_LENGTH:
        raise RegexError("Expression too big")
    parser = _Parser(pattern)
    tree = parser.branches()
    if parser.at < len(pattern):
        raise RegexError("Unmatched parentheses")
    return tree, parser.groups


class _Parser:
    """Recursive descent; depth is bounded by the number of groups."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0
        self.groups = 0

    def peek(self) -> str:
        return self.pattern[self.at : self.at + 1]

    def branches(self) -> Branches:
        choices = [self.branch()]
        while self.peek() == "|":
            self.at += 1
            choices.append(self.branch())
        return Branches(tuple(choices))

    def branch(self) -> tuple[Node, ...]:
        pieces: list[Node] = []
        while self.peek() not in ("", "|", ")"):
            pieces.append(self.piece())
        return tuple(pieces)

    def piece(self) -> Node:
        atom = self.atom()
        quantifier = self.peek()
        if not quantifier or quantifier not in _QUANTIFIERS:
            return atom
        if quantifier != "?" and not has_width(atom):
            raise RegexError("*+ operand could be empty")
        self.at += 1
        if self.peek() in _QUANTIFIERS:
            raise RegexError("Nested *?+")
        return Repeat(atom, int(quantifier == "+"), quantifier != "?")

    def atom(self) -> Node:
        char = self.peek()
        self.at += 1
        if char == "(":
            return self.group()
        if char == "[":
            return self.bracket()
        if char in ("^", "$"):
            return Assert(char)
        if char == ".":
            return Char(ANY)
        if char in _QUANTIFIERS:
            raise RegexError("?+* follows nothing")
        if char == "\\":
            char = self.peek()
            self.at += 1
            if not char:
                raise RegexError("Trailing backslash")
        return Char(1 << ord(char))

    def group(self) -> Group:
        if self.groups >= _MAX_GROUPS:
            raise RegexError("Too many parentheses")
        self.groups += 1
        number = self.groups
        body = self.branches()
        if self.peek() != ")":
            raise RegexError("Unmatched parentheses")
        self.at += 1
        return Group(number, body)

    def bracket(self) -> Char:
        negated = self.peek() == "^"
        self.at += negated
        mask = 0
        if self.peek() in ("]", "-"):
            mask |= self.take()
        while self.peek() not in ("", "]"):
            if self.peek() == "-":
                self.at += 1
                mask |= self.range_end()
            else:
                mask |= self.take()
        if not self.peek():
            raise RegexError("Unmatched []")
        self.at += 1
        return Char(ANY & ~mask if negated else mask)

    def take(self) -> int:
        self.at += 1
        return 1 << ord(self.pattern[self.at - 1])

    def range_end(self) -> int:
        """What follows a `-` inside brackets; a range starts at whatever character stands before it."""
        if self.peek() in ("", "]"):
            return 1 << ord("-")
        low, high = ord(self.pattern[self.at - 2]), ord(self.pattern[self.at])
        if low > high:
            raise RegexError("Invalid range in []")
        self.at += 1
        return ((1 << (high + 1)) - 1) & ~((1 << (low + 1)) - 1)
