"""What decides whether a function template takes part in a call: `enable_if` in its head, and `requires`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from kernaudit.sources.ast import Converter, Tuple

__all__ = ["ENABLING", "constraints_of"]

ENABLING: Final = frozenset({"enable_if", "enable_if_t"})
"""Names of the standard library whose first argument is a condition (C++ standard [meta.trans.other])."""


def constraints_of(converter: Converter, node: Node) -> tuple[Tuple, ...]:
    """Return the conditions of a function definition: an overload of which one is false is not meant."""
    outer = node.parent
    if outer is None or outer.type != "template_declaration":
        return ()
    heads = [outer.child_by_field_name("parameters"), node.child_by_field_name("type")]
    clauses = [one for one in outer.children if one.type == "requires_clause"]
    declarator = node.child_by_field_name("declarator")
    clauses += [one for one in (declarator.children if declarator is not None else ()) if one.type == "requires_clause"]
    found = [condition for head in heads if head is not None for condition in _enabling(converter, head)]
    found += [converter.expression(clause.child_by_field_name("constraint")) for clause in clauses]
    return tuple(found)


def _enabling(converter: Converter, head: Node) -> Iterator[Tuple]:
    pending = [head]
    while pending:
        node = pending.pop()
        if node.type == "template_type":
            name, arguments = converter.path(node)[-1]
            if name in ENABLING and arguments:
                yield arguments[0]
                continue
        pending.extend(node.named_children)
