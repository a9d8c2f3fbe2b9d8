"""Conditions that are not known: taken as false, but a branch that only raises is not entered (design section 5)."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from kernaudit.build.setup_py.taint import leaves, speaks_of_archs, taint_names
from kernaudit.build.setup_py.values import Function
from kernaudit.model.evidence import AssumptionKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.build.setup_py.frame import Frame
    from kernaudit.build.setup_py.machine import Machine
    from kernaudit.build.setup_py.values import Unknown

__all__ = ["doubt_branches", "doubt_loop", "only_raises", "take_branch", "take_choice"]

_LONGEST = 80
_MOST_CALLED = 50
_EXITS = ("exit", "_exit", "abort")
_TALK = ("print", "warn", "warning", "info", "error", "write", "critical")


def take_branch(
    machine: Machine, node: ast.If, unknown: Unknown, frame: Frame
) -> tuple[Sequence[ast.stmt], Sequence[ast.AST]]:
    """Return the branch to run of an undecided `if`, and the code whose effects are in doubt afterwards."""
    if only_raises(node.body):
        _assume(machine, node.test, unknown, "false, since it only stops the build")
        return node.orelse, ()
    if node.orelse and only_raises(node.orelse):
        _assume(machine, node.test, unknown, "true, since the other branch only stops the build")
        return node.body, ()
    doubtful = _in_doubt(machine, node, frame)
    if doubtful and machine.ways is not None:
        return (node.body if machine.ways(ast.unparse(node.test)) else node.orelse), ()
    _assume(machine, node.test, unknown, "false")
    return node.orelse, doubtful


def _in_doubt(machine: Machine, node: ast.If, frame: Frame) -> Sequence[ast.AST]:
    """Return the code that this `if` decides about, as far as it may have to do with architectures."""
    branches: list[ast.AST] = [*node.body, *node.orelse]
    branches += _called_bodies(machine, branches, frame)
    left = leaves(branches)
    if ast.Return in left and frame.body:
        branches = list(frame.body)
    elif left - {ast.Return} and frame.loops:
        branches = [frame.loops[-1]]
    return branches if _speaks_of_archs(machine, branches) else ()


def _called_bodies(machine: Machine, nodes: Sequence[ast.AST], frame: Frame) -> list[ast.AST]:
    """The bodies of functions of the script that code calls, as far as they may have to do with architectures."""
    found: dict[str, list[ast.stmt]] = {}
    work = list(nodes)
    while work and len(found) < _MOST_CALLED:
        for one in ast.walk(work.pop()):
            name = one.func.id if isinstance(one, ast.Call) and isinstance(one.func, ast.Name) else ""
            value = frame.find(name) if name and name not in found else None
            if isinstance(value, Function) and not isinstance(value.node, ast.Lambda):
                found[name] = value.node.body
                work += value.node.body
    return [one for body in found.values() if _speaks_of_archs(machine, body) for one in body]


def _speaks_of_archs(machine: Machine, nodes: Iterable[ast.AST]) -> bool:
    return speaks_of_archs(nodes, machine.toolkit.known_numbers)


def doubt_branches(machine: Machine, frame: Frame, nodes: Sequence[ast.AST], unknown: Unknown) -> None:
    """Make what undecided code would have changed unknown, and the result of a function that it may have left."""
    if nodes:
        taint_names(frame, machine.environ, nodes, unknown)
        if ast.Return in leaves(nodes):
            frame.doubt = unknown


def take_choice(machine: Machine, node: ast.IfExp, unknown: Unknown) -> ast.expr | None:
    """Return the side to take of an undecided `a if x else b`; None where it may have to do with architectures."""
    if _speaks_of_archs(machine, (node.body, node.orelse)):
        if machine.ways is not None:
            return node.body if machine.ways(ast.unparse(node.test)) else node.orelse
        return None
    _assume(machine, node.test, unknown, "false")
    return node.orelse


def doubt_loop(machine: Machine, node: ast.For | ast.While | ast.AsyncFor, unknown: Unknown, frame: Frame) -> None:
    """A loop over what is not known is passed over; what it would have changed is in doubt."""
    what = node.test if isinstance(node, ast.While) else node.iter
    _assume(machine, what, unknown, "false" if isinstance(node, ast.While) else "empty")
    if _speaks_of_archs(machine, node.body):
        doubt_branches(machine, frame, node.body, unknown)


def _assume(machine: Machine, test: ast.expr, unknown: Unknown, taken: str) -> None:
    try:
        text = ast.unparse(test)
    except RecursionError:
        text = "..."
    text = text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
    message = f"`{text}` is not known ({unknown.origin}): taken as {taken}"
    machine.assume(AssumptionKind.UNKNOWN_CONDITION, message, unknown.origin)


def only_raises(body: Sequence[ast.stmt]) -> bool:
    """Tell whether a block does nothing but stop the script, perhaps after some talk."""
    return bool(body) and all(map(_talks, body[:-1])) and _stops(body[-1])


def _stops(node: ast.stmt) -> bool:
    if isinstance(node, ast.Raise):
        return True
    if isinstance(node, ast.Assert):
        return isinstance(node.test, ast.Constant) and not node.test.value
    return isinstance(node, ast.Expr) and _called(node.value) in _EXITS


def _talks(node: ast.stmt) -> bool:
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant) or _called(node.value) in _TALK
    return isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant | ast.JoinedStr)


def _called(node: ast.expr) -> str | None:
    if not isinstance(node, ast.Call):
        return None
    function = node.func
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", None)
