"""Writes a finished report: to standard output, or whole to a file."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from kernaudit.cli.messages import print_note
from kernaudit.errors import IncompleteError, InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernaudit.scan.kept_output import Output

__all__ = ["emit", "emit_json", "emit_output", "format_of", "to_json", "write_atomically"]


def emit_output(output: Output) -> None:
    """Write all that a run has to say.

    Raises:
        InputError: a file cannot be written.
    """
    for name, text in output.texts:
        emit(text, None if name is None else Path(name))
    for note in output.notes:
        print_note(note)


def emit(text: str, output: Path | None = None) -> None:
    """Write `text` to standard output (`output` is None or `-`), or to a file that is replaced as a whole.

    Raises:
        IncompleteError: standard output cannot take it all.
        InputError: the file cannot be written.
    """
    ended = text if text.endswith("\n") else text + "\n"
    if output is None or str(output) == "-":
        _print(ended)
    else:
        write_atomically(output, ended)


def _print(text: str) -> None:
    """Write to standard output, to its end: a full disk must not look like a report."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise IncompleteError(f"standard output: {error.strerror or error}; the report is not complete") from error


def emit_json(document: object, output: Path | None = None) -> None:
    """Write one JSON document, indented, keys in the order given."""
    emit(to_json(document), output)


def to_json(document: object) -> str:
    """Return the JSON text of a document: two spaces, UTF-8, no NaN."""
    return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def write_atomically(path: Path, text: str) -> None:
    """Write a file so that a reader sees the old content or the new one, never a part.

    Raises:
        InputError: the directory is missing, or the system refuses.
    """
    target = Path(os.path.realpath(path))  # a link stays a link, what it leads to is replaced
    if target.exists() and not target.is_file():
        with _reported(path), target.open("w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)  # /dev/stdout, a FIFO: nothing there to replace
        return
    with _reported(path):
        _replace(target, text)


def format_of(output: Path, formats: Mapping[str, str]) -> str:
    """Return the format that a file's extension asks for; `formats` maps extension without dot -> format.

    Raises:
        UsageError: no format has this extension.
    """
    chosen = formats.get(output.suffix.removeprefix(".").lower())
    if chosen is None:
        known = ", ".join(f".{extension}" for extension in formats)
        message = f"-o {output}: no format has this extension; use one of {known}, or name it with --format"
        raise UsageError(message)
    return chosen


class _reported:  # noqa: N801 - a context manager, read as a verb
    """Turn what the system says about `path` into one line for the user."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> None: ...

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
            message = f"-o {self.path}: {error.strerror or error}"
            raise InputError(message) from error


def _replace(target: Path, text: str) -> None:
    descriptor, temporary = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        Path(temporary).chmod(_mode(target))
        Path(temporary).replace(target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _mode(target: Path) -> int:
    """Keep the mode of the file that is replaced; a new file gets what the umask leaves."""
    if target.exists():
        return target.stat().st_mode & 0o777
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask
