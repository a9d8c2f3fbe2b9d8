"""The scanned tree under its made-up absolute root: read-only, shared by all evaluations of one run."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from kernaudit.build.cmake.files.globbing import glob_paths
from kernaudit.build.cmake.files.layout import EXTERNAL_ROOT, TREE_ROOT, external_of, in_tree, tree_path
from kernaudit.discover import UnreadableFile

if TYPE_CHECKING:
    from kernaudit.discover import SourceTree

__all__ = ["Submodule", "TreeView"]

_SUBMODULE_KEY = re.compile(r"\s*(path|url|branch)\s*=\s*(.+?)\s*")
_SUBMODULE_HEAD = re.compile(r'\s*\[submodule\s+"(.+)"\]\s*')


class Submodule:
    """A git submodule that `.gitmodules` names and whose directory is empty or missing in the tree."""

    __slots__ = ("line", "name", "path", "url")

    def __init__(self, name: str, path: str, url: str | None, line: int) -> None:
        self.name = name
        self.path = path
        self.url = url
        self.line = line


class TreeView:
    """What the tree holds, by absolute path; nothing outside the root exists.

    Files of fetched projects and of missing submodules are taken to exist: their trees are complete once fetched.
    """

    def __init__(self, tree: SourceTree) -> None:
        self.tree = tree
        self._children: dict[str, tuple[str, ...]] = {}
        self._globs: dict[tuple[str, bool, bool], tuple[str, ...]] = {}
        self._is_dir: dict[str, bool] = {}

    def is_file(self, path: str) -> bool:
        """Tell whether a collapsed absolute path is a file of the tree."""
        relative = in_tree(path)
        return relative is not None and self.tree.is_file(relative)

    def is_dir(self, path: str) -> bool:
        """Tell whether a collapsed absolute path is a directory of the tree (or one of its made-up parents)."""
        known = self._is_dir.get(path)
        if known is None:
            relative = in_tree(path)
            known = self.tree.is_dir(relative) if relative is not None else TREE_ROOT.startswith(path.rstrip("/") + "/")
            self._is_dir[path] = known
        return known

    def is_external(self, path: str) -> bool:
        """Tell whether a path lies in a project that a build fetches: its files are not here, and taken to exist."""
        if path.startswith(EXTERNAL_ROOT) or external_of(path) is not None:
            return True
        return any(path == root or path.startswith(root + "/") for root in self._absent_roots)

    def children(self, path: str) -> tuple[str, ...]:
        """Return the sorted names directly inside a directory of the tree."""
        known = self._children.get(path)
        if known is None:
            relative = in_tree(path)
            known = self.tree.children(relative) if relative is not None else ()
            self._children[path] = known
        return known

    def glob(self, pattern: str, *, recurse: bool, directories: bool) -> tuple[str, ...]:
        """Return what a pattern matches in the tree, in no order; remembered, since every request asks the same."""
        key = (pattern, recurse, directories)
        found = self._globs.get(key)
        if found is None:
            found = tuple(glob_paths(self, pattern, recurse=recurse, directories=directories))
            self._globs[key] = found
        return found

    def read_text(self, path: str) -> str | None:
        """Return the text of a file of the tree, or None if it is not there or not readable."""
        relative = in_tree(path)
        if relative is None:
            return None
        try:
            return self.tree.read_text(relative)
        except UnreadableFile:
            return None

    def read_bytes(self, path: str) -> bytes | None:
        """Return the bytes of a file of the tree, or None if it is not there or not readable."""
        relative = in_tree(path)
        if relative is None:
            return None
        try:
            return self.tree.read_bytes(relative)
        except UnreadableFile:
            return None

    @cached_property
    def submodules(self) -> tuple[Submodule, ...]:
        """The submodules of the tree that are not checked out."""
        text = self.read_text(tree_path(".gitmodules"))
        found = _parse_gitmodules(text) if text else ()
        return tuple(module for module in found if not self.tree.children(module.path))

    @cached_property
    def _absent_roots(self) -> tuple[str, ...]:
        return tuple(tree_path(module.path) for module in self.submodules)


def _parse_gitmodules(text: str) -> tuple[Submodule, ...]:
    found: list[Submodule] = []
    for number, line in enumerate(text.splitlines(), 1):
        if head := _SUBMODULE_HEAD.fullmatch(line):
            found.append(Submodule(head[1], "", None, number))
        elif found and (key := _SUBMODULE_KEY.fullmatch(line)):
            if key[1] == "path":
                found[-1].path = key[2].strip("/")
            elif key[1] == "url":
                found[-1].url = key[2]
    return tuple(module for module in found if module.path and ".." not in module.path.split("/"))
