"""What functions of Triton, Gluon and TileLang need, by their names: such code cannot ask for the device."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kernaudit.facts.python.configs import read_configs
from kernaudit.facts.python.literals import written_texts
from kernaudit.facts.python.tiles import estimate_tiles
from kernaudit.kernels.python.survey import Memory
from kernaudit.model.evidence import Location
from kernaudit.sources.python.module import words_of

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Mapping

    from kernaudit.kernels.python.find import FoundKernel
    from kernaudit.kernels.python.names import LanguageNames
    from kernaudit.model.python_api import DotRule
    from kernaudit.sources.python.module import PythonModule

__all__ = ["Named", "TextFacts", "memory_of", "text_facts"]


@dataclass(frozen=True, slots=True)
class Named:
    """A name in a function, by its short dotted name; `text` is what stands in a call's strings."""

    dotted: str
    location: Location
    conditional: bool
    text: str | None = None


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

    def read(self, node: ast.AST, *, conditional: bool) -> None:
        """Collect names below a node; what a condition only looks at is not used."""
        if isinstance(node, ast.If | ast.IfExp):
            body = node.body if isinstance(node.body, list) else [node.body]
            orelse = node.orelse if isinstance(node.orelse, list) else [node.orelse]
            for one in (*body, *orelse):
                self.read(one, conditional=True)
            return
        if isinstance(node, ast.Compare | ast.Assert):
            return
        if isinstance(node, ast.Attribute):
            dotted = dotted_name(node, self.module)
            if dotted and self.languages.is_watched(dotted):
                self._note(dotted, node, conditional=conditional)
                return
        if isinstance(node, ast.Call) and self.languages.is_assembly(dotted_name(node.func, self.module)):
            self._note(dotted_name(node.func, self.module), node, conditional=conditional, text=written_texts(node))
            return
        for child in ast.iter_child_nodes(node):
            self.read(child, conditional=conditional)

    def _note(self, dotted: str, node: ast.expr, *, conditional: bool, text: str | None = None) -> None:
        place = Location(self.module.path, node.lineno)
        self.names.append(Named(self.languages.short(dotted), place, conditional, text))


def dotted_name(node: ast.expr, module: PythonModule) -> str:
    """The dotted name of an expression with its import in place of the first part; empty if it is none."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    return ".".join([module.imports.get(node.id, node.id).lstrip("."), *reversed(parts)])


def text_facts(kernel: FoundKernel, languages: LanguageNames, interesting: re.Pattern[str]) -> TextFacts:
    """Return a function's facts; its text is parsed only if a word in it may mean something."""
    text = kernel.text if kernel.node is None else ast.unparse(kernel.node)
    calls = words_of(text)
    if not interesting.search(text):
        return TextFacts((), calls)
    node = kernel.syntax()
    if node is None:
        return TextFacts((), calls)
    reader = _Reader(kernel.module, languages)
    for one in node.body:
        reader.read(one, conditional=False)
    return TextFacts(tuple(reader.names), calls)


@dataclass(frozen=True, slots=True)
class _Names:
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


def memory_of(
    kernel: FoundKernel, languages: LanguageNames, helpers: Iterable[FoundKernel], facts: Mapping[int, TextFacts]
) -> Memory:
    """Return what is known of the shared memory of a kernel; tiles of its helpers have shapes that only it knows."""
    for one in (kernel, *helpers):
        explicit = next((name for name in facts[id(one)].names if languages.allocates(name.dotted)), None)
        if explicit is not None:
            return Memory((), explicit.location)
    if not kernel.language.dots:
        return Memory()
    node = kernel.syntax() if _multiplies(kernel) else None
    tiles = (
        ()
        if node is None
        else estimate_tiles(
            node,
            kernel.module.path,
            _Names(kernel.module, languages),
            read_configs(node, kernel.module, kernel.language),
        )
    )
    hidden = next((one for one in helpers if _multiplies(one)), None)
    if hidden is not None:
        return Memory(tiles, Location(hidden.module.path, hidden.line))
    if not tiles and node is None and _multiplies(kernel):
        return Memory((), Location(kernel.module.path, kernel.line))
    return Memory(tiles)


def _multiplies(kernel: FoundKernel) -> bool:
    return any(name.rpartition(".")[2] + "(" in kernel.text for dot in kernel.language.dots for name in dot.names)
