"""Decorators that name the capabilities for which a function may be called, or take functions that are so decorated."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from kernaudit.facts.python.outcome import Test
from kernaudit.facts.python.values import Cap, Func
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.facts.python.values import Klass
    from kernaudit.facts.python.walk import Walk
    from kernaudit.sources.python.module import PythonModule

__all__ = ["decorator_tests", "maker_tests"]

_LONGEST = 160
_MAKER = "__init__"
_Function = ast.FunctionDef | ast.AsyncFunctionDef


def decorator_tests(module: PythonModule, node: _Function, walk: Walk) -> tuple[Test, ...]:
    """Return the tests that a function's decorators make before it is entered; each must hold."""
    return tuple(_tests(module, node, walk))


def maker_tests(klass: Klass, walk: Walk) -> tuple[Test, ...]:
    """Return the tests of the function that makes objects of a class."""
    words = walk.names.decorators | walk.names.check_decorators
    if not any(word in klass.text for word in words):
        return ()
    made = (one for one in klass.node.body if isinstance(one, _Function) and one.name == _MAKER)
    return tuple(test for one in made for test in _tests(klass.module, one, walk))


def _tests(module: PythonModule, node: _Function, walk: Walk) -> Iterator[Test]:
    full = walk.lanes.full
    for one in node.decorator_list:
        if _is_open(module, one, walk):
            yield Test(Location(module.path, one.lineno), ast.unparse(one)[:_LONGEST], 0, 0, full, refuses=True)
            continue
        mask = _mask(module, one, walk)
        if mask != full:
            text = ast.unparse(one)[:_LONGEST]
            yield Test(Location(module.path, one.lineno), text, mask, full & ~mask, 0, refuses=True)


def _is_open(module: PythonModule, node: ast.expr, walk: Walk) -> bool:
    """Whether a decorator is a function of the tree that asks for the device: what it does then, nobody evaluates."""
    name = node.func if isinstance(node, ast.Call) else node
    if not isinstance(name, ast.Name) or name.id in walk.names.decorators | walk.names.check_decorators:
        return False
    made = walk.global_value(module, name.id)
    return isinstance(made, Func) and walk.asks(made)


def _mask(module: PythonModule, node: ast.expr, walk: Walk) -> int:
    """The lanes that a decorator lets through: all, where it says nothing that is known."""
    full = walk.lanes.full
    if not isinstance(node, ast.Call):
        return full
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    arguments = [*node.args, *(one.value for one in node.keywords)]
    if name in walk.names.decorators:
        return _listed(module, arguments[0], walk) if arguments else full
    if name in walk.names.check_decorators:
        for one in arguments:
            full &= _checked(module, one, walk)
    return full


def _checked(module: PythonModule, node: ast.expr, walk: Walk) -> int:
    """The lanes that a check lets through; of several by backend one is enough."""
    if isinstance(node, ast.Dict):
        if not node.values:
            return walk.lanes.full
        mask = 0
        for one in node.values:
            mask |= _checked(module, one, walk)
        return mask
    called = walk.global_value(module, node.id) if isinstance(node, ast.Name) else None
    mask = walk.lanes.full
    if isinstance(called, Func):
        for decorator in called.node.decorator_list:
            mask &= _mask(called.module, decorator, walk)
    return mask


def _listed(module: PythonModule, node: ast.expr, walk: Walk) -> int:
    values = walk.constant(node, module)
    if not isinstance(values, tuple | list) or not all(type(one) is int for one in values):
        return walk.lanes.full
    mask = 0
    for index, cap in enumerate(walk.lanes.capability.values):
        if isinstance(cap, Cap) and cap.number in values:
            mask |= 1 << index
    return mask
