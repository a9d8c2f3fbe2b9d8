"""What a declaration of namespace scope is to a reader of host code, told from its text alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from kernaudit.sources.syntax import blank_qualifiers

__all__ = ["Kind", "Shape", "shape_of"]


class Kind(Enum):
    """Kinds of declarations."""

    FUNCTION = "function"
    KERNEL = "kernel"
    CLASS = "class"
    ALIAS = "alias"
    GLOBAL = "global"
    PROTOTYPE = "prototype"
    FRAGMENT = "fragment"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Shape:
    """A declaration: its kind, its name, the qualifiers before the name, and where what it mentions starts.

    Attributes:
        internal: other units cannot see it.
    """

    kind: Kind
    name: str = ""
    qualifiers: tuple[str, ...] = ()
    body: int = 0
    internal: bool = False


_CLASS: Final = re.compile(
    r"\s*(?:(?:typedef|static|constexpr|const|extern)\s+)*(struct|class|union|enum)\b([^:{(<=]*)"
)
_STATEMENT: Final = re.compile(r"\s*(?:if|else|case|for|while|switch|do|return)\b")
_USING: Final = re.compile(r"\s*using\s+([A-Za-z_]\w*)\s*=")
_TEMPLATE: Final = re.compile(r"\s*template\s*<")
_REQUIRES: Final = re.compile(r"\s*requires\b")
_ANGLES: Final = re.compile(r"<[^<>;{}]*>")
_NAME: Final = re.compile(r"\b((?:[A-Za-z_]\w*\s*::\s*)*)(operator\s*(?:\(\s*\)|[^\s\w(]+|\w+)|~?[A-Za-z_]\w*)\s*\(")
_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_NO_NAME: Final = frozenset(
    {"decltype", "noexcept", "throw", "sizeof", "alignas", "requires", "if", "for", "while", "__attribute__"}
)
_FUNCTION_POINTER: Final = re.compile(
    r"^[\w\s:<>,*&]*\(\s*\*\s*(?:const\s+)?([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*\)\s*\([^()]*\)\s*(?=[={])"
)
_VALUE: Final = re.compile(r"([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*(?:=(?!=)|$)")


def shape_of(kept: str) -> Shape:
    """Return the shape of a declaration's text; statements are a fragment that another file includes in a function."""
    if _STATEMENT.match(kept):
        return Shape(Kind.FRAGMENT)
    brace = kept.find("{")
    head = kept if brace < 0 else kept[:brace]
    plain = _without_template(blank_qualifiers(head))
    if plain.lstrip().startswith(("using ", "typedef ")) and brace < 0:
        return _alias(kept, plain)
    found = _CLASS.match(plain)
    if found is not None and brace >= 0 and _is_class(plain, found.end()):
        words = [word for word in _WORD.findall(found[2]) if word not in ("class", "struct", "final")]
        start = brace if found[1] == "enum" else len(head) - len(plain) + found.end()
        return Shape(Kind.CLASS, words[-1] if words else "", body=start)
    pointer = _FUNCTION_POINTER.match(plain if brace < 0 else f"{plain}{{")
    if pointer is not None:
        return Shape(Kind.GLOBAL, pointer[1], body=kept.find("=") if "=" in kept else brace)
    named = _function_name(plain)
    value = _assigned_at(plain, named)
    if value >= 0:
        return _global(kept, plain, value)
    if named is None:
        return _global(kept, plain, brace) if brace >= 0 else Shape(Kind.OTHER)
    qualifiers = tuple(_WORD.findall(named[1]))
    name = re.sub(r"\s+", "", named[2])
    internal = bool(re.search(r"\b(?:static|inline|constexpr)\b", plain[: named.start()]))
    if brace >= 0:
        return _function(head, name, qualifiers, brace, internal)
    if not plain[: named.start()].strip():  # no type before the name: a macro that the tree does not define
        return Shape(Kind.GLOBAL, "", body=kept.find("("))
    return Shape(Kind.PROTOTYPE, name, qualifiers)


def _is_class(plain: str, position: int) -> bool:
    """Whether a class's body follows, and no function whose type is named with `struct`."""
    following = plain[position : position + 1]
    return following in ("", ":", "<") and "(" not in plain[position:].partition(":")[0]


def _function(head: str, name: str, qualifiers: tuple[str, ...], brace: int, internal: bool) -> Shape:
    if "__global__" in head:
        return Shape(Kind.KERNEL, name, qualifiers, brace, internal)
    if "__device__" in head and "__host__" not in head:
        return Shape(Kind.OTHER)
    return Shape(Kind.FUNCTION, name, qualifiers, brace, internal)


def _without_template(head: str) -> str:
    """The head without `template <...>` and the requirement after it."""
    while (match := _TEMPLATE.match(head)) is not None:
        depth, position = 1, match.end()
        while position < len(head) and depth:
            depth += {"<": 1, ">": -1}.get(head[position], 0)
            position += 1
        head = head[position:]
    return head


def _function_name(plain: str) -> re.Match[str] | None:
    flat = plain
    for _ in range(6):
        shorter = _ANGLES.sub("", flat)
        if shorter == flat:
            break
        flat = shorter
    requires = _REQUIRES.match(flat)
    position = 0 if requires is None else requires.end()
    for match in _NAME.finditer(flat, position):
        if match[2] not in _NO_NAME:
            return match
    return None


def _assigned_at(plain: str, named: re.Match[str] | None) -> int:
    """Where a `=` stands that makes this a variable with a value, else -1 (not `operator=` or a default argument)."""
    match = re.search(r"(?<![=!<>+\-*/%&|^])=(?!=)", plain)
    if match is None:
        return -1
    if named is not None:
        bracket = plain.find("(")
        if "operator" in plain[: match.start()] or (0 <= bracket < match.start()):
            return -1
    return match.start()


def _alias(kept: str, plain: str) -> Shape:
    using = _USING.match(plain)
    if using is not None:
        return Shape(Kind.ALIAS, using[1], body=kept.find("="))
    words = _WORD.findall(plain)
    return (
        Shape(Kind.ALIAS, words[-1] if words else "", body=0)
        if plain.lstrip().startswith("typedef")
        else Shape(Kind.OTHER)
    )


def _global(kept: str, plain: str, value: int) -> Shape:
    names = _VALUE.findall(plain[: value + 1] if value >= 0 else plain)
    start = kept.find("=") if "=" in kept else max(kept.find("{"), 0)
    return Shape(Kind.GLOBAL, names[0] if names else "", body=start)
