"""Expressions of host code: what they are worth on every lane, and what they reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.facts.host_gates import calls
from kernaudit.facts.host_gates.conditions import fork
from kernaudit.facts.host_gates.naming import assign, named, touch_type
from kernaudit.facts.host_gates.number import FREE, OPEN, Number, binary, constant, negated
from kernaudit.facts.host_gates.spell import spell
from kernaudit.facts.host_gates.values import PROPERTIES, Address, Closure, Record, Row, clouds, depends

if TYPE_CHECKING:
    from collections.abc import Callable

    from kernaudit.facts.host_gates.env import Env
    from kernaudit.facts.host_gates.values import Value
    from kernaudit.facts.host_gates.walk import Walk
    from kernaudit.sources.ast import Tuple

__all__ = ["evaluate"]

_PAIR: Final = {"first": 0, "second": 1}


def evaluate(walk: Walk, expression: Tuple, env: Env) -> Value:
    """Return what an expression is worth."""
    handler = _HANDLERS.get(expression[0])
    return FREE if handler is None else handler(walk, expression, env)


def _const(walk: Walk, expression: Tuple, env: Env) -> Value:
    del env
    return FREE if expression[1] is None else constant(expression[1], chosen=walk.device_way)


def _string(walk: Walk, expression: Tuple, env: Env) -> Value:
    for node in walk.regions.spelled(expression[1], env.node):
        walk.record(node)
    return FREE


def _path(walk: Walk, expression: Tuple, env: Env) -> Value:
    return named(walk, expression[1], env)


def _member(walk: Walk, expression: Tuple, env: Env) -> Value:
    _, obj, (name, _), _ = expression
    value = walk.value(obj, env)
    if value == PROPERTIES:
        return walk.lanes.fact(walk.names.api.fields.get(name, "")) or FREE
    if isinstance(value, Row) and name in _PAIR and len(value.items) == 2:
        return value.items[_PAIR[name]]
    if isinstance(value, Record):
        found = value.get(name)
        if found is not None:
            return found
    return _unknown_member(walk, spell(obj), name, value)


def _unknown_member(walk: Walk, holder: str, name: str, value: Value) -> Value:
    written = walk.fields.get(name)
    if written is not None:
        return written[0]
    fact = walk.names.field_fact(holder, name)
    if fact is not None and not isinstance(value, Record):
        return walk.lanes.fact(fact) or OPEN
    return OPEN if isinstance(value, Number) and depends(value) else FREE


def _index(walk: Walk, expression: Tuple, env: Env) -> Value:
    value = walk.value(expression[1], env)
    indices = [walk.value(part, env) for part in expression[2]]
    if isinstance(value, Row) and len(indices) == 1 and isinstance(indices[0], Number):
        position = indices[0].single
        if position is not None and 0 <= position < len(value.items):
            return value.items[position]
    return value if isinstance(value, Record) or value == PROPERTIES else _mixed(walk, [value, *indices])


def _unary(walk: Walk, expression: Tuple, env: Env) -> Value:
    value = walk.number(expression[2], env)
    if expression[1] in ("!", "not"):
        return negated(value)
    if expression[1] == "-":
        return binary("-", constant(0), value)
    return value if expression[1] == "+" else OPEN if clouds(value) else FREE


def _deref(walk: Walk, expression: Tuple, env: Env) -> Value:
    value = walk.value(expression[1], env)
    if isinstance(value, Address):
        return env.find(value.name) or FREE
    if expression[1][0] == "path":
        written = env.find(f"*{expression[1][1][-1][0]}")
        return value if written is None else written
    return value


def _address(walk: Walk, expression: Tuple, env: Env) -> Value:
    target = expression[1]
    if target[0] == "path" and len(target[1]) == 1 and env.holder(target[1][0][0]) is not None:
        value = env.find(target[1][0][0])
        return value if value == PROPERTIES or isinstance(value, Record) else Address(target[1][0][0])
    return walk.value(target, env)


def _binary(walk: Walk, expression: Tuple, env: Env) -> Value:
    _, op, left, right = expression
    return binary(op, walk.number(left, env), walk.number(right, env))


def _assign(walk: Walk, expression: Tuple, env: Env) -> Value:
    _, op, left, right, walk.line = expression
    if right is None:
        value: Value = OPEN if clouds(walk.value(left, env)) else FREE
    else:
        value = walk.value(right, env)
        if op != "=":
            value = binary(op[:-1], walk.number(left, env), value if isinstance(value, Number) else FREE)
    assign(walk, left, value, env)
    return value


def _conditional(walk: Walk, expression: Tuple, env: Env) -> Value:
    _, condition, yes, no = expression
    value = walk.number(condition, env)
    ways = (lambda: walk.value(yes, env), lambda: walk.value(no, env))
    return fork(walk, value, (condition, walk.line), ways, (yes, no), env)


def _cast(walk: Walk, expression: Tuple, env: Env) -> Value:
    return walk.value(expression[2], env)


def _sequence(walk: Walk, expression: Tuple, env: Env) -> Value:
    walk.value(expression[1], env)
    return walk.value(expression[2], env)


def _lambda(walk: Walk, expression: Tuple, env: Env) -> Value:
    del walk
    return Closure(expression[1], expression[2], env)


def _row(walk: Walk, expression: Tuple, env: Env) -> Value:
    return Row(tuple(value for part in expression[1] for value in calls.spread(walk, part, env)))


def _parts(walk: Walk, expression: Tuple, env: Env) -> Value:
    values = [walk.value(part, env) for part in expression[1]]
    return values[0] if len(values) == 1 and not isinstance(values[0], Closure) else _mixed(walk, values)


def _mixed(walk: Walk, values: list[Value]) -> Value:
    """Something made of values in a way that is not read."""
    del walk
    return OPEN if any(map(clouds, values)) else FREE


def _inner(walk: Walk, expression: Tuple, env: Env) -> Value:
    return walk.value(expression[1], env)


def _pair(walk: Walk, expression: Tuple, env: Env) -> Value:
    return walk.value(expression[2], env)


def _type(walk: Walk, expression: Tuple, env: Env) -> Value:
    touch_type(walk, expression, env)
    return FREE


def _this(walk: Walk, expression: Tuple, env: Env) -> Value:
    del walk, expression
    method = env.method_of()
    return method.this if method is not None and method.this is not None else FREE


def _throw(walk: Walk, expression: Tuple, env: Env) -> Value:
    del expression, env
    walk.doubt |= walk.maybe & walk.mask
    walk.mask = 0
    return FREE


_HANDLERS: Final[dict[str, Callable[[Walk, Tuple, Env], Value]]] = {
    "const": _const,
    "str": _string,
    "path": _path,
    "call": calls.call,
    "launch": calls.launch,
    "construct": calls.construct,
    "member": _member,
    "index": _index,
    "un": _unary,
    "deref": _deref,
    "addr": _address,
    "bin": _binary,
    "assign": _assign,
    "cond": _conditional,
    "cast": _cast,
    "seq": _sequence,
    "lambda": _lambda,
    "init": _row,
    "opaque": _parts,
    "pack": _inner,
    "pair": _pair,
    "type": _type,
    "this": _this,
    "throw": _throw,
}
