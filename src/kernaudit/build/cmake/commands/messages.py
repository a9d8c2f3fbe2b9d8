"""message(): modes, log level, indentation and checks; the configuration stops at FATAL_ERROR."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.lib.commands import is_off, is_on
from kernaudit.build.cmake.lib.lists import split_list

if TYPE_CHECKING:
    from kernaudit.build.cmake.flow import Handler
    from kernaudit.build.cmake.interpreter import Interpreter

__all__ = ["COMMANDS"]

_LEVELS: Final = {
    "FATAL_ERROR": 1,
    "SEND_ERROR": 1,
    "WARNING": 2,
    "AUTHOR_WARNING": 2,
    "DEPRECATION": 2,
    "NOTICE": 3,
    "STATUS": 4,
    "CHECK_START": 4,
    "CHECK_PASS": 4,
    "CHECK_FAIL": 4,
    "VERBOSE": 5,
    "DEBUG": 6,
    "TRACE": 7,
}
_NAMES: Final = {"ERROR": 1, "WARNING": 2, "NOTICE": 3, "STATUS": 4, "VERBOSE": 5, "DEBUG": 6, "TRACE": 7}
_STATUS: Final = _LEVELS["STATUS"]


def _message(interp: Interpreter, args: list[str]) -> None:
    if not args:
        interp.fail("message called with incorrect number of arguments")
    mode = args[0]
    if mode == "STATUS":
        text = "".join(args[1:])
    elif mode == "CONFIGURE_LOG":
        return
    elif mode in _LEVELS:
        text = "".join(args[1:])
    else:
        mode, text = "NOTICE", "".join(args)
    level = _LEVELS[mode]
    asked = interp.get("CMAKE_MESSAGE_LOG_LEVEL")
    if level > (_NAMES.get(asked.upper(), _STATUS) if asked else _STATUS):
        return
    if level == 1:
        _report_error(interp, mode, text)
    elif level == 2:
        _warn(interp, mode, text)
    elif mode.startswith("CHECK_"):
        _check(interp, mode, text)
    else:
        interp.say(mode, _indented(interp, text))


def _report_error(interp: Interpreter, mode: str, text: str) -> None:
    error = interp.error(text, fatal=True)
    interp.say(mode, text)
    if mode == "FATAL_ERROR":
        raise error
    interp.errors.append(error)


def _warn(interp: Interpreter, mode: str, text: str) -> None:
    if mode == "DEPRECATION":
        if is_on(interp.get("CMAKE_ERROR_DEPRECATED") or ""):
            _report_error(interp, "FATAL_ERROR", text)
        quiet = interp.get("CMAKE_WARN_DEPRECATED")
        if quiet and is_off(quiet):
            return
    interp.say(mode, text)


def _check(interp: Interpreter, mode: str, text: str) -> None:
    """CHECK_START opens a check; its result is printed with what was said then."""
    if mode == "CHECK_START":
        interp.checks.append(text)
        interp.say("STATUS", _indented(interp, text))
    elif interp.checks:
        interp.say("STATUS", _indented(interp, f"{interp.checks.pop()} - {text}"))
    else:
        interp.say("AUTHOR_WARNING", f"Ignored {mode} without CHECK_START")


def _indented(interp: Interpreter, text: str) -> str:
    indent = "".join(split_list(interp.get("CMAKE_MESSAGE_INDENT") or ""))
    if is_on(interp.get("CMAKE_MESSAGE_CONTEXT_SHOW") or ""):
        context = ".".join(split_list(interp.get("CMAKE_MESSAGE_CONTEXT") or ""))
        if context:
            indent = f"[{context}] {indent}"
    return indent + text.replace("\n", "\n" + indent) if indent else text


COMMANDS: Final[dict[str, Handler]] = {"message": _message}
