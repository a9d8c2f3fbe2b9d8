"""Open files of the script: reading from the tree, writing into memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.setup_py.exceptions import exception
from kernaudit.build.setup_py.items import items_of
from kernaudit.build.setup_py.paths import absolute, read_text
from kernaudit.build.setup_py.text import text_of
from kernaudit.build.setup_py.values import TextFile, Unknown

if TYPE_CHECKING:
    from kernaudit.build.setup_py.machine import Machine

__all__ = ["FILE_METHODS", "open_file", "read_whole"]


def open_file(machine: Machine, path: Any, mode: Any = "r") -> Any:
    """Return `open(path, mode)`; a file that the tree lacks is an error only where the script expects one.

    Raises:
        ProgramError: FileNotFoundError inside a `try`.
    """
    hole = machine.hole(path)
    if hole is not None:
        return hole
    name = text_of(machine, path)
    if isinstance(mode, str) and any(letter in mode for letter in "wax+"):
        full = absolute(machine, name)
        machine.written[full] = machine.written.get(full, "") if "a" in mode else ""
        return TextFile(name, "", writes=True)
    text = read_whole(machine, name)
    return TextFile(name, None if isinstance(text, Unknown) else text)


def read_whole(machine: Machine, path: str) -> str | Unknown:
    """Return the text of a file.

    Raises:
        ProgramError: as `open_file`.
    """
    text = read_text(machine, path)
    if text is None:
        if machine.guarded:
            raise machine.fail(exception("FileNotFoundError"), f"No such file or directory: '{path}'")
        return machine.unknown(f"the text of {path}, which the tree does not hold")
    return text


def _read(machine: Machine, file: TextFile, *args: Any) -> Any:
    if file.text is None:
        return machine.unknown(f"the text of {file.path}")
    rest, file.position = file.text[file.position :], len(file.text)
    machine.spend(len(rest))
    return rest


def _readline(machine: Machine, file: TextFile, *args: Any) -> Any:
    if file.text is None:
        return machine.unknown(f"a line of {file.path}")
    end = file.text.find("\n", file.position)
    end = len(file.text) if end < 0 else end + 1
    line, file.position = file.text[file.position : end], end
    return line


def _readlines(machine: Machine, file: TextFile, *args: Any) -> Any:
    text = _read(machine, file)
    return text if isinstance(text, Unknown) else text.splitlines(True)


def _write(machine: Machine, file: TextFile, text: Any) -> None:
    full = absolute(machine, file.path)
    machine.written[full] = machine.written.get(full, "") + text_of(machine, text)
    machine.spend(len(machine.written[full]))


def _writelines(machine: Machine, file: TextFile, lines: Any) -> None:
    found = items_of(machine, lines)
    for line in [found] if isinstance(found, Unknown) else found:
        _write(machine, file, line)


def _nothing(machine: Machine, file: TextFile, *args: Any) -> None:
    """Do nothing."""


FILE_METHODS: Final = {
    "read": _read,
    "readline": _readline,
    "readlines": _readlines,
    "write": _write,
    "writelines": _writelines,
    "close": _nothing,
    "flush": _nothing,
    "seek": _nothing,
}
