"""`try` and `raise`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernaudit.build.setup_py.errors import ProgramError
from kernaudit.build.setup_py.exceptions import exception, matches
from kernaudit.build.setup_py.frame import Flow
from kernaudit.build.setup_py.text import text_of
from kernaudit.build.setup_py.values import ClassValue, Instance, Unknown

if TYPE_CHECKING:
    import ast

    from kernaudit.build.setup_py.frame import Frame
    from kernaudit.build.setup_py.machine import Machine

__all__ = ["run_raise", "run_try"]

_CAUGHT = "__caught__"


def run_try(machine: Machine, node: ast.Try, frame: Frame) -> Flow:
    """Run a `try`: what the script raises goes to the first handler that names it."""
    try:
        flow = _guarded(machine, node, frame)
    except ProgramError:
        machine.execute(node.finalbody, frame)
        raise
    last = machine.execute(node.finalbody, frame)
    return flow if last is Flow.NEXT else last


def _guarded(machine: Machine, node: ast.Try, frame: Frame) -> Flow:
    machine.guarded += 1 if node.handlers else 0
    place = machine.file
    try:
        flow = machine.execute(node.body, frame)
    except ProgramError as error:
        machine.file = place
        machine.guarded -= 1 if node.handlers else 0
        return _handled(machine, node, error, frame)
    machine.guarded -= 1 if node.handlers else 0
    return machine.execute(node.orelse, frame) if flow is Flow.NEXT else flow


def _handled(machine: Machine, node: ast.Try, error: ProgramError, frame: Frame) -> Flow:
    for handler in node.handlers:
        wanted = exception("BaseException") if handler.type is None else machine.evaluate(handler.type, frame)
        if matches(error.value, wanted):
            frame.names[_CAUGHT] = error
            if handler.name is not None:
                frame.bind(handler.name, error.value)
            return machine.execute(handler.body, frame)
    raise error


def run_raise(machine: Machine, node: ast.Raise, frame: Frame) -> None:
    """Raise what the statement names.

    Raises:
        ProgramError: always.
    """
    if node.exc is None:
        caught = frame.find(_CAUGHT)
        if isinstance(caught, ProgramError):
            raise caught
        raise machine.fail(exception("RuntimeError"), "no active exception to raise", deliberate=True)
    value = machine.evaluate(node.exc, frame)
    machine.line = node.lineno
    raise ProgramError(_raised(value), _message(machine, value), machine.here, deliberate=True)


def _raised(value: Any) -> Any:
    return value if isinstance(value, Instance | ClassValue) else Instance(exception("Exception"))


def _message(machine: Machine, value: Any) -> str:
    if isinstance(value, Unknown | ClassValue):
        return value.origin if isinstance(value, Unknown) else value.name
    name = value.cls.name if isinstance(value, Instance) else "an exception"
    args = value.attributes.get("args", ()) if isinstance(value, Instance) else ()
    text = " ".join(text_of(machine, one) for one in args)
    return f"{name}: {machine.registry.describe(text)}" if text else name
