"""Reads one file of a hostile tree: bounded, never blocking, never a device."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from kernaudit.errors import InputError
from kernaudit.model.evidence import SkipReason

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["MAX_FILE_BYTES", "UnreadableFile", "check_text", "decode", "read_regular_file", "too_large"]

MAX_FILE_BYTES = 16 * 1024 * 1024
"""No source or build file of a real tree comes near it (the largest C++ file seen has 4.1 MB)."""

_CHUNK = 1024 * 1024


class UnreadableFile(InputError):  # noqa: N818 - named for what it is; callers catch it to go on
    """A file that cannot be read as what it claims to be; `reason` is what `skipped` will say."""

    def __init__(self, path: str, reason: SkipReason, detail: str) -> None:
        super().__init__(f"{path}: {detail}")
        self.path = path
        self.reason = reason
        self.detail = detail


def read_regular_file(real: Path | str, shown: str, limit: int = MAX_FILE_BYTES) -> bytes:
    """Return the bytes of a regular file of at most `limit` bytes.

    Raises:
        UnreadableFile: it is missing, no regular file, larger than `limit`, or the system refuses.
    """
    try:
        descriptor = os.open(real, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC | os.O_NOFOLLOW)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise UnreadableFile(shown, SkipReason.UNREADABLE, getattr(error, "strerror", None) or str(error)) from error
    try:
        return _read(descriptor, shown, limit)
    except OSError as error:
        raise UnreadableFile(shown, SkipReason.UNREADABLE, error.strerror or "cannot be read") from error
    finally:
        os.close(descriptor)


def _read(descriptor: int, shown: str, limit: int) -> bytes:
    found = os.fstat(descriptor)
    if not stat.S_ISREG(found.st_mode):
        raise UnreadableFile(shown, SkipReason.UNREADABLE, "not a regular file")
    if found.st_size > limit:
        raise too_large(shown, found.st_size, limit)
    data = os.read(descriptor, found.st_size + 1)
    if len(data) == found.st_size:
        return data
    return _read_growing(descriptor, data, shown, limit)


def _read_growing(descriptor: int, data: bytes, shown: str, limit: int) -> bytes:
    """The size that the system told was wrong (it changes, or the file system does not know it)."""
    parts = [data]
    total = len(data)
    while chunk := os.read(descriptor, _CHUNK):
        parts.append(chunk)
        total += len(chunk)
        if total > limit:
            raise too_large(shown, total, limit)
    return b"".join(parts)


def too_large(shown: str, size: int, limit: int) -> UnreadableFile:
    """Return the error of a file that is larger than the limit."""
    return UnreadableFile(shown, SkipReason.TOO_LARGE, f"{size:,} bytes, more than {limit:,}")


def check_text(data: bytes, shown: str) -> None:
    """Raise `UnreadableFile` if a NUL byte says that this is not text."""
    if b"\0" in data:
        raise UnreadableFile(shown, SkipReason.BINARY, "holds NUL bytes, so it is no text")


def decode(data: bytes, shown: str) -> str:
    """Return text: UTF-8, or Latin-1 where it is not; a byte-order mark is dropped, line ends stay as they are.

    Raises:
        UnreadableFile: a NUL byte says that this is not text.
    """
    check_text(data, shown)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
