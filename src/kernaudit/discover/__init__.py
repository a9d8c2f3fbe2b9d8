"""Finds and reads the files of a tree: the only package below `build` and `sources` that opens anything."""

from __future__ import annotations

from kernaudit.discover.classify import FileKind, classify
from kernaudit.discover.reading import MAX_FILE_BYTES, UnreadableFile
from kernaudit.discover.tree import SourceTree

__all__ = ["MAX_FILE_BYTES", "FileKind", "SourceTree", "UnreadableFile", "classify"]
