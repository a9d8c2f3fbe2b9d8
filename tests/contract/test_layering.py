"""The architecture contract holds, and would notice a breach (each case adds one forbidden import to a copy)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("importlinter")

BREACHES = {
    "values import a reader": ("model/arch.py", "from kernaudit.discover import tree", "one-way imports"),
    "the reader imports the command line": ("discover/walk.py", "import kernaudit.cli.app", "one-way imports"),
    "siblings import each other": ("build/__init__.py", "import kernaudit.sources", "one-way imports"),
    "a module without a layer": ("stray/__init__.py", "", "one-way imports"),
    "the core draws": ("verdicts/__init__.py", "import rich.table", "the terminal stays at the edge"),
    "the pipeline parses options": ("scan/__init__.py", "import typer", "options stay in the command line"),
}


def _lint(directory: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run(['--no-cache'])"]
    environment = {**os.environ, "PYTHONPATH": str(directory / "src"), "COLUMNS": "200"}
    return subprocess.run(command, cwd=directory, env=environment, capture_output=True, text=True, check=False)


def test_the_imports_go_one_way(repository: Path) -> None:
    done = _lint(repository)
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("breach", BREACHES)
def test_a_breach_is_noticed(breach: str, repository: Path, tmp_path: Path) -> None:
    module, line, contract = BREACHES[breach]
    shutil.copy(repository / "pyproject.toml", tmp_path)
    shutil.copytree(repository / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    path = tmp_path / "src" / "kernaudit" / module
    path.parent.mkdir(exist_ok=True)
    with path.open("a", encoding="utf-8") as stream:
        stream.write(f"\n{line}\n")
    done = _lint(tmp_path)
    assert done.returncode == 1, done.stdout
    assert f"{contract} BROKEN" in done.stdout, done.stdout
