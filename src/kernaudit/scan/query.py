"""What `kernaudit query` answers: which SM targets accept a line of PTX under a toolkit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernaudit.facts.ptx_rules import match_ptx
from kernaudit.render.instructions import answer_text
from kernaudit.ruleset.load import load_rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from kernaudit.facts.ptx_rules import PtxUse
    from kernaudit.model.arch import SmTarget
    from kernaudit.model.instruction import InstructionRule
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.ruleset.instructions import InstructionRules

__all__ = ["Query", "query", "query_text"]


class Query:
    """Answers lines under one toolkit."""

    def __init__(self, rules: InstructionRules, toolkit: Toolkit) -> None:
        self._rules = rules
        self.toolkit = toolkit
        self._targets = sorted(toolkit.targets)

    @property
    def notice(self) -> str | None:
        """What a person should know of the toolkit that answers, or None."""
        toolkit = self.toolkit
        if toolkit.table == toolkit.release:
            return None
        return f"CUDA {toolkit.release} has no table of its own; answered by that of {toolkit.table}"

    def answer(self, line: str) -> dict[str, Any]:
        """Return `rule`, `targets` and `unmatched` for one line, which may hold several statements.

        A target accepts a line if it accepts every statement. A target is left out where a statement of a known
        opcode has a form that no rule knows: then nobody can say. `rule` is the one that the fewest targets satisfy.
        """
        uses = match_ptx(self._rules, line)
        unmatched = [use.statement.text for use in uses if not use.is_complete]
        known = [rule for use in uses for rule in use.rules]
        if not known:
            return {"rule": None, "targets": {}, "unmatched": unmatched}
        return {
            "rule": self._strictest(known).id,
            "targets": dict(self._verdicts(uses, known)),
            "unmatched": unmatched,
        }

    def _verdicts(self, uses: Sequence[PtxUse], known: Sequence[InstructionRule]) -> Iterator[tuple[str, bool]]:
        accepted = self.toolkit.targets.intersection(*(rule.accepted(self.toolkit) for rule in known))
        undecided = any(use.known_opcode and not use.is_complete for use in uses)
        for target in self._targets:
            if target not in accepted:
                yield target.real, False
            elif not undecided:
                yield target.real, True

    def _strictest(self, known: Sequence[InstructionRule]) -> InstructionRule:
        def accepted(rule: InstructionRule) -> frozenset[SmTarget]:
            return rule.accepted(self.toolkit)

        return min(known, key=lambda rule: len(accepted(rule)))


def query(
    lines: Iterable[str], folders: Sequence[Path] = (), cuda: str | None = None
) -> tuple[list[dict[str, Any]], str | None]:
    """Answer lines of PTX; the second value is what a person should know of the toolkit that answers, or None.

    Raises:
        UsageError: an unknown toolkit or folder of rules.
        RuleError: a rule file breaks its schema.
    """
    rules = load_rules(folders)
    asked = Query(rules.instructions, rules.toolkit(cuda))
    return [asked.answer(line) for line in lines], asked.notice


def query_text(lines: Sequence[str], folders: Sequence[Path] = (), cuda: str | None = None) -> tuple[str, str | None]:
    """The same as text for a person.

    Raises:
        UsageError: an unknown toolkit or folder of rules.
        RuleError: a rule file breaks its schema.
    """
    answers, notice = query(lines, folders, cuda)
    return "\n".join(answer_text(line, answer) for line, answer in zip(lines, answers, strict=True)), notice
