"""Empty words and filters that match nothing are mistakes, never a silent default."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kernaudit.cli import app as app_module

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.26)\nproject(x LANGUAGES CUDA)\nadd_library(core prefill.cu)\n"
    )
    (tmp_path / "prefill.cu").write_text("__global__ void prefill(float* x) { x[0] = 1; }\n")
    return tmp_path


def _run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        app_module.run(arguments)
    assert isinstance(ended.value.code, int)
    return ended.value.code


@pytest.mark.parametrize("option", ["--to", "--cuda", "-o", "--request", "--kernel"])
def test_an_empty_value_is_named(option: str, tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run("scan", str(tree), option, "") == 2
    assert capsys.readouterr().err.startswith(f"kernaudit: error: {option}: the value is empty")


def test_an_empty_value_after_an_equals_sign(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run("scan", str(tree), "--to=") == 2
    assert "--to: the value is empty" in capsys.readouterr().err


def test_an_empty_path_is_not_the_current_directory(capsys: pytest.CaptureFixture[str]) -> None:
    assert _run("scan", "") == 2
    assert "an argument is empty" in capsys.readouterr().err


def test_a_definition_may_have_an_empty_value(tree: Path) -> None:
    assert _run("scan", str(tree), "-D", "OPTION=", "--jobs", "1") == 0


def test_a_release_needs_its_minor_number(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run("scan", str(tree), "--cuda", "13") == 2
    assert "--cuda '13' is not a CUDA version such as 13.0" in capsys.readouterr().err


def test_a_filter_without_a_match_names_what_comes_near(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run("scan", str(tree), "--kernel", "prefil", "--jobs", "1") == 2
    assert "is called 'prefil'; perhaps prefill" in capsys.readouterr().err


def test_a_tree_without_its_files_is_nothing(tree: Path) -> None:
    assert _run("scan", str(tree), "--exclude", "*", "--jobs", "1") == 3
