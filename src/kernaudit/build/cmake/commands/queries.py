"""get_cmake_property(), mark_as_advanced() and what scripts ask or note about themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kernaudit.build.cmake.flow import Handler
    from kernaudit.build.cmake.interpreter import Interpreter

__all__ = ["COMMANDS"]


def _get_cmake_property(interp: Interpreter, args: list[str]) -> None:
    if len(args) != 2:
        interp.fail("get_cmake_property called with incorrect number of arguments")
    name, what = args
    if what == "VARIABLES":
        interp.set(name, ";".join(sorted(interp.variables.keys() | interp.cache.keys())))
    elif what == "CACHE_VARIABLES":
        interp.set(name, ";".join(sorted(interp.cache)))
    elif what == "MACROS":
        interp.set(name, ";".join(interp.user_commands()))
    elif what == "COMPONENTS":
        interp.set(name, "Unspecified")
    else:
        value = interp.global_property(what)
        interp.set(name, "NOTFOUND" if value is None else value)


def _mark_as_advanced(interp: Interpreter, args: list[str]) -> None:
    if not args:
        interp.fail("mark_as_advanced called with incorrect number of arguments")


def _cmake_diagnostic(interp: Interpreter, args: list[str]) -> None:
    """Which warnings are shown changes nothing that is built."""


COMMANDS: Final[dict[str, Handler]] = {
    "cmake_diagnostic": _cmake_diagnostic,
    "get_cmake_property": _get_cmake_property,
    "mark_as_advanced": _mark_as_advanced,
}
