from __future__ import annotations

import io
import json

import pytest

from kernaudit.cli.app import run


def call(*arguments):
    with pytest.raises(SystemExit) as ended:
        run(["query", *arguments])
    return ended.value.code


def test_one_statement_for_a_person(capsys):
    assert call("wgmma.fence.sync.aligned;") == 0
    assert "accepted  sm_90a\n" in capsys.readouterr().out


def test_one_json_object_a_line_in_the_order_of_the_input(capsys, monkeypatch):
    lines = ["setmaxnreg.dec.sync.aligned.u32 40;", "", "not ptx", "trap;"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    assert call("--stdin", "--cuda", "13.0", "--format", "json") == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["rule"] for answer in answers] == ["setmaxnreg", None, None, "control-flow"]
    assert answers[0]["targets"]["sm_120f"] is True
    assert answers[0]["targets"]["sm_120"] is False
    assert all(set(answer) == {"rule", "targets", "unmatched"} for answer in answers)


def test_no_lines_is_no_answer(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert call("--stdin", "--format", "json") == 0
    assert capsys.readouterr().out.strip() == ""


def test_a_toolkit_without_a_table_is_told_on_standard_error(capsys):
    assert call("trap;", "--cuda", "12.7") == 0
    assert "CUDA 12.7" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [(), ("trap;", "--stdin"), ("trap;", "--cuda", "thirteen")])
def test_misuse_is_one_line_and_exit_code_2(arguments, capsys):
    assert call(*arguments) == 2
    error = capsys.readouterr().err
    assert error.startswith("kernaudit: error: ")
    assert error.count("\n") == 1
