"""Functions as their declarations give them; a body becomes tuples when somebody asks for it."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from kernaudit.sources.constraints import constraints_of
from kernaudit.sources.dependent import dependent_calls
from kernaudit.sources.macro import IDENTIFIER
from kernaudit.sources.operators import CONVERSION, conversion_of, literal_name, parameter_list_of

if TYPE_CHECKING:
    from tree_sitter import Node

    from kernaudit.sources.ast import Converter, Tuple
    from kernaudit.sources.outline import ClassDef
    from kernaudit.sources.syntax import Declaration

__all__ = ["Function", "LambdaCall"]

_EACH = re.compile(r"\bfor\s*\([^;:()]*[^;:()\s]\s*:(?!:)")
_RANGE = frozenset({"begin", "end"})
"""What a loop over a range calls without a word."""


class Function:
    """A function definition, or a declaration without a body.

    Attributes:
        name: unqualified.
        scope: enclosing namespaces and classes, outermost first.
        template: template parameters as `Converter.template_parameters` gives them; None outside templates.
        special: arguments of an explicit specialisation, else None.
        owner: the class it is a method of, if that class is in the same file.
        kernel: it is `__global__`.
        qualified: its name is written with a qualifier, so that it is a member defined outside its class.
        head: its text up to the body, with every attribute.
        readable: False for a kernel of which the grammar understands no more than the head; its body is blank then.
    """

    __slots__ = (
        "__dict__", "_cast", "_converter", "_declarator", "_node", "end_line", "has_body", "head", "kernel", "line",
        "name", "name_line", "owner", "path", "qualified", "readable", "scope", "special", "template",
    )  # fmt: skip

    def __init__(
        self, parsed: Declaration, node: Node, scope: tuple[str, ...], template: Tuple | None, owner: ClassDef | None
    ) -> None:
        converter = parsed.converter
        self.path, self.scope, self.template, self.owner = parsed.path, scope, template, owner
        self._node, self._converter = node, converter
        _, _, declarator = converter.declarator(node.child_by_field_name("declarator"))
        named = None if declarator is None else declarator.child_by_field_name("declarator")
        self._cast = conversion_of(node) if declarator is None else None
        if self._cast is not None:
            named, declarator = node.child_by_field_name("declarator"), parameter_list_of(self._cast)
        self._declarator = declarator
        parts = converter.path(named) if named is not None else ()
        self.name = "" if not parts else CONVERSION if self._cast is not None else literal_name(parts[-1][0])
        self.special = parts[-1][1] if parts else None
        self.qualified = len(parts) > 1
        if self.qualified:
            self.scope = (*scope, *(part[0] for part in parts[:-1]))
        begin = parsed.head_start(node.start_byte)
        body = node.child_by_field_name("body")
        self.has_body = body is not None
        head_end = node.end_byte if body is None else body.start_byte
        self.head = parsed.kept[begin:head_end]
        self.kernel = "__global__" in self.head
        self.readable = True
        self.line = converter.line(node)
        self.name_line = self.line if named is None else converter.line(named)
        self.end_line = int(node.end_point[0]) + converter.first_line

    @property
    def node(self) -> Node:
        """Its syntax, for readers of what the tuples leave out (array bounds, alignment)."""
        return self._node

    @property
    def converter(self) -> Converter:
        """Makes tuples of `node` and its parts; has the text they stand in."""
        return self._converter

    @property
    def span(self) -> tuple[int, int]:
        """Where its text starts and ends in the parsed text."""
        return self._node.start_byte, self._node.end_byte

    @property
    def head_line(self) -> int:
        """The line on which `head` starts."""
        return (
            self.name_line - self.head[: self.head.rfind(self.name)].count("\n")
            if self.name in self.head
            else self.line
        )

    @property
    def body_line(self) -> int:
        """The line on which the body starts."""
        body = self._node.child_by_field_name("body")
        return self.line if body is None else self._converter.line(body)

    @cached_property
    def text(self) -> str:
        """Its body's text."""
        body = self._node.child_by_field_name("body")
        return "" if body is None else self._converter.source(body)

    @cached_property
    def code_lines(self) -> int:
        """Lines of its head and body that hold code for the target: comments and other branches are blank by now."""
        return sum(1 for line in (self.head + self.text).splitlines() if line and not line.isspace())

    @cached_property
    def words(self) -> frozenset[str]:
        """Every identifier in its head and body."""
        words = frozenset(IDENTIFIER.findall(self.head)).union(IDENTIFIER.findall(self.text))
        return words | _RANGE if "for" in words and _EACH.search(self.text) is not None else words

    @cached_property
    def dependent_calls(self) -> frozenset[str]:
        """Names that it calls through its type parameters."""
        return dependent_calls(self.template, self.head, self.text)

    @cached_property
    def parameters(self) -> Tuple:
        """Its parameters, as `Converter.parameters` gives them."""
        declarator = self._declarator
        return self._converter.parameters(declarator.child_by_field_name("parameters") if declarator else None)

    @cached_property
    def returns(self) -> Tuple:
        """Its return type, without pointers."""
        return self._converter.type_of((self._cast or self._node).child_by_field_name("type"))

    @cached_property
    def returns_value(self) -> bool:
        """Whether it returns no pointer and no reference."""
        if self._cast is not None:
            declarator = self._cast.child_by_field_name("declarator")
            return declarator is None or declarator.type == "abstract_function_declarator"
        declarator = self._node.child_by_field_name("declarator")
        return declarator is not None and declarator.type == "function_declarator"

    @cached_property
    def initialisers(self) -> tuple[tuple[str, Tuple, int], ...]:
        """What a constructor begins with: the name of a member or base, its arguments, and the line."""
        found: list[tuple[str, Tuple, int]] = []
        for child in self._node.named_children:
            if child.type == "field_initializer_list":
                found.extend(map(self._initialiser, child.named_children))
        return tuple(found)

    def _initialiser(self, node: Node) -> tuple[str, Tuple, int]:
        parts = self._converter.path(node.named_children[0]) if node.named_children else ()
        given = node.named_children[1].named_children if len(node.named_children) > 1 else []
        name = parts[-1][0] if parts else ""
        return name, tuple(map(self._converter.expression, given)), self._converter.line(node)

    @cached_property
    def constraints(self) -> Tuple:
        """The conditions under which it takes part in a call."""
        return constraints_of(self._converter, self._node)

    @cached_property
    def body(self) -> Tuple:
        """Its statements; member initialisers come first, as expressions."""
        found: list[Tuple] = []
        for child in self._node.named_children:
            if child.type == "field_initializer_list":
                found.extend(("expr", self._converter.expression(part)) for part in child.named_children)
        found.extend(self._converter.block(self._node.child_by_field_name("body")))
        return tuple(found)

    def __repr__(self) -> str:
        return f"<Function {'::'.join((*self.scope, self.name))} {self.path}:{self.line}>"


class LambdaCall(Function):
    """What a lambda does when it is called, as the method of its class."""

    def __init__(self, parsed: Declaration, node: Node, scope: tuple[str, ...], owner: ClassDef) -> None:
        super().__init__(parsed, node, scope, None, owner)
        body = node.child_by_field_name("body")
        self._declarator = node.child_by_field_name("declarator")
        self.name, self.qualified, self.kernel = "operator()", False, False
        self.head = parsed.kept[node.start_byte : node.end_byte if body is None else body.start_byte]
