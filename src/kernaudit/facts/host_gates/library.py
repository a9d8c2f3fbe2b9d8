"""All nodes of a tree by name; texts that several units or builds share are cut and read once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.facts.host_gates.node import Node
from kernaudit.facts.host_gates.shapes import Kind

if TYPE_CHECKING:
    from kernaudit.sources.project import SourceProject
    from kernaudit.sources.syntax import Declaration, FileText

__all__ = ["HostFile", "HostLibrary"]


class HostFile:
    """One text of one file: its nodes, and the names it declares without defining them."""

    __slots__ = ("constants", "declared", "nodes", "path")

    def __init__(self, path: str, nodes: tuple[Node, ...], declared: frozenset[str]) -> None:
        self.path, self.nodes, self.declared = path, nodes, declared
        self.constants = {node.name: node for node in nodes if node.kind is Kind.GLOBAL and node.name}


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
        for declaration in text.declarations:
            node = self._node(declaration)
            if node.kind is Kind.PROTOTYPE:
                declared.add(node.name)
            elif node.kind is not Kind.OTHER:
                nodes.append(node)
        return HostFile(text.path, tuple(nodes), frozenset(declared))

    def _node(self, declaration: Declaration) -> Node:
        found = self._nodes.get(id(declaration))
        if found is None:
            found = self._nodes[id(declaration)] = Node(declaration)
        return found

    def closure(self, path: str) -> frozenset[str]:
        """Return the files that a file can include, and itself."""
        found = self._closures.get(path)
        if found is None:
            found = self._closures[path] = frozenset(self._project.closure(path).files)
        return found
