"""Reads commits, trees and blobs of a git repository; nothing that the repository configures is looked at or run.

Objects come from the repository's own `objects` directory alone: alternates, which lead elsewhere, are not followed.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dulwich.object_store import DiskObjectStore
from dulwich.objects import ObjectID, RawObjectID

from kernaudit.discover.git_sizes import largest_in_chain
from kernaudit.errors import IncompleteError, InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dulwich.object_store import BaseObjectStore

__all__ = ["Commit", "GitObjects", "TreeEntry"]

_COMMIT, _TREE, _BLOB, _TAG = 1, 2, 3, 4
_MOST_BYTES = 64 * 1024 * 1024
_MOST_TAGS = 10


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit: its id, its tree, its parents and the committer's time (seconds)."""

    id: str
    tree: str
    parents: tuple[str, ...]
    time: int


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """One name in a directory."""

    name: bytes
    mode: int
    id: str


class _OwnObjects(DiskObjectStore):
    """A store that does not leave its directory."""

    @property
    def alternates(self) -> list[BaseObjectStore]:
        """None are followed."""
        return []


class GitObjects:
    """The objects of one repository.

    Args:
        folder: its `objects` directory.
    """

    def __init__(self, folder: Path) -> None:
        self._packs: dict[str, int] = {}
        self._store = _OwnObjects(folder, loose_object_size_limit=_MOST_BYTES)

    def commit(self, name: str) -> Commit:
        """Return a commit; tags are followed.

        Raises:
            InputError: the object is no commit.
            IncompleteError: the object is missing or damaged.
        """
        for _ in range(_MOST_TAGS):
            kind, data = self._read(name)
            head = data.partition(b"\n\n")[0].decode("utf-8", "replace").split("\n")
            if kind == _COMMIT:
                return _commit(name, head)
            if kind != _TAG:
                break
            name = _values(head, "object")[0]
        raise InputError(f"{name}: is no commit")

    def tree(self, name: str) -> Iterator[TreeEntry]:
        """Yield the entries of a directory as stored.

        Raises:
            IncompleteError: the object is missing, damaged or no directory.
        """
        kind, data = self._read(name)
        at = 0
        while kind == _TREE and at < len(data):
            blank, end = data.find(b" ", at), data.find(b"\0", at)
            if not at < blank < end or end + 20 >= len(data) + 1:
                break
            yield TreeEntry(data[blank + 1 : end], _octal(data[at:blank]), data[end + 1 : end + 21].hex())
            at = end + 21
        if kind != _TREE or at != len(data):
            raise IncompleteError(f"git object {name}: damaged, or no directory")

    def blob(self, name: str) -> bytes:
        """Return the content of a file as stored; no filter is applied.

        Raises:
            IncompleteError: the object is missing or damaged.
        """
        return self._read(name)[1]

    def starting_with(self, prefix: str) -> list[str]:
        """Return the ids of at most two objects that start so."""
        found: list[str] = []
        for one in self._store.iter_prefix(prefix.encode()):
            name = one.decode()
            found += [] if name in found else [name]
            if len(found) > 1:
                break
        return found

    def _read(self, name: str) -> tuple[int, bytes]:
        try:
            self._check_size(name)
            return self._store.get_raw(ObjectID(name.encode()))
        except IncompleteError:
            raise
        except KeyError as error:
            raise IncompleteError(
                f"git object {name}: not in this clone (shallow, partial or borrowed?); fetch it first"
            ) from error
        except Exception as error:
            raise IncompleteError(f"git object {name}: damaged: {type(error).__name__}") from error

    def _check_size(self, name: str) -> None:
        """Look before unpacking: a few bytes of a hostile pack can become gigabytes. The store bounds loose objects."""
        raw = RawObjectID(bytes.fromhex(name))
        for pack in self._store.packs:
            with suppress(KeyError):
                offset = pack.index.object_offset(raw)
                if self._largest(str(pack.data.path), offset) > _MOST_BYTES:
                    raise IncompleteError(f"git object {name}: larger than {_MOST_BYTES:,} bytes")
                return

    def _largest(self, path: str, offset: int) -> int:
        if path not in self._packs:
            self._packs[path] = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        return largest_in_chain(self._packs[path], offset)

    def __del__(self) -> None:
        """Close the packs that were looked into."""
        self._store.close()
        while self._packs:
            os.close(self._packs.popitem()[1])


def _commit(name: str, head: list[str]) -> Commit:
    trees, stamp = _values(head, "tree"), (_values(head, "committer") or [""])[0].split(" ")
    if not trees:
        raise IncompleteError(f"git object {name}: a commit without a tree")
    time = int(stamp[-2]) if len(stamp) > 1 and stamp[-2].isdecimal() else 0
    return Commit(name, trees[0], tuple(_values(head, "parent")), time)


def _values(head: list[str], key: str) -> list[str]:
    return [line[len(key) + 1 :] for line in head if line.startswith(f"{key} ")]


def _octal(text: bytes) -> int:
    try:
        return int(text, 8)
    except ValueError:
        return 0
