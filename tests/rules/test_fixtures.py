"""Every instruction rule runs on every fixture: it hits the lines that expect it and no other.

A rule that holds for every device need not be named in other rules' fixtures.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from kernaudit.facts.rule_fixture import expected_hits, fixture_hits
from kernaudit.ruleset.load import load_rules

FOLDER = Path(__file__).parent
FIXTURES = sorted(path.stem for path in FOLDER.glob("*.cu"))
RULES = load_rules().instructions
UNIVERSAL = frozenset(rule.id for rule in RULES if rule.universal)


def test_every_rule_has_a_fixture_and_every_fixture_a_rule():
    assert sorted(rule.id for rule in RULES) == FIXTURES


@pytest.mark.parametrize("rule_id", FIXTURES)
def test_hits_are_exactly_the_expected_lines(rule_id):
    text = (FOLDER / f"{rule_id}.cu").read_text()
    expected = expected_hits(text)
    hits = fixture_hits(RULES, text)
    for number, line in enumerate(text.split("\n"), 1):
        wanted, found = expected.get(number, frozenset()), hits.get(number, frozenset())
        assert wanted <= found, f"line {number} should hit {sorted(wanted - found)}: {line}"
        assert found - UNIVERSAL <= wanted, f"line {number} should not hit {sorted(found - wanted)}: {line}"
    assert any(rule_id in ids for ids in expected.values())


@pytest.mark.parametrize("rule_id", FIXTURES)
def test_a_fixture_also_says_what_is_no_use(rule_id):
    text = (FOLDER / f"{rule_id}.cu").read_text()
    ok = [number for number, line in enumerate(text.split("\n"), 1) if "// ok:" in line]
    assert ok
    assert not [number for number in ok if fixture_hits(RULES, text).get(number, frozenset()) - UNIVERSAL]


def test_rules_that_a_toolkit_can_check_have_a_witness():
    assert [rule.id for rule in RULES if rule.ptx and not rule.witness] == []


def test_every_rule_cites_a_document():
    assert [rule.id for rule in RULES if len(rule.reference.split()) < 2] == []
