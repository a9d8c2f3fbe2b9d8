"""Tuples of names, types, declarators and parameters; `kernaudit.sources.ast` describes them."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["AUTO", "NameReader", "Tuple"]

Tuple = tuple[Any, ...]

AUTO: Tuple = ("type", (("auto", None),), 0, False)
_STRING_PART = re.compile(r'(?:u8|[uUL])?(?:R"([^(\s]*)\(((?:.|\n)*?)\)\1"|"((?:[^"\\]|\\(?:.|\n))*)")')
_ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", '"': '"', "'": "'", "0": "\0", "\n": "", "r": "\r"}
_ESCAPE = re.compile(r"\\(.|\n)")


class NameReader(ABC):
    """Reads names and types of one parsed text.

    Args:
        text: the text that was parsed; one character per byte.
        first_line: the line of the file on which the text starts.
    """

    def __init__(self, text: str, first_line: int = 1) -> None:
        self.text = text
        self.first_line = first_line
        self._depth = 0

    def line(self, node: Node) -> int:
        """The line of the file on which a node starts."""
        return int(node.start_point[0]) + self.first_line

    def source(self, node: Node) -> str:
        """The text of a node."""
        return self.text[node.start_byte : node.end_byte]

    @abstractmethod
    def expression(self, node: Node | None) -> Tuple:
        """Return the tuple of an expression; the next layer knows how."""

    def path(self, node: Node | None) -> Tuple:
        """Return the components of a possibly qualified name: `((name, arguments or None), ...)`."""
        parts: list[tuple[str, Tuple | None]] = []
        while node is not None and node.type == "qualified_identifier":
            scope = node.child_by_field_name("scope")
            if scope is not None:
                parts.extend(self.path(scope))
            node = node.child_by_field_name("name")
        while node is not None and node.type in ("dependent_name", "dependent_type"):
            node = node.named_children[-1] if node.named_children else None
        if node is None:
            return tuple(parts)
        if node.type == "qualified_identifier":
            return (*parts, *self.path(node))
        if node.type in ("template_function", "template_type", "template_method"):
            name, arguments = node.child_by_field_name("name"), node.child_by_field_name("arguments")
            inner = self.path(name)
            last = inner[-1][0] if inner else ""
            return (*parts, *inner[:-1], (last, self.arguments(arguments)))
        if node.type == "decltype":
            return (*parts, ("decltype", (self.expression(node.named_children[0] if node.named_children else None),)))
        text = self.source(node)
        if node.type in ("sized_type_specifier", "placeholder_type_specifier"):
            text = " ".join(text.split())
        return (*parts, (text, None))

    def arguments(self, node: Node | None) -> Tuple:
        """Return template arguments: expressions and types."""
        return () if node is None else tuple(self._argument(child) for child in node.named_children)

    def _argument(self, node: Node) -> Tuple:
        if node.type != "type_descriptor":
            return self.expression(node)
        called = self._called_with(node.child_by_field_name("declarator"))
        return self.type_of(node) if called is None else (*self.type_of(node), called)

    def _called_with(self, node: Node | None) -> Tuple | None:
        """The operands of `f(a, b)`, which the grammar cannot tell from the type of a function that returns `f`."""
        if node is None or node.type != "abstract_function_declarator" or node.child_by_field_name("declarator"):
            return None
        operands = node.child_by_field_name("parameters")
        found = [self.type_of(c.child_by_field_name("type")) for c in (operands.named_children if operands else ())]
        bare = all(len(c.named_children) == 1 for c in (operands.named_children if operands else ()))
        return tuple(("path", made[1]) for made in found) if bare else None

    @staticmethod
    def string(source: str) -> str:
        """Return what a sequence of string literals spells."""
        parts: list[str] = []
        for match in _STRING_PART.finditer(source):
            if match[2] is not None:
                parts.append(match[2])
            else:
                parts.append(_ESCAPE.sub(lambda m: _ESCAPES.get(m[1], m[1]), match[3] or ""))
        return "".join(parts)

    def type_of(self, node: Node | None) -> Tuple:
        """Return the type of a type node or type descriptor."""
        if node is None:
            return AUTO
        if node.type == "type_descriptor":
            base = self.path(node.child_by_field_name("type"))
            pointers, reference = _abstract(node.child_by_field_name("declarator"))
            return ("type", base, pointers, reference)
        if node.type in ("struct_specifier", "class_specifier", "enum_specifier", "union_specifier"):
            return ("type", self.path(node.child_by_field_name("name")), 0, False)
        return ("type", self.path(node), 0, False)

    def declarator(self, node: Node | None) -> tuple[str, str, Node | None]:
        """Return name, shape and the function declarator (if it is one) of a declarator."""
        shape = ""
        function: Node | None = None
        while node is not None:
            kind = node.type
            if kind in _SHAPES:
                shape = shape or _SHAPES[kind] if kind == "array_declarator" else _SHAPES[kind]
            elif kind == "function_declarator":
                function = node
            elif kind not in ("parenthesized_declarator", "init_declarator", "attributed_declarator"):
                break
            inner = node.child_by_field_name("declarator")
            if inner is None:
                inner = next((c for c in node.named_children if c.type.endswith(("declarator", "identifier"))), None)
            node = inner
        return ("" if node is None else self.source(node)), shape, function

    def parameters(self, node: Node | None) -> Tuple:
        """Return the parameters of a function."""
        return () if node is None else tuple(self._parameter(c) for c in node.named_children if c.type in _PARAMETERS)

    def _parameter(self, node: Node) -> Tuple:
        name, shape, _ = self.declarator(node.child_by_field_name("declarator"))
        default = node.child_by_field_name("default_value")
        pack = node.type.startswith("variadic")
        value = None if default is None else self.expression(default)
        return (name.lstrip(". "), self.type_of(node.child_by_field_name("type")), shape, value, pack)

    def template_parameters(self, node: Node | None) -> Tuple:
        """Return template parameters as `(name, is_type, default or None, pack)`."""
        found: list[Tuple] = []
        for child in node.named_children if node is not None else ():
            if child.type in ("comment", "ERROR"):
                continue
            is_type = "type_parameter" in child.type or child.type == "template_template_parameter_declaration"
            default = child.child_by_field_name("default_type") or child.child_by_field_name("default_value")
            name = self._parameter_name(child, is_type)
            value = None if default is None else self._argument(default) if not is_type else self.type_of(default)
            found.append((name, is_type, value, child.type.startswith("variadic")))
        return tuple(found)

    def _parameter_name(self, node: Node, is_type: bool) -> str:
        if not is_type:
            return self.declarator(node.child_by_field_name("declarator"))[0].lstrip(". ")
        named = node.child_by_field_name("name") or next(
            (c for c in node.named_children if c.type == "type_identifier"), None
        )
        if named is None and node.named_children:  # `template <...> class X`
            inner = node.named_children[-1]
            return self._parameter_name(inner, True) if inner.type.endswith("declaration") else ""
        return "" if named is None else self.source(named)

    def _flags(self, node: Node) -> frozenset[str]:
        body = node.child_by_field_name("declarator") or node
        head = self.text[node.start_byte : max(body.start_byte, node.start_byte)]
        return frozenset(_FLAGS.findall(head))


_FLAGS = re.compile(r"\b(?:constexpr|const|static|__shared__|extern|volatile)\b")
_PARAMETERS = frozenset({"parameter_declaration", "optional_parameter_declaration", "variadic_parameter_declaration"})
_SHAPES = {
    "pointer_declarator": "*",
    "reference_declarator": "&",
    "array_declarator": "[]",
    "abstract_pointer_declarator": "*",
    "abstract_reference_declarator": "&",
    "abstract_array_declarator": "[]",
}


def _abstract(node: Node | None) -> tuple[int, bool]:
    """Pointer depth and reference of an abstract declarator."""
    pointers, reference = 0, False
    while node is not None:
        if node.type in ("abstract_pointer_declarator", "abstract_array_declarator", "abstract_function_declarator"):
            pointers += 1
        elif node.type == "abstract_reference_declarator":
            reference = True
        node = next((c for c in node.named_children if c.type.startswith("abstract")), None)
    return pointers, reference
