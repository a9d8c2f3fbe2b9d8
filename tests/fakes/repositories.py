"""Git repositories made by hand: every commit holds exactly the files it is given."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

from dulwich.objects import Blob, Commit, Tree
from dulwich.repo import Repo

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["commit", "init"]


def init(path: Path) -> Repo:
    """An empty repository with a work tree."""
    path.mkdir(parents=True, exist_ok=True)
    return Repo.init(str(path))


def commit(
    repo: Repo, files: Mapping[str, str | bytes], *, branch: str = "main", links: Mapping[str, str] | None = None
) -> str:
    """Commit these files on a branch, HEAD following it; the work tree stays empty. Returns the id."""
    entries = {path: (0o100644, _blob(repo, text)) for path, text in files.items()}
    entries |= {path: (stat.S_IFLNK, _blob(repo, target)) for path, target in (links or {}).items()}
    made = Commit()
    made.tree = _tree(repo, entries)
    name = f"refs/heads/{branch}".encode()
    made.parents = [repo.refs[name]] if name in repo.refs else []
    made.author = made.committer = b"A <a@example.org>"
    made.author_time = made.commit_time = 1_700_000_000 + len(list(repo.object_store))
    made.author_timezone = made.commit_timezone = 0
    made.message = b"a change"
    repo.object_store.add_object(made)
    repo.refs[name] = made.id
    repo.refs.set_symbolic_ref(b"HEAD", name)
    return made.id.decode()


def _blob(repo: Repo, text: str | bytes) -> bytes:
    blob = Blob.from_string(text.encode() if isinstance(text, str) else text)
    repo.object_store.add_object(blob)
    return blob.id


def _tree(repo: Repo, entries: Mapping[str, tuple[int, bytes]]) -> bytes:
    tree = Tree()
    below: dict[str, dict[str, tuple[int, bytes]]] = {}
    for path, entry in entries.items():
        head, slash, rest = path.partition("/")
        if slash:
            below.setdefault(head, {})[rest] = entry
        else:
            tree.add(head.encode(), *entry)
    for name, inner in below.items():
        tree.add(name.encode(), stat.S_IFDIR, _tree(repo, inner))
    repo.object_store.add_object(tree)
    return tree.id
