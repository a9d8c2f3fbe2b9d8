"""The stamp of a tree: it changes with any file, and is not given where it could miss a change."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from kernaudit.discover import stamp
from kernaudit.discover.stamp import tree_stamp


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree that nobody has touched for a while, as far as `tree_stamp` can tell."""
    root = tmp_path / "tree"
    (root / "sub").mkdir(parents=True)
    (root / "a.cu").write_text("one")
    (root / "sub" / "b.cu").write_text("two")
    (root / "link.cu").symlink_to("sub/b.cu")
    monkeypatch.setattr(stamp, "_FINE", -60_000_000_000)
    return root


def test_an_untouched_tree_keeps_its_stamp(tree: Path) -> None:
    assert tree_stamp(tree) == tree_stamp(tree) is not None


def _same_size_and_time(root: Path) -> None:
    file = root / "sub" / "b.cu"
    before = file.stat()
    file.write_text("owt")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


@pytest.mark.parametrize(
    "change",
    [
        lambda root: (root / "a.cu").write_text("longer"),
        lambda root: (root / "sub" / "c.cu").write_text(""),
        lambda root: (root / "a.cu").unlink(),
        lambda root: (root / "a.cu").rename(root / "c.cu"),
        lambda root: (root / "empty").mkdir(),
        lambda root: (root / "a.cu").chmod(0o600),
        _same_size_and_time,
    ],
    ids=["longer", "new", "gone", "renamed", "new directory", "rights", "same size and time"],
)
def test_whatever_changes_changes_the_stamp(tree: Path, change: Callable[[Path], object]) -> None:
    before = tree_stamp(tree)
    change(tree)
    assert tree_stamp(tree) != before


def test_a_file_of_this_very_moment_could_change_unseen(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stamp, "_FINE", 60_000_000_000)
    assert tree_stamp(tree) is None


def test_a_clock_of_whole_seconds_takes_longer_to_be_sure_of() -> None:
    assert not stamp._is_recent(1_000_000_123, 1_100_000_000)
    assert stamp._is_recent(1_000_000_000, 1_100_000_000)
    assert not stamp._is_recent(1_000_000_000, 3_100_000_000)
