from __future__ import annotations

import pytest

from kernaudit.errors import UsageError
from kernaudit.scan.query import query, query_text


def one(line, cuda="13.0"):
    (answer,), _ = query([line], cuda=cuda)
    return answer


def accepted(line, cuda="13.0"):
    return {target for target, yes in one(line, cuda)["targets"].items() if yes}


def test_a_target_accepts_a_line_if_it_accepts_every_statement():
    assert accepted("wgmma.fence.sync.aligned;") == {"sm_90a"}
    assert accepted("wgmma.fence.sync.aligned; tcgen05.wait::ld.sync.aligned;") == set()
    assert accepted("{.reg .b32 a; mov.b32 a, 0; wgmma.fence.sync.aligned;}") == {"sm_90a"}


def test_every_target_of_the_toolkit_is_answered():
    assert len(one("trap;")["targets"]) == 23
    assert "sm_107a" in one("trap;", "13.5")["targets"]
    assert "sm_101a" in one("trap;", "12.8")["targets"]


def test_the_rule_is_the_strictest():
    assert one("ld.global.L2::cache_hint.v8.f32 {a,b,c,d,e,f,g,h}, [%0], p;")["rule"] == "load-store-256bit"


def test_nothing_known_is_no_answer():
    assert one("v_pk_fma_f16 v0, v1, v2") == {"rule": None, "targets": {}, "unmatched": ["v_pk_fma_f16 v0, v1, v2"]}
    assert one("") == {"rule": None, "targets": {}, "unmatched": []}
    assert one(".reg .pred p;") == {"rule": None, "targets": {}, "unmatched": []}


@pytest.mark.parametrize(
    "line",
    [
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16.turbo {%f0}, %d2, %d3, %p1, 1, 1, 0, 0;",
        "tcgen05.mma.cta_group::1.kind::f99 [%r2], %d2, %d3, %r5, %p1;",
        "tcgen05.transmute.cta_group::1 [%r2];",
        "mma.sync.aligned.m16n8k32.row.col.f32.e9m9.e9m9.f32 {%f0}, {%r0}, {%r4}, {%f8};",
        "cp.async.bulk.hyper.shared::cluster.global [%r0], [%d0], 128, [%r1];",
        "setmaxnreg.inc.sync.aligned.u64 240;",
    ],
)
def test_a_form_that_no_rule_knows_is_never_accepted(line):
    answer = one(line)
    assert True not in answer["targets"].values()
    assert len(answer["unmatched"]) == 1


def test_an_unknown_form_beside_a_known_one_is_still_refused_where_the_known_one_is():
    targets = one("wgmma.fence.sync.aligned; tcgen05.transmute [%r2];")["targets"]
    assert targets["sm_80"] is False
    assert "sm_90a" not in targets


def test_answers_follow_the_toolkit():
    line = "cvt.rn.bf16x2.e4m3x2 %r2, %h1;"
    assert accepted(line, "13.0") == set()
    assert "sm_100f" in accepted(line, "13.5")
    assert "sm_80" in accepted("fence.acquire.gpu;", "13.0")
    assert "sm_80" not in accepted("fence.acquire.gpu;", "13.5")


def test_a_toolkit_without_a_table_says_which_one_answers():
    answers, notice = query(["trap;"], cuda="12.7")
    assert answers[0]["rule"] == "control-flow"
    assert notice is not None
    assert "12.7" in notice
    assert "12.6" in notice


def test_a_toolkit_with_a_table_says_nothing():
    assert query(["trap;"], cuda="13.0")[1] is None


def test_an_unknown_toolkit_is_a_usage_error():
    with pytest.raises(UsageError):
        query(["trap;"], cuda="thirteen")


def test_text_names_both_sides():
    text, _ = query_text(["wgmma.fence.sync.aligned;", "foo;"], cuda="13.0")
    assert "accepted  sm_90a\n" in text
    assert "refused   sm_75 sm_80" in text
    assert "no rule knows this" in text


MINE = """
family: mine
rules:
  - id: teleport
    title: A made-up instruction
    match: {ptx: ["teleport.async .far|.near"], modifiers: "b32"}
    targets: {families: [100f]}
    since_cuda: "13.0"
    reference: "nothing but this test"
"""


def test_a_rule_needs_one_yaml_entry_and_no_code(tmp_path):
    (tmp_path / "instructions").mkdir()
    (tmp_path / "instructions" / "mine.yaml").write_text(MINE)
    (known, unknown), _ = query(["teleport.async.far.b32 %r1;", "teleport.async.far.b64 %r1;"], [tmp_path], "13.0")
    assert known["rule"] == "teleport"
    assert {target for target, yes in known["targets"].items() if yes} == {"sm_100a", "sm_100f", "sm_103a", "sm_103f"}
    assert unknown["unmatched"] == ["teleport.async.far.b64 %r1"]
    assert True not in unknown["targets"].values()
