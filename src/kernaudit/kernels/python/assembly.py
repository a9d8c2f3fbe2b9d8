"""Inline PTX in Python text, judged by the instruction rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.facts.ptx_rules import match_ptx
from kernaudit.facts.python.literals import UNWRITTEN

if TYPE_CHECKING:
    from kernaudit.ruleset.instructions import InstructionRules

__all__ = ["read_assembly"]


def read_assembly(text: str, rules: InstructionRules) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the rules that a text's statements fall under, and the statements that no rule covers.

    Strings that are no PTX (constraints of operands) hold no known opcode and are passed over.
    """
    found: dict[str, None] = {}
    unmatched: dict[str, None] = {}
    for part in text.split("\n"):
        if part.startswith(UNWRITTEN):
            unmatched[f"PTX that `{part.removeprefix(UNWRITTEN)}` makes"] = None
            continue
        for use in match_ptx(rules, part) if any(mark in part for mark in ".;") else ():
            if use.known_opcode and not use.is_complete:
                unmatched[use.statement.text] = None
            found.update((rule.id, None) for rule in use.rules if not rule.universal)
    return tuple(found), tuple(unmatched)
