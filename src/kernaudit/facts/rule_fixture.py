"""Runs the instruction rules over a fixture: CUDA text whose comments say which rule hits which line.

A line of a fixture ends with `// expect: ID [ID...]` or `// ok:`. Rules that hold for every target need not be named.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kernaudit.facts.ptx import split_operands
from kernaudit.facts.ptx_rules import match_ptx

if TYPE_CHECKING:
    from kernaudit.ruleset.instructions import InstructionRules

__all__ = ["expected_hits", "fixture_hits"]

_EXPECT = re.compile(r"//\s*expect:([^\n]*)")
_COMMENT = re.compile(r"//.*")
_ASM = re.compile(r"\basm\b(?:\s+volatile\b)?\s*\(")
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
_NAME = re.compile(r"[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*")
_ESCAPES = {"n": "\n", "t": "\t"}
_CLOSING = {"(": ")", "<": ">"}


def expected_hits(text: str) -> dict[int, frozenset[str]]:
    """Line -> ids that its comment expects; lines without such a comment are left out."""
    found: dict[int, frozenset[str]] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if match := _EXPECT.search(line):
            found[number] = frozenset(match[1].split())
    return found


def fixture_hits(rules: InstructionRules, text: str) -> dict[int, frozenset[str]]:
    """Line -> ids of the rules that its code falls under; universal rules only where nothing else hits."""
    found: dict[int, frozenset[str]] = {}
    for number, line in enumerate(text.split("\n"), 1):
        hits = _line_hits(rules, _COMMENT.sub("", line))
        if hits:
            found[number] = hits
    return found


def _line_hits(rules: InstructionRules, code: str) -> frozenset[str]:
    asm = "".join(_unescaped(string) for string in _STRING.findall(code)) if _ASM.search(code) else ""
    found = [rule for use in match_ptx(rules, asm) for rule in use.rules]
    names = _STRING.sub('""', code)
    for match in _NAME.finditer(names):
        found += [hit.rule for hit in rules.match_identifier(match[0], _arguments(names, match.end()))]
    return frozenset(rule.id for rule in found)


def _arguments(code: str, position: int) -> tuple[str, ...] | None:
    """The arguments of the call or template that starts at `position`, or None where none does."""
    opening = code[position : position + 1]
    if opening not in _CLOSING:
        return None
    depth = 0
    for index in range(position, len(code)):
        depth += (code[index] == opening) - (code[index] == _CLOSING[opening])
        if depth == 0:
            return split_operands(code[position + 1 : index])
    return None


def _unescaped(string: str) -> str:
    return re.sub(r"\\(.)", lambda match: _ESCAPES.get(match[1], match[1]), string)
