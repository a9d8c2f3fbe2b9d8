"""What a name in host code means: a variable, a field, a constant, or something that is reached by being named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.facts.host_gates.conditions import fork
from kernaudit.facts.host_gates.number import FREE, OPEN, Number, constant
from kernaudit.facts.host_gates.shapes import Kind
from kernaudit.facts.host_gates.spell import spell_argument
from kernaudit.facts.host_gates.values import Record, Row, clouds, depends

if TYPE_CHECKING:
    from kernaudit.facts.host_gates.env import Env
    from kernaudit.facts.host_gates.node import Node
    from kernaudit.facts.host_gates.values import Value
    from kernaudit.facts.host_gates.walk import Walk
    from kernaudit.sources.ast import Tuple

__all__ = ["argument_texts", "assign", "named", "nodes_of", "template_arguments", "touch", "touch_type"]

_CONDITIONAL: Final = frozenset({"conditional_t", "conditional"})


def nodes_of(walk: Walk, path: Tuple, env: Env) -> tuple[Node, ...]:
    """Return what a qualified name may mean among the declarations of the program."""
    names = tuple(name for name, _ in path)
    return walk.program.resolve(names[-1], names[:-1], env.node.path, env.node.scope)


def named(walk: Walk, path: Tuple, env: Env) -> Value:
    """Return what a name is worth; what it names is noted as reached."""
    name, given = path[-1]
    if len(path) == 1:
        value = env.find(name)
        if value is None and given is None:
            value = _field(walk, name, env)
        if value is not None:
            return value
    nodes = nodes_of(walk, path, env)
    touch(walk, path, nodes, env)
    if any(node.kind is not Kind.CLASS for node in nodes):
        return FREE
    return walk.constants.value(path, env)


def _field(walk: Walk, name: str, env: Env) -> Value | None:
    """A field of the object whose method this is."""
    method = env.method_of()
    if method is not None and method.this is not None:
        found = method.this.get(name)
        if found is not None:
            return found
    written = walk.fields.get(name)
    return None if written is None else written[0]


def touch(walk: Walk, path: Tuple, nodes: tuple[Node, ...], env: Env) -> None:
    """Note what a name reaches, and what its template arguments and the classes before it do."""
    given = path[-1][1]
    if given is not None and path[-1][0] in _CONDITIONAL and len(given) == 3:
        _choose_type(walk, given, env)
        return
    for _, arguments in path:
        for part in arguments or ():
            _argument(walk, part, env)
    for node in nodes:
        walk.record(
            node, None if given is None or not walk.program.is_kernel(node) else argument_texts(walk, given, env)
        )
    for count in range(1, len(path)):
        for node in nodes_of(walk, path[:count], env):
            if node.kind in (Kind.CLASS, Kind.ALIAS):
                walk.record(node)


def touch_type(walk: Walk, made: Tuple, env: Env) -> None:
    """Note what a type reaches."""
    if made[1]:
        touch(walk, made[1], nodes_of(walk, made[1], env), env)


def _choose_type(walk: Walk, given: Tuple, env: Env) -> None:
    value = walk.number(given[0], env)
    ways = (lambda: _argument(walk, given[1], env), lambda: _argument(walk, given[2], env))
    fork(walk, value, (given[0], walk.line), ways, (given[1], given[2]), env)


def _argument(walk: Walk, part: Tuple, env: Env) -> Value:
    """A template argument: the grammar cannot always tell a value from a type."""
    if part[0] == "const" and part[1] is not None:
        return constant(part[1], chosen=walk.device_way)
    if part[0] == "type":
        if len(part[1]) == 1 and part[1][0][1] is None and not part[2]:
            value = env.find(part[1][0][0])
            if value is not None:
                return value
        touch_type(walk, part, env)
        return walk.constants.value(part[1], env) if part[1] and not part[2] else FREE
    return walk.value(part, env)


def template_arguments(walk: Walk, given: Tuple | None, env: Env) -> list[Value] | None:
    """Return the values of template arguments; a type is not known."""
    if given is None:
        return None
    found: list[Value] = []
    for part in given:
        value = _argument(walk, part[1] if part[0] == "pack" else part, env)
        found.extend(value.items if part[0] == "pack" and isinstance(value, Row) else [value])
    return found


def argument_texts(walk: Walk, given: Tuple, env: Env) -> tuple[str, ...]:
    """Return template arguments as text, numbers folded."""
    texts: list[str] = []
    for part in given:
        value = _argument(walk, part, env) if part[0] in ("type", "path", "bin", "un", "cond") else FREE
        single = value.single if isinstance(value, Number) else None
        texts.append(spell_argument(part) if single is None else str(single))
    return tuple(texts)


def assign(walk: Walk, target: Tuple, value: Value, env: Env) -> None:
    """Store a value."""
    kind = target[0]
    if kind == "path" and len(target[1]) == 1:
        _assign_name(walk, target[1][0][0], value, env)
    elif kind == "member":
        _assign_member(walk, target, value, env)
    elif kind == "deref" and target[1][0] == "path" and env.holder(target[1][1][-1][0]) is not None:
        name = target[1][1][-1][0]
        holder = env.holder(name)
        if holder is not None:
            holder.put(f"*{name}", value)
    elif kind == "call" and target[1][0] == "path" and target[1][1][-1][0] == "tie":
        items = value.items if isinstance(value, Row) and len(value.items) == len(target[2]) else None
        for index, part in enumerate(target[2]):
            assign(walk, part, items[index] if items is not None else OPEN if clouds(value) else FREE, env)
    else:
        walk.value(target, env)
        if kind == "index":
            assign(walk, target[1], OPEN if clouds(value) else FREE, env)


def _assign_name(walk: Walk, name: str, value: Value, env: Env) -> None:
    holder = env.holder(name)
    if holder is not None:
        holder.put(name, value)
        holder.written.add(name)
        return
    method = env.method_of()
    if method is not None and method.this is not None:
        method.this = method.this.put(name, value)
        if depends(value):
            method.hot.add(name)
    walk.write_field(name, value)


def _assign_member(walk: Walk, target: Tuple, value: Value, env: Env) -> None:
    _, obj, (name, _), _ = target
    walk.write_field(name, value)
    if obj[0] == "this":
        method = env.method_of()
        if method is not None and method.this is not None:
            method.this = method.this.put(name, value)
    elif obj[0] == "path" and len(obj[1]) == 1:
        holder = env.holder(obj[1][0][0])
        if holder is not None:
            old = holder.names[obj[1][0][0]]
            holder.put(obj[1][0][0], (old if isinstance(old, Record) else Record(None)).put(name, value))
            holder.written.add(obj[1][0][0])
    else:
        walk.value(obj, env)
