"""The commit of a tree, without git."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kernaudit.discover.revision import read_revision

if TYPE_CHECKING:
    from pathlib import Path

COMMIT = "0123456789abcdef0123456789abcdef01234567"
OTHER = "f" * 40


def _git(root: Path, **files: str) -> Path:
    for name, text in files.items():
        path = root / ".git" / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def test_a_branch_leads_to_its_commit(tmp_path: Path) -> None:
    assert read_revision(_git(tmp_path, HEAD="ref: refs/heads/main\n", refs__heads__main=f"{COMMIT}\n")) == COMMIT


def test_a_head_that_names_a_commit(tmp_path: Path) -> None:
    assert read_revision(_git(tmp_path, HEAD=f"{COMMIT}\n")) == COMMIT


def test_a_branch_of_its_own_file_wins_over_packed_ones(tmp_path: Path) -> None:
    packed = f"# pack-refs with: peeled\n{OTHER} refs/heads/main\n{COMMIT} refs/heads/next\n"
    _git(tmp_path, **{"HEAD": "ref: refs/heads/next\n", "packed-refs": packed})
    assert read_revision(tmp_path) == COMMIT
    _git(tmp_path, refs__heads__next=OTHER)
    assert read_revision(tmp_path) == OTHER


@pytest.mark.parametrize(
    "head", ["", "ref: refs/heads/none", "ref: ../../secret", "ref: refs/../../secret", "no commit"]
)
def test_what_leads_nowhere_is_no_revision(head: str, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(COMMIT, encoding="utf-8")
    root = tmp_path / "tree"
    assert read_revision(_git(root, HEAD=head)) is None


def test_nothing_is_read_behind_a_link(tmp_path: Path) -> None:
    outside = _git(tmp_path / "outside", HEAD=COMMIT)
    root = tmp_path / "tree"
    root.mkdir()
    assert read_revision(root) is None
    (root / ".git").symlink_to(outside / ".git")
    assert read_revision(root) is None
