"""The built distributions: what is in them, and that an installed wheel works away from the checkout."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from dataclasses import dataclass
from email.parser import Parser
from pathlib import Path

import pytest

from kernaudit import __version__

pytest.importorskip("hatchling")
pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class _Built:
    sdist: Path
    wheel: Path


def _build(source: Path, target: Path, *kinds: str) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(target)]
    command += [argument for kind in kinds for argument in ("--target", kind)]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def built(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> _Built:
    target = tmp_path_factory.mktemp("dist")
    _build(repository, target, "sdist", "wheel")
    return _Built(target / f"kernaudit-{__version__}.tar.gz", target / f"kernaudit-{__version__}-py3-none-any.whl")


@pytest.fixture(scope="module")
def installed(built: _Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the `kernaudit` command of a fresh environment that holds the wheel and sees only our dependencies."""
    target = tmp_path_factory.mktemp("venv")
    venv.create(target, with_pip=False)
    python = target / "bin" / "python"
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index", "--quiet"]
    subprocess.run([*command, str(built.wheel)], check=True, capture_output=True)
    purelib = next((target / "lib").glob("python*/site-packages"))
    # Path files in a directory that is itself added by one are not read, so the editable checkout stays unseen.
    (purelib / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return target / "bin" / "kernaudit"


def _names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_the_wheel_holds_the_program_and_its_rules(built: _Built, repository: Path) -> None:
    names = _names(built.wheel)
    rules = {f"kernaudit/_rules/{p.relative_to(repository / 'rules')}" for p in (repository / "rules").rglob("*.yaml")}
    assert rules
    assert rules <= names
    page = repository / "src" / "kernaudit" / "render" / "html"
    parts = {
        f"kernaudit/render/html/{p.relative_to(page)}"
        for f in ("templates", "style", "script")
        for p in (page / f).iterdir()
    }
    assert {Path(part).suffix for part in parts} == {".html", ".css", ".js"}
    assert parts <= names
    assert {"kernaudit/py.typed", "kernaudit/cli/app.py", "kernaudit/__main__.py"} <= names
    assert {name.split("/")[0] for name in names} == {"kernaudit", f"kernaudit-{__version__}.dist-info"}
    assert not [name for name in names if name.endswith((".pyc", ".in")) or "__pycache__" in name]


def test_the_metadata(built: _Built) -> None:
    folder = f"kernaudit-{__version__}.dist-info"
    with zipfile.ZipFile(built.wheel) as archive:
        metadata = Parser().parsestr(archive.read(f"{folder}/METADATA").decode())
        assert "kernaudit = kernaudit.cli:main" in archive.read(f"{folder}/entry_points.txt").decode()
        assert "Apache License" in archive.read(f"{folder}/licenses/LICENSE").decode()
    assert metadata["License-Expression"] == "Apache-2.0"
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["Version"] == __version__


def test_a_wheel_from_the_sdist_is_the_same(built: _Built, tmp_path: Path) -> None:
    with tarfile.open(built.sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    source = tmp_path / f"kernaudit-{__version__}"
    for name in ("Makefile", "CHANGELOG.md", "tests/conftest.py", "requirements/run.txt", "rules", "examples", "docs"):
        assert (source / name).exists(), name
    _build(source, tmp_path / "again", "wheel")
    assert _names(tmp_path / "again" / built.wheel.name) == _names(built.wheel)


def test_an_installed_wheel_runs(installed: Path, tmp_path: Path) -> None:
    done = subprocess.run([installed, "--version"], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stdout) == (0, f"kernaudit {__version__}\n")


def test_an_installed_wheel_finds_its_rules(installed: Path, tmp_path: Path, repository: Path) -> None:
    done = subprocess.run([installed, "archs"], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stderr
    for profile in (repository / "rules" / "archs").glob("*.yaml"):
        assert profile.stem in done.stdout


def test_an_installed_wheel_scans(installed: Path, tmp_path: Path, repository: Path) -> None:
    tree = repository / "examples" / "remapped"
    done = subprocess.run([installed, "scan", str(tree)], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout
