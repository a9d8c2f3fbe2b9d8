"""The cmake_path() command: arguments to assignments."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.lib import path_parts as parts
from kernaudit.build.cmake.lib.commands import run_subcommand
from kernaudit.build.cmake.lib.errors import LibError
from kernaudit.build.cmake.lib.lists import expand_list, join_list
from kernaudit.build.cmake.lib.text import to_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kernaudit.build.cmake.lib.commands import Command, Read, Writes

__all__ = ["cmake_path_command"]


def cmake_path_command(args: Sequence[str], read: Read, current_dir: str) -> Writes:
    """Run `cmake_path(<args>)`; relative paths start at `current_dir` (CMAKE_CURRENT_SOURCE_DIR)."""
    if len(args) < 2:
        raise LibError("cmake_path must be called with at least two arguments.")
    table = COMMANDS
    if args[0] in ("RELATIVE_PATH", "ABSOLUTE_PATH"):
        table = {args[0]: lambda words, look: _based(words, look, current_dir)}
    return run_subcommand("cmake_path", table, args, read)


def _input(name: str, read: Read) -> str:
    value = read(name)
    if value is None:
        raise LibError("undefined variable for input path.")
    return value


def _output(name: str, what: str = "output") -> str:
    if not name:
        raise LibError(f"Invalid name for {what} variable.")
    return name


def _options(args: Sequence[str], flags: frozenset[str], values: frozenset[str]) -> tuple[list[str], dict[str, str]]:
    """Positional words, and the options found among them (a flag's value is its name)."""
    words: list[str] = []
    found: dict[str, str] = {}
    rest = iter(args)
    for word in rest:
        if word in flags:
            found[word] = word
        elif word in values:
            value = next(rest, None)
            if value is None or (word == "OUTPUT_VARIABLE" and not value):
                what = "missing required value" if value is None else "empty string not allowed"
                raise LibError(f'Error after keyword "{word}": {what}')
            found[word] = value
        else:
            words.append(word)
    return words, found


_NORMALIZE: Final = frozenset({"NORMALIZE"})
_LAST_ONLY: Final = frozenset({"LAST_ONLY"})
_OUT: Final = frozenset({"OUTPUT_VARIABLE"})
_OUT_BASE: Final = frozenset({"OUTPUT_VARIABLE", "BASE_DIRECTORY"})
_NO_FLAGS: Final[frozenset[str]] = frozenset()


_GET: Final[dict[str, Callable[[str, bool], str]]] = {
    "ROOT_NAME": lambda _path, _last: "",
    "ROOT_DIRECTORY": lambda path, _: parts.root(path),
    "ROOT_PATH": lambda path, _: parts.root(path),
    "FILENAME": lambda path, _: parts.filename(path),
    "EXTENSION": lambda path, last: parts.extension(path, last=last),
    "STEM": lambda path, last: parts.stem(path, last=last),
    "RELATIVE_PART": lambda path, _: parts.relative_part(path),
    "PARENT_PATH": lambda path, _: parts.parent(path),
}


def _get(args: Sequence[str], read: Read) -> Writes:
    if len(args) < 4:
        raise LibError("GET must be called with at least three arguments.")
    if args[2] not in _GET:
        raise LibError(f"GET called with an unknown action: {args[2]}.")
    flags = _LAST_ONLY if args[2] in ("EXTENSION", "STEM") else _NO_FLAGS
    words, found = _options(args[3:], flags, _NO_FLAGS)
    if len(words) != 1:
        raise LibError("GET called with unexpected arguments.")
    return [(_output(words[0]), _GET[args[2]](_input(args[1], read), "LAST_ONLY" in found))]


def _set(args: Sequence[str], _: Read) -> Writes:
    if len(args) not in (3, 4):
        raise LibError("SET must be called with two or three arguments.")
    _output(args[1], "path")
    words, found = _options(args[2:], _NORMALIZE, _NO_FLAGS)
    if len(words) != 1:
        raise LibError("SET called with unexpected arguments.")
    return [(args[1], parts.normal(words[0]) if found else parts.generic(words[0]))]


def _append(args: Sequence[str], read: Read) -> Writes:
    words, found = _options(args[2:], _NO_FLAGS, _OUT)
    path = read(_output(args[1], "path")) or ""
    for word in words:
        path = parts.generic(parts.append(path, word))
    return [(found.get("OUTPUT_VARIABLE", args[1]), path)]


def _append_string(args: Sequence[str], read: Read) -> Writes:
    words, found = _options(args[2:], _NO_FLAGS, _OUT)
    return [(found.get("OUTPUT_VARIABLE", args[1]), _input(args[1], read) + "".join(words))]


def _change(limit: int, flags: frozenset[str], change: Callable[[str, str, bool], str]) -> Command:
    """A subcommand that rewrites a path variable: path, optional new part, whether a flag was given."""

    def run(args: Sequence[str], read: Read) -> Writes:
        words, found = _options(args[2:], flags, _OUT)
        if len(words) > limit:
            raise LibError(f"{args[0]} called with unexpected arguments.")
        value = change(_input(args[1], read), words[0] if words else "", bool(flags & found.keys()))
        return [(found.get("OUTPUT_VARIABLE", args[1]), value)]

    return run


def _based(args: Sequence[str], read: Read, current_dir: str) -> Writes:
    absolute = args[0] == "ABSOLUTE_PATH"
    words, found = _options(args[2:], _NORMALIZE if absolute else _NO_FLAGS, _OUT_BASE)
    if words:
        raise LibError(f"{args[0]} called with unexpected arguments.")
    base = found.get("BASE_DIRECTORY", current_dir)
    path = _input(args[1], read)
    path = parts.absolute(path, base) if absolute else parts.relative(path, base)
    return [(found.get("OUTPUT_VARIABLE", args[1]), parts.normal(path) if "NORMALIZE" in found else path)]


def _native(args: Sequence[str], read: Read) -> Writes:
    if len(args) not in (3, 4):
        raise LibError("NATIVE_PATH must be called with two or three arguments.")
    words, found = _options(args[2:], _NORMALIZE, _NO_FLAGS)
    if len(words) != 1:
        raise LibError("NATIVE_PATH called with unexpected arguments.")
    name, path = _output(words[0]), _input(args[1], read)
    return [(name, parts.normal(path) if found else path)]


def _convert(args: Sequence[str], _: Read) -> Writes:
    if len(args) not in (4, 5):
        raise LibError("CONVERT must be called with three or four arguments.")
    if args[2] not in ("TO_CMAKE_PATH_LIST", "TO_NATIVE_PATH_LIST"):
        raise LibError(f"CONVERT called with an unknown action: {args[2]}.")
    words, found = _options(args[4:], _NORMALIZE, _NO_FLAGS)
    if words:
        raise LibError("CONVERT called with unexpected arguments.")
    to_cmake = args[2] == "TO_CMAKE_PATH_LIST"
    paths = expand_list(args[1].replace(":", ";") if to_cmake else args[1])
    change = parts.normal if found else parts.generic if to_cmake else str
    changed = [change(path) for path in paths]
    return [(_output(args[3]), join_list(changed) if to_cmake else ":".join(changed))]


def _compare(args: Sequence[str], _: Read) -> Writes:
    if len(args) != 5:
        raise LibError("COMPARE must be called with four arguments.")
    if args[2] not in ("EQUAL", "NOT_EQUAL"):
        raise LibError(f"COMPARE called with an unknown comparison operator: {args[2]}.")
    same = parts.elements(args[1]) == parts.elements(args[3])
    return [(_output(args[4]), _on_off(same is (args[2] == "EQUAL")))]


def _on_off(value: bool) -> str:
    return "ON" if value else "OFF"


def _test(test: Callable[[str], object]) -> Command:
    def run(args: Sequence[str], read: Read) -> Writes:
        if len(args) != 3:
            raise LibError(f"{args[0]} must be called with two arguments.")
        path = _input(args[1], read)
        return [(_output(args[2]), _on_off(bool(test(path))))]

    return run


def _is_prefix(args: Sequence[str], read: Read) -> Writes:
    if len(args) not in (4, 5):
        raise LibError("IS_PREFIX must be called with three or four arguments.")
    words, found = _options(args[2:], _NORMALIZE, _NO_FLAGS)
    if len(words) != 2:
        raise LibError("IS_PREFIX called with unexpected arguments.")
    prefix, path = _input(args[1], read), words[0]
    if found:
        prefix, path = parts.normal(prefix), parts.normal(path)
    return [(_output(words[1]), _on_off(parts.is_prefix(prefix, path)))]


def _hash(args: Sequence[str], read: Read) -> Writes:
    """Equal for equal normal paths; the digits themselves differ from cmake's, which promises none."""
    if len(args) != 3:
        raise LibError("HASH must be called with two arguments.")
    digest = hashlib.sha256(to_bytes(parts.normal(_input(args[1], read)))).hexdigest()
    return [(_output(args[2]), digest[:16])]


COMMANDS: Final[dict[str, Command]] = {
    "GET": _get,
    "SET": _set,
    "APPEND": _append,
    "APPEND_STRING": _append_string,
    "REMOVE_FILENAME": _change(0, _NO_FLAGS, lambda path, _new, _last: parts.replace_filename(path, "")),
    "REPLACE_FILENAME": _change(1, _NO_FLAGS, lambda path, new, _: parts.replace_filename(path, new)),
    "REMOVE_EXTENSION": _change(0, _LAST_ONLY, lambda path, _, last: parts.replace_extension(path, "", last=last)),
    "REPLACE_EXTENSION": _change(1, _LAST_ONLY, lambda path, new, last: parts.replace_extension(path, new, last=last)),
    "NORMAL_PATH": _change(0, _NO_FLAGS, lambda path, _new, _last: parts.normal(path)),
    "NATIVE_PATH": _native,
    "CONVERT": _convert,
    "COMPARE": _compare,
    "HAS_ROOT_NAME": _test(lambda _: False),
    "HAS_ROOT_DIRECTORY": _test(parts.root),
    "HAS_ROOT_PATH": _test(parts.root),
    "HAS_FILENAME": _test(parts.filename),
    "HAS_EXTENSION": _test(lambda path: parts.extension(path, last=True)),
    "HAS_STEM": _test(lambda path: parts.stem(path, last=True)),
    "HAS_RELATIVE_PART": _test(parts.relative_part),
    "HAS_PARENT_PATH": _test(parts.parent),
    "IS_ABSOLUTE": _test(parts.root),
    "IS_RELATIVE": _test(lambda path: not parts.root(path)),
    "IS_PREFIX": _is_prefix,
    "HASH": _hash,
}
