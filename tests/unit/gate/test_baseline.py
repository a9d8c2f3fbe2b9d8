"""The baseline file: what it holds, how it is read, and what is refused."""

from __future__ import annotations

import json

import pytest

from fakes.reports import cell, report, row
from kernaudit.errors import InputError
from kernaudit.gate.baseline import baseline_of, baseline_text, fingerprint, merge_baseline, parse_baseline
from kernaudit.model.verdict import Status

ROWS = (row("b", {"sm_100": "native", "sm_90a": "native"}), row("a", {"sm_100": "unknown"}, "csrc/a.cu"))


def _text() -> str:
    return baseline_text(baseline_of(report(ROWS)))


def test_a_line_per_cell_sorted_and_without_line_numbers() -> None:
    lines = [line.strip(" ,") for line in _text().splitlines() if "fingerprint" in line]
    entries = [json.loads(line) for line in lines]
    assert [(one["kernel"], one["device"], one["status"]) for one in entries] == [
        ("csrc/a.cu#a", "sm_100", "unknown"),
        ("csrc/k.cu#b", "sm_100", "native"),
        ("csrc/k.cu#b", "sm_90a", "native"),
    ]
    assert all(one["fingerprint"] == fingerprint(one["kernel"], one["device"]) for one in entries)
    assert '"line"' not in _text()


def test_what_is_written_is_read_back() -> None:
    read = parse_baseline("b.json", _text())
    assert read.statuses[("csrc/a.cu#a", "sm_100")] is Status.UNKNOWN
    assert (read.devices, read.cuda, read.code) == (("sm_100", "sm_90a"), "13.0", True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "half of a file"),
        ('{"schema": "kernaudit/baseline/0", "entr', "half of a file"),
        ("[]", "names no schema"),
        ('{"schema": "kernaudit/baseline/7", "entries": []}', "'kernaudit/baseline/7'"),
        ('{"schema": "kernaudit/baseline/0", "rules_digest": "x"}', "entries"),
        ("[" * 100_000, "half of a file"),
    ],
)
def test_what_is_no_baseline_is_one_line(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_baseline("b.json", text)
    assert said in str(caught.value)
    assert str(caught.value).startswith("b.json")
    assert "\n" not in str(caught.value)


def test_an_edited_or_doubled_entry_is_refused() -> None:
    with pytest.raises(InputError, match="another's fingerprint"):
        parse_baseline("b.json", _text().replace("csrc/a.cu#a", "csrc/z.cu#z"))
    line = next(line for line in _text().splitlines() if "a.cu" in line)
    with pytest.raises(InputError, match="stands twice"):
        parse_baseline("b.json", _text().replace(line, f"{line}\n{line}"))


def test_the_next_baseline_keeps_what_was_lost_until_it_is_accepted() -> None:
    old = baseline_of(report([row("k", {"sm_100": "native", "sm_90a": "unknown"})]))
    new = baseline_of(report([row("k", {"sm_100": cell("not-built"), "sm_90a": "native"})]))
    key = "csrc/k.cu#k"
    kept = merge_baseline(old, new, accept_losses=False).statuses
    assert (kept[(key, "sm_100")], kept[(key, "sm_90a")]) == (Status.NATIVE, Status.NATIVE)
    assert merge_baseline(old, new, accept_losses=True).statuses[(key, "sm_100")] is Status.NOT_BUILT
