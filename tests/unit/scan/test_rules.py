from __future__ import annotations

import pytest

from kernaudit.errors import InputError, UsageError
from kernaudit.scan import rules as rules_scan


def test_list_has_one_line_a_rule():
    lines = rules_scan.rules_text().splitlines()
    assert lines[0].split() == ["id", "targets", "CUDA", "title"]
    assert len(lines) - 1 == len(rules_scan.rules_document()["rules"])


def test_show_says_everything():
    text = rules_scan.rules_text(["setmaxnreg"])
    assert "sm_90a only; families sm_100f, sm_110f, sm_120f" in text
    for words in ("matches PTX: setmaxnreg", "reference: PTX ISA", "instead: __launch_bounds__", "witness:"):
        assert words in text


def test_an_unknown_rule_is_named_with_close_ones():
    with pytest.raises(UsageError, match="perhaps wgmma"):
        rules_scan.rules_text(["wgmmma"])


def test_a_document_holds_one_rule_when_one_is_asked_for():
    (rule,) = rules_scan.rules_document(["mma-fp8"])["rules"]
    assert rule["emulated_on"] == ["9.0", "10.0", "10.3", "10.7", "11.0"]
    assert rule["on_unsupported"] == "refused"


def test_a_rule_is_tried_on_a_file(tmp_path):
    good, bad = tmp_path / "good.cu", tmp_path / "bad.cu"
    good.write_text('asm("wgmma.fence.sync.aligned;");  // expect: wgmma\nint x;  // ok:\n')
    bad.write_text('asm("wgmma.fence.sync.aligned;");\nint wgmma;  // expect: wgmma\n')
    assert rules_scan.test_rule("wgmma", good) == (True, "wgmma: 1 lines as expected")
    passed, text = rules_scan.test_rule("wgmma", bad)
    assert not passed
    assert text.splitlines() == [
        "line 2: wgmma is expected and does not hit",
        "line 1: wgmma hits and is not expected",
    ]


def test_a_file_that_expects_nothing_fails(tmp_path):
    (tmp_path / "empty.cu").write_text("int x;\n")
    assert rules_scan.test_rule("wgmma", tmp_path / "empty.cu")[0] is False


def test_a_missing_file_is_an_input_error(tmp_path):
    with pytest.raises(InputError):
        rules_scan.test_rule("wgmma", tmp_path / "none.cu")


def test_a_new_rule_is_sketched():
    entry, fixture = rules_scan.new_rule("my-feature")
    assert "id: my-feature" in entry
    assert "// expect: my-feature" in fixture
    assert "// ok:" in fixture


@pytest.mark.parametrize("rule_id", ["wgmma", "My_Feature", "-x"])
def test_an_id_that_cannot_be_new_is_refused(rule_id):
    with pytest.raises(UsageError):
        rules_scan.new_rule(rule_id)
