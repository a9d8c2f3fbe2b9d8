"""Tuples of functions with what a walk through device code needs beyond the common ones.

Expressions: `("opaque", (("new", type, args, line), *rest))`, `("opaque", (("delete", a), a))`,
`("opaque", (("suffixed", "_x", a), a))` for `a_x`, and more parts of a lambda: where it
is written, and the values that it captures by name.
A number has its type as a third part, and the operator of `x++` is `p++`.
Statements: `("local-class", name, written)` for a class that a function defines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernaudit.sources.ast import AUTO, STATEMENTS, Converter
from kernaudit.sources.ast_expressions import EXPRESSIONS

if TYPE_CHECKING:
    from tree_sitter import Node

    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.syntax import Declaration

__all__ = ["DeviceConverter", "Written"]

_CLASSES = frozenset({"struct_specifier", "class_specifier", "union_specifier"})


class Written:
    """Where a lambda or a class inside of a function is written.

    Attributes:
        declaration: the text that it stands in.
        node: its syntax there.
        made: what a reader made of it, once.
    """

    __slots__ = ("declaration", "made", "node")

    def __init__(self, declaration: Declaration, node: Node) -> None:
        self.declaration, self.node = declaration, node
        self.made: Any = None


class DeviceConverter(Converter):
    """Converts nodes of one declaration.

    Args:
        declaration: the text.
    """

    def __init__(self, declaration: Declaration) -> None:
        super().__init__(declaration.text, declaration.line)
        self._text_of = declaration

    def _declared(self, node: Node) -> list[Tuple]:
        described = node.child_by_field_name("type")
        if described is None or described.type not in _CLASSES:
            return self._declaration(node)
        return [*self._local_class(described), *self._of_class(described, self._declaration(node))]

    def _expressed(self, node: Node) -> list[Tuple]:
        """`void (*f)() = g;` in a function reads like an assignment to what a call returns."""
        inner = node.named_children[0] if node.named_children else None
        named = None if inner is None or inner.type != "assignment_expression" else _pointer_declared(inner)
        if inner is None or named is None:
            return self._expression_statement(node)
        value = self.expression(inner.child_by_field_name("right"))
        return [("decl", frozenset(), AUTO, self.source(named), "", value, self.line(node))]

    def _local_class(self, node: Node) -> list[Tuple]:
        if node.child_by_field_name("body") is None:
            return []
        return [("local-class", self._class_name(node), Written(self._text_of, node))]

    def _class_name(self, node: Node) -> str:
        name = node.child_by_field_name("name")
        return f"class@{node.start_byte}" if name is None else self.source(name)

    def _of_class(self, node: Node, statements: list[Tuple]) -> list[Tuple]:
        """Declarations of variables of an unnamed class, with its name here."""
        made = ("type", ((self._class_name(node), None),), 0, False)
        unnamed = node.child_by_field_name("name") is None
        return [(*s[:2], made, *s[3:]) if unnamed and s[0] == "decl" else s for s in statements]

    def _lambda_written(self, node: Node) -> Tuple:
        captures = node.child_by_field_name("captures")
        initialised = () if captures is None else tuple(
            self.expression(child.child_by_field_name("right"))
            for child in captures.named_children
            if child.type == "lambda_capture_initializer"
        )  # fmt: skip
        return (*self._lambda(node), Written(self._text_of, node), initialised)

    def _typed(self, node: Node) -> Tuple:
        value = self._number(node)
        text = self.source(node).lower()
        if value[1] is not None:
            kind = ("unsigned " if "u" in text[-3:] else "") + ("long" if "l" in text[-3:] else "int")
            return (*value, kind)
        floating = text[:2] != "0x" and any(mark in text for mark in ".ef")
        return (*value, "float" if text[-1] == "f" else "double") if floating else value

    def _typed_truth(self, node: Node) -> Tuple:
        return (*self._truth(node), "bool")

    def _stepped(self, node: Node) -> Tuple:
        """`x--` gives what `x` was, as `--x` does not: its operator reads `p--` here."""
        kind, operator, *rest = self._update(node)
        first = node.children[0] if node.children else None
        postfix = first is not None and self.source(first) != operator
        return (kind, "p" + operator if postfix else operator, *rest)

    def _new(self, node: Node) -> Tuple:
        made = self.type_of(node.child_by_field_name("type"))
        arguments = self._list(node.child_by_field_name("arguments"))
        return ("opaque", (("new", made, arguments, self.line(node)), self._opaque(node)))

    def _delete(self, node: Node) -> Tuple:
        value = self.expression(node.named_children[-1]) if node.named_children else ("opaque", ())
        return ("opaque", (("delete", value), value))

    def _literal(self, node: Node) -> Tuple:
        suffix = next((child for child in node.named_children if child.type == "literal_suffix"), None)
        value = self._opaque(node)
        if suffix is None or not node.named_children:
            return value
        number = self.expression(node.named_children[0])
        return ("opaque", (("suffixed", self.source(suffix), number), number))


def _pointer_declared(node: Node) -> Node | None:
    """The name in `T (*name)(...) = ...` of a built-in T."""
    called = node.child_by_field_name("left")
    inner = None if called is None or called.type != "call_expression" else called.child_by_field_name("function")
    made = None if inner is None or inner.type != "call_expression" else inner.child_by_field_name("function")
    if inner is None or made is None or made.type != "primitive_type":
        return None
    operands = inner.child_by_field_name("arguments")
    operand = None if operands is None or not operands.named_children else operands.named_children[0]
    return (
        operand.child_by_field_name("argument")
        if operand is not None and operand.type == "pointer_expression"
        else None
    )


DeviceConverter.expressions = {
    **EXPRESSIONS,
    "lambda_expression": DeviceConverter._lambda_written,
    "number_literal": DeviceConverter._typed,
    "true": DeviceConverter._typed_truth,
    "false": DeviceConverter._typed_truth,
    "update_expression": DeviceConverter._stepped,
    "new_expression": DeviceConverter._new,
    "delete_expression": DeviceConverter._delete,
    "user_defined_literal": DeviceConverter._literal,
}
DeviceConverter.statements = {
    **STATEMENTS,
    "declaration": DeviceConverter._declared,
    "expression_statement": DeviceConverter._expressed,
    **dict.fromkeys(_CLASSES, DeviceConverter._local_class),
}
