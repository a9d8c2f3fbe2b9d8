"""Function objects, made where a `def` or `lambda` stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.build.setup_py.values import Function

if TYPE_CHECKING:
    import ast

    from kernaudit.build.setup_py.frame import Frame
    from kernaudit.build.setup_py.machine import Machine

__all__ = ["make_function"]


def make_function(
    machine: Machine, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, frame: Frame, name: str
) -> Function:
    """Return a function with its defaults as they are now."""
    spec = node.args
    keyword = {
        one.arg: machine.evaluate(default, frame)
        for one, default in zip(spec.kwonlyargs, spec.kw_defaults, strict=True)
        if default is not None
    }
    defaults = tuple(machine.evaluate(default, frame) for default in spec.defaults)
    return Function(name, node, frame, defaults, keyword)
