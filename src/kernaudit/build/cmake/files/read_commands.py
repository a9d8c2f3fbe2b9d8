"""`file()` subcommands that read: contents, lines, hashes, patterns."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.arguments import parse_keywords
from kernaudit.build.cmake.files.globbing import has_wildcard
from kernaudit.build.cmake.files.layout import join, shown
from kernaudit.build.cmake.lib.regex import compile_regex
from kernaudit.build.cmake.project.state import state_of
from kernaudit.build.cmake.unknown import contains_unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kernaudit.build.cmake.interpreter import Interpreter

__all__ = ["SUBCOMMANDS", "absolute", "read_or_fail", "relative_path"]

_HASHES: Final = {
    "MD5": "md5",
    "SHA1": "sha1",
    "SHA224": "sha224",
    "SHA256": "sha256",
    "SHA384": "sha384",
    "SHA512": "sha512",
    "SHA3_224": "sha3_224",
    "SHA3_256": "sha3_256",
    "SHA3_384": "sha3_384",
    "SHA3_512": "sha3_512",
}
_UNPRINTABLE: Final = re.compile(r"[^\t\x20-\x7e]")
_TIMESTAMP: Final = "2000-01-01T00:00:00"


def absolute(interp: Interpreter, path: str) -> str:
    """Return a path as `file()` reads it: relative to the current source directory."""
    return join(state_of(interp).directory.source, path)


def read_or_fail(interp: Interpreter, subcommand: str, path: str) -> str:
    """Return the text of a file, an unknown value for files of fetched projects, else cmake's error."""
    if contains_unknown(path):
        return interp.derived([path])
    full = absolute(interp, path)
    text = interp.tree.read_text(full)
    if text is not None:
        return text
    files = state_of(interp).files
    if files.is_external(full) or files.is_opened(full) or full in files.generated:
        return interp.unknown(f"the content of {shown(full)}")
    raise interp.error(f"file failed to open for reading (No such file or directory): {shown(full)} ({subcommand})")


def _read(interp: Interpreter, args: list[str]) -> None:
    if len(args) < 2:
        interp.fail("file READ must be called with at least two additional arguments")
    keys = parse_keywords(args[2:], flags=("HEX",), single=("OFFSET", "LIMIT"))
    text = read_or_fail(interp, "READ", args[0])
    if not contains_unknown(text) and (keys.flags or keys.single):
        data = text.encode("utf-8", "surrogateescape")
        start = _number(keys.get("OFFSET"), 0)
        limit = _number(keys.get("LIMIT"), len(data))
        data = _limited(data[start:], limit) if "HEX" not in keys.flags else data[start : start + limit]
        text = data.hex() if "HEX" in keys.flags else data.decode("utf-8", "surrogateescape")
    interp.set(args[1], text)


def _limited(data: bytes, limit: int) -> bytes:
    """The first bytes; a line that the limit cuts or ends keeps its newline, which cmake does not count then."""
    kept = data[:limit]
    return kept + b"\n" if 0 < limit < len(data) and b"\n" in data[limit:] and kept[-1:] != b"\n" else kept


def _number(text: str | None, default: int) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 12 else default


def _strings(interp: Interpreter, args: list[str]) -> None:
    if len(args) < 2:
        interp.fail("file STRINGS must be called with at least two additional arguments")
    keys = parse_keywords(
        args[2:],
        flags=("NEWLINE_CONSUME", "NO_HEX_CONVERSION"),
        single=("LIMIT_COUNT", "LIMIT_INPUT", "LIMIT_OUTPUT", "LENGTH_MINIMUM", "LENGTH_MAXIMUM", "REGEX", "ENCODING"),
    )
    text = read_or_fail(interp, "STRINGS", args[0])
    if contains_unknown(text):
        interp.set(args[1], interp.derived([text]))
        return
    shortest = _number(keys.get("LENGTH_MINIMUM"), 0)
    pattern = keys.get("REGEX")
    regex = compile_regex(pattern) if pattern is not None else None
    found = [
        part
        for part in _printable_parts(text)
        if len(part) >= shortest and (regex is None or regex.search(part) is not None)
    ]
    count = _number(keys.get("LIMIT_COUNT"), 0)
    interp.set(args[1], ";".join(part.replace(";", "\\;") for part in (found[:count] if count else found)))


def _printable_parts(text: str) -> Iterator[str]:
    """Yield the printable runs of a text, line by line; a blank line counts, what stands before a stray byte must not
    be empty.
    """
    lines = text.replace("\r", "").split("\n")
    for number, line in enumerate(lines):
        *before, last = _UNPRINTABLE.split(line)
        yield from filter(None, before)
        if last or number < len(lines) - 1:
            yield last


def _hash(algorithm: str) -> Callable[[Interpreter, list[str]], None]:
    def command(interp: Interpreter, args: list[str]) -> None:
        if len(args) != 2:
            interp.fail(f"file {algorithm} requires a file name and output variable")
        path = absolute(interp, args[0])
        data = None if contains_unknown(args[0]) else state_of(interp).files.read_bytes(path)
        if data is None:
            read_or_fail(interp, algorithm, args[0])
            interp.set(args[1], interp.unknown(f"the hash of {shown(path)}"))
        else:
            interp.set(args[1], hashlib.new(_HASHES[algorithm], data, usedforsecurity=False).hexdigest())

    return command


def _size(interp: Interpreter, args: list[str]) -> None:
    if len(args) != 2:
        interp.fail("file SIZE requires a file name and output variable")
    data = state_of(interp).files.read_bytes(absolute(interp, args[0]))
    interp.set(args[1], interp.unknown(f"the size of {args[0]}") if data is None else str(len(data)))


def _timestamp(interp: Interpreter, args: list[str]) -> None:
    if len(args) < 2:
        interp.fail("file sub-command TIMESTAMP requires at least two arguments.")
    interp.set(args[1], _TIMESTAMP)


def _glob(recurse: bool) -> Callable[[Interpreter, list[str]], None]:
    def command(interp: Interpreter, args: list[str]) -> None:
        if not args:
            interp.fail(f"file GLOB{'_RECURSE' if recurse else ''} requires at least a variable name")
        variable, *rest = args
        keys = parse_keywords(
            rest, flags=("CONFIGURE_DEPENDS", "FOLLOW_SYMLINKS"), single=("LIST_DIRECTORIES", "RELATIVE")
        )
        listed = keys.get("LIST_DIRECTORIES")
        directories = not recurse if listed is None else listed.upper() in ("TRUE", "ON", "1", "YES")
        relative = keys.get("RELATIVE")
        found: set[str] = set()
        for pattern in keys.rest:
            _collect(interp, pattern, found, recurse=recurse, directories=directories)
        paths = found if relative is None else {relative_path(relative, path) for path in found}
        interp.set(variable, ";".join(sorted(paths)))

    return command


def _collect(interp: Interpreter, pattern: str, found: set[str], *, recurse: bool, directories: bool) -> None:
    if contains_unknown(pattern) or not pattern:
        return
    state = state_of(interp)
    full = pattern if pattern.startswith("/") else f"{state.directory.source}/{pattern}"
    found.update(state.files.glob(full, recurse=recurse, directories=directories))
    if has_wildcard(full) and state.files.stays_open(full):
        found.add(full)
        state.files.open_patterns.add(full)


def relative_path(base: str, path: str) -> str:
    """Return a path relative to a directory, both absolute and collapsed by text."""
    there, here = [part for part in path.split("/") if part], [part for part in base.split("/") if part]
    common = 0
    while common < min(len(there), len(here)) and there[common] == here[common]:
        common += 1
    return "/".join([".."] * (len(here) - common) + there[common:])


SUBCOMMANDS: dict[str, Callable[[Interpreter, list[str]], None]] = {
    "GLOB": _glob(recurse=False),
    "GLOB_RECURSE": _glob(recurse=True),
    "READ": _read,
    "SIZE": _size,
    "STRINGS": _strings,
    "TIMESTAMP": _timestamp,
    **{name: _hash(name) for name in _HASHES},
}
