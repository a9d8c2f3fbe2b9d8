"""Turns the syntax tree of a function, class or type into small tuples, once and only where somebody asks.

Expressions: `("const", v)`, `("str", text)`, `("path", (("ns", None), ("f", args)))`, `("call", f, args, line)`,
`("launch", f, config, args, line)`, `("member", obj, (name, args), arrow)`, `("index", obj, items)`, `("un", op, a)`,
`("deref", a)`, `("addr", a)`, `("bin", op, a, b)`, `("assign", op, left, right, line)`, `("cond", c, a, b)`,
`("cast", type, a)`, `("construct", type, args, line)`, `("seq", a, b)`, `("sizeof", a)`, `("count", pack)`,
`("lambda", params, body)`, `("init", items)`, `("asm", text, volatile, outputs, line)`, `("pack", a)`,
`("fold", op, sides)`, `("opaque", parts)`, `("this",)`.

Statements: `("expr", e)`, `("decl", flags, type, name, shape, init, line)`,
`("if", constexpr, init, cond, a, b, line)`, `("for", init, cond, step, body)`, `("each", decl, range, body)`,
`("while", cond, body)`, `("do", body, cond)`,
`("switch", cond, cases)` with cases `(value or None, statements)`, `("return", e)`, `("block", items)`, `("break",)`,
`("continue",)`, `("goto",)`, `("assert", e, line)`, `("using", name, params, type)`, `("empty",)`.

Types: `("type", path, pointers, reference)`; a template argument `f(a)` has the operands too, as it may be a call.
Parameters: `(name, type, shape, default, pack)`.
Shapes: `""` plain, `"*"` pointer, `"&"` reference, `"[]"` array.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernaudit.sources.ast_expressions import MAX_DEPTH, OPAQUE, ExpressionReader
from kernaudit.sources.ast_names import AUTO, Tuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tree_sitter import Node

__all__ = ["AUTO", "STATEMENTS", "Converter", "Tuple"]

_EMPTY: Tuple = ("empty",)


class Converter(ExpressionReader):
    """Converts nodes of one parsed text: names, types, expressions and statements.

    Attributes:
        statements: what reads a statement's node, by its type.
    """

    statements: Mapping[str, Callable[[Any, Node], list[Tuple]]] = {}

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
        handler = self.statements.get(node.type)
        if self._depth > MAX_DEPTH:
            return [("expr", OPAQUE)]
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

    def _declaration(self, node: Node) -> list[Tuple]:
        flags = self._flags(node)
        base = self.type_of(node.child_by_field_name("type"))
        found: list[Tuple] = []
        for child in node.children_by_field_name("declarator"):
            holder = child if child.type == "init_declarator" else node  # in a condition, the declaration has it
            value = holder.child_by_field_name("value")
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
        before, condition = self._clause(clause)
        other = node.child_by_field_name("alternative")
        if other is not None and other.type == "else_clause":
            other = other.named_children[0] if other.named_children else None
        yes = self._one(node.child_by_field_name("consequence"))
        init = before.pop() if before else _EMPTY
        return _scoped(before, ("if", constexpr, init, condition, yes, self._one(other), self.line(node)))

    def _for(self, node: Node) -> list[Tuple]:
        initializer = node.child_by_field_name("initializer")
        init = _EMPTY if initializer is None else self._one(initializer)
        condition = node.child_by_field_name("condition")
        update = node.child_by_field_name("update")
        test = ("const", 1) if condition is None else self.expression(condition)
        step = OPAQUE if update is None else self.expression(update)
        return [("for", init, test, step, self._one(node.child_by_field_name("body")))]

    def _each(self, node: Node) -> list[Tuple]:
        name, shape, _ = self.declarator(node.child_by_field_name("declarator"))
        declared: Tuple = (
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

    def _clause(self, clause: Node | None) -> tuple[list[Tuple], Tuple]:
        """What stands in the brackets of a statement: declarations, and the condition."""
        if clause is None:
            return [], OPAQUE
        initializer = clause.child_by_field_name("initializer")
        before = [] if initializer is None else self.statement(initializer)
        value = clause.child_by_field_name("value")
        if value is None and clause.type != "condition_clause":
            value = clause
        if value is None or value.type != "declaration":
            return before, self.expression(value)
        declared = self._declaration(value)[0]
        return [*before, declared], ("path", ((declared[3], None),)) if declared[0] == "decl" else OPAQUE

    def _while(self, node: Node) -> list[Tuple]:
        before, condition = self._clause(node.child_by_field_name("condition"))
        return _scoped(before, ("while", condition, self._one(node.child_by_field_name("body"))))

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
        before, condition = self._clause(node.child_by_field_name("condition"))
        return _scoped(before, ("switch", condition, tuple(cases)))

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

    def _initializer(self, node: Node) -> list[Tuple]:
        return [statement for child in node.named_children for statement in self.statement(child)]

    def _labeled(self, node: Node) -> list[Tuple]:
        return [s for child in node.named_children[1:] for s in self.statement(child)]

    def _break(self, node: Node) -> list[Tuple]:
        return [("continue",) if node.type == "continue_statement" else ("break",)]

    def _goto(self, node: Node) -> list[Tuple]:
        del node
        return [("goto",)]

    def _try(self, node: Node) -> list[Tuple]:
        return self._compound(node.child_by_field_name("body") or node)


def _scoped(before: list[Tuple], statement: Tuple) -> list[Tuple]:
    """A statement behind the declarations that it alone sees."""
    return [("block", (*before, statement))] if before else [statement]


STATEMENTS: dict[str, Callable[[Converter, Node], list[Tuple]]] = {
    "expression_statement": Converter._expression_statement,
    "compound_statement": Converter._compound,
    "declaration": Converter._declaration,
    "if_statement": Converter._if,
    "for_statement": Converter._for,
    "for_range_loop": Converter._each,
    "while_statement": Converter._while,
    "do_statement": Converter._do,
    "switch_statement": Converter._switch,
    "init_statement": Converter._initializer,
    "return_statement": Converter._return,
    "static_assert_declaration": Converter._static_assert,
    "alias_declaration": Converter._using,
    "type_definition": Converter._typedef,
    "labeled_statement": Converter._labeled,
    "break_statement": Converter._break,
    "continue_statement": Converter._break,
    "goto_statement": Converter._goto,
    "try_statement": Converter._try,
    "using_declaration": Converter._nothing,
    "comment": Converter._nothing,
    "struct_specifier": Converter._nothing,
    "class_specifier": Converter._nothing,
    "enum_specifier": Converter._nothing,
}
Converter.statements = STATEMENTS
