"""Which Python files may hold kernels or gates: by words in their bytes, so that the rest is never decoded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.discover import UnreadableFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.discover.tree import SourceTree

__all__ = ["PythonFiles", "find_files"]


@dataclass(frozen=True, slots=True)
class PythonFiles:
    """Paths by what their text may hold."""

    kernels: tuple[str, ...]
    gates: tuple[str, ...]


def find_files(
    tree: SourceTree, paths: Iterable[str], kernel_words: Sequence[str], gate_words: Sequence[str]
) -> PythonFiles:
    """Return the files that hold a word; one that cannot be read holds none and is listed by the tree."""
    for_kernels, for_gates = _shortest(kernel_words), _shortest(gate_words)
    kernels: list[str] = []
    gates: list[str] = []
    for path in paths:
        try:
            data = tree.read_bytes(path)
        except UnreadableFile:
            continue
        if any(word in data for word in for_kernels):
            kernels.append(path)
        if any(word in data for word in for_gates):
            gates.append(path)
    return PythonFiles(tuple(kernels), tuple(gates))


def _shortest(words: Iterable[str]) -> list[bytes]:
    """Words without those that contain another one."""
    distinct = dict.fromkeys(words)
    return [word.encode() for word in distinct if not any(other != word and other in word for other in distinct)]
