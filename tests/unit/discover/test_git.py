"""Commits as trees: what names stand for, what is read, and that nothing else is touched or run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tracemalloc
from pathlib import Path

import pytest

from fakes.repositories import commit, init
from kernaudit.discover.git_objects import GitObjects
from kernaudit.discover.git_repository import GitRepository, parse_range
from kernaudit.discover.git_sizes import largest_in_chain
from kernaudit.discover.reading import UnreadableFile
from kernaudit.discover.tree import SourceTree
from kernaudit.errors import IncompleteError, InputError, KernauditError, UsageError
from kernaudit.model.evidence import SkipReason


def _tree(path: Path, revision: str, **more) -> SourceTree:
    repository = GitRepository(path)
    return SourceTree(path, files=repository.files(repository.commit(revision)), **more)


def test_a_commit_is_read_and_the_work_tree_is_not(tmp_path: Path) -> None:
    repo = init(tmp_path)
    commit(repo, {"a/k.cu": "old\r\n", "b.txt": b"\xff"})
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "k.cu").write_text("new")
    (tmp_path / "more.cu").write_text("new")
    tree = _tree(tmp_path, "HEAD")
    assert tree.entries() == ("a/k.cu", "b.txt")
    assert tree.read_text("a/k.cu") == "old\r\n"
    assert tree.read_bytes("b.txt") == b"\xff"
    assert tree.children("a") == ("k.cu",)
    assert tree.identity is not None
    with pytest.raises(UnreadableFile):
        tree.read_bytes("more.cu")


def test_names_of_revisions(tmp_path: Path) -> None:
    repo = init(tmp_path)
    ids = [commit(repo, {"k.cu": str(number)}) for number in range(3)]
    repo.refs[b"refs/tags/v1"] = ids[0].encode()
    repo.refs[b"refs/remotes/origin/dev"] = ids[1].encode()
    repository = GitRepository(tmp_path)
    names = {
        "HEAD": 2, "@": 2, "main": 2, "refs/heads/main": 2, "HEAD~1": 1, "HEAD^": 1, "HEAD~2": 0, "HEAD^^": 0,
        "v1": 0, "origin/dev": 1, ids[1]: 1, ids[1][:10]: 1, "HEAD~0": 2, "main^0~1": 1,
    }  # fmt: skip
    assert {name: repository.commit(name).id for name in names} == {name: ids[at] for name, at in names.items()}


@pytest.mark.parametrize("name", ["gone", "HEAD~3", "HEAD^2", "../HEAD", "", "HEAD:k.cu", "HEAD~99999999999", "-x"])
def test_a_name_that_stands_for_nothing(tmp_path: Path, name: str) -> None:
    repo = init(tmp_path)
    commit(repo, {"k.cu": "1"})
    commit(repo, {"k.cu": "2"})
    with pytest.raises(KernauditError) as caught:
        GitRepository(tmp_path).commit(name)
    assert caught.value.exit_code == 2
    assert "\n" not in str(caught.value)


def test_three_dots_compare_with_the_fork(tmp_path: Path) -> None:
    repo = init(tmp_path)
    fork = commit(repo, {"k.cu": "1"})
    repo.refs[b"refs/heads/topic"] = fork.encode()
    topic = commit(repo, {"k.cu": "2"}, branch="topic")
    main = commit(repo, {"k.cu": "3"}, branch="main")
    repository = GitRepository(tmp_path)
    assert [one.id for one in repository.commits(parse_range("main...topic"))] == [fork, topic]
    assert [one.id for one in repository.commits(parse_range("main..topic"))] == [main, topic]
    assert [one.id for one in repository.commits(parse_range("topic.."))] == [topic, main]
    with pytest.raises(UsageError, match=r"expected BASE\.\.HEAD"):
        parse_range("main")


def test_a_directory_of_the_repository_is_a_tree(tmp_path: Path) -> None:
    repo = init(tmp_path)
    commit(repo, {"csrc/k.cu": "1", "other.cu": "2"})
    (tmp_path / "csrc").mkdir()
    assert _tree(tmp_path / "csrc", "HEAD").entries() == ("k.cu",)
    (tmp_path / "late").mkdir()
    with pytest.raises(InputError, match="has no directory late"):
        _tree(tmp_path / "late", "HEAD")


def test_links_stay_inside(tmp_path: Path) -> None:
    secret = tmp_path / "secret.cu"
    secret.write_text("secret")
    repo = init(tmp_path / "r")
    links = {"file.cu": "a/k.cu", "dir": "a", "out.cu": "../secret.cu", "abs.cu": str(secret), "loop": "loop", "d": "e"}
    commit(repo, {"a/k.cu": "1"}, links=links)
    tree = _tree(tmp_path / "r", "HEAD")
    assert tree.entries() == ("a/k.cu", "file.cu")
    assert (tree.read_text("file.cu"), tree.read_text("dir/k.cu")) == ("1", "1")
    reasons = {one.path: one.reason for one in tree.skipped}
    assert (reasons["out.cu"], reasons["abs.cu"]) == (SkipReason.OUTSIDE_ROOT, SkipReason.OUTSIDE_ROOT)
    assert (reasons["loop"], reasons["d"]) == (SkipReason.UNREADABLE, SkipReason.UNREADABLE)


def test_a_large_file_is_skipped(tmp_path: Path) -> None:
    repo = init(tmp_path)
    commit(repo, {"k.cu": "x" * 2000})
    tree = _tree(tmp_path, "HEAD", max_file_bytes=1000)
    assert [(one.path, one.reason) for one in tree.skipped] == [("k.cu", SkipReason.TOO_LARGE)]


def test_hostile_names_name_nothing(tmp_path: Path) -> None:
    repo = init(tmp_path)
    commit(repo, {"a.cu": "1", "../b.cu": "2", "./c.cu": "3", ".git/config": "4", "d/../../e.cu": "5"})
    assert _tree(tmp_path, "HEAD").entries() == ("a.cu",)


def test_nothing_that_the_repository_configures_is_run(tmp_path: Path) -> None:
    repo = init(tmp_path)
    commit(repo, {"k.cu": "text", ".gitattributes": "* filter=evil diff=evil text eol=crlf\n"})
    mark = tmp_path / "ran"
    program = tmp_path / "evil.sh"
    program.write_text(f"#!/bin/sh\ntouch {mark}\n")
    program.chmod(0o755)
    config = (
        f"[core]\n\tfsmonitor = {program}\n\thooksPath = {tmp_path}\n\tpager = {program}\n\tsshCommand = {program}\n"
        f'[filter "evil"]\n\tsmudge = {program}\n\tclean = {program}\n\tprocess = {program}\n'
        f'[diff "evil"]\n\ttextconv = {program}\n\tcommand = {program}\n'
        f"[include]\n\tpath = {tmp_path}/more\n[credential]\n\thelper = !{program}\n"
    )
    (tmp_path / ".git" / "config").write_text(config)
    for hook in ("post-checkout", "pre-commit", "fsmonitor-watchman", "reference-transaction"):
        (tmp_path / ".git" / "hooks").mkdir(exist_ok=True)
        (tmp_path / ".git" / "hooks" / hook).write_bytes(program.read_bytes())
        (tmp_path / ".git" / "hooks" / hook).chmod(0o755)
    before = _state(tmp_path)
    assert _tree(tmp_path, "HEAD").read_text("k.cu") == "text"
    assert not mark.exists()
    assert _state(tmp_path) == before


def _state(root: Path) -> list[tuple[str, int]]:
    return sorted((str(path), path.stat().st_mtime_ns) for path in root.rglob("*"))


def test_objects_elsewhere_are_not_read(tmp_path: Path) -> None:
    other = init(tmp_path / "other")
    name = commit(other, {"k.cu": "secret"})
    init(tmp_path / "r")
    folder = tmp_path / "r" / ".git" / "objects" / "info"
    folder.mkdir(exist_ok=True)
    (folder / "alternates").write_text(f"{tmp_path}/other/.git/objects\n")
    with pytest.raises(IncompleteError, match="not in this clone"):
        GitRepository(tmp_path / "r").commit(name)


def test_a_repository_that_is_borrowed_by_a_file_is_not_read(tmp_path: Path) -> None:
    commit(init(tmp_path / "other"), {"k.cu": "secret"})
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / ".git").write_text(f"gitdir: {tmp_path}/other/.git\n")
    with pytest.raises(InputError, match="does not know it"):
        GitRepository(tmp_path / "r")


def test_a_linked_work_tree_is_read(tmp_path: Path) -> None:
    name = commit(init(tmp_path / "main"), {"k.cu": "1"})
    own = tmp_path / "main" / ".git" / "worktrees" / "w"
    own.mkdir(parents=True)
    (tmp_path / "w").mkdir()
    (tmp_path / "w" / ".git").write_text(f"gitdir: {own}\n")
    (own / "gitdir").write_text(f"{tmp_path}/w/.git\n")
    (own / "commondir").write_text("../..\n")
    (own / "HEAD").write_text("ref: refs/heads/main\n")
    assert GitRepository(tmp_path / "w").commit("HEAD").id == name


def test_a_damaged_or_missing_object_is_incomplete(tmp_path: Path) -> None:
    repo = init(tmp_path)
    commit(repo, {"k.cu": "some text"})
    tree = _tree(tmp_path, "HEAD")
    assert tree.entries() == ("k.cu",)
    for path in (tmp_path / ".git" / "objects").glob("??/*"):
        path.chmod(0o644)
        path.write_bytes(b"damaged")
    with pytest.raises(IncompleteError):
        _tree(tmp_path, "HEAD").entries()
    for path in (tmp_path / ".git" / "objects").glob("??/*"):
        path.unlink()
    with pytest.raises(IncompleteError, match="not in this clone"):
        GitRepository(tmp_path).commit("HEAD")


def test_no_repository(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not inside a git repository"):
        GitRepository(tmp_path)


@pytest.mark.parametrize("example", ["remapped", "stages", "fp8"])
def test_a_commit_gives_the_report_of_its_files(example: str, tmp_path: Path, repository: Path) -> None:
    from kernaudit.render.base import View  # noqa: PLC0415 - what follows needs the whole program
    from kernaudit.render.registry import find_format  # noqa: PLC0415
    from kernaudit.scan.options import Revision, ScanOptions  # noqa: PLC0415
    from kernaudit.scan.pipeline import run_scan  # noqa: PLC0415

    source, root = repository / "examples" / example, tmp_path / example
    files = {str(path.relative_to(source)): path.read_bytes() for path in source.rglob("*") if path.is_file()}
    name = commit(init(root), files)
    found = GitRepository(root)
    committed = ScanOptions(root, revision=Revision(name, found.files(found.commit(name))), cache=False)
    texts = [
        find_format("json").render(run_scan(options), View()).replace(name, "")
        for options in (committed, ScanOptions(source, cache=False))
    ]
    revision = '"revision": "", '
    assert texts[0].replace(revision, "") == re.sub(r'"revision": [^,]*, ', "", texts[1])


def _packed(root: Path, blobs: list[bytes]) -> list[str]:
    """Write blobs into a pack, deltas between like ones, as `git gc` does; returns their ids."""
    from dulwich.objects import Blob  # noqa: PLC0415 - for this test alone

    repo = init(root)
    made = [Blob.from_string(data) for data in blobs]
    repo.object_store.add_objects([(blob, b"k.cu") for blob in made])
    assert not list((root / ".git" / "objects").glob("??/*"))
    repo.close()
    return [blob.id.decode() for blob in made]


def test_objects_of_packs_are_read(tmp_path: Path) -> None:
    blobs = [b"".join(b"line %d\n" % (number + shift) for number in range(3000)) for shift in range(5)]
    objects = GitObjects(tmp_path / ".git" / "objects")
    assert [objects.blob(name) for name in _packed(tmp_path, blobs)] == blobs


def test_a_small_pack_that_would_become_large_is_not_unpacked(tmp_path: Path) -> None:
    (name,) = _packed(tmp_path, [bytes(80_000_000)])
    assert sum(path.stat().st_size for path in (tmp_path / ".git").rglob("*.pack")) < 1_000_000
    tracemalloc.start()
    with pytest.raises(IncompleteError, match="larger than"):
        GitObjects(tmp_path / ".git" / "objects").blob(name)
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()


def test_sizes_are_told_from_headers(tmp_path: Path) -> None:
    """Git's own writer makes chains of deltas; without git there is nothing to compare with."""
    git = shutil.which("git")
    if git is None:
        pytest.skip("no git on this machine")
    environment = {**os.environ, "HOME": str(tmp_path), "GIT_CONFIG_NOSYSTEM": "1"}

    def run(*arguments: str) -> str:
        command = [git, "-c", "user.name=a", "-c", "user.email=a@example.org", *arguments]
        done = subprocess.run(command, cwd=tmp_path / "r", env=environment, capture_output=True, text=True, check=True)
        return done.stdout

    (tmp_path / "r").mkdir()
    run("init", "-q")
    wanted = {}
    for shift in range(6):
        text = "".join(f"line {number * 7919 % 1000 + (number % 100 == 9) * shift}\n" for number in range(4000))
        (tmp_path / "r" / "k.cu").write_text(text)
        run("add", "k.cu")
        run("commit", "-qm", str(shift))
        wanted[run("rev-parse", "HEAD:k.cu").strip()] = text.encode()
    run("gc", "-q", "--aggressive")
    objects = GitObjects(tmp_path / "r" / ".git" / "objects")
    assert {name: objects.blob(name) for name in wanted} == wanted
    (pack,) = (tmp_path / "r" / ".git" / "objects" / "pack").glob("*.idx")
    listed = [line.split() for line in run("verify-pack", "-v", str(pack)).splitlines() if " blob " in f" {line} "]
    assert any(len(fields) > 5 for fields in listed), "no delta was made"
    with pack.with_suffix(".pack").open("rb") as stream:
        for name, data in wanted.items():
            offset = next(int(fields[4]) for fields in listed if fields[0] == name)
            largest = largest_in_chain(stream.fileno(), offset)
            assert len(data) <= largest <= max(map(len, wanted.values()))
