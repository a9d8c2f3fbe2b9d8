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


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("requirements.txt", "torch\nflash-attn==2.8.3\n"),
        ("pyproject.toml", '[project]\nname = "x"\ndependencies = [\n  "torch",\n  "flash-attn==2.8.3",\n]\n'),
        ("pyproject.toml", '[build-system]\nrequires = ["flash_attn ==2.8.3"]\n'),
        ("setup.py", 'setup(name="x", install_requires=["torch", "flash-attn==2.8.3"])\n'),
        ("setup.cfg", "[options]\ninstall_requires =\n    torch\n    flash-attn==2.8.3\n"),
    ],
)
def test_known_packages_that_a_project_requires_are_pins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str
) -> None:
    (tmp_path / name).write_text(text)
    assert _run(str(tmp_path), "-o", "-") == 0
    out = capsys.readouterr().out
    assert f"{name}:" in out
    assert "2.8.3" in out


def test_the_name_of_the_project_itself_is_no_pin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "flash-attn"\nkeywords = ["flash-attn"]\n')
    assert _run(str(tmp_path), "-o", "-") == 0
    assert "pyproject.toml:" not in capsys.readouterr().out
