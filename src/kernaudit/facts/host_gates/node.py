"""One declaration that host code may reach, and what its text mentions."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Final

from kernaudit.facts.host_gates.shapes import Kind, shape_of
from kernaudit.facts.host_gates.syntax import body_of

if TYPE_CHECKING:
    from kernaudit.facts.host_gates.known import HostNames
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import ClassDef, Function
    from kernaudit.sources.syntax import Declaration

__all__ = ["Node"]

_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_STRING: Final = re.compile(r'R"([^()\\\s]{0,16})\((?:.|\n)*?\)\1"|"(?:[^"\\\n]|\\.)*"')
_NAMES_CODE: Final = re.compile(r'"[A-Za-z_]\w*"')
_QUALIFIERS: Final = re.compile(r"(?:[A-Za-z_]\w*\s*(?:<[^<>;{}]*>)?\s*::\s*)+$")
_ANGLES: Final = re.compile(r"<[^<>]*>")
_BRANCHING: Final = frozenset({"if", "else", "for", "while", "switch", "return", "try", "catch", "goto", "and", "or"})
_CHOOSES: Final = re.compile(r"\|\||&&|\?|\[[&=\]]")
_REGISTERS: Final = re.compile(r"\.\s*(?:def|impl)\s*\(\s*\"")
_LOOK_BACK: Final = 160


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
        "__dict__", "_asks", "_declaration", "_text",
        "internal", "kind", "line", "name", "owner", "path", "qualified", "scope",
    )  # fmt: skip

    def __init__(self, declaration: Declaration) -> None:
        shape = shape_of(declaration.kept)
        self._declaration = declaration
        self.kind, self.name, self.internal = shape.kind, shape.name, shape.internal
        self.path, self.line = declaration.path, declaration.line
        self.scope = (*declaration.scope, *shape.qualifiers)
        self.qualified = bool(shape.qualifiers)
        self.owner: Node | None = None
        self._asks: bool | None = None
        self._text = declaration.kept[shape.body :]

    @classmethod
    def method(cls, function: Function, owner: Node) -> Node:
        """Return the node of a method that stands inside its class."""
        made = cls.__new__(cls)
        made._declaration = owner._declaration
        made.kind, made.name, made.internal = Kind.FUNCTION, function.name, True
        made.path, made.line = function.path, function.line
        made.scope, made.qualified, made.owner = (*owner.scope, owner.name), True, owner
        made._text, made._asks = function.text, None
        made.__dict__["functions"] = (function,)
        return made

    @classmethod
    def whole(cls, declaration: Declaration, text: str) -> Node:
        """Return a node for the whole text of a file that starts with a declaration."""
        made = cls(declaration)
        made._text = text
        return made

    # -- text --------------------------------------------------------------------------------------------------

    @cached_property
    def text(self) -> str:
        """Its code; of string literals only those that may name a kernel or hold code are kept."""
        return _STRING.sub(_kept_string, self._text) if '"' in self._text else self._text

    @cached_property
    def spelled(self) -> frozenset[str]:
        """Identifiers in string literals that may name a kernel or hold code."""
        found = (
            match[0] for match in _STRING.finditer(self._text) if match[0][0] == "R" or _NAMES_CODE.fullmatch(match[0])
        )
        return frozenset(word for text in found for word in _WORD.findall(text)) if '"' in self._text else frozenset()

    @cached_property
    def _uses(self) -> dict[str, tuple[tuple[str, ...], ...]]:
        return {}

    @cached_property
    def words(self) -> frozenset[str]:
        """Identifiers in its code."""
        return frozenset(_WORD.findall(self.text))

    def asks(self, names: HostNames) -> bool:
        """Whether its own code asks for the device."""
        if self._asks is None:
            self._asks = names.asks(self.words, self.text)
        return self._asks

    def never_returns(self, names: HostNames) -> bool:
        """Whether its code is a straight way to a `throw`, or to a call that never returns."""
        if "noreturn" in self._declaration.kept[: self._declaration.kept.find("{")]:
            return True
        words = self.words
        if not words.isdisjoint(_BRANCHING) or _CHOOSES.search(self.text) is not None:
            return False
        return "throw" in words or any(names.kind(one) == "abort" for one in words)

    @cached_property
    def registers(self) -> bool:
        """Whether its code gives functions a name that Python sees, or it is where a program starts."""
        return self.name == "main" or _REGISTERS.search(self._text) is not None

    def uses(self, name: str) -> tuple[tuple[str, ...], ...]:
        """Return the qualifiers of every use of a name that is no access to a member."""
        known = self._uses.get(name)
        if known is None:
            known = self._uses[name] = self._find_uses(name)
        return known

    def _find_uses(self, name: str) -> tuple[tuple[str, ...], ...]:
        found: dict[tuple[str, ...], None] = {}
        text, position, length = self.text, -1, len(name)
        while (position := text.find(name, position + 1)) >= 0:
            end = position + length
            if (position and _is_word(text[position - 1])) or (end < len(text) and _is_word(text[end])):
                continue
            before = text[max(0, position - _LOOK_BACK) : position].rstrip()
            if before.endswith("::"):
                qualifiers = _QUALIFIERS.search(before)
                found[tuple(_WORD.findall(_ANGLES.sub("", qualifiers[0])) if qualifiers else ())] = None
            elif not before.endswith((".", "->", "->template", ".template")):
                found[()] = None
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

    @property
    def source(self) -> str:
        """The text of its declaration."""
        return self._declaration.kept

    @property
    def declared(self) -> frozenset[str]:
        """The names that its declaration may declare; of an enumeration, its enumerators."""
        return self._declaration.names

    def constant(self, name: str) -> Tuple | None:
        """Return the value of a constant, enumerator or static member as written."""
        outlines = [self._declaration.outline, *(made.members for made in self.classes)]
        for outline in outlines:
            found = outline.constants.get(name)
            if found and isinstance(found[-1].value, tuple):
                return found[-1].value
        return None

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


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _kept_string(match: re.Match[str]) -> str:
    text = match[0]
    if text[0] == "R" or _NAMES_CODE.fullmatch(text):
        return f" {text[1:-1] if text[0] == chr(34) else text} "
    return '""'
