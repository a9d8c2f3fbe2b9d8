from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernaudit.discover import SourceTree, UnreadableFile
from kernaudit.errors import InputError, UsageError
from kernaudit.model.evidence import SkipReason


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    for path, text in {
        "CMakeLists.txt": "project(x)",
        "csrc/a.cu": "// a",
        "csrc/b/c.cuh": "// c",
        "tests/t.cu": "// t",
        "README": "hello",
    }.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    (tmp_path / "secret.cu").write_text("secret")
    return root


def _reason(tree: SourceTree, path: str) -> SkipReason:
    with pytest.raises(UnreadableFile) as caught:
        tree.read_text(path)
    return caught.value.reason


def test_entries_hold_everything_and_covered_what_the_audit_reads(root: Path) -> None:
    tree = SourceTree(root)
    assert tree.entries() == ("CMakeLists.txt", "README", "csrc/a.cu", "csrc/b/c.cuh", "tests/t.cu")
    assert tree.covered() == ("CMakeLists.txt", "README", "csrc/a.cu", "csrc/b/c.cuh")
    assert tree.read_text("tests/t.cu") == "// t"
    assert [(s.path, s.detail) for s in tree.skipped] == [("tests", "tests, 1 source file")]


@pytest.mark.parametrize("path", ["csrc/a.cu", "./csrc//a.cu", "csrc/b/../a.cu", "x/../csrc/./a.cu", "link/a.cu"])
def test_one_file_under_several_spellings(root: Path, path: str) -> None:
    (root / "link").symlink_to("csrc")
    tree = SourceTree(root)
    assert tree.is_file(path)
    assert tree.exists(path)
    assert not tree.is_dir(path)
    assert tree.read_text(path) == "// a"


@pytest.mark.parametrize(
    "path", ["../secret.cu", "csrc/../../secret.cu", "/etc/passwd", "..", "csrc/../..", "nul\0.cu"]
)
def test_nothing_outside_the_root_exists(root: Path, path: str) -> None:
    tree = SourceTree(root)
    assert not tree.exists(path)
    assert tree.children(path) == ()
    assert _reason(tree, path) is SkipReason.UNREADABLE


def test_directories_and_their_children(root: Path) -> None:
    (root / "again").symlink_to("csrc/b/..")
    tree = SourceTree(root)
    assert tree.children("") == tree.children(".") == ("CMakeLists.txt", "README", "again", "csrc", "tests")
    assert tree.children("again/b") == ("c.cuh",)
    assert tree.is_dir("csrc/b/")
    assert not tree.is_dir("csrc/a.cu")
    assert tree.children("csrc/a.cu") == ()
    assert not tree.exists("csrc/nothing")


def test_a_loop_of_links_resolves_in_bounded_time(root: Path) -> None:
    (root / "csrc/up").symlink_to("..")
    tree = SourceTree(root)
    assert tree.read_text("csrc/up/" * 500 + "csrc/a.cu") == "// a"


def test_text_is_utf8_or_latin1_without_byte_order_mark(root: Path) -> None:
    (root / "utf8.cu").write_bytes("\ufeffµ\r\n".encode())
    (root / "latin1.cu").write_bytes(b"// \xb5s")
    tree = SourceTree(root)
    assert tree.read_text("utf8.cu") == "µ\r\n"
    assert tree.read_text("latin1.cu") == "// µs"


def test_what_cannot_be_read_is_listed_with_the_reason(root: Path) -> None:
    (root / "binary.cu").write_bytes(b"\x7fELF\0\0")
    with (root / "huge.cu").open("wb") as stream:
        stream.truncate(200 * 1024 * 1024)
    os.mkfifo(root / "pipe.cu")
    tree = SourceTree(root)
    assert _reason(tree, "binary.cu") is SkipReason.BINARY
    assert _reason(tree, "huge.cu") is SkipReason.TOO_LARGE
    assert _reason(tree, "huge.cu") is SkipReason.TOO_LARGE
    assert _reason(tree, "pipe.cu") is SkipReason.UNREADABLE
    assert [(s.path, s.reason.value) for s in tree.skipped] == [
        ("binary.cu", "binary"),
        ("huge.cu", "too-large"),
        ("pipe.cu", "unreadable"),
        ("tests", "excluded"),
    ]
    assert tree.read_bytes("README") == b"hello"


def test_skipped_and_digest_do_not_depend_on_what_was_read(root: Path) -> None:
    (root / "binary.cu").write_bytes(b"\x7fELF\0")
    (root / "binary.dat").write_bytes(b"\0")
    first, second = SourceTree(root), SourceTree(root)
    with pytest.raises(UnreadableFile):
        first.read_bytes("binary.cu")
    first.read_text("csrc/a.cu")
    assert [s.path for s in first.skipped] == [s.path for s in second.skipped] == ["binary.cu", "tests"]
    assert first.digest() == second.digest()
    assert first.read_bytes("binary.dat") == b"\0"
    (root / "binary.cu").write_bytes(b"\0\0")
    assert SourceTree(root).digest() != first.digest()


def test_the_size_limit_is_exact(root: Path) -> None:
    (root / "x.cu").write_text("12345")
    assert SourceTree(root, max_file_bytes=5).read_text("x.cu") == "12345"
    assert _reason(SourceTree(root, max_file_bytes=4), "x.cu") is SkipReason.TOO_LARGE


def test_a_file_swapped_for_a_link_or_a_fifo_is_refused(root: Path) -> None:
    tree = SourceTree(root)
    assert tree.is_file("csrc/a.cu")
    assert tree.is_file("README")
    (root / "csrc/a.cu").unlink()
    (root / "csrc/a.cu").symlink_to(root.parent / "secret.cu")
    (root / "README").unlink()
    os.mkfifo(root / "README")
    assert _reason(tree, "csrc/a.cu") is SkipReason.UNREADABLE
    assert _reason(tree, "README") is SkipReason.UNREADABLE


def test_a_file_is_read_once(root: Path) -> None:
    tree = SourceTree(root)
    assert tree.read_text("csrc/a.cu") == "// a"
    (root / "csrc/a.cu").write_text("// changed")
    assert tree.read_text("csrc/a.cu") == "// a"


def test_the_cache_is_bounded(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kernaudit.discover.tree._CACHE_BYTES", 6)
    tree = SourceTree(root)
    for path in ("csrc/a.cu", "csrc/b/c.cuh", "README"):
        tree.read_text(path)
    assert list(tree._texts) == ["README"]
    assert tree._cached_bytes == 5


def test_digest_follows_contents_and_names_only(root: Path) -> None:
    first = SourceTree(root).digest()
    tree = SourceTree(root)
    tree.read_text("csrc/a.cu")
    os.utime(root / "csrc/a.cu", (0, 0))
    assert tree.digest() == first == SourceTree(root).digest()
    assert SourceTree(root).digest(["README"]) != first
    (root / "csrc/a.cu").write_text("// A")
    changed = SourceTree(root).digest()
    assert changed != first
    (root / "csrc/a.cu").rename(root / "csrc/z.cu")
    assert SourceTree(root).digest() not in (first, changed)


def test_a_root_that_is_none(root: Path) -> None:
    with pytest.raises(InputError, match="nowhere: No such file or directory"):
        SourceTree(root / "nowhere")
    with pytest.raises(InputError, match="not a directory"):
        SourceTree(root / "README")


def test_a_malformed_pattern_is_the_users_error(root: Path) -> None:
    with pytest.raises(UsageError, match="--include/--exclude"):
        SourceTree(root, exclude=("\\",)).covered()


@given(st.text(alphabet="ab./\\\0é\n", max_size=12))
def test_any_path_gets_an_answer(path: str) -> None:
    tree = SourceTree(Path(__file__).parent)
    assert tree.exists(path) == (tree.is_file(path) or tree.is_dir(path))
    assert isinstance(tree.children(path), tuple)
