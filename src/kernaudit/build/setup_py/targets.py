"""What an assignment binds: names, attributes, items, and tuples of them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from kernaudit.build.setup_py.attributes import set_attribute
from kernaudit.build.setup_py.exceptions import exception
from kernaudit.build.setup_py.items import items_of
from kernaudit.build.setup_py.subscripts import delete_item, set_item
from kernaudit.build.setup_py.values import Unknown

if TYPE_CHECKING:
    from kernaudit.build.setup_py.frame import Frame
    from kernaudit.build.setup_py.machine import Machine

__all__ = ["assign", "delete"]


def assign(machine: Machine, target: ast.expr, value: Any, frame: Frame) -> None:
    """Bind a target to a value.

    Raises:
        ProgramError: the value has too few or too many items.
    """
    if isinstance(target, ast.Name):
        frame.bind(target.id, value)
    elif isinstance(target, ast.Tuple | ast.List):
        _unpack(machine, target.elts, value, frame)
    elif isinstance(target, ast.Attribute):
        set_attribute(machine, machine.evaluate(target.value, frame), target.attr, value)
    elif isinstance(target, ast.Subscript):
        holder = machine.evaluate(target.value, frame)
        set_item(machine, holder, machine.evaluate(target.slice, frame), value)


def _unpack(machine: Machine, targets: list[ast.expr], value: Any, frame: Frame) -> None:
    found = items_of(machine, value)
    several = (
        found
        if isinstance(found, Unknown)
        else next((one for one in found if isinstance(one, Unknown) and one.many), None)
    )
    if several is not None or isinstance(found, Unknown):
        for target in targets:
            inner = target.value if isinstance(target, ast.Starred) else target
            assign(machine, inner, several, frame)
        return
    star = next((n for n, target in enumerate(targets) if isinstance(target, ast.Starred)), None)
    if star is None:
        if len(found) != len(targets):
            raise machine.fail(exception("ValueError"), f"expected {len(targets)} values to unpack, got {len(found)}")
        for target, item in zip(targets, found, strict=True):
            assign(machine, target, item, frame)
        return
    _unpack_starred(machine, targets, star, found, frame)


def _unpack_starred(machine: Machine, targets: list[ast.expr], star: int, found: list[Any], frame: Frame) -> None:
    after = len(targets) - star - 1
    if len(found) < len(targets) - 1:
        raise machine.fail(exception("ValueError"), "not enough values to unpack")
    middle = found[star : len(found) - after]
    for target, item in zip(targets[:star], found[:star], strict=True):
        assign(machine, target, item, frame)
    starred = targets[star]
    if isinstance(starred, ast.Starred):
        assign(machine, starred.value, middle, frame)
    for target, item in zip(targets[star + 1 :], found[len(found) - after :], strict=True):
        assign(machine, target, item, frame)


def delete(machine: Machine, target: ast.expr, frame: Frame) -> None:
    """Do `del target`."""
    if isinstance(target, ast.Name):
        frame.holder(target.id).names.pop(target.id, None)
    elif isinstance(target, ast.Subscript):
        delete_item(machine, machine.evaluate(target.value, frame), machine.evaluate(target.slice, frame))
