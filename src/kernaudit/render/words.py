"""The words and symbols for a status, the same in every format that people read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.model.verdict import Status

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernaudit.model.report import FamilyCell

__all__ = ["Word", "cell_text", "count_text", "word"]


@dataclass(frozen=True, slots=True)
class Word:
    """How a status looks: a symbol that is told apart without colour, one short word, a sentence, and a style."""

    symbol: str
    short: str
    meaning: str
    style: str


_WORDS: Mapping[Status, Word] = {
    Status.NATIVE: Word("●", "native", "SASS for exactly this device", "good"),
    Status.COMPATIBLE_SASS: Word("◐", "compat", "SASS of a lower minor or of the family", "good"),
    Status.PTX_JIT: Word("○", "jit", "PTX only, the driver compiles it: runs, unproven", "fair"),
    Status.UNKNOWN: Word("?", "", "unknown: not decidable from what was read", "warn"),
    Status.RUNTIME_REJECTED: Word("⊗", "rejected", "host or Python code never launches it there", "bad"),
    Status.SMEM_EXCEEDED: Word("▲", "smem", "asks for more shared memory than the device has", "bad"),
    Status.GUARDED_OUT: Word(
        "∅", "guarded", "the loaded image's body is empty, traps or only prints, or its compile stops", "bad"
    ),
    Status.NOT_BUILT: Word("✗", "none", "not built: no image of this build loads", "bad"),
    Status.MISSING_INSTRUCTION: Word("‼", "instr", "an instruction is missing: the build stops there", "bad"),
}


def word(status: Status) -> Word:
    """Return the word for a status."""
    return _WORDS[status]


def cell_text(status: Status) -> str:
    """Return symbol and short word."""
    return f"{_WORDS[status].symbol} {_WORDS[status].short}".rstrip()


def count_text(cell: FamilyCell) -> str:
    """Return a family's cell: the word where all agree, else the worst symbol with its share (`✗ 12/72`)."""
    if len(cell.counts) <= 1:
        return cell_text(cell.status)
    total = sum(cell.counts.values())
    return f"{_WORDS[cell.status].symbol} {cell.counts[cell.status]}/{total}"
