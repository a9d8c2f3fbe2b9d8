"""The `file()` command: dispatch by subcommand, and the subcommands that only look at path texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.build.cmake.arguments import parse_keywords
from kernaudit.build.cmake.files import read_commands, write_commands
from kernaudit.build.cmake.files.layout import join, normalise
from kernaudit.build.cmake.project.state import state_of
from kernaudit.build.cmake.unknown import contains_unknown

if TYPE_CHECKING:
    from collections.abc import Callable

    from kernaudit.build.cmake.interpreter import Handler, Interpreter

__all__ = ["COMMANDS"]


def _relative_path(interp: Interpreter, args: list[str]) -> None:
    if len(args) != 3:
        interp.fail("file RELATIVE_PATH called with incorrect number of arguments")
    variable, base, path = args
    if contains_unknown(base + path):
        interp.set(variable, interp.derived([base, path]))
        return
    for what, text in (("directory", base), ("file", path)):
        if not text.startswith("/"):
            interp.fail(f"file RELATIVE_PATH must be passed a full path to the {what}: {text}")
    interp.set(variable, read_commands.relative_path(normalise(base), normalise(path)))


def _real_path(interp: Interpreter, args: list[str]) -> None:
    if len(args) < 2:
        interp.fail("file REAL_PATH requires a path and an output variable")
    keys = parse_keywords(args[2:], flags=("EXPAND_TILDE",), single=("BASE_DIRECTORY",))
    if contains_unknown(args[0]):
        interp.set(args[1], args[0])
        return
    base = join(state_of(interp).directory.source, keys.get("BASE_DIRECTORY") or "")
    interp.set(args[1], join(base, args[0]))


def _to_cmake_path(interp: Interpreter, args: list[str]) -> None:
    if len(args) != 2:
        interp.fail("file TO_CMAKE_PATH called with incorrect number of arguments")
    parts = args[0].replace("\\", "/").split(":") if ";" not in args[0] else [args[0]]
    interp.set(args[1], ";".join(part.rstrip("/") if len(part) > 1 else part for part in parts))


def _to_native_path(interp: Interpreter, args: list[str]) -> None:
    if len(args) != 2:
        interp.fail("file TO_NATIVE_PATH called with incorrect number of arguments")
    interp.set(args[1], args[0])


_SUBCOMMANDS: dict[str, Callable[[Interpreter, list[str]], None]] = {
    **read_commands.SUBCOMMANDS,
    **write_commands.SUBCOMMANDS,
    "REAL_PATH": _real_path,
    "RELATIVE_PATH": _relative_path,
    "TO_CMAKE_PATH": _to_cmake_path,
    "TO_NATIVE_PATH": _to_native_path,
}


def _file(interp: Interpreter, args: list[str]) -> None:
    if len(args) < 2:
        interp.fail("file must be called with at least two arguments.")
    handler = _SUBCOMMANDS.get(args[0])
    if handler is None:
        interp.fail(f"file does not recognize sub-command {args[0]}")
    handler(interp, args[1:])


COMMANDS: dict[str, Handler] = {"file": _file}
