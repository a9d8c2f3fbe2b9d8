"""Which instruction rules a function's text falls under, and where."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.facts.namespace_aliases import declared_aliases, meanings
from kernaudit.facts.ptx import split_operands
from kernaudit.facts.ptx_rules import match_ptx
from kernaudit.sources.ast import Converter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.facts.namespace_aliases import Aliases
    from kernaudit.model.arch import SmTarget
    from kernaudit.model.instruction import InstructionRule
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.ruleset.instructions import InstructionRules
    from kernaudit.sources.outline import Function

__all__ = ["Use", "UseFinder"]

_ASM = re.compile(r"\b(?:asm|__asm__|__asm)\b\s*(?:volatile\b|__volatile__\b)?\s*\(")
_STRINGS = re.compile(r'(?:\s*(?:R"([^(\s]*)\((?:.|\n)*?\)\1"|"(?:[^"\\\n]|\\(?:.|\n))*"))+')
_NAME = re.compile(r"[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*")
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_CLOSING = {"(": ")", "<": ">"}
_MAX_ARGUMENTS = 600


@dataclass(frozen=True, slots=True)
class Use:
    """One place where a rule applies.

    Attributes:
        rule: the instruction rule.
        path, line: where.
        text: the statement or name.
        asm: it is inline assembly; else a name that the toolkit's headers declare for some targets only.
    """

    rule: InstructionRule
    path: str
    line: int
    text: str
    asm: bool

    @property
    def refusable(self) -> bool:
        """Whether the toolkit refuses the code for some target because of this use."""
        return self.rule.refuses

    def refused(self, target: SmTarget, toolkit: Toolkit) -> bool:
        """Whether the toolkit refuses the code for this target because of this use."""
        return self.refusable and not self.rule.accepts(target, toolkit)


class _Finding:
    """Says in which of some words a pattern finds something; asked once per word."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self._search = pattern.search
        self._asked: set[str] = set()
        self._found: set[str] = set()

    def __call__(self, words: frozenset[str]) -> frozenset[str]:
        new = words - self._asked
        if new:
            self._asked |= new
            self._found.update(word for word in new if self._search(word) is not None)
        return words & self._found


class UseFinder:
    """Finds uses in functions; what an assembly text needs is worked out once per text.

    Attributes:
        relevant: those of some words that may stand in a name of a rule.
        checked: those that may stand in one whose code the toolkit refuses for some target.
    """

    def __init__(self, rules: InstructionRules) -> None:
        self._rules = rules
        self._asm: dict[str, tuple[tuple[InstructionRule, str], ...]] = {}
        self._found: dict[tuple[int, Aliases], tuple[Use, ...]] = {}
        self._names: dict[Aliases, frozenset[str]] = {}
        self._relevant_in: dict[int, bool] = {}
        self._open: dict[str, bool] = {}
        self._open_functions: dict[int, bool] = {}
        self._kept: list[Function] = []
        self.relevant = _Finding(rules.name_words)
        self.checked = _Finding(rules.refusable_words)

    def of(self, function: Function, aliases: Aliases = ()) -> tuple[Use, ...]:
        """Return the uses in a function's head and body; `aliases` are those of namespaces that it can see."""
        named = self._visible(function, aliases) if aliases else ()
        key = (id(function), named)
        found = self._found.get(key)
        if found is None:
            self._kept.append(function)  # an id is only a key while its object lives
            found = self._found[key] = tuple(self._uses(function, named))
        return found

    def aliases_in(self, text: str) -> Aliases:
        """Return the aliases that stand in a text, and of what `using` brings in that which can concern a rule."""
        found = declared_aliases(text)
        concerned = self._rules.name_scopes.union(alias for alias, _ in found) if found else frozenset[str]()
        return tuple(pair for pair in found if _is_alias(*pair) or not concerned.isdisjoint(pair[1].split("::")))

    def _visible(self, function: Function, aliases: Aliases) -> Aliases:
        """The aliases that can change what a function's names mean to a rule."""
        if not self._concerned(function):
            return ()
        names = self._names.get(aliases)
        if names is None:
            names = self._names[aliases] = frozenset(alias for alias, _ in aliases)
        return () if names.isdisjoint(function.words) and "" not in names else aliases

    def _concerned(self, function: Function) -> bool:
        """Whether a name of a rule may stand in a function."""
        found = self._relevant_in.get(id(function))
        if found is None:
            self._kept.append(function)
            found = self._relevant_in[id(function)] = bool(self.relevant(function.words))
        return found

    def is_open(self, function: Function) -> bool:
        """Whether a function holds assembly of a known opcode in a form that no rule covers: it may be refused."""
        found = self._open_functions.get(id(function))
        if found is None:
            self._kept.append(function)
            found = any(self._is_open(source) for _, source in self._assembly(function))
            self._open_functions[id(function)] = found
        return found

    def _is_open(self, source: str) -> bool:
        if source not in self._open:
            found = match_ptx(self._rules, Converter.string(source))
            self._open[source] = any(use.known_opcode and not use.is_complete for use in found)
        return self._open[source]

    @staticmethod
    def _assembly(function: Function) -> Iterator[tuple[int, str]]:
        """Yield the line and the literals of each assembly statement."""
        body, first = function.text, function.body_line
        if "asm" not in body:
            return
        for match in _ASM.finditer(body):
            strings = _STRINGS.match(body, match.end())
            if strings is not None:
                yield first + body.count("\n", 0, match.start()), strings[0]

    def _uses(self, function: Function, aliases: Aliases) -> Iterator[Use]:
        body, first = function.text, function.body_line
        for line, source in self._assembly(function):
            yield from self._asm_uses(function.path, line, source)
        words = self.relevant(function.words)
        if words:
            aliases += self.aliases_in(body)
            for text, line in ((function.head, function.head_line), (body, first)):
                yield from self._name_uses(function.path, line, text, words, aliases)

    def _asm_uses(self, path: str, line: int, source: str) -> Iterator[Use]:
        known = self._asm.get(source)
        if known is None:
            text = Converter.string(source)
            known = self._asm[source] = tuple(
                (rule, use.statement.text) for use in match_ptx(self._rules, text) for rule in use.rules
            )
        for rule, statement in known:
            if not rule.universal:
                yield Use(rule, path, line, statement, asm=True)

    def _name_uses(self, path: str, first: int, text: str, words: frozenset[str], aliases: Aliases) -> Iterator[Use]:
        plain = _STRING.sub(lambda m: " " * len(m[0]), text) if '"' in text else text
        seen: set[tuple[str, str]] = set()
        for match in _NAME.finditer(plain):
            name = match[0]
            if name not in words and ("::" not in name or words.isdisjoint(name.split("::"))):
                continue
            arguments = _arguments(plain, match.end())
            for hit in (h for one in meanings(name, aliases) for h in self._rules.match_identifier(one, arguments)):
                key = (hit.rule.id, name)
                if key not in seen and not hit.rule.universal:
                    seen.add(key)
                    yield Use(hit.rule, path, first + plain.count("\n", 0, match.start()), name, asm=False)


def _is_alias(alias: str, target: str) -> bool:
    """Whether a pair comes from `namespace a = b`, not from `using`."""
    return bool(alias) and target.rpartition("::")[2] != alias


def _arguments(text: str, position: int) -> tuple[str, ...] | None:
    while position < len(text) and text[position] in " \n":
        position += 1
    opening = text[position : position + 1]
    if opening not in _CLOSING or not opening:
        return None
    depth = 0
    for index in range(position, min(len(text), position + _MAX_ARGUMENTS)):
        character = text[index]
        if character == opening:
            depth += 1
        elif character == _CLOSING[opening]:
            depth -= 1
            if depth == 0:
                inside = text[position + 1 : index]
                return split_operands(inside) if inside.strip() else ()
    return None
