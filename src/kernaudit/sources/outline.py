"""What a file declares: functions, classes, aliases, constants and explicit instantiations; bodies are not read.

The walk goes through namespaces and class bodies only; a function's body becomes tuples when somebody asks for it.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from kernaudit.sources.ast import AUTO, Converter
from kernaudit.sources.declared import Alias, Constant, Field, Instantiation, words_in
from kernaudit.sources.function import Function
from kernaudit.sources.operators import conversion_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tree_sitter import Node

    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.syntax import Declaration

__all__ = ["Alias", "ClassDef", "Constant", "Field", "Function", "Instantiation", "Outline"]


class ClassDef:
    """A class, its specialisation or its primary template; members are collected when first asked for."""

    __slots__ = ("__dict__", "_node", "_parsed", "line", "name", "path", "scope", "special", "template")

    def __init__(self, parsed: Declaration, node: Node, scope: tuple[str, ...], template: Tuple | None) -> None:
        self._parsed, self._node, self.scope, self.template = parsed, node, scope, template
        self.path = parsed.path
        self.line = parsed.converter.line(node)
        parts = parsed.converter.path(node.child_by_field_name("name"))
        self.name = parts[-1][0] if parts else ""
        self.special = parts[-1][1] if parts else None

    @property
    def node(self) -> Node:
        """Its syntax, for readers of what the tuples leave out (array bounds, alignment)."""
        return self._node

    @property
    def parsed(self) -> Declaration:
        """The text it stands in."""
        return self._parsed

    @property
    def has_body(self) -> bool:
        """Whether this is a definition."""
        return self._node.child_by_field_name("body") is not None

    @property
    def text(self) -> str:
        """Its text."""
        return self._parsed.converter.source(self._node)

    @cached_property
    def is_plain(self) -> bool:
        """Whether its objects begin and end without any call: numbers and pointers without initial values."""
        members = self.members
        own = self.name in members.functions or f"~{self.name}" in members.functions or f"~{self.name}" in self.text
        if own or self.bases:
            return False
        return all(
            field.constant or (field.init is None and (field.shape in ("*", "&") or _is_number(field.type)))
            for field in members.fields.values()
        )

    @cached_property
    def bases(self) -> tuple[Tuple, ...]:
        """Base classes as types."""
        clause = next((c for c in self._node.children if c.type == "base_class_clause"), None)
        if clause is None:
            return ()
        kinds = ("type_identifier", "template_type", "qualified_identifier")
        return tuple(self._parsed.converter.type_of(c) for c in clause.named_children if c.type in kinds)

    @cached_property
    def members(self) -> Outline:
        """Methods, nested classes, aliases and constants."""
        outline = Outline(self._parsed, (*self.scope, self.name), self)
        body = self._node.child_by_field_name("body")
        if body is not None:
            outline.collect(body)
        return outline

    @cached_property
    def member_words(self) -> frozenset[str]:
        """The identifiers outside its methods: bases, types of data members, constants, aliases."""
        members = self.members
        fields = members.fields.values()
        parts = [words_in(part) for part in (*self.bases, *(f.type for f in fields), *(f.init for f in fields))]
        parts += [constant.words for constants in members.constants.values() for constant in constants]
        parts += [alias.words for aliases in members.aliases.values() for alias in aliases]
        return frozenset().union(*parts)

    def __repr__(self) -> str:
        return f"<ClassDef {self.name} {self.path}:{self.line}>"


_NUMBERS = frozenset(
    {"int", "float", "bool", "char", "double", "unsigned", "unsigned int", "long", "short", "uint32_t"}
)


def _is_number(made: Tuple) -> bool:
    return bool(made[2]) or (len(made[1]) == 1 and made[1][0][0] in _NUMBERS)


class Outline:
    """The declarations of one file or one class, by unqualified name; `arrays` are constants with several elements."""

    def __init__(self, parsed: Declaration, scope: tuple[str, ...], owner: ClassDef | None = None) -> None:
        self._parsed, self._scope, self._owner = parsed, scope, owner
        self.functions: dict[str, list[Function]] = {}
        self.classes: dict[str, list[ClassDef]] = {}
        self.aliases: dict[str, list[Alias]] = {}
        self.constants: dict[str, list[Constant]] = {}
        self.arrays: dict[str, list[Constant]] = {}
        self.fields: dict[str, Field] = {}
        self.instantiations: list[Instantiation] = []
        self.asserts: list[Tuple] = []

    @property
    def named(self) -> tuple[Mapping[str, object], ...]:
        """Everything that has a name, by kind."""
        return self.functions, self.classes, self.aliases, self.constants, self.arrays, self.fields

    def collect(self, node: Node) -> None:
        """Add what stands directly in a node (a file, a namespace's or a class's body)."""
        self._children(node, self._scope, None, 0)

    def _children(self, node: Node, scope: tuple[str, ...], template: Tuple | None, depth: int) -> None:
        if depth > 60:
            return
        for child in node.named_children:
            self._visit(child, scope, template, depth)

    def _visit(self, node: Node, scope: tuple[str, ...], template: Tuple | None, depth: int) -> None:
        handler = _HANDLERS.get(node.type)
        if handler is not None:
            handler(self, node, scope, template, depth)

    def _template(self, node: Node, scope: tuple[str, ...], template: Tuple | None, depth: int) -> None:
        parameters = self._parsed.converter.template_parameters(node.child_by_field_name("parameters"))
        for child in node.named_children[1:]:
            self._visit(child, scope, (*(template or ()), *parameters), depth + 1)

    def _namespace(self, node: Node, scope: tuple[str, ...], template: Tuple | None, depth: int) -> None:
        del template
        name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        inner = (*scope, *self._parsed.converter.source(name).split("::")) if name is not None else scope
        if body is not None:
            self._children(body, inner, None, depth + 1)

    def _inside(self, node: Node, scope: tuple[str, ...], template: Tuple | None, depth: int) -> None:
        self._children(node, scope, template, depth + 1)

    def _static_assert(self, node: Node, scope: tuple[str, ...], template: Tuple | None, depth: int) -> None:
        del scope, template, depth
        self.asserts.extend(self._parsed.converter.statement(node))

    def _function(self, node: Node, scope: tuple[str, ...], template: Tuple | None, depth: int) -> None:
        function = Function(self._parsed, node, scope, template, self._owner)
        if function.name and function._declarator is not None:
            self.functions.setdefault(function.name, []).append(function)
            return
        body = node.child_by_field_name("body")
        if body is not None:  # a macro that was not expanded made a namespace or linkage block look like this
            self._children(body, scope, None, depth + 1)

    def _declaration(self, node: Node, scope: tuple[str, ...], template: Tuple | None, depth: int) -> None:
        del depth
        described = node.child_by_field_name("type")
        if described is not None and described.child_by_field_name("body") is not None:
            self._visit(described, scope, template, 1)
        converter = self._parsed.converter
        if node.child_by_field_name("declarator") is None:
            return
        if conversion_of(node) is not None:
            return
        for declared in _declared(converter, node):
            _, flags, made, name, shape, init, line, function = declared
            if (
                function is not None
                and not shape.startswith("[")
                and function.child_by_field_name("parameters") is not None
            ):
                made_function = Function(self._parsed, node, scope, template, self._owner)
                if made_function.name:
                    self.functions.setdefault(made_function.name, []).append(made_function)
                continue
            constant = "constexpr" in flags or "const" in flags
            if self._owner is not None:
                self.fields[name] = Field(made, shape, init, "static" in flags)
            if constant and init is not None:
                found = self.arrays if "[" in shape else self.constants
                found.setdefault(name, []).append(Constant(init, template, scope, made, line))

    def _class(self, node: Node, scope: tuple[str, ...], template: Tuple | None, depth: int) -> None:
        del depth
        made = ClassDef(self._parsed, node, scope, template)
        if made.name and made.has_body:
            self.classes.setdefault(made.name, []).append(made)

    def _enum(self, node: Node, scope: tuple[str, ...], template: Tuple | None, depth: int) -> None:
        del template, depth
        body = node.child_by_field_name("body")
        converter = self._parsed.converter
        previous: Tuple | None = None
        for child in body.named_children if body is not None else ():
            name, value = child.child_by_field_name("name"), child.child_by_field_name("value")
            if name is None:
                continue
            previous = _successor(previous) if value is None else converter.expression(value)
            line = converter.line(child)
            self.constants.setdefault(converter.source(name), []).append(Constant(previous, None, scope, AUTO, line))

    def _alias(self, node: Node, scope: tuple[str, ...], template: Tuple | None, depth: int) -> None:
        del depth
        described = node.child_by_field_name("type")
        if described is not None and described.child_by_field_name("body") is not None:
            self._visit(described, scope, template, 1)
        for statement in self._parsed.converter.statement(node):
            if statement[0] == "using" and statement[1]:
                self.aliases.setdefault(statement[1], []).append(Alias(statement[3], template, scope))

    def _instantiation(self, node: Node, scope: tuple[str, ...], template: Tuple | None, depth: int) -> None:
        del scope, template, depth
        converter = self._parsed.converter
        _, _, function = converter.declarator(node.child_by_field_name("declarator"))
        if function is None:
            return
        parts = converter.path(function.child_by_field_name("declarator"))
        if parts:
            external = converter.source(node).lstrip().startswith("extern")
            parameters = converter.parameters(function.child_by_field_name("parameters"))
            self.instantiations.append(
                Instantiation(parts[-1][0], parts[-1][1], parameters, external, converter.line(node))
            )


def _successor(value: Tuple | None) -> Tuple:
    """The value of an enumerator that follows one of this value."""
    if value is None:
        return ("const", 0)
    number = value[1] if value[0] == "const" else None
    return ("const", number + 1) if isinstance(number, int) else ("bin", "+", value, ("const", 1))


_HANDLERS = {
    "function_definition": Outline._function,
    "declaration": Outline._declaration,
    "field_declaration": Outline._declaration,
    "template_declaration": Outline._template,
    "struct_specifier": Outline._class,
    "class_specifier": Outline._class,
    "union_specifier": Outline._class,
    "namespace_definition": Outline._namespace,
    "enum_specifier": Outline._enum,
    "alias_declaration": Outline._alias,
    "type_definition": Outline._alias,
    "template_instantiation": Outline._instantiation,
    "static_assert_declaration": Outline._static_assert,
    **dict.fromkeys(
        ("linkage_specification", "declaration_list", "ERROR", "expression_statement", "friend_declaration"),
        Outline._inside,
    ),
}


def _declared(converter: Converter, node: Node) -> list[Tuple]:
    flags = converter._flags(node)
    made = converter.type_of(node.child_by_field_name("type")) if node.child_by_field_name("type") else AUTO
    default = node.child_by_field_name("default_value")
    found: list[Tuple] = []
    for child in node.children_by_field_name("declarator"):
        value = child.child_by_field_name("value") if child.type == "init_declarator" else default
        name, shape, function = converter.declarator(child)
        init = None if value is None else converter.expression(value)
        found.append(("decl", flags, made, name, shape, init, converter.line(child), function))
    return found
