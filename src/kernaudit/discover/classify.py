"""What a file is, by its name alone."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["SUFFIXES", "FileKind", "classify"]


class FileKind(StrEnum):
    """The languages this program reads; everything else is `other`."""

    CUDA = "cuda"
    CXX = "cxx"
    PYTHON = "python"
    CMAKE = "cmake"
    OTHER = "other"


_BY_SUFFIX = {
    "cu": FileKind.CUDA,
    "cuh": FileKind.CUDA,
    **dict.fromkeys(
        ("c", "cc", "cpp", "cxx", "c++", "h", "hh", "hpp", "hxx", "h++", "inc", "inl", "ipp", "ixx", "tpp"),
        FileKind.CXX,
    ),
    "py": FileKind.PYTHON,
    "cmake": FileKind.CMAKE,
}

SUFFIXES = tuple(_BY_SUFFIX)
"""Suffixes of all that is read as source."""


def classify(path: str) -> FileKind:
    """Return the kind of a POSIX path, from its file name (letter case does not matter for the suffix)."""
    name = path.rpartition("/")[2]
    if name == "CMakeLists.txt":
        return FileKind.CMAKE
    return _BY_SUFFIX.get(name.rpartition(".")[2].lower(), FileKind.OTHER) if "." in name else FileKind.OTHER
