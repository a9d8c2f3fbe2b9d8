"""The interpreter put together: a machine that can evaluate, execute, call and import."""

from __future__ import annotations

import ast
from functools import partial
from typing import TYPE_CHECKING, Any

from kernaudit.build.setup_py.attributes import attribute_of
from kernaudit.build.setup_py.calls import call_value
from kernaudit.build.setup_py.errors import EvaluationStoppedError
from kernaudit.build.setup_py.expressions import evaluate
from kernaudit.build.setup_py.frame import Frame
from kernaudit.build.setup_py.imports import load_module
from kernaudit.build.setup_py.statements import execute
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from kernaudit.build.setup_py.machine import Machine

__all__ = ["assemble", "parse_script", "run_script"]


def assemble(machine: Machine) -> Machine:
    """Give a machine its hands."""
    machine.evaluate = partial(evaluate, machine)
    machine.execute = partial(execute, machine)
    machine.call = partial(call_value, machine)
    machine.attribute = partial(attribute_of, machine)
    machine.load = partial(load_module, machine)
    return machine


def parse_script(text: str, file: str) -> ast.Module:
    """Return the syntax tree of a script.

    Raises:
        EvaluationStoppedError: Python could not parse it.
    """
    try:
        return ast.parse(text)
    except SyntaxError as error:
        raise EvaluationStoppedError(f"not valid Python: {error.msg}", Location(file, error.lineno or 1)) from None
    except (ValueError, RecursionError, MemoryError):
        raise EvaluationStoppedError("Python cannot parse this file", Location(file, 1)) from None


def run_script(machine: Machine, program: ast.Module, file: str, path: str) -> dict[str, Any]:
    """Run a script as `__main__`; returns its names.

    Raises:
        ProgramError: the script raises.
        EvaluationStoppedError: a bound is reached, or something is not modelled.
    """
    machine.file, machine.line = file, 1
    frame = Frame(file, {"__name__": "__main__", "__file__": path, "__doc__": None})
    try:
        machine.execute(program.body, frame)
    except RecursionError:
        raise EvaluationStoppedError("the script nests deeper than this evaluator allows", machine.here) from None
    return frame.names
