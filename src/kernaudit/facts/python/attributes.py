"""What an attribute of a value is: of the device, of a class or object of the tree, of a module."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any

from kernaudit.facts.python.values import (
    OPEN,
    UNKNOWN,
    Bound,
    Cap,
    Device,
    Dotted,
    Func,
    Instance,
    Klass,
    PerLane,
    of_lanes,
    origin_of,
)

if TYPE_CHECKING:
    from kernaudit.facts.python.walk import Walk

__all__ = ["Method", "attribute_of", "class_member"]

_ARCH_NAME = re.compile(r"(?:.*\.)?Arch\.[a-z]+_(\d+)([af]?)")
_DEEPEST = 8


class Method:
    """A method of a capability, which a call evaluates."""

    def __init__(self, cap: Cap, name: str) -> None:
        self.cap, self.name = cap, name

    def call(self, arguments: list[Any]) -> Any:
        """Call it with one lane's arguments."""
        cap = self.cap
        other = arguments[0] if arguments else None
        if self.name == "to_int":
            return cap.number
        if self.name == "as_version_str":
            return f"{cap[0]}.{cap[1]}"
        if self.name == "is_family_of" and isinstance(other, Cap):
            return cap[0] == other[0] and cap[1] >= other[1] and cap.suffix in ("a", "f")
        return OPEN


_METHODS = frozenset({"to_int", "as_version_str", "is_family_of"})


def attribute_of(owner: Any, name: str, walk: Walk) -> Any:
    """The value of `owner.name`."""
    if isinstance(owner, PerLane):
        return of_lanes(_of_lane(one, name) for one in owner.values)
    if isinstance(owner, Dotted):
        return _of_module(f"{owner.name}.{name}", walk)
    if isinstance(owner, Instance):
        return _of_instance(owner, name, walk)
    if isinstance(owner, Klass):
        return _bound(class_member(owner, name, walk), owner)
    return _of_lane(owner, name)


def _of_lane(owner: Any, name: str) -> Any:
    if isinstance(owner, Device):
        return {"major": owner.cap[0], "minor": owner.cap[1]}.get(name, OPEN)
    if not isinstance(owner, Cap):
        return owner if owner is OPEN else UNKNOWN
    if name in _METHODS:
        return Method(owner, name)
    return {"major": owner[0], "minor": owner[1], "suffix": owner.suffix}.get(name, OPEN)


def _of_module(dotted: str, walk: Walk) -> Any:
    if dotted in walk.names.attributes:
        return walk.names.attributes[dotted]
    arch = _ARCH_NAME.fullmatch(dotted) if "Arch." in dotted else None
    if arch is not None and len(arch[1]) > 1:
        return Cap(*divmod(int(arch[1]), 10), arch[2])
    return walk.inside(dotted)


def _of_instance(owner: Instance, name: str, walk: Walk) -> Any:
    if name in owner.attributes:
        return owner.attributes[name]
    member = class_member(owner.klass, name, walk)
    if member is UNKNOWN and name in walk.names.parameters:
        return walk.lanes.arch
    if isinstance(member, Func) and _is_property(member):
        return walk.property_of(member, origin_of(owner))
    return _bound(member, origin_of(owner))


def _is_property(member: Func) -> bool:
    return not {"property", "cached_property"}.isdisjoint(map(_last, member.node.decorator_list))


def _bound(member: Any, owner: Instance | Klass) -> Any:
    if not isinstance(member, Func):
        return member
    if _is_property(member):
        return UNKNOWN
    names = {_last(one) for one in member.node.decorator_list}
    return member if "staticmethod" in names else Bound(member, owner)


def class_member(klass: Klass, name: str, walk: Walk, depth: int = 0) -> Any:
    """A method, or the value of an attribute, of a class or of the classes that it is made from."""
    node = walk.members(klass).get(name)
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return Func(klass.module, node, klass)
    if node is not None:
        return UNKNOWN if node.value is None else walk.constant(node.value, klass.module)
    if depth < _DEEPEST:
        for base in walk.bases(klass):
            found = class_member(base, name, walk, depth + 1)
            if found is not UNKNOWN:
                return found
    return UNKNOWN


def _last(node: ast.expr) -> str:
    if isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
