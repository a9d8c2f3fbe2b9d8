"""Turns the syntax tree of a function, class or type into small tuples, once and only where somebody asks.

Expressions: `("const", v)`, `("str", text)`, `("path", (("ns", None), ("f", args)))`, `("call", f, args, line)`,
`("launch", f, config, args, line)`, `("member", obj, (name, args), arrow)`, `("index", obj, items)`, `("un", op, a)`,
`("deref", a)`, `("addr", a)`, `("bin", op, a, b)`, `("assign", op, left, right, line)`, `("cond", c, a, b)`,
`("cast", type, a)`, `("construct", type, args, line)`, `("seq", a, b)`, `("sizeof", a)`, `("lambda", params, body)`,
`("init", items)`, `("asm", text, volatile, outputs, line)`, `("pack", a)`, `("opaque", parts)`, `("this",)`.

Statements: `("expr", e)`, `("decl", flags, type, name, shape, init, line)`, `("if", constexpr, init, cond, a, b, line)`,
`("for", init, cond, step, body)`, `("each", decl, range, body)`, `("while", cond, body)`, `("do", body, cond)`,
`("switch", cond, cases)` with cases `(value or None, statements)`, `("return", e)`, `("block", items)`, `("break",)`,
`("continue",)`, `("assert", e, line)`, `("using", name, params, type)`, `("empty",)`.

Types: `("type", path, pointers, reference)`. Parameters: `(name, type, shape, default, pack)`.
Shapes: `""` plain, `"*"` pointer, `"&"` reference, `"[]"` array.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

__all__ = ["AUTO", "Converter", "Tuple"]

Tuple = tuple[Any, ...]

AUTO: Tuple = ("type", (("auto", None),), 0, False)
_OPAQUE: Tuple = ("opaque", ())
_EMPTY: Tuple = ("empty",)
_STRING_PART = re.compile(r'(?:u8|[uUL])?(?:R"([^(\s]*)\(((?:.|\n)*?)\)\1"|"((?:[^"\\]|\\(?:.|\n))*)")')
_ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", '"': '"', "'": "'", "0": "\0", "\n": "", "r": "\r"}
_ESCAPE = re.compile(r"\\(.|\n)")
_NUMBER = re.compile(r"(0[xX][0-9a-fA-F]+|0[bB][01]+|\d+)[uUlLzZ]*")
_MAX_DEPTH = 150


class Converter:
    """Converts nodes of one parsed text.

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

    # -- expressions -------------------------------------------------------------------------------------------

    def expression(self, node: Node | None) -> Tuple:
        """Return the tuple of an expression; what has no meaning here keeps its parts as `opaque`."""
        if node is None:
            return _OPAQUE
        handler = _EXPRESSIONS.get(node.type)
        if self._depth > _MAX_DEPTH:
            return _OPAQUE
        self._depth += 1
        try:
            return handler(self, node) if handler is not None else self._opaque(node)
        finally:
            self._depth -= 1

    def _opaque(self, node: Node) -> Tuple:
        parts = tuple(self.expression(child) for child in node.named_children)
        return ("opaque", tuple(part for part in parts if part is not _OPAQUE)) if parts else _OPAQUE

    def _name(self, node: Node) -> Tuple:
        return ("path", ((self.source(node), None),))

    def _path(self, node: Node) -> Tuple:
        return ("path", self.path(node))

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
        return self.type_of(node) if node.type == "type_descriptor" else self.expression(node)

    def _number(self, node: Node) -> Tuple:
        text = self.source(node).replace("'", "")
        match = _NUMBER.fullmatch(text)
        if match is None:
            return ("const", None)
        digits = match[1]
        octal = len(digits) > 1 and digits[0] == "0" and digits.isdigit()
        return ("const", int(digits, 8 if octal and digits.strip("01234567") == "" else 10 if digits.isdigit() else 0))

    def _character(self, node: Node) -> Tuple:
        inside = self.source(node).strip("'")
        return ("const", ord(inside[-1])) if inside else _OPAQUE

    def _string(self, node: Node) -> Tuple:
        return ("str", self.string(self.source(node)))

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
        return self.expression(node.named_children[0]) if node.named_children else _OPAQUE

    def _comma(self, node: Node) -> Tuple:
        left = self.expression(node.child_by_field_name("left"))
        return ("seq", left, self.expression(node.child_by_field_name("right")))

    def _sizeof(self, node: Node) -> Tuple:
        described = node.child_by_field_name("type")
        if described is not None:
            return ("sizeof", self.type_of(described))
        return ("sizeof", self.expression(node.child_by_field_name("value")))

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

    def _pack(self, node: Node) -> Tuple:
        return ("pack", self._inner(node))

    # -- types and declarators ---------------------------------------------------------------------------------

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

    # -- statements --------------------------------------------------------------------------------------------

    def block(self, node: Node | None) -> Tuple:
        """Return the statements of a compound statement."""
        if node is None:
            return ()
        if node.type != "compound_statement":
            return tuple(self.statement(node))
        found: list[Tuple] = []
        for child in node.named_children:
            found.extend(self.statement(child))
        return tuple(found)

    def statement(self, node: Node) -> list[Tuple]:
        """Return the statements that a node stands for (a declaration may declare several names)."""
        handler = _STATEMENTS.get(node.type)
        if self._depth > _MAX_DEPTH:
            return [("expr", _OPAQUE)]
        self._depth += 1
        try:
            return handler(self, node) if handler is not None else [("expr", self.expression(node))]
        finally:
            self._depth -= 1

    def _one(self, node: Node | None) -> Tuple:
        found = () if node is None else self.block(node)
        return found[0] if len(found) == 1 else ("block", found)

    def _expression_statement(self, node: Node) -> list[Tuple]:
        return [("expr", self.expression(child)) for child in node.named_children]

    def _compound(self, node: Node) -> list[Tuple]:
        return [("block", self.block(node))]

    def _flags(self, node: Node) -> frozenset[str]:
        body = node.child_by_field_name("declarator") or node
        head = self.text[node.start_byte : max(body.start_byte, node.start_byte)]
        return frozenset(word for word in _FLAGS if word in head)

    def _declaration(self, node: Node) -> list[Tuple]:
        flags = self._flags(node)
        base = self.type_of(node.child_by_field_name("type"))
        found: list[Tuple] = []
        for child in node.children_by_field_name("declarator"):
            value = child.child_by_field_name("value") if child.type == "init_declarator" else None
            name, shape, function = self.declarator(child)
            if child.type == "structured_binding_declarator" or name.startswith("["):
                found.append(("decl", flags, AUTO, name.strip("[] "), shape, self.expression(value), self.line(child)))
                continue
            init: Tuple | None = None if value is None else self._initial(value)
            if function is not None and not shape:
                init = self._constructed(function)
            found.append(("decl", flags, base, name, shape, init, self.line(child)))
        if not found:
            found.append(_EMPTY)
        return found

    def _initial(self, node: Node) -> Tuple:
        if node.type == "argument_list":
            return ("construct", AUTO, self._list(node), self.line(node))
        return self.expression(node)

    def _constructed(self, function: Node) -> Tuple:
        """`T x(a, b);` reads like a function's declaration; its parameters are the arguments."""
        parameters = function.child_by_field_name("parameters")
        names = () if parameters is None else tuple(
            ("path", self.path(child.child_by_field_name("type"))) for child in parameters.named_children
        )  # fmt: skip
        return ("construct", AUTO, names, self.line(function))

    def _if(self, node: Node) -> list[Tuple]:
        constexpr = any(child.type == "constexpr" for child in node.children)
        clause = node.child_by_field_name("condition")
        init: Tuple = _EMPTY
        condition: Tuple = _OPAQUE
        if clause is not None:
            initializer = clause.child_by_field_name("initializer")
            init = _EMPTY if initializer is None else self._one(initializer)
            value = clause.child_by_field_name("value")
            if value is None and clause.type != "condition_clause":
                value = clause
            if value is not None and value.type == "declaration":
                declared = self._declaration(value)[0]
                init, condition = declared, ("path", ((declared[3], None),)) if declared[0] == "decl" else _OPAQUE
            else:
                condition = self.expression(value)
        other = node.child_by_field_name("alternative")
        if other is not None and other.type == "else_clause":
            other = other.named_children[0] if other.named_children else None
        yes = self._one(node.child_by_field_name("consequence"))
        return [("if", constexpr, init, condition, yes, self._one(other), self.line(node))]

    def _for(self, node: Node) -> list[Tuple]:
        initializer = node.child_by_field_name("initializer")
        init = _EMPTY if initializer is None else self._one(initializer)
        condition = node.child_by_field_name("condition")
        update = node.child_by_field_name("update")
        test = ("const", 1) if condition is None else self.expression(condition)
        step = _OPAQUE if update is None else self.expression(update)
        return [("for", init, test, step, self._one(node.child_by_field_name("body")))]

    def _each(self, node: Node) -> list[Tuple]:
        name, shape, _ = self.declarator(node.child_by_field_name("declarator"))
        declared = (
            "decl",
            frozenset(),
            self.type_of(node.child_by_field_name("type")),
            name,
            shape,
            None,
            self.line(node),
        )
        source = self.expression(node.child_by_field_name("right"))
        return [("each", declared, source, self._one(node.child_by_field_name("body")))]

    def _clause(self, node: Node | None) -> Tuple:
        value = None if node is None else node.child_by_field_name("value")
        return self.expression(node if value is None else value)

    def _while(self, node: Node) -> list[Tuple]:
        condition = self._clause(node.child_by_field_name("condition"))
        return [("while", condition, self._one(node.child_by_field_name("body")))]

    def _do(self, node: Node) -> list[Tuple]:
        body = self._one(node.child_by_field_name("body"))
        return [("do", body, self.expression(node.child_by_field_name("condition")))]

    def _switch(self, node: Node) -> list[Tuple]:
        cases: list[Tuple] = []
        body = node.child_by_field_name("body")
        for child in body.named_children if body is not None else ():
            if child.type != "case_statement":
                continue
            value = child.child_by_field_name("value")
            inside: list[Tuple] = []
            for statement in child.named_children:
                if value is None or statement.start_byte != value.start_byte:
                    inside.extend(self.statement(statement))
            cases.append((None if value is None else self.expression(value), tuple(inside)))
        return [("switch", self._clause(node.child_by_field_name("condition")), tuple(cases))]

    def _return(self, node: Node) -> list[Tuple]:
        return [("return", self.expression(node.named_children[0]) if node.named_children else None)]

    def _static_assert(self, node: Node) -> list[Tuple]:
        return [("assert", self.expression(node.child_by_field_name("condition")), self.line(node))]

    def _using(self, node: Node) -> list[Tuple]:
        name = node.child_by_field_name("name")
        made = self.type_of(node.child_by_field_name("type"))
        return [("using", "" if name is None else self.source(name), (), made)]

    def _typedef(self, node: Node) -> list[Tuple]:
        made = self.type_of(node.child_by_field_name("type"))
        found: list[Tuple] = []
        for child in node.children_by_field_name("declarator"):
            name, shape, function = self.declarator(child)
            described = ("type", made[1], 1 if shape == "*" or function is not None else 0, False)
            found.append(("using", name, (), described))
        return found

    def _nothing(self, node: Node) -> list[Tuple]:
        del node
        return [_EMPTY]

    def _labeled(self, node: Node) -> list[Tuple]:
        return [s for child in node.named_children[1:] for s in self.statement(child)]

    def _break(self, node: Node) -> list[Tuple]:
        return [("continue",) if node.type == "continue_statement" else ("break",)]

    def _try(self, node: Node) -> list[Tuple]:
        return self._compound(node.child_by_field_name("body") or node)

    def _this(self, node: Node) -> Tuple:
        del node
        return ("this",)

    def _truth(self, node: Node) -> Tuple:
        return ("const", node.type == "true")

    def _null(self, node: Node) -> Tuple:
        del node
        return ("const", 0)


_FLAGS = ("constexpr", "const", "static", "__shared__", "extern", "volatile")
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


_EXPRESSIONS: dict[str, Callable[[Converter, Node], Tuple]] = {
    **dict.fromkeys(("identifier", "field_identifier", "type_identifier", "namespace_identifier"), Converter._name),
    **dict.fromkeys(
        ("qualified_identifier", "template_function", "template_type", "template_method", "dependent_name"),
        Converter._path,
    ),
    "primitive_type": Converter._name,
    "sized_type_specifier": Converter._path,
    "type_descriptor": Converter.type_of,
    "number_literal": Converter._number,
    "char_literal": Converter._character,
    "string_literal": Converter._string,
    "raw_string_literal": Converter._string,
    "concatenated_string": Converter._string,
    "true": Converter._truth,
    "false": Converter._truth,
    "null": Converter._null,
    "nullptr": Converter._null,
    "this": Converter._this,
    "call_expression": Converter._call,
    "field_expression": Converter._member,
    "subscript_expression": Converter._index,
    "unary_expression": Converter._unary,
    "pointer_expression": Converter._pointer,
    "update_expression": Converter._update,
    "binary_expression": Converter._binary,
    "assignment_expression": Converter._assign,
    "conditional_expression": Converter._condition,
    "cast_expression": Converter._cast,
    "compound_literal_expression": Converter._construct,
    "parenthesized_expression": Converter._inner,
    "comma_expression": Converter._comma,
    "sizeof_expression": Converter._sizeof,
    "lambda_expression": Converter._lambda,
    "initializer_list": Converter._init,
    "gnu_asm_expression": Converter._asm,
    "parameter_pack_expansion": Converter._pack,
}

_STATEMENTS: dict[str, Callable[[Converter, Node], list[Tuple]]] = {
    "expression_statement": Converter._expression_statement,
    "compound_statement": Converter._compound,
    "declaration": Converter._declaration,
    "if_statement": Converter._if,
    "for_statement": Converter._for,
    "for_range_loop": Converter._each,
    "while_statement": Converter._while,
    "do_statement": Converter._do,
    "switch_statement": Converter._switch,
    "return_statement": Converter._return,
    "static_assert_declaration": Converter._static_assert,
    "alias_declaration": Converter._using,
    "type_definition": Converter._typedef,
    "labeled_statement": Converter._labeled,
    "break_statement": Converter._break,
    "continue_statement": Converter._break,
    "try_statement": Converter._try,
    "using_declaration": Converter._nothing,
    "comment": Converter._nothing,
    "struct_specifier": Converter._nothing,
    "class_specifier": Converter._nothing,
    "enum_specifier": Converter._nothing,
}
