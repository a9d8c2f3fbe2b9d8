"""Whether a launch in a text may have a block of more threads than a device allows: few do, the others need no look.

A block counts if it is made of constants alone: numbers, and names that the unit gives constant values.
"""

from __future__ import annotations

import re
from math import prod
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kernaudit.sources.syntax import Declaration, FileText

__all__ = ["BlockDemand"]

_START: Final = re.compile(r"<<<|\bcu(?:da)?Launch(?:Cooperative)?Kernel\s*\(")
_CONFIG: Final = re.compile(r"\bblockDim[XYZ]?(?:\.[xyz])?\s*=(?!=)\s*([^;]*)")
_POSITIONS: Final = {"<<<": (1,), "cuda": (2,), "cu": (4, 5, 6)}
_MARK: Final = re.compile(r">>>|[(){}\[\],]|\"(?:[^\"\\\n]|\\.)*\"")
_NUMBER: Final = re.compile(r"(?<![\w.])(?:0[xX][0-9a-fA-F]+|\d+)(?=[uUlL]*(?![\w.]))")
_NAME: Final = re.compile(r"(?<![\w.])[A-Za-z_]\w*(?:\s*::\s*[A-Za-z_]\w*)*")
_TYPES: Final = frozenset({"dim3", "uint3", "int", "unsigned", "size_t", "uint32_t", "int32_t", "static_cast", "const"})
_MAX_CALL: Final = 4000
_MAX_STEPS: Final = 8


class BlockDemand:
    """Answers for declarations of units; what it found in a text is used again.

    Args:
        limit: a block of at most so many threads fits every device.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._blocks: dict[int, tuple[Declaration, tuple[str, ...]]] = {}
        self._defined: dict[tuple[int, str], tuple[FileText, tuple[str, ...]]] = {}

    def exceeding(self, files: Sequence[FileText]) -> frozenset[str]:
        """Return the texts of those declarations of a unit that may launch too large a block."""
        found = (d for file in files if "<<<" in file.text or "LaunchKernel" in file.text for d in file.declarations)
        return frozenset(d.kept for d in found if any(self._exceeds(block, d, files) for block in self._in(d)))

    def _in(self, declaration: Declaration) -> tuple[str, ...]:
        known = self._blocks.get(id(declaration))
        if known is None:
            known = self._blocks[id(declaration)] = (declaration, tuple(dict.fromkeys(_blocks(declaration.kept))))
        return known[1]

    def _exceeds(self, block: str, declaration: Declaration, files: Sequence[FileText]) -> bool:
        size = self._size(block, declaration, files, _MAX_STEPS)
        return size is not None and size > self._limit

    def _size(self, text: str, declaration: Declaration, files: Sequence[FileText], steps: int) -> int | None:
        """A number that a constant expression does not exceed; None for one that is not constant."""
        if steps == 0:
            return None
        size = prod(max(1, int(number[0], 0 if "x" in number[0].lower() else 10)) for number in _NUMBER.finditer(text))
        for name in (match[0].rpartition(":")[2].strip() for match in _NAME.finditer(text)):
            if name in _TYPES:
                continue
            meant = self._meaning(name, declaration, files)
            sizes = [self._size(one, declaration, files, steps - 1) for one in meant if name not in one]
            known = [one for one in sizes if one is not None]
            if not known:
                return None
            size *= max(known)
        return size

    def _meaning(self, name: str, declaration: Declaration, files: Sequence[FileText]) -> tuple[str, ...]:
        """What a name stands for: in the declaration itself, as an argument of its template, or elsewhere."""
        own = _sides(name, declaration.kept) or _definitions(name, declaration.kept)
        if own:
            return own
        if _is_parameter(name, declaration.kept):
            given = (f"{re.escape(template)}\\s*<([^<>;{{}}]*)>" for template in declaration.names)
            return tuple(one for pattern in given for file in files for one in re.findall(pattern, file.text))
        return tuple(one for file in files if name in file.words for one in self._definitions(name, file))

    def _definitions(self, name: str, file: FileText) -> tuple[str, ...]:
        known = self._defined.get((id(file), name))
        if known is None:
            known = self._defined[id(file), name] = (file, _definitions(name, file.text))
        return known[1]


def _definitions(name: str, text: str) -> tuple[str, ...]:
    """What a text gives a name: `name = 64`, `name(64, 32)`, `name{64}`, `#define name 64`."""
    pattern = rf"(?:\b(?:dim3|uint3)\s+{name}\s*[({{]|\b{name}\s*(?:=(?!=)|\{{)|#\s*define\s+{name}\s)\s*([^;\n}}]*)"
    return tuple(re.findall(pattern, text))


def _sides(name: str, text: str) -> tuple[str, ...]:
    """What a text gives the sides of an object, as one product."""
    found = re.findall(rf"\b{name}\.[xyz]\s*=(?!=)\s*([^;]*)", text)
    return (" * ".join(found),) if found else ()


def _is_parameter(name: str, text: str) -> bool:
    head = text[: text.find("{")] if "{" in text else text
    return text.lstrip().startswith("template") and re.search(rf"\w\s+{name}\s*[,>=]", head) is not None


def _blocks(text: str) -> Iterator[str]:
    """The blocks of the launches in a text, as written."""
    for start in _START.finditer(text):
        kind = start[0] if start[0] == "<<<" else "cuda" if start[0].startswith("cuda") else "cu"
        parts = _parts(text, start.end(), max(_POSITIONS[kind]) + 1)
        found = [parts[at] for at in _POSITIONS[kind] if at < len(parts)]
        if found:
            yield " * ".join(found)
    if "LaunchKernelEx" in text:
        yield from (match[1] for match in _CONFIG.finditer(text))


def _parts(text: str, start: int, most: int) -> list[str]:
    """The first parts of a launch configuration, or of a call's arguments, that start here."""
    depth, begin, parts = 0, start, list[str]()
    for match in _MARK.finditer(text, start, start + _MAX_CALL):
        mark = match[0]
        ends = depth == 0 and mark in (",", ">>>", ")")
        if ends:
            parts.append(text[begin : match.start()])
            begin = match.end()
            if mark != "," or len(parts) == most:
                break
        depth += (mark in "({[") - (mark in ")}]")
    return parts
