"""requirements/*.txt pin everything that pyproject.toml asks for, by hash, and name no place to fetch it from."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version


def _wanted(repository: Path, group: str | None) -> list[Requirement]:
    sys.path.insert(0, str(repository / "requirements"))
    try:
        from lock import wanted  # noqa: PLC0415 - a script of the repository, no package
    finally:
        sys.path.pop(0)
    return [Requirement(text) for text in wanted(group)]


def _pins(path: Path) -> dict[str, Version]:
    pins = {}
    for entry in re.split(r"\n(?=\S)", path.read_text(encoding="utf-8")):
        found = re.match(r"([\w.-]+)==(\S+) \\\n(.*)", entry, re.DOTALL)
        assert found, entry
        hashes = [line.strip(" \\") for line in found[3].strip().split("\n")]
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", line) for line in hashes), entry
        pins[canonicalize_name(found[1])] = Version(found[2])
    return pins


@pytest.mark.parametrize(("name", "group"), [("run", None), ("dev", "dev")])
def test_every_requirement_is_pinned(name: str, group: str | None, repository: Path) -> None:
    pins = _pins(repository / "requirements" / f"{name}.txt")
    for requirement in _wanted(repository, group):
        version = pins.get(canonicalize_name(requirement.name))
        assert version is not None, f"{requirement} is not in {name}.txt: make lock"
        assert requirement.specifier.contains(version), f"{requirement}: {name}.txt has {version}"


def test_both_locks_agree(repository: Path) -> None:
    run, dev = (_pins(repository / "requirements" / f"{name}.txt") for name in ("run", "dev"))
    assert run.items() <= dev.items()


def test_locks_name_no_place(repository: Path) -> None:
    for path in sorted((repository / "requirements").iterdir()):
        if path.suffix == ".txt":
            assert not re.search(r"https?:|--index|--find-links|file:|@ ", path.read_text(encoding="utf-8"))


def test_the_version_is_written_once(repository: Path) -> None:
    project = tomllib.loads((repository / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dynamic"] == ["version"]
