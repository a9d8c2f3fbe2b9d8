"""Syntax that host gates depend on and readers of device code leave out: throws, handlers, `new`, jumps, initialisers.

Tuples are those of `sources.ast`, with these additions: `("throw", line)`, `("try", body, handlers)`, `("jump",)`,
`("pair", name, value)` for a designated initialiser; a constructor's member initialisers are assignments to `this`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.sources.ast import AUTO, Converter

if TYPE_CHECKING:
    from tree_sitter import Node

    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Function
    from kernaudit.sources.syntax import Declaration

__all__ = ["body_of"]


class _HostConverter(Converter):
    """Converts nodes with the additions of this module."""

    def expression(self, node: Node | None) -> Tuple:
        """Return the tuple of an expression."""
        if node is not None:
            if node.type == "new_expression":
                made = self.type_of(node.child_by_field_name("type"))
                return ("construct", made, self._list(node.child_by_field_name("arguments")), self.line(node))
            if node.type == "initializer_pair":
                name = node.child_by_field_name("designator")
                text = "" if name is None else self.source(name).lstrip(". ")
                return ("pair", text, super().expression(node.child_by_field_name("value")))
            if node.type == "throw_statement":
                return ("throw", self.line(node))
        return super().expression(node)

    def statement(self, node: Node) -> list[Tuple]:
        """Return the statements that a node stands for."""
        if node.type == "throw_statement":
            return [("throw", self.line(node))]
        if node.type == "goto_statement":
            return [("jump",)]
        if node.type == "try_statement":
            handlers = tuple(self.block(c.child_by_field_name("body")) for c in node.named_children if c.type == "catch_clause")
            return [("try", self.block(node.child_by_field_name("body")), handlers)]
        return super().statement(node)

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


def body_of(function: Function, declaration: Declaration) -> Tuple:
    """Return the statements of a function of a declaration; of a constructor, its member initialisers first."""
    converter = _HostConverter(declaration.text, declaration.line)
    found: list[Tuple] = []
    for child in function.node.named_children:
        if child.type == "field_initializer_list":
            found.extend(converter.initializers(child))
    found.extend(converter.block(function.node.child_by_field_name("body")))
    return tuple(found)
