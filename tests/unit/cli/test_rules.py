from __future__ import annotations

import json

import pytest

from kernaudit.cli.app import run


def call(*arguments):
    with pytest.raises(SystemExit) as ended:
        run(["rules", *arguments])
    return ended.value.code


def test_list_and_show(capsys):
    assert call("list") == 0
    assert any(line.split()[0] == "wgmma" for line in capsys.readouterr().out.splitlines())
    assert call("show", "wgmma", "tcgen05-mma") == 0
    shown = capsys.readouterr().out
    assert shown.startswith("wgmma: Warpgroup matrix multiply-accumulate\n")
    assert "families sm_100f, sm_110f" in shown


def test_json_is_one_document(capsys):
    assert call("show", "wgmma", "--format", "json") == 0
    document = json.loads(capsys.readouterr().out)
    assert [rule["id"] for rule in document["rules"]] == ["wgmma"]


def test_test_ends_with_1_when_the_rule_misses(tmp_path, capsys):
    fixture = tmp_path / "probe.cu"
    fixture.write_text('asm("wgmma.fence.sync.aligned;");  // expect: wgmma\n')
    assert call("test", "wgmma", str(fixture)) == 0
    fixture.write_text("int x;  // expect: wgmma\n")
    assert call("test", "wgmma", str(fixture)) == 1
    assert "line 1: wgmma is expected and does not hit" in capsys.readouterr().out


def test_new_prints_an_entry_and_a_fixture(capsys):
    assert call("new", "my-feature") == 0
    text = capsys.readouterr().out
    assert "  - id: my-feature" in text
    assert "// tests/rules/my-feature.cu" in text


@pytest.mark.parametrize("arguments", [("show", "nothing"), ("new", "wgmma"), ("test", "wgmma", "/nowhere/x.cu")])
def test_misuse_is_one_line_and_exit_code_2(arguments, capsys):
    assert call(*arguments) == 2
    assert capsys.readouterr().err.count("\n") == 1
