"""What may not stand anywhere in the repository: hosts of package indexes, paths of one machine."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

HOSTS = tuple(
    ".".join(parts) for parts in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("debian", "org"))
)
"""Spelled in parts, so that this file does not name them either."""
MACHINE_PATH = re.compile(r"(?<![\w./~}])/(?:work|root|Users|opt/[p]ypi)/")
LARGEST = 300_000


def _tracked(repository: Path) -> list[Path]:
    done = subprocess.run(
        ["git", "ls-files", "-z", "--cached"], cwd=repository, capture_output=True, text=True, check=False
    )
    if done.returncode:
        pytest.skip("not a git checkout")
    return [repository / name for name in done.stdout.split("\0") if name]


def test_no_index_host_and_no_machine_path(repository: Path) -> None:
    found = []
    for path in _tracked(repository):
        if not path.is_file():
            continue
        text = path.read_bytes().decode("utf-8", "replace")
        found += [f"{path.relative_to(repository)}: {host}" for host in HOSTS if host in text]
        found += [f"{path.relative_to(repository)}: {m.group()}" for m in MACHINE_PATH.finditer(text)]
    assert not found


def test_files_are_small_text(repository: Path) -> None:
    for path in _tracked(repository):
        if path.is_file():
            data = path.read_bytes()
            assert len(data) <= LARGEST, path
            assert b"\0" not in data or path.suffix in {".png", ".pdf"} or "tests" in path.parts, path


def test_the_top_level_is_the_agreed_one(repository: Path) -> None:
    folders = {
        parts[0] for p in _tracked(repository) if len(parts := p.relative_to(repository).parts) > 1 and p.is_file()
    }
    assert folders - {"src", "rules", "tests", "examples", "docs", "requirements", ".ci", ".github"} == set()
