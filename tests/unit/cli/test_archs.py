"""`kernaudit archs`: what it prints, and what it says to a wrong question."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kernaudit.cli.app import run


def _run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        run(["archs", *words])
    out, err = capsys.readouterr()
    return int(ended.value.code or 0), out, err


@pytest.mark.parametrize("words", [(), ("list",)])
def test_the_list(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    code, out, err = _run(capsys, *words)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split() == ["id", "device", "name", "generation", "SM", "targets", "shared/block"]
    assert [line.split()[:2] for line in lines[1:-1]][7] == ["sm_90a", "9.0"]
    assert len(lines) == 16
    assert "232448?" in next(line for line in lines if line.startswith("sm_107"))
    assert lines[-1].startswith("? = another source disputes the number")
    assert max(map(len, lines)) <= 80


def test_show_gives_every_number_a_source(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = _run(capsys, "show", "thor")
    assert code == 0
    assert out.startswith(
        "sm_110  Jetson Thor, Blackwell, tegra\ncompute capability 11.0 [1]\nformerly numbered 10.1\n"
    )
    assert "  sm_101f  12.9 to 12.9 [3]\n" in out
    assert "   232448 shared memory per block with opt-in, bytes [4]\n" in out
    assert "  [4] CCCL " in out
    assert max(map(len, out.splitlines())) <= 80


def test_show_tells_a_dispute_and_a_gap(capsys: pytest.CaptureFixture[str]) -> None:
    out = _run(capsys, "show", "10.7", "8.8")[1]
    assert "disputed: cuDNN frontend" in out
    assert "334848" in out
    assert "available since: not known [" in out


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = _run(capsys, "show", "h100,b200", "--format", "json")
    document = json.loads(out)
    assert code == 0
    assert [device["id"] for device in document["devices"]] == ["sm_90a", "sm_100"]
    hopper, blackwell = document["devices"]
    assert hopper["limits"]["shared_optin"]["value"] == 232448
    assert [(t["target"], t["since"], t["until"]) for t in hopper["targets"]] == [
        ("sm_90", "11.8", None),
        ("sm_90a", "12.0", None),
    ]
    assert blackwell["families"] == ["sm_100f"]
    assert all(limit["source"] for device in document["devices"] for limit in device["limits"].values())
    assert len(json.loads(_run(capsys, "--format", "json")[1])["devices"]) == 14


def test_output_goes_to_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = _run(capsys, "-o", str(tmp_path / "archs.txt"))
    assert (code, out) == (0, "")
    assert (tmp_path / "archs.txt").read_text(encoding="utf-8").startswith("id ")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("show",), "archs show needs a device"),
        (("list", "h100"), "archs list takes no device; say `archs show h100`"),
        (("h100",), "archs h100: say `archs list` or `archs show h100`"),
        (("show", "h101"), "unknown device 'h101'; did you mean H100"),
        (("show", "Blackwell"), "device 'Blackwell' is ambiguous, name one of: sm_100 (10.0, B200), sm_103"),
        (("--rules", "/nowhere"), "--rules /nowhere: no such folder"),
    ],
)
def test_a_wrong_question_is_one_line(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], says: str) -> None:
    code, out, err = _run(capsys, *words)
    assert (code, out) == (2, "")
    assert err.startswith(f"kernaudit: error: {says}")
    assert err.count("\n") == 1


def test_a_name_from_a_folder_of_rules_cannot_move_the_cursor(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    shipped = Path(__file__).parents[3] / "rules" / "archs" / "sm_80.yaml"
    text = shipped.read_text(encoding="utf-8").replace('name: "A100"', 'name: "A\\e[31m\\n100"')
    (tmp_path / "archs").mkdir()
    (tmp_path / "archs" / "sm_80.yaml").write_text(text, encoding="utf-8")
    out = _run(capsys, "--rules", str(tmp_path))[1]
    assert "\x1b" not in out
    assert r"A\x1b[31m 100" in out
