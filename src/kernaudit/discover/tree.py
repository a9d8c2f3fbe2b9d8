"""The only door to the files of the tree under audit."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from kernaudit.discover.classify import FileKind, classify
from kernaudit.discover.exclusions import Exclusions
from kernaudit.discover.files import DirectoryFiles
from kernaudit.discover.reading import MAX_FILE_BYTES, UnreadableFile, check_text, decode
from kernaudit.errors import InputError, UsageError
from kernaudit.model.evidence import Skipped, SkipReason

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.discover.files import Files
    from kernaudit.discover.walk import Listing

__all__ = ["SourceTree"]

_CACHE_BYTES = 32 * 1024 * 1024
"""Build files are read again for every column and fit with room to spare; Python sources are read once."""


class SourceTree:
    """The files below one directory, listed once and read on demand.

    Paths are POSIX and relative to `root`. A path with `..` that leaves the root, and an absolute path, name nothing.
    Links are followed only where they stay inside. A file that cannot be read raises `UnreadableFile` and stands in
    `skipped` from then on.

    Args:
        root: the directory to audit.
        include: `.gitignore` patterns that bring back what is left out by default.
        exclude: `.gitignore` patterns of what to leave out; they win over `include`.
        max_file_bytes: larger files are not read.
        files: where the files come from, if not from the directory itself.

    Raises:
        InputError: `root` is missing or no directory.
    """

    def __init__(
        self,
        root: Path,
        *,
        include: Iterable[str] = (),
        exclude: Iterable[str] = (),
        max_file_bytes: int = MAX_FILE_BYTES,
        files: Files | None = None,
    ) -> None:
        self.root = _checked_root(root)
        self._files: Files = DirectoryFiles(self.root) if files is None else files
        self._include, self._exclude = tuple(include), tuple(exclude)
        self._limit = max_file_bytes
        self._texts: OrderedDict[str, str] = OrderedDict()
        self._cached_bytes = 0
        self._hashes: dict[str, bytes] = {}
        self._failures: dict[str, UnreadableFile] = {}

    @property
    def identity(self) -> str | None:
        """What names the contents of all files together (a commit's); None where they may change at any time."""
        return self._files.identity

    # -- names -------------------------------------------------------------------------------------------------

    def entries(self) -> tuple[str, ...]:
        """Return every regular file, sorted, including what the audit leaves out (a build may still read that)."""
        return self._entries

    def covered(self) -> tuple[str, ...]:
        """Return the files that the audit covers: `entries` without the default exclusions and `exclude`."""
        return self._covered

    def exclusion(self, path: str) -> Skipped | None:
        """Return why the audit leaves out this file (the `path` inside is the highest directory left out), or None."""
        return self._exclusions.of(path)

    def exists(self, path: str) -> bool:
        """Tell whether a file or directory of this name is inside the root."""
        return self.is_file(path) or self.is_dir(path)

    def is_file(self, path: str) -> bool:
        """Tell whether this is a regular file, or a link to one inside the root."""
        return path in self._listing.files or self._resolve(path) in self._listing.files

    def is_dir(self, path: str) -> bool:
        """Tell whether this is a directory ("" and "." are the root), or a link to one inside the root."""
        return path in self._listing.children or self._resolve(path) in self._listing.children

    def children(self, path: str) -> tuple[str, ...]:
        """Return the sorted names directly inside a directory; nothing if there is no such directory."""
        resolved = self._resolve(path)
        if resolved is None:
            return ()
        return tuple(sorted(self._listing.children.get(resolved, ())))

    # -- contents ----------------------------------------------------------------------------------------------

    def read_bytes(self, path: str) -> bytes:
        """Return the content of a file.

        Raises:
            UnreadableFile: there is no such file inside the root, it is too large, the system refuses, or its name
                promises a source and NUL bytes say otherwise.
        """
        inside = self._resolve(path)
        if inside is None or inside not in self._listing.files:
            raise UnreadableFile(path, SkipReason.UNREADABLE, "no such file in the scanned tree")
        if inside in self._failures:
            raise self._failures[inside]
        try:
            data = self._files.read(inside, self._limit)
            self._hashes[inside] = hashlib.sha256(data).digest()
            if classify(inside) is not FileKind.OTHER:
                check_text(data, inside)
        except UnreadableFile as error:
            self._failures[inside] = error
            raise
        return data

    def read_text(self, path: str) -> str:
        """Return the text of a file: UTF-8, else Latin-1, without byte-order mark.

        Raises:
            UnreadableFile: as `read_bytes`, or the file holds NUL bytes.
        """
        cached = self._texts.get(path)
        if cached is not None:
            self._texts.move_to_end(path)
            return cached
        data = self.read_bytes(path)
        try:
            text = decode(data, path)
        except UnreadableFile as error:
            self._failures[self._resolve(path) or path] = error
            raise
        self._remember(path, text)
        return text

    @property
    def skipped(self) -> tuple[Skipped, ...]:
        """What was not read, sorted: what cannot be listed or read, and what the audit leaves out.

        Every covered CUDA, C++ and CMake file is looked at for this, whether anything asked for it or not.
        """
        self._probe()
        failures = (Skipped(e.path, e.reason, e.detail) for e in self._failures.values())
        return tuple(sorted({*self._listing.skipped, *self._left_out, *failures}, key=_order))

    def failed(self, paths: Iterable[str]) -> tuple[Skipped, ...]:
        """Return which of these files could not be read so far, and why."""
        found = (self._failures[path] for path in paths if path in self._failures)
        return tuple(Skipped(one.path, one.reason, one.detail) for one in found)

    def digest(self, paths: Iterable[str] = ()) -> str:
        """Return a SHA-256 over names and contents: covered CUDA, C++ and CMake files, all files read, and `paths`."""
        self._probe()
        total = hashlib.sha256()
        for path in sorted({*self._hashes, *self._failures, *paths}):
            total.update(path.encode() + b"\0" + self._content_hash(path) + b"\n")
        return total.hexdigest()

    def read_paths(self) -> frozenset[str]:
        """Return the files that were read so far, or that could not be."""
        return frozenset(self._hashes) | frozenset(self._failures)

    def content_hash(self, path: str) -> bytes:
        """Return the SHA-256 of a file's bytes; of one that cannot be read, why not."""
        return self._content_hash(path)

    # -- inside ------------------------------------------------------------------------------------------------

    @cached_property
    def _listing(self) -> Listing:
        return self._files.listing()

    @cached_property
    def _entries(self) -> tuple[str, ...]:
        return tuple(sorted(self._listing.files))

    @cached_property
    def _exclusions(self) -> Exclusions:
        try:
            return Exclusions(self._listing.children, include=self._include, exclude=self._exclude)
        except ValueError as error:
            message = f"--include/--exclude: {error}"
            raise UsageError(message) from error

    @cached_property
    def _covered(self) -> tuple[str, ...]:
        exclusion = self._exclusions.of
        return tuple(path for path in self._entries if exclusion(path) is None)

    @cached_property
    def _left_out(self) -> tuple[Skipped, ...]:
        """One entry per highest directory (or single file) left out that holds anything this program reads."""
        counts: dict[Skipped, int] = {}
        for path in self._entries:
            if classify(path) is not FileKind.OTHER or path.endswith(".hip"):
                found = self._exclusions.of(path)
                if found is not None:
                    counts[found] = counts.get(found, 0) + 1
        return tuple(
            replace(found, detail=f"{found.detail}, {count} source file{'s' if count > 1 else ''}")
            for found, count in counts.items()
        )

    def _resolve(self, path: str) -> str | None:
        """Return the plain form of a path with links to directories replaced, or None if it leaves the root."""
        plain = _normalise(path)
        if plain is None or not self._listing.aliases or plain in self._listing.files:
            return plain
        done = ""
        for part in plain.split("/"):
            done = f"{done}/{part}" if done else part
            done = self._listing.aliases.get(done, done)
        return done

    def _remember(self, path: str, text: str) -> None:
        self._texts[path] = text
        self._cached_bytes += len(text)
        while self._cached_bytes > _CACHE_BYTES and len(self._texts) > 1:
            _, dropped = self._texts.popitem(last=False)
            self._cached_bytes -= len(dropped)

    def _probe(self) -> None:
        """Read the sources that nothing asked for yet, so that digest and `skipped` do not depend on who read what."""
        kinds = (FileKind.CUDA, FileKind.CXX, FileKind.CMAKE)
        for path in self.covered():
            if path not in self._hashes and path not in self._failures and classify(path) in kinds:
                with suppress(UnreadableFile):
                    self.read_bytes(path)

    def _content_hash(self, path: str) -> bytes:
        if path not in self._hashes:
            try:
                self.read_bytes(path)
            except UnreadableFile as error:
                return error.reason.encode()
        return self._hashes[path]


def _checked_root(root: Path) -> Path:
    try:
        resolved = Path(root).resolve(strict=True)
    except (OSError, RuntimeError, ValueError) as error:
        message = f"{root}: {getattr(error, 'strerror', None) or error}"
        raise InputError(message) from error
    if not resolved.is_dir():
        message = f"{root}: not a directory; name the directory that holds the sources"
        raise InputError(message)
    return resolved


def _normalise(path: str) -> str | None:
    if path.startswith("/"):
        return None
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def _order(item: Skipped) -> tuple[str, str, str]:
    return (item.path, item.reason.value, item.detail or "")
