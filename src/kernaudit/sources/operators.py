"""How functions are called here that are written with the word `operator` and no symbol: conversions and suffixes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["CONVERSION", "conversion_of", "literal_name", "operator_names", "parameter_list_of"]

CONVERSION: Final = "operator "
"""The name of every conversion function; what it converts to is its return type."""

_CONVERTING = re.compile(r"\boperator\s+(?!new\b|delete\b|co_await\b)[A-Za-z_:]")
_SUFFIX = re.compile(r'\boperator\s*""\s*([A-Za-z_]\w*)')
_ENDING = re.compile(r"::\s*~\s*([A-Za-z_]\w*)")
_MAX_DEPTH: Final = 8


def operator_names(head: str) -> set[str]:
    """Return the names of the conversions, suffixes and destructors that a head may declare."""
    found = {f"~{name}" for name in _ENDING.findall(head)} if "~" in head else set[str]()
    found |= {literal_name(f'operator""{suffix}') for suffix in _SUFFIX.findall(head)}
    return found | {CONVERSION} if _CONVERTING.search(head) is not None else found


def literal_name(name: str) -> str:
    """Return a function's name; of the operator of a suffix without its blank."""
    return name.replace(" ", "") if name.startswith("operator") and '"' in name else name


def conversion_of(node: Node) -> Node | None:
    """Return the `operator T()` that a function or a declaration declares."""
    inner = node.child_by_field_name("declarator")
    while inner is not None and inner.type == "qualified_identifier":
        inner = inner.child_by_field_name("name")
    return inner if inner is not None and inner.type == "operator_cast" else None


def parameter_list_of(cast: Node) -> Node | None:
    """Return what holds the (empty) parameters of a conversion, behind the `*` and `&` of its type."""
    inner = cast.child_by_field_name("declarator")
    for _ in range(_MAX_DEPTH):
        if inner is None or inner.type == "abstract_function_declarator":
            return inner
        inner = inner.child_by_field_name("declarator") or next(
            (child for child in inner.named_children if child.type.startswith("abstract")), None
        )
    return None
