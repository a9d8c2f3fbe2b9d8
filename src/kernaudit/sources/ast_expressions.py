"""Tuples of expressions; `kernaudit.sources.ast` describes them."""

from __future__ import annotations

import re
from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from kernaudit.sources.ast_names import NameReader

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tree_sitter import Node

    from kernaudit.sources.ast_names import Tuple

__all__ = ["EXPRESSIONS", "MAX_DEPTH", "OPAQUE", "ExpressionReader"]

MAX_DEPTH = 150
"""Nesting of expressions and statements that is followed; deeper code is `opaque`."""

OPAQUE: Tuple = ("opaque", ())
_NUMBER = re.compile(r"([-+]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|\d+)([uUlLzZ]*)")
"""The grammar takes a sign with its number."""


class ExpressionReader(NameReader):
    """Reads expressions.

    Attributes:
        expressions: what reads a node, by its type.
    """

    expressions: Mapping[str, Callable[[Any, Node], Tuple]] = {}

    @abstractmethod
    def block(self, node: Node | None) -> Tuple:
        """Return the statements of a compound statement; the next layer knows how."""

    def expression(self, node: Node | None) -> Tuple:
        """Return the tuple of an expression; what has no meaning here keeps its parts as `opaque`."""
        if node is None:
            return OPAQUE
        handler = self.expressions.get(node.type)
        if self._depth > MAX_DEPTH:
            return OPAQUE
        self._depth += 1
        try:
            return handler(self, node) if handler is not None else self._opaque(node)
        finally:
            self._depth -= 1

    def _opaque(self, node: Node) -> Tuple:
        parts = tuple(self.expression(child) for child in node.named_children)
        return ("opaque", tuple(part for part in parts if part is not OPAQUE)) if parts else OPAQUE

    def _name(self, node: Node) -> Tuple:
        return ("path", ((self.source(node), None),))

    def _path(self, node: Node) -> Tuple:
        return ("path", self.path(node))

    def _number(self, node: Node) -> Tuple:
        text = self.source(node).replace("'", "")
        match = _NUMBER.fullmatch(text)
        if match is None or (match[1] == "-" and "u" in match[3].lower()):  # how far it wraps hangs on its type
            return ("const", None)
        digits = match[2]
        octal = len(digits) > 1 and digits[0] == "0" and digits.isdigit()
        value = int(digits, 8 if octal and digits.strip("01234567") == "" else 10 if digits.isdigit() else 0)
        return ("const", -value if match[1] == "-" else value)

    def _character(self, node: Node) -> Tuple:
        inside = self.source(node).strip("'")
        return ("const", ord(inside[-1])) if inside else OPAQUE

    def _string(self, node: Node) -> Tuple:
        return ("str", self.string(self.source(node)))

    def _call(self, node: Node) -> Tuple:
        function = self.expression(node.child_by_field_name("function"))
        arguments = self._list(node.child_by_field_name("arguments"))
        line = self.line(node)
        for child in node.named_children:
            if child.type == "kernel_call_syntax":
                return ("launch", function, self._list(child), arguments, line)
        return ("call", function, arguments, line)

    def _list(self, node: Node | None) -> Tuple:
        return () if node is None else tuple(self.expression(child) for child in node.named_children)

    def _member(self, node: Node) -> Tuple:
        obj = self.expression(node.child_by_field_name("argument"))
        path = self.path(node.child_by_field_name("field"))
        arrow = any(child.type == "->" for child in node.children)
        return ("member", obj, path[-1] if path else ("", None), arrow)

    def _index(self, node: Node) -> Tuple:
        obj = self.expression(node.child_by_field_name("argument"))
        indices = node.child_by_field_name("indices")
        return ("index", obj, self._list(indices))

    def _operator(self, node: Node) -> str:
        operator = node.child_by_field_name("operator")
        return "" if operator is None else self.source(operator)

    def _unary(self, node: Node) -> Tuple:
        return ("un", self._operator(node), self.expression(node.child_by_field_name("argument")))

    def _pointer(self, node: Node) -> Tuple:
        kind = "deref" if self._operator(node) == "*" else "addr"
        return (kind, self.expression(node.child_by_field_name("argument")))

    def _update(self, node: Node) -> Tuple:
        target = self.expression(node.child_by_field_name("argument"))
        return ("assign", self._operator(node), target, None, self.line(node))

    def _binary(self, node: Node) -> Tuple:
        left = self.expression(node.child_by_field_name("left"))
        right = self.expression(node.child_by_field_name("right"))
        return ("bin", self._operator(node), left, right)

    def _assign(self, node: Node) -> Tuple:
        left = self.expression(node.child_by_field_name("left"))
        right = self.expression(node.child_by_field_name("right"))
        return ("assign", self._operator(node), left, right, self.line(node))

    def _condition(self, node: Node) -> Tuple:
        fields = ("condition", "consequence", "alternative")
        return ("cond", *(self.expression(node.child_by_field_name(field)) for field in fields))

    def _cast(self, node: Node) -> Tuple:
        return (
            "cast",
            self.type_of(node.child_by_field_name("type")),
            self.expression(node.child_by_field_name("value")),
        )

    def _construct(self, node: Node) -> Tuple:
        made = self.type_of(node.child_by_field_name("type"))
        return ("construct", made, self._list(node.child_by_field_name("value")), self.line(node))

    def _inner(self, node: Node) -> Tuple:
        return self.expression(node.named_children[0]) if node.named_children else OPAQUE

    def _comma(self, node: Node) -> Tuple:
        left = self.expression(node.child_by_field_name("left"))
        return ("seq", left, self.expression(node.child_by_field_name("right")))

    def _sizeof(self, node: Node) -> Tuple:
        described = node.child_by_field_name("type")
        value = node.child_by_field_name("value")
        if value is not None and any(child.type == "..." for child in node.children):
            return ("count", self.source(value))
        if described is not None:
            return ("sizeof", self.type_of(described))
        return ("sizeof", self.expression(value))

    def _lambda(self, node: Node) -> Tuple:
        declarator = node.child_by_field_name("declarator")
        parameters = declarator.child_by_field_name("parameters") if declarator is not None else None
        return ("lambda", self.parameters(parameters), self.block(node.child_by_field_name("body")))

    def _init(self, node: Node) -> Tuple:
        return ("init", self._list(node))

    def _asm(self, node: Node) -> Tuple:
        code = node.child_by_field_name("assembly_code")
        outputs = node.child_by_field_name("output_operands")
        volatile = any(
            child.type == "gnu_asm_qualifier" and "volatile" in self.source(child) for child in node.children
        )
        text = "" if code is None else self.string(self.source(code))
        written = () if outputs is None else tuple(
            self.expression(child.child_by_field_name("value")) for child in outputs.named_children
        )  # fmt: skip
        return ("asm", text, volatile, written, self.line(node))

    def _fold(self, node: Node) -> Tuple:
        operator = self._operator(node)
        left, right = (node.child_by_field_name(side) for side in ("left", "right"))
        if operator not in ("&&", "||") or left is None or right is None:
            return self._opaque(node)
        sides = [self.expression(side) for side in (left, right) if side.type != "..."]
        return ("fold", operator, tuple(sides))

    def _pack(self, node: Node) -> Tuple:
        return ("pack", self._inner(node))

    def _this(self, node: Node) -> Tuple:
        del node
        return ("this",)

    def _truth(self, node: Node) -> Tuple:
        return ("const", node.type == "true")

    def _null(self, node: Node) -> Tuple:
        del node
        return ("const", 0)


EXPRESSIONS: dict[str, Callable[[ExpressionReader, Node], Tuple]] = {
    **dict.fromkeys(
        ("identifier", "field_identifier", "type_identifier", "namespace_identifier"), ExpressionReader._name
    ),
    **dict.fromkeys(
        ("qualified_identifier", "template_function", "template_type", "template_method", "dependent_name"),
        ExpressionReader._path,
    ),
    "primitive_type": ExpressionReader._name,
    "sized_type_specifier": ExpressionReader._path,
    "type_descriptor": ExpressionReader.type_of,
    "number_literal": ExpressionReader._number,
    "char_literal": ExpressionReader._character,
    "string_literal": ExpressionReader._string,
    "raw_string_literal": ExpressionReader._string,
    "concatenated_string": ExpressionReader._string,
    "true": ExpressionReader._truth,
    "false": ExpressionReader._truth,
    "null": ExpressionReader._null,
    "nullptr": ExpressionReader._null,
    "this": ExpressionReader._this,
    "call_expression": ExpressionReader._call,
    "field_expression": ExpressionReader._member,
    "subscript_expression": ExpressionReader._index,
    "unary_expression": ExpressionReader._unary,
    "pointer_expression": ExpressionReader._pointer,
    "update_expression": ExpressionReader._update,
    "binary_expression": ExpressionReader._binary,
    "assignment_expression": ExpressionReader._assign,
    "conditional_expression": ExpressionReader._condition,
    "cast_expression": ExpressionReader._cast,
    "compound_literal_expression": ExpressionReader._construct,
    "parenthesized_expression": ExpressionReader._inner,
    "comma_expression": ExpressionReader._comma,
    "sizeof_expression": ExpressionReader._sizeof,
    "lambda_expression": ExpressionReader._lambda,
    "initializer_list": ExpressionReader._init,
    "gnu_asm_expression": ExpressionReader._asm,
    "parameter_pack_expansion": ExpressionReader._pack,
    "fold_expression": ExpressionReader._fold,
}
ExpressionReader.expressions = EXPRESSIONS
