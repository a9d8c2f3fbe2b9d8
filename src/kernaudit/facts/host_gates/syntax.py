"""Syntax that host gates depend on and readers of device code leave out: throws, handlers, `new`, jumps, initialisers.

Tuples are those of `sources.ast`, with these additions: `("throw", line)`, `("try", body, handlers)`, `("jump",)`,
`("pair", name, value)` for a designated initialiser, `("const", value, True)` for `9u`; a constructor's member
initialisers are assignments to `this`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.sources.ast import AUTO, Converter

if TYPE_CHECKING:
    from collections.abc import Hashable

    from tree_sitter import Node

    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import Function
    from kernaudit.sources.syntax import Declaration

__all__ = ["body_of"]

_MANY_LAMBDAS: Final = 8
_THROW: Final = "throw"
_OPERATIONS: Final = frozenset({"binary_expression", "assignment_expression", "comma_expression", "unary_expression"})


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
            if (
                node.type == "throw_statement"
                or self._is_thrown(node)
                or (node.type == "parenthesized_expression" and self._thrown(node))
            ):
                return ("throw", self.line(node))
            if node.type == "conditional_expression" and (thrown := self._thrown(node)):
                return self._throwing(node, thrown)
            if node.type in _OPERATIONS and node.has_error and (lost := self._lost(node)):
                return ("opaque", (super().expression(node), *lost))
        return super().expression(node)

    def _number(self, node: Node) -> Tuple:
        """A literal; behind its value stands whether it has no sign."""
        made = super()._number(node)
        return (*made, True) if "u" in self.source(node).lower() and made[1] is not None else made

    def _is_thrown(self, node: Node) -> bool:
        """Whether an expression begins with `throw`, which the grammar takes for a name or a scope there."""
        start = node.start_byte
        following = self.text[start + len(_THROW) : start + len(_THROW) + 1]
        return self.text.startswith(_THROW, start) and not (following.isalnum() or following == "_")

    def _lost(self, node: Node) -> list[Tuple]:
        """The parts of an expression that the grammar stepped over: what it is worth hangs on them, too."""
        errors = (child for child in node.children if child.type == "ERROR")
        return [self.expression(part) for error in errors for part in error.named_children]

    def _thrown(self, node: Node) -> tuple[int, ...]:
        """Where `throw` stands inside an expression, which the grammar does not know."""
        if not node.has_error:
            return ()
        errors = (child for child in node.children if child.type == "ERROR")
        return tuple(int(child.start_byte) for child in errors if self.source(child).startswith("throw"))

    def _throwing(self, node: Node, thrown: tuple[int, ...]) -> Tuple:
        """`c ? throw a : b`, one way or the other."""
        yes, no = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
        second = yes is not None and all(place > yes.start_byte for place in thrown)
        ways = (
            (self.expression(yes), ("throw", self.line(node)))
            if second
            else (("throw", self.line(node)), self.expression(no))
        )
        return ("cond", self.expression(node.child_by_field_name("condition")), *ways)

    def statement(self, node: Node) -> list[Tuple]:
        """Return the statements that a node stands for."""
        if node.type == "throw_statement":
            return [("throw", self.line(node))]
        if node.type == "goto_statement":
            return [("jump",)]
        if node.type == "try_statement":
            handlers = tuple(
                self.block(c.child_by_field_name("body")) for c in node.named_children if c.type == "catch_clause"
            )
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
    body = tuple(found)
    return _shared(body, {}) if function.text.count("[&") > _MANY_LAMBDAS else body


def _shared(part: Tuple, known: dict[Hashable, Tuple]) -> Tuple:
    """Make equal parts one object: nested macros write the same lambda many times."""
    made = tuple(_shared(inner, known) if isinstance(inner, tuple) else inner for inner in part)
    key = tuple(id(inner) if isinstance(inner, tuple) else (type(inner), inner) for inner in made)
    return known.setdefault(key, made)
