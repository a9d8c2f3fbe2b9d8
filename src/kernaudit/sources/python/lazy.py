"""The syntax of a class whose long methods are parsed only when somebody looks into them: most never are."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.sources.python.pieces import string_spans

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.sources.python.pool import SyntaxPool

__all__ = ["LazyFunction", "parse_class"]

_SHORT = 8
"""Bodies of fewer lines are parsed with their class."""
_LONGEST_HEAD = 80
_METHOD = re.compile(r"^([ \t]+)def[ \t]", re.MULTILINE)
_OPEN, _CLOSE = re.compile(r"[(\[{]"), re.compile(r"[)\]}]")


Parse = Callable[[str, int], Sequence[ast.stmt]]
"""Parses a text that starts in a line of its file."""


class LazyFunction(ast.FunctionDef):
    """A method; `source` parses its body, `size` characters of code, which `pool` may forget."""

    source: Callable[[], list[ast.stmt]]
    size: int
    pool: SyntaxPool
    kept: list[ast.stmt] | None = None

    @property
    def body(self) -> list[ast.stmt]:
        """The statements."""
        found = self.kept
        if found is None:
            found = self.kept = self.source()
            self.pool.keep(self.size, self.forget)
        return found

    @body.setter
    def body(self, value: list[ast.stmt]) -> None:
        """What the syntax tree's own constructor sets is no body."""

    def forget(self) -> None:
        """Parse it again when it is asked for."""
        self.kept = None


@dataclass(frozen=True, slots=True)
class _Method:
    """Lines of a class's text, from 0: of its `def`, before its body, and the last one of that."""

    start: int
    head_end: int
    end: int


def parse_class(text: str, line: int, parse: Parse, parse_later: Parse, pool: SyntaxPool) -> Sequence[ast.stmt]:
    """Return the statements of a text that holds a class, which starts in a line of its file.

    Args:
        text: the class with its decorators.
        line: of the file, from 1.
        parse: parses a text that starts in a line; what it raises comes through.
        parse_later: the same for a method whose body is asked for; raises nothing.
        pool: may forget bodies.
    """
    lines = text.split("\n")
    methods = list(_methods(text, lines))
    if not methods:
        return parse(text, line)
    slim = list(lines)
    for one in methods:
        body = slim[one.head_end + 1]
        slim[one.head_end + 1] = body[: len(body) - len(body.lstrip())] + "..."
        slim[one.head_end + 2 : one.end + 1] = [""] * (one.end - one.head_end - 1)
    try:
        nodes = parse("\n".join(slim), line)
    except SyntaxError:
        return parse(text, line)
    later = _Later(lines, line, {line + one.start: one for one in methods}, parse_later, pool)
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            node.body = [later.made(part) for part in node.body]
    return nodes


@dataclass(frozen=True, slots=True)
class _Later:
    """What makes methods of one class that are parsed later."""

    lines: Sequence[str]
    line: int
    methods: dict[int, _Method]
    parse: Parse
    pool: SyntaxPool

    def made(self, node: ast.stmt) -> ast.stmt:
        """The same statement; one of the methods without its body."""
        method = self.methods.get(node.lineno)
        if method is None or type(node) is not ast.FunctionDef:
            return node
        fields = {name: getattr(node, name) for name in node._fields if name != "body" and hasattr(node, name)}
        made = LazyFunction(**fields)
        made.lineno, made.col_offset = node.lineno, node.col_offset
        made.end_lineno, made.end_col_offset = self.line + method.end, len(self.lines[method.end])
        made.source, made.pool = (lambda: self.body(method)), self.pool
        made.size = sum(map(len, self.lines[method.start : method.end + 1]))
        return made

    def body(self, method: _Method) -> list[ast.stmt]:
        """The body of the method alone, in a block as deep as it is itself."""
        text = "\n".join(("if 1:", *self.lines[method.start : method.end + 1]))
        for block in self.parse(text, self.line + method.start - 1):
            for one in block.body if isinstance(block, ast.If) else ():
                if isinstance(one, ast.FunctionDef):
                    return one.body
        return [ast.Pass(lineno=self.line + method.start, col_offset=0)]


def _methods(text: str, lines: Sequence[str]) -> Iterator[_Method]:
    """Methods at the class's own depth whose end the lines tell; where they mislead, the class does not parse."""
    depths = [match[1] for match in _METHOD.finditer(text)]
    if not depths:
        return
    indent = min(depths, key=len)
    inside = _inside_strings(text, lines)
    at = 0
    while at < len(lines):
        head_end = _head_end(lines, at) if at not in inside and lines[at].startswith(f"{indent}def ") else None
        if head_end is None:
            at += 1
            continue
        last = head_end
        at = head_end + 1
        while at < len(lines) and (at in inside or _belongs(lines[at], indent)):
            if at in inside or (lines[at].strip() and not lines[at].lstrip().startswith("#")):
                last = at
            at += 1
        if last - head_end >= _SHORT and lines[head_end + 1].strip():
            yield _Method(_start(lines, head_end), head_end, last)


def _start(lines: Sequence[str], head_end: int) -> int:
    at = head_end
    while not lines[at].lstrip().startswith("def "):
        at -= 1
    return at


def _belongs(line: str, indent: str) -> bool:
    """Whether a line is deeper than a method's own, or says nothing."""
    plain = line.lstrip()
    return not plain or plain.startswith("#") or (line.startswith(indent) and line[len(indent)] in " \t")


def _head_end(lines: Sequence[str], start: int) -> int | None:
    """The line before a method's body; None where the lines do not tell, or the body starts in the same one."""
    depth = 0
    for at in range(start, min(start + _LONGEST_HEAD, len(lines))):
        line = lines[at].partition("#")[0].rstrip()
        depth += len(_OPEN.findall(line)) - len(_CLOSE.findall(line))
        if depth <= 0:
            return at if line.endswith(":") and depth == 0 else None
    return None


def _inside_strings(text: str, lines: Sequence[str]) -> frozenset[int]:
    """Lines that start in a triple-quoted string."""
    found: set[int] = set()
    spans = iter(string_spans(text))
    span = next(spans, None)
    start = 0
    for number, line in enumerate(lines):
        while span is not None and span[1] <= start:
            span = next(spans, None)
        if span is not None and span[0] < start:
            found.add(number)
        start += len(line) + 1
    return frozenset(found)
