"""`exec`: texts that the script evaluates are evaluated the same way."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from kernaudit.build.setup_py.frame import Frame

if TYPE_CHECKING:
    from kernaudit.build.setup_py.machine import Machine

__all__ = ["run_exec"]


def run_exec(machine: Machine, text: Any, globals_: Any = None, locals_: Any = None) -> None:
    """Run `exec(text, globals, locals)`; what an unknown text would bind is not known."""
    names = locals_ if isinstance(locals_, dict) else globals_ if isinstance(globals_, dict) else {}
    hole = machine.hole(text)
    program = None
    if hole is None and isinstance(text, str):
        machine.spend(len(text))
        try:
            program = ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            hole = machine.unknown("a text that is no Python")
    if program is None:
        doubt = hole or machine.unknown("what exec binds")
        names[doubt] = doubt
        return
    place = (machine.file, machine.line)
    machine.execute(program.body, Frame(machine.file, names))
    machine.file, machine.line = place
