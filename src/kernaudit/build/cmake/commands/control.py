"""break(), continue(), return()."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.flow import Signal

if TYPE_CHECKING:
    from kernaudit.build.cmake.flow import Handler
    from kernaudit.build.cmake.interpreter import Interpreter

__all__ = ["COMMANDS"]


def _break(interp: Interpreter, args: list[str]) -> Signal:
    return _leave_loop(interp, "break", args, Signal.BREAK)


def _continue(interp: Interpreter, args: list[str]) -> Signal:
    return _leave_loop(interp, "continue", args, Signal.CONTINUE)


def _leave_loop(interp: Interpreter, name: str, args: list[str], signal: Signal) -> Signal:
    if not interp.loops:
        interp.fail(f"A {name.upper()} command was found outside of a proper FOREACH or WHILE loop scope.")
    if args:
        interp.fail(f"The {name.upper()} command does not accept any arguments.")
    return signal


def _return(interp: Interpreter, args: list[str]) -> Signal | None:
    interp.returned = ()
    if args and interp.policies.is_new("CMP0140"):
        if args[0] != "PROPAGATE":
            interp.fail(f'return called with unsupported argument "{args[0]}"')
        interp.returned = tuple(args[1:])
    return Signal.RETURN


COMMANDS: Final[dict[str, Handler]] = {"break": _break, "continue": _continue, "return": _return}
