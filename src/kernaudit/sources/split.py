"""Cuts active text into the declarations of namespace scope, by braces and semicolons alone.

A grammar needs whole files and loses its way at one macro; this needs neither, and each declaration can then be parsed
alone, when somebody asks for a name that it may declare.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kernaudit.sources.operators import operator_names

__all__ = ["Piece", "declared_names", "split_declarations"]

_BOUNDARY = re.compile(r'[;{}]|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'')
_BRACE = re.compile(r'[{}]|R"([^()\\\s]{0,16})\((?:.|\n)*?\)\1"|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)\'')
_SCOPE = re.compile(r"(?:^|[\s;}])(?:inline\s+)?namespace\b([^;{}()=]*)$|extern\s*\"C(?:\+\+)?\"\s*$")
_WORD = re.compile(r"[A-Za-z_]\w*")
_PARENTHESIS = re.compile(r"[()]")
_CLASS_WORD = re.compile(r"\b(?:struct|class|union|enum)\b")
_BEFORE_CLASS = re.compile(
    r"(?:template\s*<.*>|typedef|static|constexpr|const|extern|inline|\[\[[^\]]*\]\]|\s)*\Z", re.DOTALL
)
_ATTRIBUTE = r"(?:\[\[[^\]]*\]\]|(?:alignas|__align__|__builtin_align__|__attribute__)\s*\((?:[^()]|\([^()]*\))*\))\s*"
_CLASS_NAME = re.compile(rf"\b(?:struct|class|union|enum)\s+(?:class\s+|struct\s+)?(?:{_ATTRIBUTE})*([A-Za-z_]\w*)")
_USING = re.compile(r"\busing\s+([A-Za-z_]\w*)\s*=")
_OPERATOR = re.compile(r"operator\s*([^\sA-Za-z_(]+|\(\s*\))\s*\Z")
_REACH = 200
"""How far back the template arguments of a name are followed."""
_ENUMERATOR = re.compile(r"[{,]\s*([A-Za-z_]\w*)")
_NO_NAMES = frozenset(
    {"if", "for", "while", "switch", "return", "sizeof", "decltype", "defined", "alignas", "requires"}
)


@dataclass(frozen=True, slots=True)
class Piece:
    """One declaration: its place in the text, the line it starts on, and the namespaces around it.

    `body` is where its first `{` stands, or -1.
    """

    start: int
    end: int
    line: int
    scope: tuple[str, ...]
    body: int


def split_declarations(text: str) -> list[Piece]:
    """Return the declarations of a text in order; unbalanced braces end at the end of the text."""
    return _Splitter(text).run()


class _Splitter:
    """One pass over a text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.pieces: list[Piece] = []
        self.scopes: list[tuple[str, ...]] = [()]
        self.line = 1
        self.counted = 0

    def run(self) -> list[Piece]:
        start = position = 0
        body = -1
        search = _BOUNDARY.search
        text = self.text
        while (match := search(text, position)) is not None:
            mark = text[match.start()]
            position = match.end()
            if mark == ";":
                self._add(start, position, body)
                start, body = position, -1
            elif mark == "{":
                head = text[start : position - 1]
                scope = _SCOPE.search(head) if body < 0 else None
                if scope is not None:
                    self._open(scope[1] or "")
                    start = position
                    continue
                body = position - 1 if body < 0 else body
                position = _closing(text, position)
                if self._ends(head, position):
                    self._add(start, position, body)
                    start, body = position, -1
            elif mark == "}":
                if body >= 0:  # it closes nothing of what was read: a block before it may be a whole declaration
                    self._add(start, position - 1, body)
                if len(self.scopes) > 1:
                    self.scopes.pop()
                start, body = position, -1
        self._add(start, len(text), body)
        return self.pieces

    def _open(self, name: str) -> None:
        parts = tuple(_WORD.findall(name.replace("inline", "")))
        self.scopes.append((*self.scopes[-1], *parts))

    def _ends(self, head: str, position: int) -> bool:
        """Whether a `}` ends the declaration: of a function yes, of a class or an initialiser only the `;` after it."""
        following = self.text[position : position + 40].lstrip()
        if following.startswith(";"):
            return False
        if following.startswith((",", ")", "{", "(")) or "=" in head.rpartition(")")[2]:
            return False
        return not _is_class(head)

    def _add(self, start: int, end: int, body: int) -> None:
        text = self.text
        while start < end and text[start] in " \n\t":
            start += 1
        if end - start < 2:
            return
        self.line += text.count("\n", self.counted, start)
        self.counted = start
        self.pieces.append(Piece(start, end, self.line, self.scopes[-1], body))


def _closing(text: str, position: int) -> int:
    """The position after the `}` that closes the block which starts at `position`."""
    depth = 1
    for match in _BRACE.finditer(text, position):
        mark = text[match.start()]
        if mark == "{":
            depth += 1
        elif mark == "}":
            depth -= 1
            if depth == 0:
                return match.end()
    return len(text)


def declared_names(text: str, body: int) -> frozenset[str]:
    """Return the names that a declaration may declare at namespace scope: a superset, from its head alone.

    Args:
        text: the declaration.
        body: where its first `{` stands, or -1.
    """
    head = text if body < 0 else text[:body]
    if _is_class(head):
        return _class_names(text, head)
    using = _USING.search(head)
    if using is not None:
        return frozenset({using[1]})
    found = _called(head)
    if "operator" in head or "~" in head:
        found |= operator_names(head)
    if not found or "=" in head or body < 0:
        found |= _variables(head)
    return frozenset(found)


def _is_class(head: str) -> bool:
    """Whether a head with a class keyword defines the class, and is no function that mentions one."""
    for match in _CLASS_WORD.finditer(head):
        before = head[: match.start()]
        if before.count("<") <= before.count(">"):  # not a template parameter
            return _BEFORE_CLASS.fullmatch(before) is not None and not head.rstrip().endswith(
                (")", "const", "noexcept")
            )
    return False


def _class_names(text: str, head: str) -> frozenset[str]:
    found = set(_CLASS_NAME.findall(head))
    if re.search(r"\benum\b", head):
        found.update(_ENUMERATOR.findall(text[len(head) :]))
    tail = text[text.rfind("}") + 1 :] if "}" in text else ""
    found.update(_WORD.findall(tail))
    if head.lstrip().startswith("typedef"):
        found.update(_WORD.findall(text[-80:]))
    return frozenset(found)


def _called(head: str) -> set[str]:
    """Names before the outermost parentheses of a head; one of them is the function's."""
    found: set[str] = set()
    depth = 0
    for match in _PARENTHESIS.finditer(head):
        if match[0] == ")":
            depth = max(0, depth - 1)
            continue
        if depth == 0:
            name = _name_before(head, match.start())
            if name and name not in _NO_NAMES:
                found.add(name)
        depth += 1
    return found


def _variables(head: str) -> set[str]:
    if head.lstrip().startswith("typedef"):
        return set(_WORD.findall(head)[-1:])
    found: set[str] = set()
    for part in re.split(r"(?<![=!<>])=(?!=)", head.rstrip("; \n")):
        name = _name_before(part, len(part))
        if name:
            found.add(name)
    return found or set(_WORD.findall(head)[-1:])


def _name_before(text: str, end: int) -> str:
    """The name that ends at a position, before blanks, array bounds and template arguments; "" if there is none."""
    end = _skip_back(text, end)
    while end and text[end - 1] in ">]":
        opening = _opening(text, end - 1)
        if opening < 0:
            break
        end = _skip_back(text, opening)
    start = end
    while start and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    if start < end and not text[start].isdigit():
        return text[start:end]
    operator = _OPERATOR.search(text, max(0, end - 16), end)
    return "" if operator is None else "operator" + operator[1].replace(" ", "")


def _skip_back(text: str, end: int) -> int:
    while end and text[end - 1] in " \n\t":
        end -= 1
    return end


def _opening(text: str, closing: int) -> int:
    """Where the bracket opens that closes at a position, or -1."""
    pair = ("<", ">") if text[closing] == ">" else ("[", "]")
    depth = 0
    for index in range(closing, max(-1, closing - _REACH), -1):
        depth += (text[index] == pair[1]) - (text[index] == pair[0])
        if depth == 0:
            return index
    return -1
