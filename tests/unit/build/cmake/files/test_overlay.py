"""Files as a build sees them: the tree, what was written, what is fetched."""

from __future__ import annotations

import pytest

from kernaudit.build.cmake.files import EXTERNAL_ROOT, OUTPUT_ROOT, TREE_ROOT, BuildFiles, TreeView
from kernaudit.build.cmake.files.layout import external_of, in_tree, join, normalise, shown, tree_path
from kernaudit.discover import SourceTree


@pytest.fixture
def files(tmp_path):
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "a.txt").write_text("text")
    return BuildFiles(TreeView(SourceTree(tmp_path)))


@pytest.mark.parametrize(
    ("path", "collapsed"),
    [("/a/./b", "/a/b"), ("/a/../b", "/b"), ("/../a", "/a"), ("/a//b/", "/a/b"), ("/", "/"), ("/a/b..c", "/a/b..c")],
)
def test_paths_collapse_by_text(path, collapsed):
    assert normalise(path) == collapsed


def test_places_are_shown_relative(files):
    assert shown(f"{TREE_ROOT}/d/../d/a.txt") == "d/a.txt"
    assert shown(TREE_ROOT) == "."
    assert shown(f"{EXTERNAL_ROOT}/dep-src/x.cu") == "<external>/dep/x.cu"
    assert shown(f"{OUTPUT_ROOT}/gen/x.cu") == "<build>/gen/x.cu"
    assert shown("/usr/x") == "/usr/x"
    assert in_tree(tree_path("d")) == "d"
    assert in_tree("/usr") is None
    assert external_of(f"{EXTERNAL_ROOT}/dep-src/a/b") == ("dep", "a/b")
    assert join("/a", "../b") == "/b"
    assert files.shown(f"{TREE_ROOT}/d") == "d"


def test_nothing_outside_the_tree_exists(files):
    assert not files.exists("/etc/passwd")
    assert not files.exists(f"{TREE_ROOT}/../../etc/passwd")
    assert files.read_text("/etc/passwd") is None


def test_everything_in_a_fetched_tree_exists(files):
    assert files.is_file(f"{EXTERNAL_ROOT}/x-src/a.h")
    assert files.is_dir(f"{EXTERNAL_ROOT}/x-src/include")
    assert files.read_text(f"{EXTERNAL_ROOT}/x-src/a.h") is None


def test_what_is_written_is_read_listed_and_removed(files):
    path = f"{OUTPUT_ROOT}/gen/deep/x.cu"
    files.write(path, "one")
    files.write(path, " two", append=True)
    assert files.read_text(path) == "one two"
    assert files.read_bytes(path) == b"one two"
    assert files.is_dir(f"{OUTPUT_ROOT}/gen")
    assert files.children(f"{OUTPUT_ROOT}/gen/deep") == ("x.cu",)
    assert list(files.glob(f"{OUTPUT_ROOT}/gen/*/*.cu", recurse=False, directories=False)) == [path]
    files.remove(f"{OUTPUT_ROOT}/gen/deep")
    assert not files.exists(path)


def test_a_file_of_the_tree_can_be_replaced_and_hidden_for_the_build_alone(files, tmp_path):
    path = f"{TREE_ROOT}/d/a.txt"
    files.write(path, "new")
    assert files.read_text(path) == "new"
    files.remove(path)
    assert not files.exists(path)
    assert list(files.glob(f"{TREE_ROOT}/d/*", recurse=False, directories=True)) == []
    assert (tmp_path / "d" / "a.txt").read_text() == "text"


def test_patterns_stay_open_where_files_cannot_be_seen(files):
    assert files.stays_open(f"{EXTERNAL_ROOT}/x-src/*.cu")
    assert files.stays_open(f"{TREE_ROOT}/missing/*.cu")
    assert files.stays_open(f"{OUTPUT_ROOT}/gen/*.cu")
    assert not files.stays_open(f"{TREE_ROOT}/d/*.cu")
    files.open_directory(f"{TREE_ROOT}/d")
    assert files.stays_open(f"{TREE_ROOT}/d/*.cu")


def test_more_text_than_any_build_writes_is_refused(files):
    with pytest.raises(MemoryError):
        files.write(f"{OUTPUT_ROOT}/x", "x" * (65 * 1024 * 1024))
