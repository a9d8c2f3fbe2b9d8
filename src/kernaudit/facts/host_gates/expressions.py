"""Expressions of host code: what they are worth on every lane, and what they reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kernaudit.facts.host_gates import calls
from kernaudit.facts.host_gates.conditions import fork
from kernaudit.facts.host_gates.naming import assign, named, nodes_of, touch_type
from kernaudit.facts.host_gates.number import FREE, OPEN, Number, binary, constant, negated, without_sign
from kernaudit.facts.host_gates.parameters import is_unsigned
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
_SHORT: Final = {"&&": False, "and": False, "||": True, "or": True}
"""Operators that leave their right side out, and the value of the left side with which they do."""
_ACTIONS: Final = frozenset({"call", "launch", "throw", "construct"})
_NOTHING: Final = ("opaque", ())


def evaluate(walk: Walk, expression: Tuple, env: Env) -> Value:
    """Return what an expression is worth."""
    handler = _HANDLERS.get(expression[0])
    return FREE if handler is None else handler(walk, expression, env)


def _const(walk: Walk, expression: Tuple, env: Env) -> Value:
    del env
    if expression[1] is None:
        return FREE
    return constant(expression[1], chosen=walk.device_way, unsigned=len(expression) > 2)


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
        unknown = OPEN if name in walk.names.api.identity else FREE
        return walk.lanes.fact(walk.names.api.fields.get(name, "")) or unknown
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
    if walk.names.is_identity(holder, name):
        return OPEN
    fact = walk.names.field_fact(holder, name)
    if fact is not None and not isinstance(value, Record):
        return walk.lanes.fact(fact) or OPEN
    return OPEN if isinstance(value, Number) and depends(value) else FREE


def _index(walk: Walk, expression: Tuple, env: Env) -> Value:
    value = walk.value(expression[1], env)
    indices = [walk.value(part, env) for part in expression[2]]
    if expression[1][0] == "path" and any(map(depends, indices)):
        _pick(walk, expression[1][1], env)
    if isinstance(value, Row) and len(indices) == 1 and isinstance(indices[0], Number):
        position = indices[0].single
        if position is not None and 0 <= position < len(value.items):
            return value.items[position]
    return value if isinstance(value, Record) or value == PROPERTIES else _mixed(walk, [value, *indices])


def _pick(walk: Walk, path: Tuple, env: Env) -> None:
    """The device picks an element of a list: which of the functions in it is not followed."""
    row = env.row(path[0][0]) if len(path) == 1 else None
    found = set(nodes_of(walk, path, env) if row is None else walk.regions.of(row, env.node))
    if row is None and (declared := walk.program.constant(path[-1][0], env.node.path)) is not None:
        found.add(declared)
    picked = frozenset(node for node in found if walk.program.is_kernel(node) or node in walk.program.launching)
    if picked:
        walk.unsure(picked)


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
    first = walk.number(left, env)
    if op in _SHORT and first.varies and _acts(right):
        return _short_circuit(walk, expression, first, env)
    return binary(op, first, walk.number(right, env))


def _short_circuit(walk: Walk, expression: Tuple, first: Number, env: Env) -> Value:
    """`a && b` where `b` does something: it is evaluated on those lanes alone on which `a` does not decide."""
    _, op, left, right = expression

    def going_on() -> Value:
        return walk.number(right, env)

    if _SHORT[op]:
        ways: tuple[Callable[[], Value], Callable[[], Value]] = (lambda: constant(1), going_on)
        return fork(walk, first, (left, walk.line), ways, (_NOTHING, right), env)
    return fork(walk, first, (left, walk.line), (going_on, lambda: constant(0)), (right, _NOTHING), env)


def _acts(part: Any) -> bool:
    """Whether evaluating a part of code may do more than give a value."""
    if not isinstance(part, tuple) or not part:
        return False
    return part[0] in _ACTIONS or any(map(_acts, part))


def _assign(walk: Walk, expression: Tuple, env: Env) -> Value:
    _, op, left, right, walk.line = expression
    if right is None:
        value: Value = OPEN if clouds(walk.value(left, env)) else FREE
    else:
        value = walk.value(right, env)
        if right[0] == "lambda":  # a variable that is assigned may hold another one where ways meet
            walk.reach(walk.regions.of(right, env.node))
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
    value = walk.value(expression[2], env)
    return without_sign(value) if isinstance(value, Number) and is_unsigned(expression[1]) else value


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
