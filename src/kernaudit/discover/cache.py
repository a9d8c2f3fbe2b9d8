"""What earlier runs worked out, kept in the user's cache folder: never trusted, only believed when it proves itself.

An entry is one file, written whole or not at all, and starts with the digest of what follows: a damaged one counts as
missing. Values are frozen values of this program and plain containers; anything else in a file is refused unread.
"""

from __future__ import annotations

import hashlib
import io
import os
import pickle
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kernaudit import __version__
from kernaudit.discover.packing import pack, without_collection
from kernaudit.ruleset.store import cache_folder

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Cache", "cache_key", "program_digest"]

_DIGEST = 32
_KEPT = 24
_MOST_BYTES = 400_000_000
_PLAIN = frozenset({"frozenset", "set"})


class Cache:
    """Entries by group and key.

    Args:
        folder: where they lie; None keeps nothing and finds nothing.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    @classmethod
    def of_user(cls, *, wanted: bool) -> Cache:
        """Return the user's cache, or one that keeps nothing where it is switched off."""
        return cls(cache_folder() if wanted else None)

    def get(self, group: str, key: str) -> Any:  # noqa: ANN401 - what `put` was given
        """Return what was kept under this key, None where nothing (or nothing whole) is."""
        if self._folder is None:
            return None
        with suppress(OSError):
            return _unpacked(self._path(group, key).read_bytes())
        return None

    def put(self, group: str, key: str, value: Any, most: int = _KEPT) -> None:  # noqa: ANN401 - any picklable value of this program
        """Keep a value, and no more than `most` of its group; where that is not possible the next run works it out."""
        if self._folder is None:
            return
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            path = self._path(group, key)
            body = pack(value)
            temporary = path.with_suffix(f".{os.getpid()}.tmp")
            with temporary.open("wb") as file:
                file.write(hashlib.sha256(body).digest())
                file.write(body)
            temporary.replace(path)
            self._prune(group, most)

    def _path(self, group: str, key: str) -> Path:
        assert self._folder is not None
        return self._folder / f"{group}-{key}.kept"

    def _prune(self, group: str, most: int) -> None:
        """Keep the newest entries of a group, by number and by size."""
        assert self._folder is not None
        found = [(file.stat(), file) for file in self._folder.glob(f"{group}-*.kept")]
        total = 0
        for number, (status, file) in enumerate(sorted(found, key=lambda one: one[0].st_mtime, reverse=True)):
            total += status.st_size
            if number >= most or total > _MOST_BYTES:
                with suppress(OSError):
                    file.unlink()


def cache_key(*parts: object) -> str:
    """Return a name for a question: equal parts give the same one. Parts must have a faithful `repr`."""
    return hashlib.sha256(repr(parts).encode("utf-8", "surrogateescape")).hexdigest()[:32]


def program_digest() -> str:
    """Return what names this version of the program, down to an edited module."""
    root = Path(__file__).parents[1]
    total = hashlib.sha256(__version__.encode())
    for path in _modules(os.fspath(root)):
        status = os.stat(path)  # noqa: PTH116 - four hundred files, at every start
        total.update(f"{path}\0{status.st_size}\0{status.st_mtime_ns}\n".encode())
    return total.hexdigest()[:16]


def _modules(folder: str) -> Iterable[str]:
    with os.scandir(folder) as entries:
        found = sorted(entries, key=lambda entry: entry.name)
    for entry in found:
        if entry.is_dir(follow_symlinks=False):
            yield from () if entry.name == "__pycache__" else _modules(entry.path)
        elif entry.name.endswith(".py"):
            yield entry.path


def _unpacked(data: bytes) -> Any:  # noqa: ANN401 - what `put` was given
    body = memoryview(data)[_DIGEST:]
    if len(data) <= _DIGEST or hashlib.sha256(body).digest() != data[:_DIGEST]:
        return None
    try:
        with without_collection():
            return _Unpickler(io.BytesIO(body)).load()
    except (pickle.UnpicklingError, AttributeError, EOFError, ImportError, IndexError, TypeError, ValueError, KeyError):
        return None


class _Unpickler(pickle.Unpickler):
    """Makes nothing but values of this program and plain containers."""

    def find_class(self, module: str, name: str) -> Any:  # noqa: ANN401 - a class or a function that makes one
        """Return the class of that name, if it is one of ours."""
        if module == "builtins" and name in _PLAIN:
            return super().find_class(module, name)
        if module.partition(".")[0] == "kernaudit" and "." not in name:
            found = super().find_class(module, name)
            if isinstance(found, type):
                return found
        message = f"{module}.{name} is no value of this program"
        raise pickle.UnpicklingError(message)
