"""Writes a finished report: to standard output, or whole to a file."""

from __future__ import annotations

import errno
import json
import os
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Self

from kernaudit.cli.messages import print_note
from kernaudit.errors import IncompleteError, InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernaudit.scan.kept_output import Output

__all__ = ["emit", "emit_json", "emit_output", "format_of", "to_json", "write_atomically"]


def emit_output(output: Output) -> None:
    """Write all that a run has to say; where one of its files cannot be written, none of them changes.

    Raises:
        InputError: a file cannot be written.
    """
    with ExitStack() as staged:
        files = [(Path(name), text) for name, text in output.texts if name is not None and name != "-"]
        ready = [staged.enter_context(_Staged(path, _ended(text))) for path, text in files]
        for name, text in output.texts:
            if name is None or name == "-":
                emit(text)
        for one in ready:
            one.replace()
    for note in output.notes:
        print_note(note)


def emit(text: str, output: Path | None = None) -> None:
    """Write `text` to standard output (`output` is None or `-`), or to a file that is replaced as a whole.

    Raises:
        IncompleteError: standard output cannot take it all.
        InputError: the file cannot be written.
    """
    if output is None or str(output) == "-":
        _print(_ended(text))
    else:
        write_atomically(output, _ended(text))


def _ended(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"


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
    with _Staged(path, text) as staged:
        staged.replace()


class _Staged:
    """A file's new content, written beside it; it takes its place when all is well.

    A device or a pipe has nothing to replace, and is written last.
    """

    def __init__(self, path: Path, text: str) -> None:
        self._path, self._text = path, text
        self._target = Path(os.path.realpath(path))  # a link stays a link, what it leads to is replaced
        self._temporary: Path | None = None

    def __enter__(self) -> Self:
        with _reported(self._path):
            if self._target.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            if not self._target.exists() or self._target.is_file():
                self._temporary = _beside(self._target, self._text)
        return self

    def replace(self) -> None:
        """Put the content where it belongs."""
        with _reported(self._path):
            if self._temporary is None:
                with self._target.open("w", encoding="utf-8", newline="\n") as stream:
                    stream.write(self._text)
            else:
                self._temporary.replace(self._target)
                self._temporary = None

    def __exit__(self, *_: object) -> None:
        if self._temporary is not None:
            self._temporary.unlink(missing_ok=True)


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


def _beside(target: Path, text: str) -> Path:
    """Write a text into a new file in the target's directory, with the target's mode."""
    descriptor, temporary = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        Path(temporary).chmod(_mode(target))
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return Path(temporary)


def _mode(target: Path) -> int:
    """Keep the mode of the file that is replaced; a new file gets what the umask leaves."""
    if target.exists():
        return target.stat().st_mode & 0o777
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask
