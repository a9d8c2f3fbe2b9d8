"""What PTX text needs: each statement with the rules that it falls under, and what of it no rule knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.facts.ptx import parse_statements

if TYPE_CHECKING:
    from kernaudit.facts.ptx import PtxStatement
    from kernaudit.model.arch import SmTarget
    from kernaudit.model.instruction import InstructionRule
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.ruleset.instructions import InstructionRules

__all__ = ["PtxUse", "match_ptx"]


@dataclass(frozen=True, slots=True)
class PtxUse:
    """One statement and the rules for it.

    Attributes:
        rules: all that it falls under; a target must satisfy every one. Empty: no rule knows this form.
        unknown: modifiers that no rule of this opcode mentions.
        known_opcode: some rule speaks of the opcode. False for text that is not PTX, or newer than the rules.
    """

    statement: PtxStatement
    rules: tuple[InstructionRule, ...]
    unknown: tuple[str, ...]
    known_opcode: bool

    @property
    def is_complete(self) -> bool:
        """Whether the rules say all about it, so that a target they accept may be called accepted."""
        return bool(self.rules) and not self.unknown

    def refusal(self, target: SmTarget, toolkit: Toolkit) -> InstructionRule | None:
        """The first rule that refuses the statement for a target."""
        return next((rule for rule in self.rules if not rule.accepts(target, toolkit)), None)

    def accepted(self, target: SmTarget, toolkit: Toolkit) -> bool | None:
        """True: every rule accepts it and nothing is unknown; False: a rule refuses it; None: cannot be said."""
        if self.refusal(target, toolkit) is not None:
            return False
        return True if self.is_complete else None


def match_ptx(rules: InstructionRules, text: str) -> tuple[PtxUse, ...]:
    """Return the statements of `text` that are not mere declarations, in order.

    `text` is what the assembler would see: the contents of an asm string, or a part of a `.ptx` file.
    """
    return tuple(_use(rules, statement) for statement in parse_statements(text) if not statement.is_declaration)


def _use(rules: InstructionRules, statement: PtxStatement) -> PtxUse:
    opcode, modifiers = statement.opcode, statement.modifiers
    if not rules.knows(opcode):
        return PtxUse(statement, (), modifiers, known_opcode=False)
    found = rules.match(opcode, modifiers, statement.operands)
    return PtxUse(statement, found, rules.unknown_modifiers(opcode, modifiers), known_opcode=True)
