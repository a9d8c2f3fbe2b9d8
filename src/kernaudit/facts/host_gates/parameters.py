"""Binds the parameters of a host function, and its template parameters, to what a call gives."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kernaudit.facts.host_gates.number import FREE
from kernaudit.facts.host_gates.shapes import Kind
from kernaudit.facts.host_gates.values import PROPERTIES, Record, Row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.facts.host_gates.env import Env
    from kernaudit.facts.host_gates.values import Value
    from kernaudit.facts.host_gates.walk import Walk
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Function

__all__ = [
    "bind",
    "filled",
    "fits",
    "is_empty_at_first",
    "is_unsigned",
    "made_from_type",
    "returned_as",
    "through_references",
    "type_text",
    "written",
]


_EMPTY: Final = frozenset({"optional", "unique_ptr", "shared_ptr"})
_UNSIGNED: Final = re.compile(r"unsigned\b|uint\d*(?:_t)?$|size_t$|uintmax_t$|uintptr_t$")


def fits(function: Function, count: int) -> bool:
    """Whether a function can be called with so many arguments."""
    parameters = function.parameters
    required = sum(1 for parameter in parameters if parameter[3] is None and not parameter[4])
    return required <= count and (count <= len(parameters) or any(parameter[4] for parameter in parameters))


def bind(walk: Walk, env: Env, function: Function, values: list[Value], given: list[Value] | None) -> None:
    """Fill the variables of a function; what a call leaves out takes its default or is not known."""
    for index, (name, is_type, default, pack) in enumerate(function.template or ()):
        if is_type:
            continue
        if pack:
            env.put(name, Row(tuple((given or [])[index:])))
        elif given is not None and index < len(given):
            env.put(name, given[index])
        else:
            env.put(name, FREE if default is None else walk.value(default, env))
    for index, (name, made, _, default, pack) in enumerate(function.parameters):
        if pack:
            env.put(name, Row(tuple(values[index:])))
        elif index < len(values):
            env.put(name, _typed(walk, env, made, values[index]))
        else:
            env.put(name, FREE if default is None else walk.value(default, env))


def is_unsigned(made: Tuple) -> bool:
    """Whether a type is an integer without a sign."""
    return bool(made[1]) and not made[2] and _UNSIGNED.match(made[1][-1][0]) is not None


def is_empty_at_first(made: Tuple) -> bool:
    """Whether objects of a type of the standard library are false until something is put into them."""
    return bool(made[1]) and not made[2] and made[1][-1][0] in _EMPTY


def written(env: Env, function: Function) -> tuple[tuple[int, Value], ...]:
    """Return what a function wrote through pointers and references it was given."""
    return through_references(env, function.parameters)


def through_references(env: Env, parameters: Tuple) -> tuple[tuple[int, Value], ...]:
    """Return what was written through parameters that are pointers and references."""
    found: list[tuple[int, Value]] = []
    for index, (name, made, shape, _, _) in enumerate(parameters):
        value = env.names.get(f"*{name}")
        if value is not None:
            found.append((index, value))
        elif (shape == "&" or made[3]) and name in env.written:
            found.append((index, env.names[name]))
    return tuple(found)


def _typed(walk: Walk, env: Env, made: Tuple, value: Value) -> Value:
    """An argument that is not known may still have a type that says enough."""
    if value != FREE:
        return value
    return made_from_type(walk, env, made) or value


def made_from_type(walk: Walk, env: Env, made: Tuple) -> Value | None:
    """Return what any object of a type is: device properties, an object of a class of the tree, else None."""
    text = type_text(made)
    if walk.names.is_property_type(text):
        return PROPERTIES
    if not made[1]:
        return None
    names = tuple(name for name, _ in made[1])
    for node in walk.program.resolve(names[-1], names[:-1], env.node.path, env.node.scope):
        if node.kind is Kind.CLASS and node in walk.relevance.nodes:
            return Record(node)
    return None


def filled(walk: Walk, record: Record, values: Sequence[Value], names: Sequence[str] = ()) -> Record:
    """Return an object with values in its fields: those that are named, else in their order."""
    node = record.node
    if not names and node is not None:
        names = [name for made in node.classes[:1] for name in made.members.fields]
    for name, value in zip(names, values, strict=False):
        record = record.put(name, value)
        walk.write_field(name, value)
    return record


def returned_as(walk: Walk, env: Env, made: Tuple, value: Value) -> Value:
    """Return what a function gives back: a list in braces is an object of its return type."""
    if not isinstance(value, Row) or not made[1] or made[1][-1][1] is not None:
        return value
    names = tuple(name for name, _ in made[1])
    nodes = walk.program.resolve(names[-1], names[:-1], env.node.path, env.node.scope)
    classes = [node for node in nodes if node.kind is Kind.CLASS]
    return filled(walk, Record(classes[0]), value.items) if len(classes) == 1 else value


def type_text(part: object) -> str:
    """Return all words of a type."""
    if isinstance(part, str):
        return part
    return " ".join(map(type_text, part)) if isinstance(part, tuple) else ""
