"""The pattern language of `match.ptx` in `rules/instructions/*.yaml`.

A pattern is an opcode followed by conditions, separated by blanks:

    mma .m16n8k32 .e4m3|.e5m2 !.kind::*        modifiers: one of these present, none of those
    cvt .f16x2.e4m3x2                          consecutive modifiers, in this order
    cp.async.bulk|cp.reduce.async.bulk         an opcode may carry modifiers of its own; `|` = or
    max|min .f32 #4                            exactly four operands (`#>4`, `#<4`)
    tcgen05.mma {} #7                          an operand in braces (`!{}`: none); they count as operands
    mov %cluster_*                             an operand names such a special register
    tensormap.replace .elemtype last=13|14     the last operand is one of these literals

`*` stands for any run of characters inside one modifier. The order of separate conditions does not matter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["PtxPattern", "compile_pattern", "dotted", "opcodes_of"]

_COUNT = re.compile(r"#([<>]?)(\d+)")


@dataclass(frozen=True, slots=True)
class _Operands:
    """What a pattern asks of the operands; `None` = nothing."""

    count: tuple[str, int] | None = None
    vector: bool | None = None
    registers: re.Pattern[str] | None = None
    last: frozenset[str] | None = None

    def accept(self, operands: Sequence[str]) -> bool:
        """Whether all conditions hold."""
        if self.count is not None and not _holds(self.count, len(operands)):
            return False
        if self.vector is not None and self.vector != any(part.startswith("{") for part in operands):
            return False
        if self.registers is not None and not any(self.registers.search(part) for part in operands):
            return False
        return self.last is None or bool(operands and operands[-1] in self.last)


@dataclass(frozen=True, slots=True)
class PtxPattern:
    """One compiled pattern.

    Attributes:
        text: the pattern as written.
        opcode: the first word of the statements that can match.
        present: each must be found in the dotted modifiers.
        absent: must not be found there.
        operands: conditions on the operands, or None.
        vocabulary: the modifiers that the pattern names positively, `*` included.
    """

    text: str
    opcode: str
    present: tuple[re.Pattern[str], ...]
    absent: re.Pattern[str] | None
    operands: _Operands | None
    vocabulary: frozenset[str]

    def accepts_modifiers(self, modifiers: str) -> bool:
        """Whether `modifiers`, as `dotted()` writes them, fit."""
        return all(pattern.search(modifiers) for pattern in self.present) and not (
            self.absent is not None and self.absent.search(modifiers)
        )

    def accepts_operands(self, operands: Sequence[str]) -> bool:
        """Whether the operands fit."""
        return self.operands is None or self.operands.accept(operands)


def dotted(modifiers: Sequence[str]) -> str:
    """Write modifiers as the patterns read them: `.sync.aligned.`."""
    return f".{'.'.join(modifiers)}." if modifiers else "."


def opcodes_of(text: str) -> tuple[str, ...]:
    """The opcodes that a pattern speaks of, without compiling it: `cp.async.bulk|multimem.st` -> cp, multimem."""
    paths = text.split(maxsplit=1)[0].split("|")
    return tuple(dict.fromkeys(_first_word(path) for path in paths))


def compile_pattern(text: str) -> tuple[PtxPattern, ...]:
    """Compile a pattern; several where the opcode has alternatives.

    Raises:
        ValueError: a condition is not of the language.
    """
    opcodes, *conditions = text.split()
    return tuple(_compile(text, opcode, conditions) for opcode in opcodes.split("|"))


def _compile(text: str, opcode: str, conditions: Sequence[str]) -> PtxPattern:
    own = opcode.removeprefix(".").split(".")[1:]
    present = [f".{modifier}" for modifier in own]
    absent: list[str] = []
    operands: list[str] = []
    for condition in conditions:
        if condition.startswith("."):
            present.append(condition)
        elif condition.startswith("!."):
            absent.append(condition[1:])
        else:
            operands.append(condition)
    words = frozenset(word for condition in present for word in _words(condition))
    return PtxPattern(
        text,
        _first_word(opcode),
        tuple(_search(condition) for condition in present),
        _search("|".join(absent)) if absent else None,
        _operands(text, operands) if operands else None,
        words,
    )


def _first_word(path: str) -> str:
    return "." + path[1:].partition(".")[0] if path.startswith(".") else path.partition(".")[0]


def _words(condition: str) -> list[str]:
    return [word for part in condition.split("|") for word in part.split(".") if word]


def _search(condition: str) -> re.Pattern[str]:
    alternatives = (re.escape(part).replace(r"\*", "[^.]*") for part in condition.split("|"))
    return re.compile(f"(?:{'|'.join(alternatives)})(?=[.])")


def _operands(text: str, conditions: Sequence[str]) -> _Operands:
    count: tuple[str, int] | None = None
    vector: bool | None = None
    registers: re.Pattern[str] | None = None
    last: frozenset[str] | None = None
    for condition in conditions:
        if match := _COUNT.fullmatch(condition):
            count = (match[1], int(match[2]))
        elif condition in ("{}", "!{}"):
            vector = condition == "{}"
        elif condition.startswith("%"):
            registers = _registers(condition)
        elif condition.startswith("last="):
            last = frozenset(condition.removeprefix("last=").split("|"))
        else:
            raise ValueError(f"{condition!r} in the pattern {text!r} is no condition")
    return _Operands(count, vector, registers, last)


def _registers(condition: str) -> re.Pattern[str]:
    names = (re.escape(name.removeprefix("%")).replace(r"\*", r"\w*") for name in condition.split("|"))
    return re.compile(rf"%(?:{'|'.join(names)})(?!\w)")


def _holds(count: tuple[str, int], actual: int) -> bool:
    relation, expected = count
    return actual > expected if relation == ">" else actual < expected if relation == "<" else actual == expected
