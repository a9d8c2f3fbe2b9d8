"""Which file of the tree an `#include` names."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from kernaudit.discover.tree import SourceTree

__all__ = ["IncludeResolver"]


class IncludeResolver:
    """Finds included files without knowing every include path of the build.

    In order: beside the including file (quoted form), in the include directories given, and else the file of the
    tree (or of `given`, which are not in it) whose path ends with what is written - the nearest one, where several do.
    A bare name in angle brackets is looked for in the include directories only: it is usually a header of the toolkit
    (`<mma.h>`).
    """

    def __init__(self, tree: SourceTree, given: Collection[str] = ()) -> None:
        self._tree, self._given = tree, given
        self._cache: dict[tuple[str, str, bool, tuple[str, ...]], str | None] = {}
        self._by_name: dict[str, list[str]] | None = None

    def resolve(self, including: str, path: str, dirs: tuple[str, ...] = (), *, quoted: bool) -> str | None:
        """Return the path of the included file relative to the root, or None if the tree has none.

        `dirs` are the include directories of the command line, relative to the root.
        """
        directory = including.rpartition("/")[0]
        key = (directory, path, quoted, dirs)
        if key not in self._cache:
            self._cache[key] = self._find(directory, path, dirs, quoted)
        return self._cache[key]

    def _find(self, directory: str, path: str, dirs: tuple[str, ...], quoted: bool) -> str | None:
        places = [directory, *dirs] if quoted else dirs
        for place in places:
            found = _join(place, path)
            if found is not None and (found in self._given or self._tree.is_file(found)):
                return found
        plain = _join("", path.lstrip("./") if path.startswith("..") else path)
        if plain is None or (not quoted and "/" not in plain):
            return None
        return self._nearest(directory, plain)

    def _nearest(self, directory: str, path: str) -> str | None:
        candidates = self._named(path.rpartition("/")[2])
        ending = "/" + path
        fitting = [name for name in candidates if name == path or name.endswith(ending)]
        if not fitting:
            return None
        return max(fitting, key=lambda name: (_common(directory, name), -len(name), name))

    def _named(self, name: str) -> list[str]:
        if self._by_name is None:
            self._by_name = {}
            for entry in (*self._tree.entries(), *self._given):
                self._by_name.setdefault(entry.rpartition("/")[2], []).append(entry)
        return self._by_name.get(name, [])


def _join(directory: str, path: str) -> str | None:
    if path.startswith("/") or "\0" in path:
        return None
    parts = directory.split("/") if directory else []
    for part in path.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def _common(directory: str, name: str) -> int:
    count = 0
    for left, right in zip(directory.split("/"), name.split("/"), strict=False):
        if left != right:
            break
        count += 1
    return count
