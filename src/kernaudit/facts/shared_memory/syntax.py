"""Syntax that sizes depend on and other readers leave out: array bounds, types of literals, named initialisers.

Tuples are those of `sources.ast`, with these additions: a declaration ends with its array bounds (None for `[]`), an
integer constant with its suffix, `("pair", name, value)` is a designated initialiser, `("class", node)` a class that a
function declares, `("abort",)` a throw, and a constructor's member initialisers are assignments.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kernaudit.facts.shared_memory.skeleton import Skeletons
from kernaudit.sources.ast import AUTO, Converter

if TYPE_CHECKING:
    from tree_sitter import Node

    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Function

__all__ = ["BodyReader", "LayoutConverter", "array_bounds"]

_SUFFIX: Final = re.compile(r"(?:[uU]|[lL]{1,2}|[zZ])+$")
_CLASSES: Final = frozenset({"struct_specifier", "class_specifier", "union_specifier"})
_POINTERS: Final = frozenset({"pointer_declarator", "reference_declarator", "function_declarator"})


class LayoutConverter(Converter):
    """Converts nodes with the additions of this module."""

    def expression(self, node: Node | None) -> Tuple:
        """Return the tuple of an expression."""
        if node is not None:
            if node.type == "number_literal":
                return self._literal(node)
            if node.type == "initializer_pair":
                name = node.child_by_field_name("designator")
                text = "" if name is None else self.source(name).lstrip(".")
                return ("pair", text, self.expression(node.child_by_field_name("value")))
        return super().expression(node)

    def _argument(self, node: Node) -> Tuple:
        """A template argument; `table[2][0]` reads like the type of an array, but is an element of one."""
        inner = node.child_by_field_name("declarator") if node.type == "type_descriptor" else None
        if inner is None or inner.type != "abstract_array_declarator":
            return super()._argument(node)
        bounds = array_bounds(self, inner)
        if not bounds or None in bounds:
            return super()._argument(node)
        element: Tuple = ("path", self.path(node.child_by_field_name("type")))
        for bound in bounds:
            element = ("index", element, (bound,))
        return element

    def _literal(self, node: Node) -> Tuple:
        text = self.source(node)
        hexadecimal = text[:2] in ("0x", "0X")
        suffix = _SUFFIX.search(text)
        if not hexadecimal and text[-1:] in ("f", "F"):
            return ("const", None)
        return (*super().expression(node), "" if suffix is None else suffix[0])

    def statement(self, node: Node) -> list[Tuple]:
        """Return the statements that a node stands for."""
        if node.type == "declaration":
            return self._declared(node)
        if node.type == "throw_statement":
            return [("abort",)]
        if node.type in _CLASSES:
            return [("class", node)]
        return super().statement(node)

    def _declared(self, node: Node) -> list[Tuple]:
        plain = super().statement(node)
        declarators = node.children_by_field_name("declarator")
        if len(plain) != len(declarators):
            return plain
        return [
            (*statement, array_bounds(self, child)) if statement[0] == "decl" else statement
            for statement, child in zip(plain, declarators, strict=True)
        ]

    def initializers(self, node: Node) -> list[Tuple]:
        """Return the member initialisers of a constructor as assignments."""
        found: list[Tuple] = []
        for child in node.named_children:
            if child.type != "field_initializer" or len(child.named_children) < 2:
                continue
            name, given = child.named_children[0], child.named_children[1]
            line = self.line(child)
            values = tuple(self.expression(part) for part in given.named_children)
            value = values[0] if len(values) == 1 else ("construct", AUTO, values, line)
            target = ("member", ("this",), (self.source(name), None), True)
            found.append(("expr", ("assign", "=", target, value, line)))
        return found


def array_bounds(converter: Converter, node: Node | None) -> tuple[Tuple | None, ...]:
    """Return the bounds of a declared array, the outermost first; empty for anything else, and for a pointer to one."""
    bounds: list[Tuple | None] = []
    while node is not None:
        if node.type in ("array_declarator", "abstract_array_declarator"):
            size = node.child_by_field_name("size")
            bounds.append(None if size is None else converter.expression(size))
        elif node.type in _POINTERS and bounds:
            return ()
        node = node.child_by_field_name("declarator") or _inner(node)
    return tuple(reversed(bounds))


def _inner(node: Node) -> Node | None:
    return next((c for c in node.named_children if c.type.endswith("declarator")), None)


class BodyReader:
    """Reads bodies of functions with the additions of this module; each is read once.

    Attributes:
        skeletons: of the bodies; `blocks`: with what the threads of a block depend on.
    """

    def __init__(self, *, blocks: bool = False) -> None:
        self._bodies: dict[int, tuple[Function, tuple[Tuple, ...]]] = {}
        self.skeletons = Skeletons(blocks=blocks)

    def body(self, function: Function) -> tuple[Tuple, ...]:
        """Return a function's statements; of a constructor, its member initialisers first."""
        known = self._bodies.get(id(function))
        if known is None:
            known = self._bodies[id(function)] = (function, tuple(self._read(function)))
        return known[1]

    @staticmethod
    def _read(function: Function) -> list[Tuple]:
        converter = LayoutConverter(function.converter.text, function.converter.first_line)
        found: list[Tuple] = []
        for child in function.node.named_children:
            if child.type == "field_initializer_list":
                found.extend(converter.initializers(child))
        found.extend(converter.block(function.node.child_by_field_name("body")))
        return found
