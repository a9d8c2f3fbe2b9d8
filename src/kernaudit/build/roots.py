"""Build roots: every CMakeLists.txt and setup.py that no other evaluated build file includes or drives."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.files import TreeView
from kernaudit.build.cmake.files.layout import tree_path
from kernaudit.build.cmake.programs import ProgramCache
from kernaudit.build.cmake.survey import Survey, survey
from kernaudit.discover import UnreadableFile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.discover import SourceTree

__all__ = ["find_roots"]

_FILE: Final = "CMakeLists.txt"
_SCRIPT: Final = "setup.py"
_EXTENSION: Final = re.compile(r"\b(?:CUDAExtension|CppExtension|ext_modules|Extension\s*\()")
_COMPILES: Final = re.compile(r"\b(?:CUDAExtension|CppExtension|Extension\s*\()")
_PROJECT: Final = re.compile(r"^\s*project\s*\(", re.IGNORECASE | re.MULTILINE)
_AMD: Final = re.compile(r"^\s*project\s*\([^)]*\bHIP\b", re.IGNORECASE | re.MULTILINE)
_CUDA: Final = re.compile(r"cuda|\.cu\b|nvcc", re.IGNORECASE)
_MAX_ROOTS: Final = 200


def find_roots(tree: SourceTree, programs: ProgramCache | None = None) -> tuple[str, ...]:
    """Return the CMakeLists.txt and setup.py files to evaluate, in path order, relative to the scanned root.

    A file is a root if it stands highest in its part of the tree, or if it is a project of its own that speaks of
    CUDA and that no root above it adds. Files that the audit leaves out (tests, examples, third-party code) are none;
    they stand among what the tree skipped. A setup.py is a root if it speaks of extensions that it compiles itself, or
    hands over to another file of the tree.
    """
    view = TreeView(tree)
    programs = programs or ProgramCache()
    roots: dict[str, Survey] = {}
    candidates = [path for path in tree.covered() if path.rpartition("/")[2] == _FILE]
    for path in sorted(candidates, key=lambda path: (path.count("/"), path)):
        directory = path.rpartition("/")[0]
        above = [found for place, found in roots.items() if _is_above(place, directory)]
        if _is_for_amd(view, path):
            continue
        if len(roots) < _MAX_ROOTS and (not above or _stands_alone(view, path, above)):
            roots[directory] = survey(view, programs, tree_path(directory))
    found = [f"{directory}/{_FILE}" if directory else _FILE for directory in roots]
    return tuple(sorted((*found, *_scripts(tree))))


def _scripts(tree: SourceTree) -> Iterator[str]:
    """Yield the setup.py files that speak of extensions; one that only calls cmake is read by that build."""
    paths = [path for path in tree.covered() if path.rpartition("/")[2] == _SCRIPT]
    for path in paths[:_MAX_ROOTS]:
        try:
            text = tree.read_text(path)
        except UnreadableFile:
            continue
        if _COMPILES.search(text) or ("cmake" not in text.lower() and _EXTENSION.search(text)):
            yield path


def _is_for_amd(view: TreeView, path: str) -> bool:
    """Tell whether a project is written for AMD's GPUs alone."""
    text = view.read_text(tree_path(path)) or ""
    return _AMD.search(text) is not None and _CUDA.search(text) is None


def _is_above(place: str, directory: str) -> bool:
    return place in ("", directory) or directory.startswith(place + "/")


def _stands_alone(view: TreeView, path: str, above: list[Survey]) -> bool:
    """Tell whether a file below other roots is a CUDA project of its own."""
    full = tree_path(path)
    if any(found.has_read(full) or found.may_add(full.rpartition("/")[0]) for found in above):
        return False
    text = view.read_text(full) or ""
    return _PROJECT.search(text) is not None and _CUDA.search(text) is not None
