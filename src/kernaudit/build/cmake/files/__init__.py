"""Files as an evaluated build sees them: the tree, fetched trees that are absent, and an in-memory overlay."""

from __future__ import annotations

from kernaudit.build.cmake.files.layout import EXTERNAL_ROOT, OUTPUT_ROOT, TREE_ROOT
from kernaudit.build.cmake.files.overlay import BuildFiles
from kernaudit.build.cmake.files.view import TreeView

__all__ = ["EXTERNAL_ROOT", "OUTPUT_ROOT", "TREE_ROOT", "BuildFiles", "TreeView"]
