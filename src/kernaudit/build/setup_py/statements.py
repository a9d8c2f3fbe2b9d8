"""Statements."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.setup_py.branches import doubt_branches, doubt_loop, take_branch
from kernaudit.build.setup_py.calls import NATIVE_ERRORS
from kernaudit.build.setup_py.definitions import define_class, define_function
from kernaudit.build.setup_py.environ import Environ
from kernaudit.build.setup_py.errors import EvaluationStoppedError
from kernaudit.build.setup_py.exceptions import exception, from_native
from kernaudit.build.setup_py.frame import Flow, Frame
from kernaudit.build.setup_py.imports import run_import, run_import_from
from kernaudit.build.setup_py.items import items_of, truth
from kernaudit.build.setup_py.methods.environ import update_environ
from kernaudit.build.setup_py.operators import binary
from kernaudit.build.setup_py.targets import assign, delete
from kernaudit.build.setup_py.text import text_of
from kernaudit.build.setup_py.trying import run_raise, run_try
from kernaudit.build.setup_py.values import Instance, Method, Unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from kernaudit.build.setup_py.machine import Machine

__all__ = ["execute"]


def execute(machine: Machine, body: Sequence[ast.stmt], frame: Frame) -> Flow:
    """Run statements; returns how they ended.

    Raises:
        ProgramError: the script raises.
        EvaluationStoppedError: a bound is reached, or a statement is not modelled.
    """
    for node in body:
        machine.step()
        machine.line = node.lineno
        handler = _HANDLERS.get(type(node))
        if handler is None:
            raise EvaluationStoppedError(f"a statement that is not modelled ({type(node).__name__})", machine.here)
        flow = _run(machine, handler, node, frame)
        if flow is not None and flow is not Flow.NEXT:
            return flow
    return Flow.NEXT


def _run(machine: Machine, handler: Callable[..., Any], node: ast.stmt, frame: Frame) -> Flow | None:
    machine.deeper()
    try:
        flow: Flow | None = handler(machine, node, frame)
    except NATIVE_ERRORS as error:
        message = str(error.args[0]) if error.args else str(error)
        raise machine.fail(from_native(error), message) from None
    finally:
        machine.back()
    return flow


def _expression(machine: Machine, node: ast.Expr, frame: Frame) -> None:
    machine.evaluate(node.value, frame)


def _assign(machine: Machine, node: ast.Assign, frame: Frame) -> None:
    value = machine.evaluate(node.value, frame)
    for target in node.targets:
        assign(machine, target, value, frame)


def _annotated(machine: Machine, node: ast.AnnAssign, frame: Frame) -> None:
    if node.value is not None:
        assign(machine, node.target, machine.evaluate(node.value, frame), frame)


def _augmented(machine: Machine, node: ast.AugAssign, frame: Frame) -> None:
    target = node.target
    loaded = ast.copy_location(_as_load(target), target)
    before = machine.evaluate(loaded, frame)
    more = machine.evaluate(node.value, frame)
    machine.line = node.lineno
    if isinstance(before, list) and isinstance(node.op, ast.Add):
        found = items_of(machine, more)
        before += [found.several()] if isinstance(found, Unknown) else found
        machine.spend(len(before) >> 4)
        return
    if isinstance(before, Environ) and isinstance(node.op, ast.BitOr):
        update_environ(machine, before, more)
        return
    assign(machine, target, binary(machine, type(node.op), before, more), frame)


def _as_load(target: ast.Name | ast.Attribute | ast.Subscript) -> ast.expr:
    if isinstance(target, ast.Name):
        return ast.Name(target.id, ast.Load())
    if isinstance(target, ast.Attribute):
        return ast.Attribute(target.value, target.attr, ast.Load())
    return ast.Subscript(target.value, target.slice, ast.Load())


def _if(machine: Machine, node: ast.If, frame: Frame) -> Flow:
    known = truth(machine, machine.evaluate(node.test, frame))
    if not isinstance(known, Unknown):
        return machine.execute(node.body if known else node.orelse, frame)
    branch, doubtful = take_branch(machine, node, known, frame)
    flow = machine.execute(branch, frame)
    doubt_branches(machine, frame, doubtful, known)
    return flow


def _for(machine: Machine, node: ast.For, frame: Frame) -> Flow:
    found = items_of(machine, machine.evaluate(node.iter, frame))
    if isinstance(found, Unknown):
        doubt_loop(machine, node, found, frame)
        return Flow.NEXT
    if machine.rounds is not None and len(found) > machine.rounds:
        doubt_loop(machine, node, machine.unknown("what a long loop does"), frame)
        return Flow.NEXT
    return _loop(machine, node, frame, _items(machine, node, found, frame))


def _while(machine: Machine, node: ast.While, frame: Frame) -> Flow:
    return _loop(machine, node, frame, _turns(machine, node, frame))


def _loop(machine: Machine, node: ast.For | ast.While, frame: Frame, turns: Iterable[Flow]) -> Flow:
    """Run the body once per turn, and what stands under `else` unless the loop was left before its end."""
    frame.loops.append(node)
    try:
        for turn in turns:
            flow = turn if turn is Flow.BREAK else machine.execute(node.body, frame)
            if flow is Flow.RETURN:
                return flow
            if flow is Flow.BREAK:
                return Flow.NEXT
    finally:
        frame.loops.pop()
    return machine.execute(node.orelse, frame)


def _items(machine: Machine, node: ast.For, found: Iterable[Any], frame: Frame) -> Iterator[Flow]:
    for item in found:
        machine.step()
        if isinstance(item, Unknown) and item.many:
            doubt_loop(machine, node, item, frame)
            continue
        assign(machine, node.target, item, frame)
        yield Flow.NEXT


def _turns(machine: Machine, node: ast.While, frame: Frame) -> Iterator[Flow]:
    """One per time that the condition holds; a condition that nobody knows leaves the loop."""
    while True:
        machine.step()
        known = truth(machine, machine.evaluate(node.test, frame))
        if isinstance(known, Unknown):
            doubt_loop(machine, node, known, frame)
            yield Flow.BREAK
        if not known:
            return
        yield Flow.NEXT


def _with(machine: Machine, node: ast.With, frame: Frame) -> Flow:
    entered: list[Any] = []
    for item in node.items:
        value = machine.evaluate(item.context_expr, frame)
        entered.append(value)
        if item.optional_vars is not None:
            assign(machine, item.optional_vars, _enter(machine, value), frame)
    flow = machine.execute(node.body, frame)
    for value in reversed(entered):
        if isinstance(value, Instance) and (leave := value.cls.find("__exit__")) is not None:
            machine.call(Method(leave[0], value), [None, None, None], {})
    return flow


def _enter(machine: Machine, value: Any) -> Any:
    if isinstance(value, Instance) and (found := value.cls.find("__enter__")) is not None:
        return machine.call(Method(found[0], value), [], {})
    return value


def _return(machine: Machine, node: ast.Return, frame: Frame) -> Flow:
    frame.returned = None if node.value is None else machine.evaluate(node.value, frame)
    return Flow.RETURN


def _assert(machine: Machine, node: ast.Assert, frame: Frame) -> None:
    if truth(machine, machine.evaluate(node.test, frame)) is False:
        text = "" if node.msg is None else text_of(machine, machine.evaluate(node.msg, frame))
        machine.line = node.lineno
        raise machine.fail(exception("AssertionError"), text or "an assertion fails", deliberate=True)


def _delete(machine: Machine, node: ast.Delete, frame: Frame) -> None:
    for target in node.targets:
        delete(machine, target, frame)


def _global(machine: Machine, node: ast.Global, frame: Frame) -> None:
    frame.globals_.update(node.names)


def _nonlocal(machine: Machine, node: ast.Nonlocal, frame: Frame) -> None:
    frame.nonlocals.update(node.names)


def _pass(machine: Machine, node: ast.Pass, frame: Frame) -> None:
    """Do nothing."""


def _break(machine: Machine, node: ast.Break, frame: Frame) -> Flow:
    return Flow.BREAK


def _continue(machine: Machine, node: ast.Continue, frame: Frame) -> Flow:
    return Flow.CONTINUE


_HANDLERS: Final[dict[type[ast.stmt], Callable[..., Any]]] = {
    ast.Expr: _expression,
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.If: _if,
    ast.For: _for,
    ast.While: _while,
    ast.With: _with,
    ast.Try: run_try,
    ast.Raise: run_raise,
    ast.Return: _return,
    ast.Assert: _assert,
    ast.Delete: _delete,
    ast.Global: _global,
    ast.Nonlocal: _nonlocal,
    ast.Pass: _pass,
    ast.Break: _break,
    ast.Continue: _continue,
    ast.FunctionDef: define_function,
    ast.AsyncFunctionDef: define_function,
    ast.ClassDef: define_class,
    ast.Import: run_import,
    ast.ImportFrom: run_import_from,
}
