"""Sizes and alignments of types on a 64-bit Linux host, as nvcc lays them out (Itanium C++ ABI, CUDA vector types)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from kernaudit.facts.shared_memory.composing import operation
from kernaudit.facts.shared_memory.integer import SIZE, named
from kernaudit.facts.shared_memory.members import Body, class_body
from kernaudit.facts.shared_memory.term import Missing, Number
from kernaudit.facts.values import TypeValue
from kernaudit.sources.split import Piece
from kernaudit.sources.syntax import Declaration

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.facts.frame import Frame
    from kernaudit.facts.scope import UnitScope
    from kernaudit.facts.shared_memory.members import Member
    from kernaudit.facts.shared_memory.term import Term
    from kernaudit.facts.shared_memory.value import Value
    from kernaudit.facts.values import ClassInstance
    from kernaudit.sources.ast import Tuple

__all__ = ["Extent", "Layouts", "times"]

_MAX_DEPTH: Final = 12
_VECTOR: Final = re.compile(r"(char|uchar|short|ushort|int|uint|long|ulong|longlong|ulonglong|float|double)([1-4])")
_ELEMENTS: Final = {"char": 1, "uchar": 1, "short": 2, "ushort": 2, "int": 4, "uint": 4, "float": 4}
_OTHERS: Final = {
    "float": (4, 4), "double": (8, 8), "half": (2, 2), "half2": (4, 4), "nv_bfloat16": (2, 2), "nv_bfloat162": (4, 4),
    "__nv_fp8_e4m3": (1, 1), "__nv_fp8_e5m2": (1, 1), "__nv_fp8_e8m0": (1, 1), "__nv_fp8x2_e4m3": (2, 2),
    "__nv_fp8x2_e5m2": (2, 2), "__nv_fp8x4_e4m3": (4, 4), "__nv_fp8x4_e5m2": (4, 4), "dim3": (12, 4),
    "nullptr_t": (8, 8), "__int128": (16, 16), "half_t": (2, 2), "bfloat16_t": (2, 2), "tfloat32_t": (4, 4),
    "float_e4m3_t": (1, 1), "float_e5m2_t": (1, 1), "uint128_t": (16, 16), "Half": (2, 2), "BFloat16": (2, 2),
    "Float8_e4m3fn": (1, 1), "Float8_e5m2": (1, 1), "ClusterTransactionBarrier": (8, 8), "ClusterBarrier": (8, 8),
    "wchar_t": (4, 4), "char16_t": (2, 2), "char32_t": (4, 4), "byte": (1, 1), "cudaStream_t": (8, 8),
}  # fmt: skip
"""CUDA's, PyTorch's and CUTLASS's element types (cuda_fp16.h, cuda_bf16.h, cuda_fp8.h, c10/util, cutlass/*.h)."""
_ARRAYS: Final = frozenset({"array", "Array"})
"""`std::array`, `cuda::std::array`, `cutlass::Array`: a template of an element type and a count."""


@dataclass(frozen=True, slots=True)
class Extent:
    """Bytes and alignment of a type."""

    size: Term
    align: int


class Values(Protocol):
    """What layouts ask the evaluator."""

    scope: UnitScope

    def type_of(self, made: Tuple, frame: Frame) -> Value:
        """The type that a type tuple means."""

    def number(self, expression: Tuple | int, frame: Frame) -> Term:
        """The value of an expression, as a number."""

    def class_frame(self, instance: ClassInstance) -> Frame:
        """A frame inside a class."""

    def bases(self, instance: ClassInstance) -> list[ClassInstance]:
        """The base classes that are known."""


def times(size: Term, bounds: Sequence[Term | None]) -> Term:
    """Return the bytes of an array."""
    for bound in bounds:
        size = operation("*", Missing("the bound of an array", low=0) if bound is None else bound, size)
    return size


class Layouts:
    """Works out extents with the values of one evaluator; what is not known has the name of its type."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self._depth = 0

    def of(self, made: Value, spelled: str = "") -> Extent:
        """Return the extent of a type; `spelled` names it where it is not known."""
        if not isinstance(made, TypeValue):
            return _unknown(spelled or "a type")
        if made.pointers or made.reference:
            return _exact(8, 8)
        if made.instance is not None:
            return self._class(made.instance, spelled or made.name)
        found = _builtin(made.name) or self._enumeration(made.name)
        if found is not None:
            return found
        if made.name in _ARRAYS and len(made.arguments) == 2 and isinstance(made.arguments[1], int):
            inner = self.of(made.arguments[0])
            return Extent(operation("*", Number(made.arguments[1], SIZE), inner.size), inner.align)
        return _unknown(spelled or made.name)

    def _enumeration(self, name: str) -> Extent | None:
        pattern = re.compile(rf"\benum\s+(?:class\s+|struct\s+)?{re.escape(name)}\b\s*(?::\s*([\w:\s]+?))?\s*\{{")
        for declaration in self._values.scope.declarations(name):
            match = pattern.search(declaration.text)
            if match is not None:
                return _builtin((match[1] or "int").rpartition("::")[2].strip())
        return None

    def _class(self, instance: ClassInstance, name: str) -> Extent:
        self._depth += 1
        try:
            if self._depth > _MAX_DEPTH:
                return _unknown(name)
            definition = instance.definition
            frame = self._values.class_frame(instance)
            parts = [
                self.of(TypeValue(base.definition.name, (), 0, False, base)) for base in self._values.bases(instance)
            ]
            if len(parts) < len(definition.bases):
                return _unknown(name)
            bases = [base for base in parts if base.size.value != 1]
            body = class_body(definition.parsed, definition.node)
            return self.body(body, frame, bases)
        finally:
            self._depth -= 1

    def body(self, body: Body, frame: Frame, bases: Sequence[Extent] = ()) -> Extent:
        """Return the extent of a class with these members."""
        parts = [*bases, *([_exact(8, 8)] if body.virtual else []), *(self._member(m, frame) for m in body.members)]
        if any(member.bits for member in body.members):
            return _unknown("a struct with bit-fields")
        align = max((part.align for part in parts), default=1)
        align = max(align, *(self._alignment(text, frame) for text in body.alignment), 1)
        return _union(parts, align) if body.union else _struct(parts, align)

    def _member(self, member: Member, frame: Frame) -> Extent:
        if member.pointer:
            inner = _exact(8, 8)
        elif member.body is not None:
            inner = self.body(member.body, frame)
        elif member.type is not None:
            inner = self.of(self._values.type_of(member.type, frame), _spelled(member.type))
        else:
            inner = _unknown(member.name)
        bounds = [None if bound is None else self._values.number(bound, frame) for bound in member.bounds]
        align = max((self._alignment(text, frame) for text in member.alignment), default=1)
        return Extent(times(inner.size, bounds), max(inner.align, align))

    def _alignment(self, text: str, frame: Frame) -> int:
        if text.isdigit():
            return int(text)
        source = f"constexpr int value = {text};"
        constant = Declaration("", source, Piece(0, len(source), 1, (), -1)).outline.constants.get("value")
        known = None if not constant else self._values.number(constant[0].value, frame).value
        return known if known is not None and known > 0 else self.of(TypeValue(text)).align


def _builtin(name: str) -> Extent | None:
    integer = named(name)
    if integer is not None:
        size = max(1, integer.bits // 8)
        return _exact(size, size)
    vector = _VECTOR.fullmatch(name)
    if vector is not None:
        element, count = _ELEMENTS.get(vector[1], 8), int(vector[2])
        return _exact(element * count, element if count == 3 else min(16, element * count))
    other = _OTHERS.get(name)
    return None if other is None else _exact(*other)


def _struct(parts: Sequence[Extent], align: int) -> Extent:
    """Members one after the other; padding is worked out for the sizes as they are now."""
    total: Term = Number(0, SIZE)
    offset: int | None = 0
    padding = 0
    for part in parts:
        total = part.size if total.value == 0 and not padding else operation("+", total, part.size)
        if offset is not None:
            gap = -offset % part.align
            padding += gap
            offset = None if part.size.value is None else offset + gap + part.size.value
    if offset is None:
        return Extent(total, align)
    padding += -offset % align
    if padding:
        total = operation("+", total, Number(padding, SIZE))
    return Extent(total if parts else Number(1, SIZE), align)


def _union(parts: Sequence[Extent], align: int) -> Extent:
    size: Term = Number(1, SIZE)
    for part in parts:
        size = operation("max", size, part.size)
    known = size.value
    rest = 0 if known is None else -known % align
    return Extent(operation("+", size, Number(rest, SIZE)) if rest else size, align)


def _exact(size: int, align: int) -> Extent:
    return Extent(Number(size, SIZE), align)


def _unknown(name: str) -> Extent:
    return Extent(Missing(f"sizeof({name})", SIZE, low=1), 1)


def _spelled(made: Tuple) -> str:
    return "::".join(part[0] for part in made[1])
