"""The instruction rules, indexed by opcode and by name."""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from kernaudit.model.instruction import RuleHit
from kernaudit.ruleset.name_pattern import NameIndex
from kernaudit.ruleset.ptx_pattern import PtxPattern, compile_pattern, dotted, opcodes_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kernaudit.model.instruction import InstructionRule

__all__ = ["InstructionRules"]

_Candidate = tuple["InstructionRule", tuple[PtxPattern, ...]]


class InstructionRules:
    """All rules of a run. Immutable after construction; what an opcode needs is compiled when it is first met."""

    def __init__(self, rules: Iterable[InstructionRule], vocabulary: Mapping[str, frozenset[str]]) -> None:
        """Index the rules; `vocabulary` is opcode -> modifiers that change nothing."""
        self.rules = tuple(rules)
        self._by_id = {rule.id: rule for rule in self.rules}
        self._sources = _by_opcode(self.rules)
        self._words = vocabulary
        self._patterns = lru_cache(maxsize=None)(self._compile)
        self._vocabulary = lru_cache(maxsize=None)(self._collect_words)
        self._candidates = lru_cache(maxsize=8192)(self._find_candidates)
        self._unknown = lru_cache(maxsize=8192)(self._find_unknown)

    def __iter__(self) -> Iterator[InstructionRule]:
        return iter(self.rules)

    def __len__(self) -> int:
        return len(self.rules)

    def get(self, rule_id: str) -> InstructionRule | None:
        """The rule of that id."""
        return self._by_id.get(rule_id)

    def knows(self, opcode: str) -> bool:
        """Whether any rule speaks of this opcode (`wgmma`, `.maxnreg`)."""
        return opcode in self._sources

    def unknown_modifiers(self, opcode: str, modifiers: Sequence[str]) -> tuple[str, ...]:
        """Those of the modifiers that no rule of the opcode mentions.

        A statement that has one may need any target: it must not be called runnable.
        """
        return self._unknown(opcode, tuple(modifiers))

    def match(self, opcode: str, modifiers: Sequence[str], operands: Sequence[str]) -> tuple[InstructionRule, ...]:
        """The rules that a statement falls under, in file order; a target must satisfy all of them."""
        return tuple(
            rule
            for rule, patterns in self._candidates(opcode, tuple(modifiers))
            if any(pattern.accepts_operands(operands) for pattern in patterns)
        )

    def match_identifier(self, name: str, arguments: Sequence[str] | None = None) -> tuple[RuleHit, ...]:
        """The rules that a C++ name falls under; `a::b::c` also by each part between the `::`.

        `arguments` are the texts of a call's or template's arguments; without them, rules that ask for some do not hit.
        """
        return tuple(RuleHit(rule, name) for rule in self._names.find(name, arguments))

    @cached_property
    def name_words(self) -> re.Pattern[str]:
        """For a quick look at a word: every name of a rule that some target breaks contains a word that this finds."""
        return _words_of(rule for rule in self.rules if not rule.universal)

    @cached_property
    def refusable_words(self) -> re.Pattern[str]:
        """As `name_words`, for those names whose code the toolkit refuses where a target lacks them."""
        return _words_of(rule for rule in self.rules if rule.refuses and not rule.universal)

    @property
    def name_scopes(self) -> frozenset[str]:
        """The namespaces and classes that names of rules stand in, one by one."""
        return self._names.scopes

    @cached_property
    def _names(self) -> NameIndex:
        return NameIndex((name, rule) for rule in self.rules for name in rule.names)

    def _compile(self, opcode: str) -> tuple[_Candidate, ...]:
        found: list[_Candidate] = []
        for rule, texts in self._sources.get(opcode, {}).items():
            patterns = (pattern for text in texts for pattern in compile_pattern(text))
            found.append((rule, tuple(pattern for pattern in patterns if pattern.opcode == opcode)))
        return tuple(found)

    def _find_candidates(self, opcode: str, modifiers: tuple[str, ...]) -> tuple[_Candidate, ...]:
        text = dotted(modifiers)
        found: list[_Candidate] = []
        for rule, patterns in self._patterns(opcode):
            fitting = tuple(pattern for pattern in patterns if pattern.accepts_modifiers(text))
            if fitting:
                found.append((rule, fitting))
        return tuple(found)

    def _collect_words(self, opcode: str) -> tuple[frozenset[str], re.Pattern[str]]:
        words = self._words.get(opcode, frozenset[str]()).union(
            *(pattern.vocabulary for _, patterns in self._patterns(opcode) for pattern in patterns)
        )
        globs = [re.escape(word).replace(r"\*", ".*") for word in words if "*" in word]
        return words, re.compile("|".join(globs) or r"(?!)")

    def _find_unknown(self, opcode: str, modifiers: tuple[str, ...]) -> tuple[str, ...]:
        words, globs = self._vocabulary(opcode)
        return tuple(word for word in modifiers if word not in words and not globs.fullmatch(word))


def _by_opcode(rules: Iterable[InstructionRule]) -> dict[str, dict[InstructionRule, list[str]]]:
    index: dict[str, dict[InstructionRule, list[str]]] = {}
    for rule in rules:
        for text in rule.ptx:
            for opcode in opcodes_of(text):
                index.setdefault(opcode, {}).setdefault(rule, []).append(text)
    return index


def _words_of(rules: Iterable[InstructionRule]) -> re.Pattern[str]:
    return NameIndex((name, rule) for rule in rules for name in rule.names).words
