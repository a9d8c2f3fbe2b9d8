"""What `kernaudit rules` does: lists and shows instruction rules, tries one on a text, sketches a new one."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING, Any

from kernaudit.discover.tree import SourceTree
from kernaudit.errors import UsageError
from kernaudit.facts.rule_fixture import expected_hits, fixture_hits
from kernaudit.render.instructions import rule_details, rule_table, target_words
from kernaudit.ruleset.load import load_rules

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from kernaudit.model.instruction import InstructionRule
    from kernaudit.ruleset.instructions import InstructionRules

__all__ = ["new_rule", "rules_document", "rules_text", "test_rule"]


def rules_text(wanted: Sequence[str] = (), folders: Sequence[Path] = (), width: int = 80) -> str:
    """The table of all rules, or all about the wanted ones.

    Raises:
        UsageError: a rule or folder that does not exist.
        RuleError: a rule file breaks its schema.
    """
    rules = load_rules(folders).instructions
    if not wanted:
        return rule_table(rules)
    return "\n".join(rule_details(_find(rules, rule_id), width) for rule_id in wanted)


def rules_document(wanted: Sequence[str] = (), folders: Sequence[Path] = ()) -> dict[str, Any]:
    """The same as data.

    Raises:
        UsageError: a rule or folder that does not exist.
        RuleError: a rule file breaks its schema.
    """
    loaded = load_rules(folders)
    rules = loaded.instructions
    chosen = [_find(rules, rule_id) for rule_id in wanted] if wanted else list(rules)
    return {"rules_digest": loaded.digest, "rules": [_entry(rule) for rule in chosen]}


def test_rule(rule_id: str, file: Path, folders: Sequence[Path] = ()) -> tuple[bool, str]:
    """Try a rule on a fixture: CUDA text whose lines say `// expect: ID` or `// ok:`.

    Returns:
        Whether the rule hits exactly the lines that expect it, and a line for each difference.

    Raises:
        UsageError: a rule or folder that does not exist.
        InputError: the file cannot be read.
        RuleError: a rule file breaks its schema.
    """
    rules = load_rules(folders).instructions
    _find(rules, rule_id)
    text = SourceTree(file.parent).read_text(file.name)
    expected = {line for line, ids in expected_hits(text).items() if rule_id in ids}
    actual = {line for line, ids in fixture_hits(rules, text).items() if rule_id in ids}
    differences = [f"line {line}: {rule_id} is expected and does not hit" for line in sorted(expected - actual)]
    differences += [f"line {line}: {rule_id} hits and is not expected" for line in sorted(actual - expected)]
    if not expected:
        differences.append(f"no line expects {rule_id}; write `// expect: {rule_id}` behind one that uses it")
    return not differences, "\n".join(differences) or f"{rule_id}: {len(actual)} lines as expected"


def new_rule(rule_id: str, folders: Sequence[Path] = ()) -> tuple[str, str]:
    """Sketch a rule: its YAML entry and its fixture, for a person to fill in.

    Raises:
        UsageError: the id is taken or malformed.
        RuleError: a rule file breaks its schema.
    """
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", rule_id):
        raise UsageError(f"rules new {rule_id}: an id is lower-case words joined by '-', such as wgmma-sparse")
    if load_rules(folders).instructions.get(rule_id) is not None:
        raise UsageError(f"rules new {rule_id}: this rule exists; see `kernaudit rules show {rule_id}`")
    return _ENTRY.format(id=rule_id), _FIXTURE.format(id=rule_id)


def _find(rules: InstructionRules, rule_id: str) -> InstructionRule:
    rule = rules.get(rule_id)
    if rule is None:
        close = difflib.get_close_matches(rule_id, [known.id for known in rules], n=3)
        hint = f"; perhaps {', '.join(close)}" if close else ""
        raise UsageError(f"no rule is called {rule_id!r}{hint}; `kernaudit rules list` names all")
    return rule


def _entry(rule: InstructionRule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "title": rule.title,
        "family": rule.family,
        "match": {"ptx": list(rule.ptx), "names": list(rule.names)},
        "targets": [
            {"since_cuda": _release(claim.since), "text": target_words(claim.targets)} for claim in rule.claims
        ],
        "until_cuda": None if rule.until is None else _release(rule.until),
        "replacement": rule.replacement,
        "effort": rule.effort,
        "emulated_on": [str(number) for number in sorted(rule.emulated)],
        "on_unsupported": rule.on_unsupported,
        "reference": rule.reference,
        "witness": list(rule.witness),
    }


def _release(release: tuple[int, int]) -> str:
    return f"{release[0]}.{release[1]}"


_ENTRY = """\
  - id: {id}
    title: What it is, in a few words
    match: {{ptx: ["opcode .modifier"]}}
    targets: {{minimum: "90"}}
    since_cuda: "13.0"
    replacement: "what to use where it is missing"
    effort: days
    reference: "PTX ISA 9.0, opcode: the target it requires"
    witness: ["opcode.modifier %r1, %r2;"]
"""

_FIXTURE = """\
__global__ void {id_}(int* p) {{
  asm volatile("opcode.modifier %0;" :: "r"(1));  // expect: {id}
  p[0] = 1;  // ok:
}}
""".replace("{id_}", "k")
