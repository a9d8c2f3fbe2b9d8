"""The data members of a class in the order in which they lie in memory, as written: types, bounds, alignment."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kernaudit.facts.shared_memory.syntax import LayoutConverter, array_bounds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.syntax import Declaration

__all__ = ["Body", "Member", "class_body"]

_SPECIFIERS: Final = frozenset({"struct_specifier", "class_specifier", "union_specifier"})
_ALIGNMENT: Final = re.compile(r"\b(?:__align__|alignas|__builtin_align__)\s*\(")
_STATIC: Final = re.compile(r"\b(?:static|typedef|friend|using)\b")
_POINTERS: Final = frozenset({"pointer_declarator", "reference_declarator"})


@dataclass(frozen=True, slots=True)
class Member:
    """One data member.

    Attributes:
        name: empty for an anonymous struct or union.
        type: as a tuple; None where it is written in place (`body` has it then).
        pointer: it is a pointer or a reference.
        bounds: array bounds, None for `[]`.
        alignment: arguments of `alignas` and the like.
        bits: it is a bit-field.
        body: the members of a type that has no name.
    """

    name: str
    type: Tuple | None
    pointer: bool
    bounds: tuple[Tuple | None, ...]
    alignment: tuple[str, ...]
    bits: bool
    body: Body | None


@dataclass(frozen=True, slots=True)
class Body:
    """What lies inside a class.

    Attributes:
        union: its members lie on top of each other.
        alignment: arguments of `alignas` on the class.
        virtual: it has a virtual function, hence a hidden pointer.
    """

    members: tuple[Member, ...]
    union: bool
    alignment: tuple[str, ...]
    virtual: bool


def class_body(parsed: Declaration, node: Node) -> Body:
    """Return what lies inside a class, struct or union."""
    body = node.child_by_field_name("body")
    head_end = node.end_byte if body is None else body.start_byte
    head = parsed.kept[parsed.head_start(node.start_byte) : head_end]
    members = tuple(_members(parsed, body)) if body is not None else ()
    virtual = body is not None and re.search(r"\bvirtual\b", parsed.text[body.start_byte : body.end_byte]) is not None
    return Body(members, node.type == "union_specifier", _alignments(head), virtual)


def _members(parsed: Declaration, body: Node) -> Iterator[Member]:
    converter = LayoutConverter(parsed.text, parsed.line)
    previous = body.start_byte + 1
    for child in body.named_children:
        if child.type == "field_declaration":
            kept = parsed.kept[previous : child.end_byte]
            yield from _declared(parsed, converter, child, kept)
        previous = child.end_byte


def _declared(parsed: Declaration, converter: LayoutConverter, node: Node, kept: str) -> Iterator[Member]:
    described = node.child_by_field_name("type")
    declarators = node.children_by_field_name("declarator")
    first = declarators[0].start_byte if declarators else node.end_byte
    written = described is not None and described.child_by_field_name("body") is not None
    head_end = described.start_byte if written and described is not None else first
    if described is None or _STATIC.search(parsed.text[node.start_byte : head_end]):
        return
    inline = None
    if written and described.type in _SPECIFIERS and described.child_by_field_name("name") is None:
        inline = class_body(parsed, described)
    made = None if inline is not None else converter.type_of(described)
    alignment = _alignments(kept)
    bits = any(child.type == "bitfield_clause" for child in node.named_children)
    if not declarators and inline is not None:
        yield Member("", None, False, (), alignment, False, inline)
    for declarator in declarators:
        name, shape, function = converter.declarator(declarator)
        if function is not None and shape != "*":
            continue
        pointer = shape in ("*", "&") or function is not None
        bounds = () if function is not None else array_bounds(converter, declarator)
        yield Member(name, made, pointer, bounds, alignment, bits, inline)


def _alignments(text: str) -> tuple[str, ...]:
    """The arguments of all alignment attributes in a text."""
    return tuple(_argument(text, match.end()) for match in _ALIGNMENT.finditer(text))


def _argument(text: str, start: int) -> str:
    depth = 1
    for index in range(start, len(text)):
        depth += (text[index] == "(") - (text[index] == ")")
        if depth == 0:
            return text[start:index].strip()
    return text[start:].strip()
