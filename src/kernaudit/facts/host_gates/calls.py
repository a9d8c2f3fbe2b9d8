"""Calls in host code: what refuses, what tells the device, which functions are walked into."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.facts.host_gates.conditions import check, choose
from kernaudit.facts.host_gates.entering import enter, invoke
from kernaudit.facts.host_gates.naming import assign, named, nodes_of, template_arguments, touch, touch_type
from kernaudit.facts.host_gates.number import FREE, OPEN, Number, binary, constant, negated
from kernaudit.facts.host_gates.parameters import filled, fits, is_empty_at_first, type_text
from kernaudit.facts.host_gates.shapes import Kind
from kernaudit.facts.host_gates.values import PROPERTIES, Address, Closure, Record, Row, clouds, depends, known

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kernaudit.facts.host_gates.env import Env
    from kernaudit.facts.host_gates.node import Node
    from kernaudit.facts.host_gates.values import Value
    from kernaudit.facts.host_gates.walk import Walk
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Function

__all__ = ["call", "construct", "launch", "spread"]

_SAME: Final = frozenset(
    {"static_cast", "reinterpret_cast", "const_cast", "dynamic_cast", "move", "forward", "int", "unsigned", "bool",
     "int32_t", "int64_t", "uint32_t", "uint64_t", "size_t", "make_optional", "make_shared", "as_const"}
)  # fmt: skip
"""Casts, and functions of the standard library that hand on their argument."""
_ROWS: Final = frozenset({"make_pair", "make_tuple", "tie", "pair", "tuple", "forward_as_tuple"})
_REFUSING: Final = frozenset({"at", "value"})
"""Methods of the standard library that throw where there is no such element, or no value."""
_COMPARED: Final = {"_EQ": "==", "_NE": "!=", "_LT": "<", "_LE": "<=", "_GT": ">", "_GE": ">="}


def call(walk: Walk, expression: Tuple, env: Env) -> Value:
    """Walk a call."""
    _, function, arguments, walk.line = expression
    if function[0] == "path":
        if walk.names.is_fatal(expression):
            return _abort(walk, "", arguments, env)
        if walk.names.is_fatal_if(expression):
            check(walk, negated(walk.number(arguments[1], env)), (("un", "!", arguments[1]), walk.line), env)
            return FREE
        return _call_name(walk, function[1], arguments, env)
    if function[0] == "member":
        return _call_method(walk, function, arguments, env)
    value = walk.value(function, env)
    values = _values(walk, arguments, env)
    return _enter(walk, value, values, arguments, env) if isinstance(value, Closure) else _unread(walk, values, value)


def launch(walk: Walk, expression: Tuple, env: Env) -> Value:
    """Walk a kernel launch: the kernel is reached by being named."""
    _, function, config, arguments, walk.line = expression
    for part in (function, *config, *arguments):
        walk.value(part, env)
    return FREE


def _enter(walk: Walk, closure: Closure, values: list[Value], arguments: Tuple, env: Env) -> Value:
    """Walk into a lambda; what it writes through references is stored."""
    value = enter(walk, closure, values)
    if walk.last is not None and len(arguments) == len(values):
        for index, written in walk.last.written:
            if index < len(arguments):
                assign(walk, arguments[index], written, env)
    return value


def _values(walk: Walk, arguments: Sequence[Tuple], env: Env) -> list[Value]:
    return [value for part in arguments for value in spread(walk, part, env)]


def spread(walk: Walk, part: Tuple, env: Env) -> list[Value]:
    """Return the value of an argument; a pack gives several."""
    value = walk.value(part, env)
    return list(value.items) if part[0] == "pack" and isinstance(value, Row) else [value]


def _unread(walk: Walk, values: Sequence[Value], *others: Value) -> Value:
    """A call of something that cannot be read: lambdas it gets are taken as called."""
    made = [enter(walk, value, [FREE] * len(value.parameters)) for value in values if isinstance(value, Closure)]
    return OPEN if any(map(clouds, (*values, *others, *made))) else FREE


# -- by name ---------------------------------------------------------------------------------------------------


def _call_name(walk: Walk, path: Tuple, arguments: Tuple, env: Env) -> Value:
    name, given = path[-1]
    variable = env.find(name) if len(path) == 1 else None
    if variable is not None:
        values = _values(walk, arguments, env)
        if isinstance(variable, Closure):
            return _enter(walk, variable, values, arguments, env)
        return _unread(walk, values, variable)
    kind = walk.names.kind(name)
    if kind in _SPECIAL:
        return _SPECIAL[kind](walk, name, arguments, env)
    nodes = nodes_of(walk, path, env) or _own_methods(walk, name, env)
    functions = tuple(node for node in nodes if node.kind is Kind.FUNCTION)
    if functions and name in walk.program.dead_ends:
        return _abort(walk, name, arguments, env)
    if functions:
        return _call_nodes(walk, functions, given, arguments, env, None)
    if nodes:
        touch(walk, path, nodes, env)
        return construct(walk, ("construct", ("type", path, 0, False), arguments, walk.line), env)
    return _call_library(walk, path, arguments, env)


def _call_library(walk: Walk, path: Tuple, arguments: Tuple, env: Env) -> Value:
    name, given = path[-1]
    before = len(walk.items)
    values = _values(walk, arguments, env)
    if walk.names.is_about_kernel(name):
        walk.items[before:] = [one for one in walk.items[before:] if not walk.program.is_kernel(one.node)]
    if name in _SAME and values:
        template_arguments(walk, given, env)
        return values[0]
    if name in _ROWS:
        return Row(tuple(values))
    if name == "get" and given and len(values) == 1 and isinstance(values[0], Row):
        index = walk.number(given[0], env).single
        return values[0].items[index] if index is not None and 0 <= index < len(values[0].items) else FREE
    if name in ("min", "max") and len(values) == 2 and isinstance(values[0], Number) and isinstance(values[1], Number):
        return binary(name, values[0], values[1])
    fact = walk.names.function_fact(name)
    if fact is not None:
        return _fact(walk, fact)
    named(walk, path, env)
    if name == "swap" and len(arguments) == len(values) == 2:
        assign(walk, arguments[0], values[1], env)
        assign(walk, arguments[1], values[0], env)
        return FREE
    _overwritten(values, env)
    return _unread(walk, values)


def _fact(walk: Walk, fact: str) -> Value:
    if fact == "properties":
        return PROPERTIES
    if fact == "pair":
        return Row((walk.lanes.fact("major") or OPEN, walk.lanes.fact("minor") or OPEN))
    return walk.lanes.fact(fact) or OPEN


def _overwritten(values: Sequence[Value], env: Env) -> None:
    """Variables whose address goes to a call that is not read."""
    held = [env.find(value.name) or FREE if isinstance(value, Address) else value for value in values]
    unknown = OPEN if any(map(clouds, held)) else FREE
    for value in values:
        if isinstance(value, Address):
            holder = env.holder(value.name)
            if holder is not None:
                holder.put(value.name, unknown)


def _abort(walk: Walk, name: str, arguments: Tuple, env: Env) -> Value:
    del name, arguments, env
    walk.doubt |= walk.maybe & walk.mask
    walk.mask = 0
    return FREE


def _check(walk: Walk, name: str, arguments: Tuple, env: Env) -> Value:
    if not arguments:
        return FREE
    compared = _COMPARED.get(name[-3:]) if len(arguments) > 1 else None
    condition = ("bin", compared, *arguments[:2]) if compared is not None else arguments[0]
    line = walk.line
    value = walk.number(condition, env)
    check(walk, value, (condition, line), env)
    return FREE


def _attribute(walk: Walk, name: str, arguments: Tuple, env: Env) -> Value:
    del name
    if len(arguments) > 1:
        _through(walk, arguments[0], _attribute_value(walk, arguments[1], env), env)
    return FREE


def _attribute_value(walk: Walk, attribute: Tuple, env: Env) -> Value:
    """What the device answers to an attribute, which is an enumerator or its number."""
    enumerator = attribute[1][-1][0] if attribute[0] == "path" and attribute[1] else ""
    fact = walk.names.api.attributes.get(enumerator)
    if fact is None and (number := walk.number(attribute, env).single) is not None:
        fact = walk.names.api.attributes.get(str(number))
    return FREE if fact is None else walk.lanes.fact(fact) or OPEN


def _through(walk: Walk, pointer: Tuple, value: Value, env: Env) -> None:
    """Store what a call writes through a pointer."""
    if pointer[0] == "addr":
        assign(walk, pointer[1], value, env)
        return
    held = walk.value(pointer, env)
    holder = env.holder(held.name) if isinstance(held, Address) else None
    if isinstance(held, Address) and holder is not None:
        holder.put(held.name, value)
    else:
        assign(walk, ("deref", pointer), value, env)


def _capability(walk: Walk, name: str, arguments: Tuple, env: Env) -> Value:
    del name
    for part, fact in zip(arguments, ("major", "minor"), strict=False):
        _through(walk, part, walk.lanes.fact(fact) or OPEN, env)
    return FREE


def _fill(walk: Walk, name: str, arguments: Tuple, env: Env) -> Value:
    del name
    if arguments and arguments[0][0] == "addr":
        assign(walk, arguments[0][1], PROPERTIES, env)
    return FREE


def _properties(walk: Walk, name: str, arguments: Tuple, env: Env) -> Value:
    del name
    _values(walk, arguments, env)
    return PROPERTIES


_SPECIAL: Final[dict[str, Callable[[Walk, str, Tuple, Env], Value]]] = {
    "abort": _abort,
    "check": _check,
    "attribute": _attribute,
    "capability": _capability,
    "fill": _fill,
    "properties": _properties,
}


# -- into functions of the tree --------------------------------------------------------------------------------


def _call_nodes(  # noqa: PLR0913, PLR0917 - the state of a call
    walk: Walk, nodes: Sequence[Node], given: Tuple | None, arguments: Tuple, env: Env, this: Record | None
) -> Value:
    values = [known(value) for value in _values(walk, arguments, env)]
    explicit = template_arguments(walk, given, env)
    if explicit is not None:
        explicit = [known(value) for value in explicit]
        carry = any(node in walk.relevance.carriers for node in nodes)
        explicit = _with_literals(given or (), explicit) if carry else _picked(walk, nodes, given or (), explicit)
    if any(node in walk.relevance.above for node in nodes):
        values = _with_literals(arguments, values)
    if not _worth_walking(walk, nodes, [*values, *(explicit or []), *(() if this is None else (this,))]):
        for node in nodes:
            walk.record(node)
        _overwritten(values, env)
        return _unread(walk, values)
    defined = [(node, f) for node in nodes for f in node.functions]
    fitting = [one for one in defined if fits(one[1], len(values))]
    fitting = fitting or [one for one in defined if len(values) <= len(one[1].parameters)]  # defaults of a prototype
    if not fitting:
        walk.reach(frozenset(nodes), maybe=True)
        return OPEN
    if any(walk.names.is_property_type(type_text(function.returns)) for _, function in fitting):
        return PROPERTIES
    ways = [
        lambda n=node, f=function: _invoke(walk, n, f, values, explicit, arguments, env, this)
        for node, function in fitting
    ]
    return choose(walk, ways, env)


def _with_literals(parts: Tuple, values: list[Value]) -> list[Value]:
    """Hand on the numbers that are written at a call."""
    if len(parts) != len(values):
        return values
    return [
        constant(part[1], chosen=True) if part[0] == "const" and part[1] is not None else value
        for part, value in zip(parts, values, strict=True)
    ]


def _picked(walk: Walk, nodes: Sequence[Node], parts: Tuple, values: list[Value]) -> list[Value]:
    """Hand on the numbers among template arguments that stand where another call hands on what the device chose."""
    positions = walk.relevance.positions
    for node in nodes:
        positions.update((node, index) for index, value in enumerate(values) if depends(value))
    literals = _with_literals(parts, values)
    return [
        literal if any((node, index) in positions for node in nodes) else value
        for index, (literal, value) in enumerate(zip(literals, values, strict=True))
    ]


def _worth_walking(walk: Walk, nodes: Sequence[Node], values: Sequence[Value]) -> bool:
    relevance = walk.relevance
    return any(node in relevance.nodes for node in nodes) or any(depends(value) for value in values)


def _invoke(  # noqa: PLR0913, PLR0917 - the state of a call
    walk: Walk,
    node: Node,
    function: Function,
    values: list[Value],
    explicit: list[Value] | None,
    arguments: Tuple,
    env: Env,
    this: Record | None,
) -> Value:
    value = invoke(walk, node, function, values, explicit, this)
    outcome = walk.last
    if outcome is not None:
        for index, written in outcome.written:
            if index < len(arguments):
                part = arguments[index]
                assign(walk, part[1] if part[0] == "addr" else part, written, env)
    return value


# -- methods and objects ---------------------------------------------------------------------------------------


def _own_methods(walk: Walk, name: str, env: Env) -> tuple[Node, ...]:
    """Methods of the class whose method this is."""
    owner = env.node.owner
    return () if owner is None else tuple(node for node in walk.methods(owner) if node.name == name)


def _call_method(walk: Walk, function: Tuple, arguments: Tuple, env: Env) -> Value:
    _, obj, (name, given), _ = function
    value = walk.value(obj, env)
    if isinstance(value, Record) and value.node is not None:
        methods = [node for node in walk.methods(value.node) if node.name == name]
        if methods:
            found = _call_nodes(walk, methods, given, arguments, env, value)
            if walk.last is not None and walk.last.this is not None and obj[0] == "path" and len(obj[1]) == 1:
                holder = env.holder(obj[1][0][0])
                if holder is not None:
                    holder.put(obj[1][0][0], walk.last.this)
            return found
    carriers = walk.relevance.methods.get(name)
    if carriers and value == FREE:
        return _call_nodes(walk, carriers, given, arguments, env, None)
    values = _values(walk, arguments, env)
    template_arguments(walk, given, env)
    kind = walk.names.kind(name)
    if kind == "properties":
        return PROPERTIES
    fact = walk.names.function_fact(name)
    if fact is not None and not isinstance(value, Record):
        return _fact(walk, fact)
    return _call_element(walk, function, arguments, value, values, env)


def _call_element(  # noqa: PLR0913, PLR0917 - the state of a call
    walk: Walk, function: Tuple, arguments: Tuple, value: Value, values: Sequence[Value], env: Env
) -> Value:
    """A method that nobody wrote in the tree; some of the standard library throw where there is nothing to give."""
    _, obj, (name, _), _ = function
    if name in _REFUSING and any(map(clouds, (value, *values))):
        check(walk, OPEN, (("call", function, arguments, walk.line), walk.line), env)
    elif name in ("value", "has_value") and not arguments and isinstance(value, Number) and value.varies:
        if name == "value":
            check(walk, value, (obj, walk.line), env)
        return value
    return _unread(walk, values, value if not isinstance(value, Record) else FREE)


def construct(walk: Walk, expression: Tuple, env: Env) -> Value:
    """Make an object: the class is reached, and its constructor is walked where it can tell something."""
    _, made, arguments, walk.line = expression
    values = _values(walk, [part[2] if part[0] == "pair" else part for part in arguments], env)
    if walk.names.is_property_type(type_text(made)):
        return PROPERTIES
    touch_type(walk, made, env)
    classes = [node for node in nodes_of(walk, made[1], env) if node.kind is Kind.CLASS] if made[1] else []
    if not classes and not arguments and is_empty_at_first(made):
        return constant(0)
    if len(classes) != 1:
        return (
            values[0]
            if len(values) == 1 and not classes
            else Row(tuple(values))
            if len(values) > 1
            else _unread(walk, values)
        )
    node = classes[0]
    if node not in walk.relevance.nodes and not any(map(depends, values)):
        return Record(node)
    built = Record(node)
    constructors = [
        m for m in walk.methods(node) if m.name == node.name and any(fits(f, len(values)) for f in m.functions)
    ]
    if constructors:
        invoke(walk, constructors[0], constructors[0].functions[0], values, None, built)
        return walk.last.this if walk.last is not None and walk.last.this is not None else built
    return filled(walk, built, values, [part[1] for part in arguments if part[0] == "pair"])
