"""The strict YAML of rule files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernaudit.errors import RuleError
from kernaudit.ruleset.yaml_text import parse_rule_text


def test_plain_values() -> None:
    text = 'a: {b: [1, "2.0", true, ~, -7], c: >-\n  two\n  lines\n}\n'.replace(">-\n  two\n  lines\n", "two lines")
    assert parse_rule_text("f", text).data == {"a": {"b": [1, "2.0", True, None, -7], "c": "two lines"}}
    assert parse_rule_text("f", "").data is None


def test_lines() -> None:
    text = parse_rule_text("f.yaml", "a:\n  b: 1\n  c:\n    - x\n    - y: 2\n")
    assert [text.line(path) for path in [(), ("a",), ("a", "c"), ("a", "c", 0), ("a", "c", 1, "y")]] == [1, 1, 3, 4, 5]
    assert text.line(("a", "c", 1, "absent")) == 5, "what is missing is told at its nearest parent"
    assert text.line(("a", "c", 9)) == 3
    assert str(text.error(("a", "b"), "wrong")) == "f.yaml:2: wrong"


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("a: 1\nb: 9.0\n", 2, "quote this value"),
        ("a: 2025-01-30", 1, "quote this value"),
        ("a: 0x10", 1, "quote this value"),
        ("a: yes", 1, "quote this value"),
        ("a: !!python/object:os.system x", 1, "quote this value"),
        ("90: x", 1, "a key must be text"),
        ("a: 1\n? [b]\n: 2", 2, "a key must be text"),
        ("a: 1\nb: 2\na: 3", 3, "the key 'a' stands here twice"),
        ("a: &x [1]\nb: *x", 1, "aliases"),
        ("a: [1", 1, "not valid YAML"),
        ("a: 1\n\tb: 2", 2, "not valid YAML"),
        ("a: \x01", 1, "not valid YAML"),
        ("--- 1\n--- 2", 2, "not valid YAML"),
        ("[" * 70 + "]" * 70, 1, "nested too deeply"),
        ("[" * 100_000, 1, "not valid YAML"),
        ("- " * 100_000, 1, "not valid YAML"),
    ],
)
def test_what_is_refused(text: str, line: int, says: str) -> None:
    with pytest.raises(RuleError, match=rf"^f:{line}: .*{says}"):
        _ = parse_rule_text("f", text).data


def test_a_bomb_of_aliases_is_refused_before_it_grows() -> None:
    levels = ["a0: &a0 [x, x]"] + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30)]
    with pytest.raises(RuleError, match="aliases"):
        parse_rule_text("f", "\n".join(levels))


@given(st.text(max_size=200))
def test_any_text_is_data_or_an_error_with_a_line(text: str) -> None:
    try:
        parse_rule_text("f", text)
    except RuleError as error:
        assert str(error).startswith("f:")
