"""Whether a launch in a text may have a block of more threads than is allowed: few do, the others need no look.

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
_BEFORE: Final = re.compile(r"(?:\b(?:dim3|uint3)|(#\s*define))\s+\Z")
_LOOK_BACK: Final = 60
_OBJECT: Final = re.compile(r"\s*[({]\s*([^;\n}]*)")
_MACRO: Final = re.compile(r"\s+([^;\n}]*)")
_VALUE: Final = re.compile(r"\s*(?:=(?!=)|\{)\s*([^;\n}]*)")
_TYPES: Final = frozenset({"dim3", "uint3", "int", "unsigned", "size_t", "uint32_t", "int32_t", "static_cast", "const"})
_BOUNDS: Final = re.compile(
    r"__launch_bounds__\s*\(\s*([\w\s*()]+?)\s*(?:,[^{};]*?)?\)\s*(?:[\w:]+\s+){0,4}([A-Za-z_]\w*)\s*\("
)
_MAX_CALL: Final = 4000
_MAX_STEPS: Final = 8


_Bounds = tuple[str, str]


class BlockDemand:
    """Answers for declarations of units; what it found in a text is used again.

    Args:
        limit: a block of at most so many threads fits every device.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._bounds: dict[int, tuple[FileText, tuple[_Bounds, ...]]] = {}
        self._blocks: dict[int, tuple[FileText, tuple[tuple[Declaration, tuple[str, ...]], ...]]] = {}
        self._sizes: dict[tuple[str, int, int], int | None] = {}
        self._own: dict[tuple[int, str], tuple[Declaration, tuple[str, ...]]] = {}
        self._defined: dict[tuple[int, str], tuple[FileText, tuple[str, ...]]] = {}

    def exceeding(self, files: Sequence[FileText]) -> frozenset[str]:
        """Return the texts of those declarations of a unit that may launch too large a block."""
        self._sizes.clear()
        found = [one for file in files for one in self._in(file)]
        bounds = [one for file in files for one in self._bounds_in(file)] if found else []
        return frozenset(d.kept for d, blocks in found if self._launches_too_large(d, blocks, bounds, files))

    def _launches_too_large(
        self, declaration: Declaration, blocks: Sequence[str], bounds: Sequence[_Bounds], files: Sequence[FileText]
    ) -> bool:
        limit = self._limit
        for name, bound in bounds:  # one kernel of several in a declaration is enough for a closer look
            if name in declaration.kept:
                size = self._size(bound, declaration, files, _MAX_STEPS)
                limit = min(limit, _numbers(bound) if size is None else size)
        return any(self._exceeds(block, declaration, files, limit) for block in blocks)

    def _bounds_in(self, file: FileText) -> tuple[_Bounds, ...]:
        """The kernels of a file that declare how many threads a block may have, with that number as written."""
        known = self._bounds.get(id(file))
        if known is None:
            made = _BOUNDS.findall(file.text) if "__launch_bounds__" in file.text else []
            known = self._bounds[id(file)] = (file, tuple(dict.fromkeys((name, bound) for bound, name in made)))
        return known[1]

    def _in(self, file: FileText) -> tuple[tuple[Declaration, tuple[str, ...]], ...]:
        """The declarations of a file that launch, with the blocks."""
        known = self._blocks.get(id(file))
        if known is None:
            launches = "<<<" in file.text or "LaunchKernel" in file.text
            made = ((d, tuple(dict.fromkeys(_blocks(d.kept)))) for d in (file.declarations if launches else ()))
            known = self._blocks[id(file)] = (file, tuple((d, blocks) for d, blocks in made if blocks))
        return known[1]

    def _exceeds(self, block: str, declaration: Declaration, files: Sequence[FileText], limit: int) -> bool:
        size = self._size(block, declaration, files, _MAX_STEPS)
        return size is not None and size > limit

    def _size(self, text: str, declaration: Declaration, files: Sequence[FileText], steps: int) -> int | None:
        """A number that a constant expression does not exceed; None for one that is not constant."""
        if steps == 0:
            return None
        key = (text, id(declaration), steps)
        if key not in self._sizes:
            self._sizes[key] = self._worked_out(text, declaration, files, steps)
        return self._sizes[key]

    def _worked_out(self, text: str, declaration: Declaration, files: Sequence[FileText], steps: int) -> int | None:
        size = _numbers(text)
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
        own = self._own.get((id(declaration), name))
        if own is None:
            found = _sides(name, declaration.kept) or _definitions(name, declaration.kept)
            own = self._own[id(declaration), name] = (declaration, found)
        if own[1]:
            return own[1]
        if _is_parameter(name, declaration.kept):
            return tuple(
                one
                for template in declaration.names
                for file in files
                if template in file.text
                for one in re.findall(rf"{re.escape(template)}\s*<([^<>;{{}}]*)>", file.text)
            )
        return tuple(one for file in files if name in file.words for one in self._definitions(name, file))

    def _definitions(self, name: str, file: FileText) -> tuple[str, ...]:
        known = self._defined.get((id(file), name))
        if known is None:
            known = self._defined[id(file), name] = (file, _definitions(name, file.text))
        return known[1]


def _numbers(text: str) -> int:
    """The product of the numbers in a text; what stands beside them is at least 1."""
    return prod(max(1, int(number[0], 0 if "x" in number[0].lower() else 10)) for number in _NUMBER.finditer(text))


def _definitions(name: str, text: str) -> tuple[str, ...]:
    """What a text gives a name: `name = 64`, `name(64, 32)`, `name{64}`, `#define name 64`."""
    found: list[str] = []
    done = 0
    at = text.find(name)
    while at >= 0:
        given = _given(text, at, at + len(name), done)
        if given is not None:
            found.append(given[1])
            done = given.end()
        at = text.find(name, at + 1 if given is None else done)
    return tuple(found)


def _given(text: str, start: int, end: int, done: int) -> re.Match[str] | None:
    """What a text gives a name that stands here, if anything."""
    character = text[start - 1 : start]
    if character.isspace():
        before = _BEFORE.search(text[max(done, start - _LOOK_BACK) : start])
        made = None if before is None else (_OBJECT if before[1] is None else _MACRO).match(text, end)
        if made is not None:
            return made
    return None if character.isalnum() or character == "_" else _VALUE.match(text, end)


def _sides(name: str, text: str) -> tuple[str, ...]:
    """What a text gives the sides of an object, as one product."""
    if f"{name}." not in text:
        return ()
    found = re.findall(rf"\b{name}\.[xyz]\s*=(?!=)\s*([^;]*)", text)
    return (" * ".join(found),) if found else ()


def _is_parameter(name: str, text: str) -> bool:
    head = text[: text.find("{")] if "{" in text else text
    return text.lstrip().startswith("template") and re.search(rf"\w\s+{name}\s*[,>=]", head) is not None


def _blocks(text: str) -> Iterator[str]:
    """The blocks of the launches in a text, as written."""
    for start in _START.finditer(text) if "<<<" in text or "Launch" in text else ():
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
