"""get_filename_component() and cmake_path(): the pure functions of `lib`, and what happens to paths not known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.commands.cache import CacheEntry, set_cache
from kernaudit.build.cmake.lib.errors import LibError
from kernaudit.build.cmake.lib.path_command import cmake_path_command
from kernaudit.build.cmake.lib.paths import get_filename_component
from kernaudit.build.cmake.unknown import contains_unknown

if TYPE_CHECKING:
    from kernaudit.build.cmake.flow import Handler
    from kernaudit.build.cmake.interpreter import Interpreter

__all__ = ["COMMANDS"]

_LAST_PART: Final = frozenset({"NAME", "EXT", "NAME_WE", "LAST_EXT", "NAME_WLE", "DIRECTORY", "PATH"})
"""Components that follow from the text after the last slash alone."""


def _filename_component(interp: Interpreter, args: list[str]) -> None:
    if len(args) > 2 and contains_unknown(args[1]) and not _decides(args[1], args[2]):
        interp.set(args[0], interp.derived(args))
        return
    try:
        writes, cached = get_filename_component(args, interp.get, _source(interp))
    except LibError as error:
        interp.fail(str(error))
    if not cached:
        interp.assign(writes)
        return
    for name, value in writes:
        kind = "FILEPATH" if args[2] == "PATH" else "STRING"
        set_cache(interp, name, CacheEntry(value or "", kind), force=True)


def _decides(path: str, mode: str) -> bool:
    """Whether the part of the path that is known decides the component."""
    return mode in _LAST_PART and "/" in path and not contains_unknown(path.rpartition("/")[2])


def _source(interp: Interpreter) -> str:
    return interp.get("CMAKE_CURRENT_SOURCE_DIR") or "/"


def _cmake_path(interp: Interpreter, args: list[str]) -> None:
    values = [interp.get(args[1]) or ""] if len(args) > 1 and args[0] not in ("SET", "CONVERT") else []
    if len(args) > 2 and any(map(contains_unknown, [*args, *values])):
        interp.set(_output_of(args), interp.derived([*args, *values]))
        return
    try:
        interp.assign(cmake_path_command(args, interp.get, _source(interp)))
    except LibError as error:
        interp.fail(str(error))


def _output_of(args: list[str]) -> str:
    mode = args[0]
    if "OUTPUT_VARIABLE" in args[:-1]:
        return args[args.index("OUTPUT_VARIABLE") + 1]
    if mode in ("GET", "COMPARE", "HASH") or mode.startswith(("HAS_", "IS_")):
        return args[-1]
    if mode == "CONVERT" and len(args) > 3:
        return args[3]
    return args[2] if mode == "NATIVE_PATH" and args[2] != "NORMALIZE" else args[-1 if mode == "NATIVE_PATH" else 1]


COMMANDS: Final[dict[str, Handler]] = {
    "get_filename_component": _filename_component,
    "cmake_path": _cmake_path,
}
