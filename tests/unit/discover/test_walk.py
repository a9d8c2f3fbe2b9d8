from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from kernaudit.discover import walk as walk_module
from kernaudit.discover.walk import MAX_DEPTH, walk
from kernaudit.errors import InputError
from kernaudit.model.evidence import SkipReason


def _make(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("x")


def _reasons(root: Path) -> dict[str, SkipReason]:
    return {item.path: item.reason for item in walk(root).skipped}


def test_lists_files_and_directories(tmp_path: Path) -> None:
    _make(tmp_path, "a.cu", "b/c.cu", "b/d/e.h")
    (tmp_path / "empty").mkdir()
    found = walk(tmp_path)
    assert found.files == {"a.cu", "b/c.cu", "b/d/e.h"}
    assert {name: sorted(inside) for name, inside in found.children.items()} == {
        "": ["a.cu", "b", "empty"],
        "b": ["c.cu", "d"],
        "b/d": ["e.h"],
        "empty": [],
    }
    assert not found.skipped


def test_version_control_is_no_part_of_the_tree(tmp_path: Path) -> None:
    _make(tmp_path, ".git/config", "sub/.git", "a/__pycache__/x.pyc", ".github/ci.yml", ".gitmodules")
    (tmp_path / "link").symlink_to(".git")
    assert walk(tmp_path).files == {".github/ci.yml", ".gitmodules"}
    assert "link" not in walk(tmp_path).aliases


def test_link_loops_end(tmp_path: Path) -> None:
    _make(tmp_path, "a/x.cu")
    (tmp_path / "a/up").symlink_to("..")
    (tmp_path / "self").symlink_to("self")
    found = walk(tmp_path)
    assert found.files == {"a/x.cu"}
    assert found.aliases == {"a/up": ""}
    assert _reasons(tmp_path) == {"self": SkipReason.UNREADABLE}


def test_links_inside_are_kept_and_links_outside_are_not(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "root-secret"
    _make(root, "real/x.cu")
    _make(outside, "key.cu")
    (root / "x.cu").symlink_to("real/x.cu")
    (root / "dir").symlink_to("real")
    (root / "key.cu").symlink_to(outside / "key.cu")
    (root / "all").symlink_to(outside)
    (root / "gone").symlink_to("nowhere")
    found = walk(root)
    assert found.files == {"real/x.cu", "x.cu"}
    assert found.aliases == {"dir": "real"}
    assert _reasons(root) == {
        "key.cu": SkipReason.OUTSIDE_ROOT,
        "all": SkipReason.OUTSIDE_ROOT,
        "gone": SkipReason.UNREADABLE,
    }


def test_fifos_and_sockets_are_named_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.cu")
    (tmp_path / "link.cu").symlink_to("pipe.cu")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(os.path.relpath(tmp_path / "s"))
        assert _reasons(tmp_path) == dict.fromkeys(("pipe.cu", "link.cu", "s"), SkipReason.UNREADABLE)
    assert walk(tmp_path).files == set()


def test_names_that_are_not_utf8_stay_printable_and_openable(tmp_path: Path) -> None:
    directory = os.fsencode(tmp_path) + b"/d\xff"
    Path(os.fsdecode(directory)).mkdir()
    Path(os.fsdecode(directory + b"/\xe9.cu")).write_text("x")
    found = walk(tmp_path)
    assert found.files == {"d\\xff/\\xe9.cu"}
    assert Path(found.real["d\\xff/\\xe9.cu"]).read_text() == "x"
    assert found.children["d\\xff"] == ["\\xe9.cu"]


def test_depth_is_bounded_and_said(tmp_path: Path) -> None:
    deep = tmp_path
    for _ in range(MAX_DEPTH + 5):
        deep /= "d"
    deep.mkdir(parents=True)
    (deep / "x.cu").write_text("x")
    found = walk(tmp_path)
    assert found.files == set()
    assert [item.path.count("/") for item in found.skipped] == [MAX_DEPTH]


def test_the_number_of_names_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk_module, "MAX_ENTRIES", 3)
    _make(tmp_path, "1", "2", "3")
    assert len(walk(tmp_path).files) == 3
    _make(tmp_path, "4")
    with pytest.raises(InputError, match="more than 3 files"):
        walk(tmp_path)


def test_a_directory_that_cannot_be_listed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _make(tmp_path, "closed/x.cu", "open/y.cu")
    scandir = os.scandir

    def refuse(path: str) -> os._ScandirIterator[str]:
        if path.endswith("closed"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    found = walk(tmp_path)
    assert found.files == {"open/y.cu"}
    assert [(item.path, item.detail) for item in found.skipped] == [("closed", "Permission denied")]
