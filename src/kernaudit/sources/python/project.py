"""The Python files of a tree, loaded when somebody needs them, and which file an import means."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from kernaudit.discover import UnreadableFile
from kernaudit.sources.python.module import PythonModule
from kernaudit.sources.python.pool import SyntaxPool

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kernaudit.discover.tree import SourceTree

__all__ = ["PythonProject"]

_DEEPEST = 6
_FROM = re.compile(r"\n[ \t]*from[ \t]+([\w.]+)\.(\w+)[ \t]+import\b")


class PythonProject:
    """Modules by path, and the meaning of dotted names.

    Args:
        tree: where files are read.
        paths: the Python files that may be looked at.
    """

    def __init__(self, tree: SourceTree, paths: Iterable[str]) -> None:
        self._tree = tree
        self.paths = frozenset(paths)
        self.loaded: dict[str, PythonModule | None] = {}
        self._pool = SyntaxPool()
        self._files: dict[tuple[str, str], str | None] = {}
        self._own: dict[str, frozenset[str]] = {}

    def module(self, path: str) -> PythonModule | None:
        """The module of a file; None if it cannot be read."""
        if path not in self.loaded:
            try:
                self.loaded[path] = PythonModule(path, self._tree.read_text(path), self._pool)
            except UnreadableFile:
                self.loaded[path] = None
        return self.loaded[path]

    @cached_property
    def _by_name(self) -> Mapping[str, tuple[str, ...]]:
        """The last part of a module's name -> the files that may be it."""
        found: dict[str, list[str]] = {}
        for path in sorted(self.paths):
            found.setdefault(_dotted(path).rpartition(".")[2], []).append(path)
        return {name: tuple(paths) for name, paths in found.items()}

    @cached_property
    def _by_folder(self) -> Mapping[str, tuple[str, ...]]:
        """The files of each folder."""
        found: dict[str, list[str]] = {}
        for path in sorted(self.paths):
            found.setdefault(path.rpartition("/")[0], []).append(path)
        return {folder: tuple(paths) for folder, paths in found.items()}

    def file_of(self, dotted: str, importer: str) -> str | None:
        """The file that `import dotted` means in another file; None for what is not in the tree.

        A package may stand anywhere below the root, and its folder may have another name than the package. A file is
        taken if its path ends with the dotted name, the longer the better, or if it is a neighbour of the importer.
        """
        if dotted.startswith("."):
            dotted = _absolute(dotted, importer)
        folder = importer.rpartition("/")[0]
        key = dotted, folder
        if key not in self._files:
            self._files[key] = self._file_of(dotted, folder)
        return self._files[key]

    def _file_of(self, dotted: str, folder: str) -> str | None:
        parts = dotted.split(".")
        best: tuple[int, bool, str] | None = None
        for path in self._by_name.get(parts[-1], ()):
            common = _common_tail(_dotted(path).split("."), parts)
            near = path.rpartition("/")[0] == folder or path == f"{folder}/{parts[-1]}/__init__.py"
            own = near and common < len(parts) and dotted.rpartition(".")[0] in self._own_names(folder)
            if own or (common == len(parts) and (common > 1 or near)):
                rank = (common, near, path)
                best = max(best, rank) if best is not None else rank
        return None if best is None else best[2]

    def _own_names(self, folder: str) -> frozenset[str]:
        """Packages that a folder's files take two or more of their neighbours from: the folder's own names.

        A source distribution can hold a package's files without the package's folder.
        """
        if folder not in self._own:
            inside = self._by_folder.get(folder, ())
            names = {_dotted(path).rpartition(".")[2] for path in inside}
            taken: dict[str, set[str]] = {}
            for module in filter(None, map(self.module, inside)):
                for base, name in _FROM.findall(f"\n{module.text}"):
                    if name in names:
                        taken.setdefault(base, set()).add(name)
            self._own[folder] = frozenset(base for base, found in taken.items() if len(found) > 1)
        return self._own[folder]

    def resolve(self, name: str, module: PythonModule, depth: int = 0) -> tuple[PythonModule, str] | str | None:
        """What a name at the top level of a module means: a definition somewhere, a dotted name outside, or nothing."""
        if name in module.imports:
            return self.resolve_dotted(module.imports[name], module, depth + 1)
        if name in module.names:
            return module, name
        for star, base in module.imports.items():
            if star.startswith("*"):
                found = self._in_file(base, name, module, depth + 1)
                if found is not None:
                    return found
        return None

    def resolve_dotted(
        self, dotted: str, module: PythonModule, depth: int = 0
    ) -> tuple[PythonModule, str] | str | None:
        """The same for a dotted name as an import has it; a module of the tree itself stays a dotted name."""
        if depth > _DEEPEST:
            return dotted
        base, _, name = dotted.rpartition(".")
        if base.strip("."):
            return self._in_file(base, name, module, depth) or self._full(dotted, module)
        if dotted.startswith(".") and name:
            return self._in_file(base + ".", name, module, depth) or self._full(dotted, module)
        return dotted

    def _in_file(self, base: str, name: str, module: PythonModule, depth: int) -> tuple[PythonModule, str] | str | None:
        path = self.file_of(base, module.path)
        if path is None or path == module.path or depth > _DEEPEST:
            return None
        other = self.module(path)
        return None if other is None else self.resolve(name, other, depth)

    def _full(self, dotted: str, module: PythonModule) -> str:
        return _absolute(dotted, module.path) if dotted.startswith(".") else dotted


def _dotted(path: str) -> str:
    plain = path.removesuffix(".py").removesuffix("/__init__")
    return plain.replace("/", ".")


def _absolute(dotted: str, importer: str) -> str:
    """A relative import as a path below the root, with dots."""
    level = len(dotted) - len(dotted.lstrip("."))
    folder = importer.rpartition("/")[0].split("/") if "/" in importer else []
    kept = folder[: len(folder) - (level - 1)] if level > 1 else folder
    return ".".join([*kept, *[part for part in dotted[level:].split(".") if part]])


def _common_tail(ours: list[str], theirs: list[str]) -> int:
    count = 0
    for one, other in zip(reversed(ours), reversed(theirs), strict=False):
        if one != other:
            break
        count += 1
    return count
