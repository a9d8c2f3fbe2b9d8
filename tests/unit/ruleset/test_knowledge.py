"""The knowledge base: its schema refuses what cannot be checked, and what ships is whole."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fakes.builds import rules
from kernaudit.errors import RuleError
from kernaudit.model.knowledge import UpstreamStatus
from kernaudit.ruleset.files import RuleFile
from kernaudit.ruleset.knowledge import build_cost, build_kernels, build_lag

GOOD = """\
name: K
what: "a kernel"
kind: kernel
first: "2025-01-01"
keys: [{packages: [k]}]
pinned: []
upstream:
  - {devices: [sm_90a], state: shipped, text: "there", source: s, date: "2026-01-01", grade: repository}
  - {devices: [sm_100], state: declined, text: "no", source: s, date: "2025-01-01", grade: maintainer}
fallbacks: []
ratios:
  - {over: X, device: sm_90a, low: "1.0", high: "1.5", text: "t", source: s, date: "2026-01-01", grade: pr-bench}
sources: {s: "a document"}
"""


@pytest.fixture(autouse=True)
def _no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KERNAUDIT_CACHE_DIR", "")


def _file(text: str, name: str = "kernels/k.yaml") -> RuleFile:
    return RuleFile(name, f"rules/{name}", text.encode())


def test_an_entry_with_its_sources_written_out() -> None:
    (entry,) = build_kernels([_file(GOOD)])
    assert (entry.id, entry.name, entry.first) == ("k", "K", "2025-01-01")
    state = entry.state_on("sm_100")
    assert state is not None
    assert (state.status, state.fact.source, state.fact.date) == (UpstreamStatus.DECLINED, "a document", "2025-01-01")
    assert entry.state_on("sm_120") is None
    assert (entry.ratios[0].low, entry.ratios[0].high) == (1.0, 1.5)
    assert len(entry.facts()) == 3


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (', date: "2025-01-01", grade: maintainer', ", grade: maintainer", r"k.yaml:9: upstream.1.date: is missing"),
        (', source: s, date: "2025-01-01"', ', date: "2025-01-01"', r"k.yaml:9: upstream.1.source: is missing"),
        (", grade: maintainer", "", r"k.yaml:9: upstream.1.grade: is missing"),
        ("grade: maintainer", "grade: sure", r"k.yaml:9: upstream.1.grade: "),
        (
            'source: s, date: "2025-01-01"',
            'source: t, date: "2025-01-01"',
            r"k.yaml:9: the source 't' is not explained",
        ),
        ('date: "2025-01-01", grade', 'date: "2025-13-01", grade', r"k.yaml:9: upstream.1.date: "),
        ("devices: [sm_100]", "devices: [sm_90a]", r"upstream: sm_90a has two states"),
        ("state: declined", "state: perhaps", r"k.yaml:9: upstream.1.state: "),
        ('low: "1.0", high: "1.5"', 'low: "2.0", high: "1.5"', r"k.yaml:12: ratios.0: .*not above `high`"),
        ('low: "1.0"', "low: 1.0", r"k.yaml:12: quote this value"),
        ("over: X", "over: X, entry: nobody", r"k.yaml:12: no file of rules/kernels describes 'nobody'"),
        ("keys: [{packages: [k]}]", "keys: [{project: k}]", r"k.yaml:5: keys.0: .*names at least one"),
        ('what: "a kernel"', 'what: "a kernel"\nextra: 1', r"k.yaml:3: extra: is no key"),
    ],
)
def test_what_cannot_be_checked_is_refused(old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(RuleError, match=message):
        build_kernels([_file(GOOD.replace(old, new, 1))])


def test_what_ships_names_only_what_exists() -> None:
    devices = {device.id for device in rules().devices}
    known = {rule.id for rule in rules().instructions}
    for entry in rules().kernels:
        named = {device for state in entry.upstream for device in state.devices}
        named |= {device for one in (*entry.fallbacks, *entry.tuned_for) for device in one.devices}
        named |= {one.device for one in entry.ratios}
        assert named <= devices, entry.id
        assert entry.port is None or set(entry.port.rules) <= known, entry.id


def test_everything_that_decisions_speak_of_is_there() -> None:
    wanted = {
        "vllm",
        "llama-cpp-ggml",
        "deepgemm",
        "flashmla-dense-decode",
        "flashmla-sparse",
        "flashattention2",
        "flashattention3",
        "flashattention4",
        "triton",
        "triton-autows",
        "autoawq-marlin",
        "marlin",
        "exllamav2",
        "machete",
        "tensorrt-llm",
        "cutlass",
        "cublas",
        "cudnn",
        "pytorch",
        "cute-dsl",
        "flashinfer",
    }
    assert wanted - {entry.id for entry in rules().kernels} == set()


def test_stale_facts_are_those_before_the_day() -> None:
    base = build_kernels([_file(GOOD)])
    assert [(name, fact.text) for name, fact in base.stale("2025-06-01")] == [("k", "no")]
    assert base.stale("2025-01-01") == ()
    assert len(base.stale("2027-01-01")) == 3


def test_the_lag_table_has_every_row_with_its_source() -> None:
    rows = rules().lag
    assert len(rows) == 107
    assert sum(not row.arrived for row in rows) == 14
    assert {row.arch for row in rows} <= {device.id for device in rules().devices}
    assert all(row.source for row in rows)
    deepgemm = next(row for row in rows if row.kernel == "DeepGEMM FP8 GEMM" and row.arch == "sm_100")
    assert (deepgemm.days, deepgemm.arrived, str(deepgemm.kind)) == (143, True, "native")


@pytest.mark.parametrize("wait", ["days: 1, over: 2", ""])
def test_a_lag_row_arrived_or_waits(wait: str) -> None:
    waits = f"{wait}, " if wait else ""
    row = f"rows:\n  - {{kernel: k, arch: sm_90a, kind: run, {waits}grade: high, source: s, seen: x}}\n"
    with pytest.raises(RuleError, match=r"lag.yaml:2: rows.0: .*not both"):
        build_lag([_file(row, "lag.yaml")])


@pytest.mark.parametrize(("build", "name"), [(build_lag, "lag.yaml"), (build_cost, "cost.yaml")])
def test_a_missing_table_is_an_error(build: Callable[[list[RuleFile]], object], name: str) -> None:
    with pytest.raises(RuleError, match=f"rules/{name}:1: is missing"):
        build([])


def test_every_cost_default_says_why() -> None:
    cost = rules().cost
    assert cost.inputs["horizon_weeks"].value == 52
    assert all(one.why for one in (*cost.inputs.values(), *cost.work.values()))
    assert {name for name, one in cost.inputs.items() if one.is_fact} == {"hours_per_week"}
