"""Reads a file that the user names beside the tree: a baseline, a report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from kernaudit.scan.check import NamedText

__all__ = ["read_named"]

_MOST_BYTES = 1 << 28


def read_named(path: Path, option: str) -> NamedText:
    """Return a file's text.

    Args:
        path: the file.
        option: where the user named it, for the error.

    Raises:
        InputError: it is missing, cannot be read, is larger than any report, or is no UTF-8.
    """
    from kernaudit.scan.check import NamedText

    try:
        with path.open("rb") as stream:  # a device has no size and no end
            data = stream.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise InputError(f"{option} {path}: larger than {_MOST_BYTES:,} bytes")
        return NamedText(str(path), data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise InputError(f"{option} {path}: not UTF-8 text") from error
    except OSError as error:
        hint = "; `kernaudit baseline write` writes one" if option == "--baseline" else ""
        raise InputError(f"{option} {path}: {error.strerror or error}{hint}") from error
