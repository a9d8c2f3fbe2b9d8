"""All nodes of a tree by name; texts that several units or builds share are cut and read once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kernaudit.facts.host_gates.node import Node
from kernaudit.facts.host_gates.shapes import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.sources.project import SourceProject
    from kernaudit.sources.syntax import Declaration, FileText

__all__ = ["HostFile", "HostLibrary"]

_ENUM: Final = re.compile(r"\benum\b")


class HostFile:
    """One text of one file: its nodes, and the names it declares without defining them.

    Attributes:
        fragment: statements that stand outside of every function: another file includes them inside of one.
    """

    __slots__ = ("constants", "declared", "fragment", "nodes", "path")

    def __init__(self, path: str, nodes: tuple[Node, ...], declared: frozenset[str], fragment: Node | None) -> None:
        self.path, self.nodes, self.declared, self.fragment = path, nodes, declared, fragment
        self.constants = {name: node for node in nodes for name in _constants(node)}


def _constants(node: Node) -> Iterable[str]:
    if node.kind is Kind.GLOBAL:
        return (node.name,) if node.name else ()
    return node.declared if node.kind is Kind.CLASS and _ENUM.search(node.source[:80]) else ()


class HostLibrary:
    """Cuts texts into nodes.

    Args:
        project: the sources; closures and declarations come from it.
    """

    def __init__(self, project: SourceProject) -> None:
        self._project = project
        self._files: dict[int, HostFile] = {}
        self._texts: list[FileText] = []
        self._nodes: dict[int, Node] = {}
        self._closures: dict[str, frozenset[str]] = {}

    def file(self, text: FileText) -> HostFile:
        """Return the nodes of a text."""
        found = self._files.get(id(text))
        if found is None:
            self._texts.append(text)
            found = self._files[id(text)] = self._cut(text)
        return found

    def _cut(self, text: FileText) -> HostFile:
        nodes: list[Node] = []
        declared: set[str] = set()
        fragment: Node | None = None
        for declaration in text.declarations:
            node = self._node(declaration)
            if node.kind is Kind.PROTOTYPE:
                declared.add(node.name)
            elif node.kind is Kind.FRAGMENT:
                fragment = fragment or Node.whole(declaration, text.text)
            elif node.kind is not Kind.OTHER:
                nodes.append(node)
        return HostFile(text.path, tuple(nodes), frozenset(declared), fragment)

    def _node(self, declaration: Declaration) -> Node:
        found = self._nodes.get(id(declaration))
        if found is None:
            found = self._nodes[id(declaration)] = Node(declaration)
        return found

    def included_by(self, path: str) -> list[tuple[str, int]]:
        """Return the files, of those that were cut, that include a file, each with the line."""
        found: list[tuple[str, int]] = []
        for including in dict.fromkeys(text.path for text in self._texts):
            file = self._project.file(including)
            for include in () if file is None else file.includes:
                if self._project.resolve(including, include) == path:
                    found.append((including, include.line))  # noqa: PERF401 - two loops and a condition
        return found

    def closure(self, path: str) -> frozenset[str]:
        """Return the files that a file can include, and itself."""
        found = self._closures.get(path)
        if found is None:
            found = self._closures[path] = frozenset(self._project.closure(path).files)
        return found
