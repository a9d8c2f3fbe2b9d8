"""Expressions."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.cmake.unknown import sanitize
from kernaudit.build.setup_py.branches import take_choice
from kernaudit.build.setup_py.calls import NATIVE_ERRORS
from kernaudit.build.setup_py.comprehensions import COMPREHENSIONS
from kernaudit.build.setup_py.exceptions import from_native
from kernaudit.build.setup_py.frame import MISSING, Frame
from kernaudit.build.setup_py.functions import make_function
from kernaudit.build.setup_py.items import items_of, truth
from kernaudit.build.setup_py.names import BUILTINS
from kernaudit.build.setup_py.operators import binary, compare, unary
from kernaudit.build.setup_py.subscripts import get_item
from kernaudit.build.setup_py.text import format_value
from kernaudit.build.setup_py.values import Builtin, SuperValue, Unknown

if TYPE_CHECKING:
    from collections.abc import Callable

    from kernaudit.build.setup_py.machine import Machine

__all__ = ["evaluate"]

_ARCH_TEXT: Final = re.compile(r"(?:compute_|sm_)?([0-9]{2,3}[af]?)\b|\b([0-9]{1,2}\.[0-9][af]?)\b")
_LONGEST_ARCH_TEXT: Final = 200


def evaluate(machine: Machine, node: ast.expr, frame: Frame) -> Any:
    """Return the value of an expression; what is not modelled is not known.

    Raises:
        ProgramError: the script raises.
        EvaluationStoppedError: a bound is reached.
    """
    machine.step()
    handler = _HANDLERS.get(type(node))
    if handler is None:
        return machine.unknown(f"an expression that is not modelled ({type(node).__name__})")
    machine.deeper()
    try:
        return handler(machine, node, frame)
    except NATIVE_ERRORS as error:
        message = str(error.args[0]) if error.args else str(error)
        raise machine.fail(from_native(error), message) from None
    finally:
        machine.back()


def _constant(machine: Machine, node: ast.Constant, frame: Frame) -> Any:
    value = node.value
    if isinstance(value, bytes):
        value = value.decode("latin-1")
    if isinstance(value, str):
        value = sanitize(value)
        _note_arch_text(machine, value, node.lineno)
        return value
    return value if isinstance(value, int | float) or value is None else machine.unknown("a constant")


def _note_arch_text(machine: Machine, text: str, line: int) -> None:
    """Remember where texts and numbers stand that flags may be made of: they are the evidence."""
    if len(text) > _LONGEST_ARCH_TEXT or not any(letter.isdigit() for letter in text):
        return
    machine.line = line
    if "compute_" in text or "sm_" in text:
        machine.arch_texts.setdefault(text, machine.here)
    for match in _ARCH_TEXT.finditer(text):
        machine.arch_words.setdefault((match[1] or match[2]).replace(".", ""), machine.here)


def _name(machine: Machine, node: ast.Name, frame: Frame) -> Any:
    value = frame.find(node.id)
    if value is not MISSING:
        return value
    return BUILTINS[node.id] if node.id in BUILTINS else machine.unknown(node.id)


def _attribute(machine: Machine, node: ast.Attribute, frame: Frame) -> Any:
    value = machine.evaluate(node.value, frame)
    machine.line = node.lineno
    return machine.attribute(value, node.attr)


def _call(machine: Machine, node: ast.Call, frame: Frame) -> Any:
    function = machine.evaluate(node.func, frame)
    args, kwargs = _arguments(machine, node, frame)
    machine.line = node.lineno
    if isinstance(function, Builtin) and function.name == "super" and not args:
        method = frame.method()
        return SuperValue(method.owner, method.receiver) if method and method.owner else machine.unknown("super()")
    if isinstance(function, Builtin) and function.name in ("globals", "locals"):
        return (frame.module() if function.name == "globals" else frame).names
    return machine.call(function, args, kwargs)


def _arguments(machine: Machine, node: ast.Call, frame: Frame) -> tuple[list[Any], dict[str, Any]]:
    args: list[Any] = []
    for one in node.args:
        if isinstance(one, ast.Starred):
            found = items_of(machine, machine.evaluate(one.value, frame))
            args += [found.several()] if isinstance(found, Unknown) else found
        else:
            args.append(machine.evaluate(one, frame))
    kwargs: dict[str, Any] = {}
    for keyword in node.keywords:
        value = machine.evaluate(keyword.value, frame)
        if keyword.arg is not None:
            kwargs[keyword.arg] = value
        elif isinstance(value, dict):
            for key, item in value.items():
                kwargs[key if isinstance(key, str) else "**"] = item
        else:
            kwargs["**"] = value if isinstance(value, Unknown) else machine.unknown("keyword arguments")
    return args, kwargs


def _bool_op(machine: Machine, node: ast.BoolOp, frame: Frame) -> Any:
    """`and` stops at the first false value, `or` at the first true one, whatever is not known before."""
    wanted = isinstance(node.op, ast.Or)
    doubt: Unknown | None = None
    value: Any = None
    for one in node.values:
        value = machine.evaluate(one, frame)
        known = truth(machine, value)
        if isinstance(known, Unknown):
            doubt = doubt or known
        elif known is wanted:
            return value if doubt is None or isinstance(value, bool) else doubt
    return value if doubt is None else doubt


def _compare(machine: Machine, node: ast.Compare, frame: Frame) -> Any:
    left = machine.evaluate(node.left, frame)
    doubt: Unknown | None = None
    for kind, right_node in zip(node.ops, node.comparators, strict=True):
        right = machine.evaluate(right_node, frame)
        found = compare(machine, type(kind), left, right)
        if found is False:
            return False
        doubt = doubt or (found if isinstance(found, Unknown) else None)
        left = right
    return True if doubt is None else doubt


def _binary(machine: Machine, node: ast.BinOp, frame: Frame) -> Any:
    left, right = machine.evaluate(node.left, frame), machine.evaluate(node.right, frame)
    machine.line = node.lineno
    return binary(machine, type(node.op), left, right)


def _unary(machine: Machine, node: ast.UnaryOp, frame: Frame) -> Any:
    value = machine.evaluate(node.operand, frame)
    if not isinstance(node.op, ast.Not):
        return unary(machine, type(node.op), value)
    known = truth(machine, value)
    return known if isinstance(known, Unknown) else not known


def _if_exp(machine: Machine, node: ast.IfExp, frame: Frame) -> Any:
    known = truth(machine, machine.evaluate(node.test, frame))
    if isinstance(known, Unknown):
        side = take_choice(machine, node, known)
        return known if side is None else machine.evaluate(side, frame)
    return machine.evaluate(node.body if known else node.orelse, frame)


def _sequence(machine: Machine, node: ast.List | ast.Tuple | ast.Set, frame: Frame) -> Any:
    values: list[Any] = []
    for one in node.elts:
        if isinstance(one, ast.Starred):
            found = items_of(machine, machine.evaluate(one.value, frame))
            values += [found.several()] if isinstance(found, Unknown) else found
        else:
            values.append(machine.evaluate(one, frame))
    machine.spend(len(values))
    return values if isinstance(node, ast.List) else tuple(values) if isinstance(node, ast.Tuple) else set(values)


def _dict(machine: Machine, node: ast.Dict, frame: Frame) -> Any:
    made: dict[Any, Any] = {}
    for key_node, value_node in zip(node.keys, node.values, strict=True):
        value = machine.evaluate(value_node, frame)
        if key_node is not None:
            made[machine.evaluate(key_node, frame)] = value
        elif isinstance(value, dict):
            made.update(value)
        else:
            hole = value if isinstance(value, Unknown) else machine.unknown("the items of an object")
            made[hole] = hole
    return made


def _joined(machine: Machine, node: ast.JoinedStr, frame: Frame) -> Any:
    text = "".join(str(_piece(machine, one, frame)) for one in node.values)
    machine.spend(len(text))
    return text


def _piece(machine: Machine, node: ast.expr, frame: Frame) -> str:
    if isinstance(node, ast.Constant):
        return sanitize(str(node.value))
    if not isinstance(node, ast.FormattedValue):
        return machine.mark(machine.unknown("a part of an f-string"))
    spec = _joined(machine, node.format_spec, frame) if isinstance(node.format_spec, ast.JoinedStr) else ""
    conversion = chr(node.conversion) if node.conversion > 0 else ""
    return format_value(machine, machine.evaluate(node.value, frame), spec, conversion)


def _subscript(machine: Machine, node: ast.Subscript, frame: Frame) -> Any:
    value = machine.evaluate(node.value, frame)
    key = machine.evaluate(node.slice, frame)
    machine.line = node.lineno
    return get_item(machine, value, key)


def _slice(machine: Machine, node: ast.Slice, frame: Frame) -> Any:
    parts = [None if one is None else machine.evaluate(one, frame) for one in (node.lower, node.upper, node.step)]
    hole = next((one for one in parts if isinstance(one, Unknown)), None)
    return slice(*parts) if hole is None else hole


def _lambda(machine: Machine, node: ast.Lambda, frame: Frame) -> Any:
    return make_function(machine, node, frame, "<lambda>")


def _walrus(machine: Machine, node: ast.NamedExpr, frame: Frame) -> Any:
    value = machine.evaluate(node.value, frame)
    frame.bind(node.target.id, value)
    return value


def _yield(machine: Machine, node: ast.Yield, frame: Frame) -> Any:
    value = None if node.value is None else machine.evaluate(node.value, frame)
    if frame.yielded is not None:
        machine.spend(1)
        frame.yielded.append(value)
    return None


def _yield_from(machine: Machine, node: ast.YieldFrom, frame: Frame) -> Any:
    found = items_of(machine, machine.evaluate(node.value, frame))
    if frame.yielded is not None:
        frame.yielded += [found.several()] if isinstance(found, Unknown) else found
    return None


_HANDLERS: Final[dict[type[ast.expr], Callable[..., Any]]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Call: _call,
    ast.BoolOp: _bool_op,
    ast.Compare: _compare,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.IfExp: _if_exp,
    ast.List: _sequence,
    ast.Tuple: _sequence,
    ast.Set: _sequence,
    ast.Dict: _dict,
    ast.JoinedStr: _joined,
    ast.Subscript: _subscript,
    ast.Slice: _slice,
    ast.Lambda: _lambda,
    ast.NamedExpr: _walrus,
    ast.Yield: _yield,
    ast.YieldFrom: _yield_from,
    **COMPREHENSIONS,
}
