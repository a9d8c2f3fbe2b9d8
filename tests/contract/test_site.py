"""The documentation site builds without a warning, with its generated pages."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(importlib.util.find_spec("mkdocs") is None, reason="the site's tools are not installed"),
]


@pytest.fixture(scope="module")
def site(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("site")
    shutil.copytree(repository / "docs", root / "docs")
    shutil.copy(repository / "mkdocs.yml", root)
    subprocess.run([sys.executable, str(root / "docs" / "write_pages.py")], check=True)
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-d", str(root / "site")]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    built = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    assert "WARNING" not in built.stderr
    return root / "site"


def test_every_page_is_there(site: Path, repository: Path) -> None:
    pages = {path.relative_to(repository / "docs").with_suffix("") for path in (repository / "docs").rglob("*.md")}
    for page in pages | {Path("devices"), Path("rules")}:
        folder = page.parent if page.name == "index" else page
        assert (site / folder / "index.html").is_file(), page


def test_generated_pages_hold_every_device_and_rule(site: Path) -> None:
    from kernaudit.ruleset.load import load_rules  # noqa: PLC0415 - slow to load, and only here

    rules = load_rules()
    for page, names in (
        ("devices", [one.id for one in rules.devices]),
        ("rules", [one.id for one in rules.instructions]),
    ):
        headings = set(re.findall(r'<h2 id="([^"]+)"', (site / page / "index.html").read_text(encoding="utf-8")))
        assert set(names) <= headings


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    text = (site / "index.html").read_text(encoding="utf-8")
    loaded = re.findall(r'<(?:script|link|img)[^>]+(?:src|href)="(https?://[^"]+)"', text)
    assert [one for one in loaded if "canonical" not in one] == []
