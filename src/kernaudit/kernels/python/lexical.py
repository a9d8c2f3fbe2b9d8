"""What functions of Triton, Gluon and TileLang need, by their names: such code cannot ask for the device."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kernaudit.facts.python.literals import assembly_texts, constant_text
from kernaudit.model.evidence import Location
from kernaudit.sources.python.module import words_of
from kernaudit.sources.python.nodes import child_nodes

if TYPE_CHECKING:
    from collections.abc import Callable

    from kernaudit.kernels.python.find import FoundKernel
    from kernaudit.kernels.python.names import LanguageNames
    from kernaudit.model.python_api import DotRule
    from kernaudit.sources.python.module import PythonModule

__all__ = ["FileNames", "Named", "TextFacts", "text_facts"]


Tests = tuple[tuple[ast.expr, bool], ...]


@dataclass(frozen=True, slots=True)
class Named:
    """A name in a function, by its short dotted name.

    Attributes:
        text: what stands in a call's strings.
        tests: the conditions around it, and whether they must hold.
    """

    dotted: str
    location: Location
    conditional: bool
    text: str | None = None
    tests: Tests = ()


@dataclass(frozen=True, slots=True)
class TextFacts:
    """One function's own: names that mean something, and the functions that it calls."""

    names: tuple[Named, ...] = ()
    calls: frozenset[str] = frozenset()


@dataclass(slots=True)
class _Reader:
    module: PythonModule
    languages: LanguageNames
    names: list[Named] = field(default_factory=list)

    def read(self, node: ast.AST, tests: Tests) -> None:
        """Collect names below a node; what a condition only looks at is not used."""
        if isinstance(node, ast.If | ast.IfExp):
            for branch, holds in ((node.body, True), (node.orelse, False)):
                for one in branch if isinstance(branch, list) else [branch]:
                    self.read(one, (*tests, (node.test, holds)))
            return
        if isinstance(node, ast.Compare | ast.Assert):
            return
        if isinstance(node, ast.Attribute):
            dotted = dotted_name(node, self.module)
            if dotted and self.languages.is_watched(dotted):
                self._note(dotted, node, tests)
                return
        if isinstance(node, ast.Call) and self.languages.is_assembly(dotted_name(node.func, self.module)):
            text = assembly_texts(node, lambda name: constant_text(self.module.assigned(name)), strict=True)
            self._note(dotted_name(node.func, self.module), node, tests, text)
            return
        for child in child_nodes(node):
            self.read(child, tests)

    def _note(self, dotted: str, node: ast.expr, tests: Tests, text: str | None = None) -> None:
        place = Location(self.module.path, node.lineno)
        self.names.append(Named(self.languages.short(dotted), place, bool(tests), text, tests))


def dotted_name(node: ast.expr, module: PythonModule) -> str:
    """The dotted name of an expression with its import in place of the first part; empty if it is none."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    return ".".join([module.imports.get(node.id, node.id).lstrip("."), *reversed(parts)])


def text_facts(kernel: FoundKernel, languages: LanguageNames, interesting: Callable[[str], bool]) -> TextFacts:
    """Return a function's facts; its text is parsed only if a word in it may mean something: `interesting`."""
    inner = kernel.node
    calls = kernel.module.piece_words(kernel.piece) if inner is None else words_of(ast.unparse(inner))
    if not any(map(interesting, calls)):
        return TextFacts((), calls)
    node = kernel.syntax()
    if node is None:
        return TextFacts((), calls)
    reader = _Reader(kernel.module, languages)
    for one in node.body:
        reader.read(one, ())
    return TextFacts(tuple(reader.names), calls)


@dataclass(frozen=True, slots=True)
class FileNames:
    """The names of one file, as a reader of tiles needs them."""

    module: PythonModule
    languages: LanguageNames

    def dotted(self, node: ast.expr) -> str:
        """The short dotted name of an expression."""
        found = dotted_name(node, self.module)
        return self.languages.short(found) if found else ""

    def dot(self, dotted: str) -> DotRule | None:
        """The multiplication that a name is."""
        return self.languages.dot(dotted) if dotted else None

    def bytes_of(self, name: str) -> int | None:
        """The size of an element type."""
        return self.languages.bytes_of(name)
