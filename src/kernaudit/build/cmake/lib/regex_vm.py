"""A matcher for cmake's regular expressions that never takes more than (instructions x characters) steps.

It tries alternatives in the order in which cmake's backtracking engine does, so it finds the same match, but remembers
every (instruction, position) that has failed: without back references a state that failed once fails always.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.lib.errors import LibError
from kernaudit.build.cmake.lib.regex_parse import ANY, Assert, Branches, Char, Group

if TYPE_CHECKING:
    from kernaudit.build.cmake.lib.regex_parse import Node

__all__ = ["Program", "Start", "assemble", "run"]

Instruction = tuple[int, int, int, frozenset[str]]
Program = tuple[Instruction, ...]

_CHAR, _SPLIT, _JUMP, _SAVE, _BEGIN, _END, _MATCH = range(7)
_NONE: Final[frozenset[str]] = frozenset()
_MAX_STATES: Final = 32_000_000
_MAX_STEPS: Final = 2_000_000


def assemble(tree: Branches) -> Program:
    """The instructions of an expression; slots 2n and 2n + 1 hold the span of group n."""
    code: list[Instruction] = []
    _branches(tree, code)
    code.append((_MATCH, 0, 0, _NONE))
    return tuple(code)


def _branches(tree: Branches, code: list[Instruction]) -> None:
    jumps: list[int] = []
    for choice in tree.choices[:-1]:
        split = _reserve(code)
        _sequence(choice, code)
        jumps.append(_reserve(code))
        code[split] = (_SPLIT, split + 1, len(code), _NONE)
    _sequence(tree.choices[-1], code)
    for jump in jumps:
        code[jump] = (_JUMP, len(code), 0, _NONE)


def _reserve(code: list[Instruction]) -> int:
    code.append((_JUMP, 0, 0, _NONE))
    return len(code) - 1


def _sequence(choice: tuple[Node, ...], code: list[Instruction]) -> None:
    for node in choice:
        _node(node, code)


def _node(node: Node, code: list[Instruction]) -> None:
    if isinstance(node, Char):
        code.append((_CHAR, 0, 0, _characters(node.mask)))
    elif isinstance(node, Assert):
        code.append((_BEGIN if node.kind == "^" else _END, 0, 0, _NONE))
    elif isinstance(node, Group):
        code.append((_SAVE, 2 * node.number, 0, _NONE))
        _branches(node.body, code)
        code.append((_SAVE, 2 * node.number + 1, 0, _NONE))
    else:
        _repeat(node.item, node.low, node.many, code)


def _repeat(item: Node, low: int, many: bool, code: list[Instruction]) -> None:
    if low:
        start = len(code)
        _node(item, code)
        code.append((_SPLIT, start, len(code) + 1, _NONE))
        return
    split = _reserve(code)
    _node(item, code)
    if many:
        code.append((_JUMP, split, 0, _NONE))
    code[split] = (_SPLIT, split + 1, len(code), _NONE)


def _characters(mask: int) -> frozenset[str]:
    return _ALL if mask == ANY else frozenset(char for char in _ALL if mask >> ord(char) & 1)


_ALL: Final = frozenset(map(chr, range(256)))


@dataclass(frozen=True, slots=True)
class Start:
    """Where a search begins.

    Attributes:
        offset: the first position tried.
        anchor: the position where `^` matches.
        nonempty: refuse a match that ends at `offset`.
    """

    offset: int
    anchor: int
    nonempty: bool


def run(program: Program, text: str, begin: Start, groups: int) -> list[int] | None:
    """The leftmost match at or after an offset.

    Args:
        program: from `assemble`.
        text: one character per byte.
        begin: where to start.
        groups: number of groups.

    Returns:
        Start and end of the match and of each group (-1 where a group took no part), or None.

    Raises:
        LibError: the text is too long for this expression.
    """
    offset = begin.offset
    if (len(text) - offset + 1) * len(program) > _MAX_STATES:
        raise LibError("regular expression: the text is too long for this expression")
    search = _Search(program, text, begin)
    opcode, _, _, chars = program[0]
    stop = offset + 1 if opcode == _BEGIN else len(text) + 1
    for start in range(offset, stop):
        if opcode == _CHAR and text[start : start + 1] not in chars:
            continue
        slots = [-1] * (2 * groups + 2)
        end = search.attempt(start, slots)
        if end >= 0:
            slots[0], slots[1] = start, end
            return slots
    return None


class _Search:
    """The states that have failed in one search; starting points share them."""

    __slots__ = ("begin", "budget", "failed", "program", "text")

    def __init__(self, program: Program, text: str, begin: Start) -> None:
        self.program = program
        self.text = text
        self.begin = begin
        self.failed = bytearray((len(text) - begin.offset + 1) * len(program))
        self.budget = _MAX_STEPS

    def attempt(self, start: int, slots: list[int]) -> int:  # noqa: C901, PLR0912 - one loop, for speed
        """The end of the match that begins at `start`, or -1; fills the slots of the groups."""
        program, text, failed = self.program, self.text, self.failed
        offset, anchor = self.begin.offset, self.begin.anchor
        length = len(text)
        width, budget = length - offset + 1, self.budget
        stack: list[tuple[int, int]] = [(0, start)]
        while stack:
            at, pos = stack.pop()
            if at < 0:  # leaving a failed branch: the group gets its old border back
                slots[~at] = pos
                continue
            while not failed[state := at * width + pos - offset]:
                failed[state] = 1
                budget -= 1
                opcode, one, two, chars = program[at]
                if opcode == _CHAR:
                    if pos >= length or text[pos] not in chars:
                        break
                    at, pos = at + 1, pos + 1
                elif opcode == _SPLIT:
                    stack.append((two, pos))
                    at = one
                elif opcode == _JUMP:
                    at = one
                elif opcode == _SAVE:
                    stack.append((~one, slots[one]))
                    slots[one] = pos
                    at += 1
                elif opcode == _MATCH:
                    if self.begin.nonempty and pos == offset:
                        break
                    return pos
                elif pos != (anchor if opcode == _BEGIN else length):
                    break
                else:
                    at += 1
            if budget < 0:
                raise LibError("regular expression: too many steps")
        self.budget = budget
        return -1
