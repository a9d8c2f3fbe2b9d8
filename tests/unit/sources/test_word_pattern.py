from __future__ import annotations

import re

import pytest

from kernaudit.sources.word_pattern import word_branches


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A AB B", ["A", "AB"]),
        ("xA A1 _A A", ["A"]),
        ("A(AB)", ["A", "AB"]),
        ("ABC BA", []),
        ("éA Aé A", ["A"]),
    ],
)
def test_only_whole_words_are_found(text: str, found: list[str]) -> None:
    assert re.findall(word_branches({"A", "AB"}), text) == found
    assert re.findall(r"\b(?:AB|A)\b", text) == found, "the slow way says the same"
