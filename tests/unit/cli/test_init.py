"""`kernaudit init` writes one file and never over another."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernaudit.cli.app import run


def _run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as caught:
        run(["init", *arguments])
    return int(caught.value.code or 0)


def test_the_file_is_written_into_the_tree(tmp_path: Path) -> None:
    assert _run(str(tmp_path)) == 0
    assert (tmp_path / "kernaudit.yaml").read_text().startswith("# What kernaudit takes for this tree")


def test_a_file_that_exists_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "kernaudit.yaml").write_text("mine\n")
    assert _run(str(tmp_path)) == 2
    assert "exists already" in capsys.readouterr().err
    assert (tmp_path / "kernaudit.yaml").read_text() == "mine\n"


def test_it_can_go_to_standard_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(str(tmp_path), "-o", "-") == 0
    assert "# pins:" in capsys.readouterr().out
    assert not (tmp_path / "kernaudit.yaml").exists()
