"""`def` and `class`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.setup_py.frame import Frame
from kernaudit.build.setup_py.functions import make_function
from kernaudit.build.setup_py.values import Builtin, ClassValue, Function, Unknown

if TYPE_CHECKING:
    import ast

    from kernaudit.build.setup_py.machine import Machine

__all__ = ["define_class", "define_function"]

_KINDS: Final = {
    "staticmethod": "static",
    "classmethod": "class",
    "property": "property",
    "cached_property": "property",
}
_PASSING: Final = ("functools.", "contextlib.", "typing.", "abc.", "dataclasses.", "atexit.")
"""Decorators of the standard library that leave what a function computes as it is."""


def define_function(machine: Machine, node: ast.FunctionDef | ast.AsyncFunctionDef, frame: Frame) -> None:
    """Bind a function."""
    if node.name in machine.intercepted:
        frame.bind(node.name, machine.intercepted[node.name])
        return
    value: Any = make_function(machine, node, frame, node.name)
    for decorator in reversed(node.decorator_list):
        value = _decorated(machine, machine.evaluate(decorator, frame), value)
    frame.bind(node.name, value)


def _decorated(machine: Machine, decorator: Any, value: Any) -> Any:
    if isinstance(decorator, Builtin) and decorator.name in _KINDS and isinstance(value, Function):
        value.kind = _KINDS[decorator.name]
        return value
    if isinstance(decorator, Unknown) and decorator.origin.startswith(_PASSING):
        return value
    return machine.call(decorator, [value], {})


def define_class(machine: Machine, node: ast.ClassDef, frame: Frame) -> None:
    """Bind a class: its body is run in a scope of its own."""
    place = machine.here
    bases = tuple(machine.evaluate(base, frame) for base in node.bases)
    body = Frame(frame.file, {}, frame, is_class=True)
    machine.execute(node.body, body)
    cls = ClassValue(node.name, bases, body.names, location=place)
    for value in body.names.values():
        if isinstance(value, Function) and value.owner is None:
            value.owner = cls
    result: Any = cls
    for decorator in reversed(node.decorator_list):
        result = _decorated(machine, machine.evaluate(decorator, frame), result)
    frame.bind(node.name, result)
