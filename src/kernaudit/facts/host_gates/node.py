"""One declaration that host code may reach, and what its text mentions."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Final

from kernaudit.facts.host_gates.shapes import Kind, shape_of
from kernaudit.facts.host_gates.syntax import body_of

if TYPE_CHECKING:
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import ClassDef, Function
    from kernaudit.sources.syntax import Declaration

__all__ = ["Node"]

_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_STRING: Final = re.compile(r'R"([^()\\\s]{0,16})\((?:.|\n)*?\)\1"|"(?:[^"\\\n]|\\.)*"')
_NAMES_CODE: Final = re.compile(r'"[A-Za-z_]\w*"')
_PARTS: Final = re.compile(r"[A-Za-z_]\w*")


class Node:
    """A function, kernel, class, alias or initialised variable of namespace scope, or a method of a class.

    Attributes:
        kind: what it is.
        name: unqualified.
        scope: namespaces around it, and the qualifiers of its name.
        qualified: its name is written with qualifiers, so it may be a method.
        path, line: where it starts.
        internal: other units cannot see it.
        owner: the class whose method this is, if it was made from one.
    """

    __slots__ = (
        "__dict__", "_declaration", "_text", "internal", "kind", "line", "name", "owner", "path", "qualified", "scope",
    )  # fmt: skip

    def __init__(self, declaration: Declaration) -> None:
        shape = shape_of(declaration.kept)
        self._declaration = declaration
        self.kind, self.name, self.internal = shape.kind, shape.name, shape.internal
        self.path, self.line = declaration.path, declaration.line
        self.scope = (*declaration.scope, *shape.qualifiers)
        self.qualified = bool(shape.qualifiers)
        self.owner: Node | None = None
        self._text = declaration.kept[shape.body :]

    @classmethod
    def method(cls, function: Function, owner: Node) -> Node:
        """Return the node of a method that stands inside its class."""
        made = cls.__new__(cls)
        made._declaration = owner._declaration
        made.kind, made.name, made.internal = Kind.FUNCTION, function.name, True
        made.path, made.line = function.path, function.line
        made.scope, made.qualified, made.owner = (*owner.scope, owner.name), True, owner
        made._text = function.text
        made.__dict__["functions"] = (function,)
        return made

    # -- text --------------------------------------------------------------------------------------------------

    @cached_property
    def text(self) -> str:
        """Its code; of string literals only those that may name a kernel or hold code are kept."""
        return _STRING.sub(_kept_string, self._text) if '"' in self._text else self._text

    @cached_property
    def words(self) -> frozenset[str]:
        """Identifiers in its code."""
        return frozenset(_WORD.findall(self.text))

    def uses(self, name: str) -> tuple[tuple[str, ...], ...]:
        """Return the qualifiers of every use of a name that is no access to a member."""
        found: dict[tuple[str, ...], None] = {}
        for match in re.finditer(_use_pattern(name), self.text):
            if match[1] is None:
                found[tuple(_PARTS.findall(re.sub(r"<[^<>]*>", "", match[2] or "")))] = None
        return tuple(found)

    # -- syntax ------------------------------------------------------------------------------------------------

    @cached_property
    def functions(self) -> tuple[Function, ...]:
        """Its definitions as parsed; empty where the grammar could not read it."""
        outline = self._declaration.outline
        return tuple(f for f in outline.functions.get(self.name, ()) if f.has_body)

    @cached_property
    def classes(self) -> tuple[ClassDef, ...]:
        """Its class as parsed."""
        return tuple(self._declaration.outline.classes.get(self.name, ()))

    @cached_property
    def methods(self) -> tuple[Node, ...]:
        """The methods that stand inside a class."""
        found = [f for made in self.classes for same in made.members.functions.values() for f in same if f.has_body]
        return tuple(Node.method(function, self) for function in found)

    def body(self, function: Function) -> Tuple:
        """Return the statements of one of its functions."""
        bodies: dict[int, Tuple] = self.__dict__.setdefault("bodies", {})
        if id(function) not in bodies:
            bodies[id(function)] = body_of(function, self._declaration)
        return bodies[id(function)]

    @property
    def end(self) -> int:
        """The last line of its declaration."""
        return self._declaration.line + self._declaration.kept.count("\n")

    def __repr__(self) -> str:
        return f"<{self.kind.value} {'::'.join((*self.scope, self.name))} {self.path}:{self.line}>"


_PATTERNS: dict[str, re.Pattern[str]] = {}


def _use_pattern(name: str) -> re.Pattern[str]:
    found = _PATTERNS.get(name)
    if found is None:
        qualifiers = r"((?:[A-Za-z_]\w*\s*(?:<[^<>;{}]*>)?\s*::\s*)*)"
        found = _PATTERNS[name] = re.compile(rf"(?:(\.|->)\s*(?:template\s+)?|(?<![\w])){qualifiers}\b{re.escape(name)}\b")
    return found


def _kept_string(match: re.Match[str]) -> str:
    text = match[0]
    if text[0] == "R" or _NAMES_CODE.fullmatch(text):
        return f" {text[1:-1] if text[0] == chr(34) else text} "
    return '""'
