"""Build roots: every CMakeLists.txt that no other evaluated build file includes or drives."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.files import TreeView
from kernaudit.build.cmake.files.layout import tree_path
from kernaudit.build.cmake.programs import ProgramCache
from kernaudit.build.cmake.survey import Survey, survey

if TYPE_CHECKING:
    from kernaudit.discover import SourceTree

__all__ = ["find_roots"]

_FILE: Final = "CMakeLists.txt"
_PROJECT: Final = re.compile(r"^\s*project\s*\(", re.IGNORECASE | re.MULTILINE)
_CUDA: Final = re.compile(r"cuda|\.cu\b|nvcc", re.IGNORECASE)
_MAX_ROOTS: Final = 200


def find_roots(tree: SourceTree, programs: ProgramCache | None = None) -> tuple[str, ...]:
    """Return the CMakeLists.txt files to evaluate, in path order, relative to the scanned root.

    A file is a root if it stands highest in its part of the tree, or if it is a project of its own that speaks of
    CUDA and that no root above it adds. Files that the audit leaves out (tests, examples, third-party code) are none;
    they stand among what the tree skipped.
    """
    view = TreeView(tree)
    programs = programs or ProgramCache()
    roots: dict[str, Survey] = {}
    candidates = [path for path in tree.covered() if path.rpartition("/")[2] == _FILE]
    for path in sorted(candidates, key=lambda path: (path.count("/"), path)):
        directory = path.rpartition("/")[0]
        above = [found for place, found in roots.items() if _is_above(place, directory)]
        if len(roots) < _MAX_ROOTS and (not above or _stands_alone(view, path, above)):
            roots[directory] = survey(view, programs, tree_path(directory))
    return tuple(sorted(f"{directory}/{_FILE}" if directory else _FILE for directory in roots))


def _is_above(place: str, directory: str) -> bool:
    return place in ("", directory) or directory.startswith(place + "/")


def _stands_alone(view: TreeView, path: str, above: list[Survey]) -> bool:
    """Tell whether a file below other roots is a CUDA project of its own."""
    full = tree_path(path)
    if any(found.has_read(full) or found.may_add(full.rpartition("/")[0]) for found in above):
        return False
    text = view.read_text(full) or ""
    return _PROJECT.search(text) is not None and _CUDA.search(text) is not None
