"""Compute capabilities, SM targets, gencodes and the images they leave in a binary.

Words: a device has a compute capability; a compiler is asked for an SM target, which may carry the
suffix `a` (architecture-specific) or `f` (family-specific). Spellings follow nvcc (CUDA Compiler
Driver NVCC, "GPU Compilation").
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

__all__ = ["Code", "ComputeCapability", "Gencode", "Image", "SmTarget", "Suffix"]

Suffix = Literal["", "a", "f"]

_TARGET = re.compile(r"(?:sm_|compute_)?(\d+)(?:\.(\d))?([af]?)")


@dataclass(frozen=True, slots=True, order=True)
class ComputeCapability:
    """A device generation as NVIDIA numbers it, such as 9.0."""

    major: int
    minor: int

    @property
    def number(self) -> int:
        """The two numbers run together as in target names: 9.0 -> 90, 12.1 -> 121."""
        return self.major * 10 + self.minor

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}"

    @classmethod
    def from_number(cls, number: int) -> ComputeCapability:
        """90 -> 9.0, 121 -> 12.1."""
        return cls(*divmod(number, 10))


@dataclass(frozen=True, slots=True, order=True)
class SmTarget:
    """What a compiler is asked for: a capability and a suffix."""

    capability: ComputeCapability
    suffix: Suffix = ""

    def __hash__(self) -> int:
        """Flat: targets are hashed a hundred thousand times a run, and nested dataclass hashes cost three calls."""
        return hash((self.capability.major, self.capability.minor, self.suffix))

    @property
    def short(self) -> str:
        """As in gencode notation: `90a`."""
        return f"{self.capability.number}{self.suffix}"

    @property
    def real(self) -> str:
        """As a real architecture: `sm_90a`."""
        return f"sm_{self.short}"

    @property
    def virtual(self) -> str:
        """As a virtual architecture: `compute_90a`."""
        return f"compute_{self.short}"

    @property
    def dotted(self) -> str:
        """As in TORCH_CUDA_ARCH_LIST: `9.0a`."""
        return f"{self.capability}{self.suffix}"

    def __str__(self) -> str:
        return self.real

    @classmethod
    @lru_cache(maxsize=1024)
    def parse(cls, text: str) -> SmTarget:
        """Read `sm_90a`, `compute_90a`, `90a` or `9.0a`.

        Raises:
            ValueError: the text is none of these spellings.
        """
        match = _TARGET.fullmatch(text)
        if match is None or (match[2] is None and len(match[1]) < 2):
            raise ValueError(f"not an SM target: {text!r}")
        digits, minor, suffix = match.groups()
        capability = ComputeCapability.from_number(int(digits + (minor or "")))
        return cls(capability, "a" if suffix == "a" else "f" if suffix == "f" else "")


@dataclass(frozen=True, slots=True, order=True)
class Code:
    """One `code=` value of a gencode: SASS for a real architecture, or PTX."""

    target: SmTarget
    ptx: bool = False

    def __hash__(self) -> int:
        """Flat, as for `SmTarget`."""
        target = self.target
        return hash((target.capability.major, target.capability.minor, target.suffix, self.ptx))

    def __str__(self) -> str:
        return self.target.virtual if self.ptx else self.target.real


@dataclass(frozen=True, slots=True, order=True)
class Image:
    """One entry that a source leaves in a binary: SASS for `code`, or PTX of the virtual architecture.

    Guards and instruction legality follow `virtual`, loading follows `code` (design section 3).
    """

    virtual: SmTarget
    code: Code

    def __hash__(self) -> int:
        """Flat, as for `SmTarget`."""
        virtual, code = self.virtual, self.code.target
        numbers = virtual.capability.major, virtual.capability.minor, code.capability.major, code.capability.minor
        return hash((*numbers, virtual.suffix, code.suffix, self.code.ptx))

    @property
    def is_ptx(self) -> bool:
        """Whether the driver must compile this image before it runs."""
        return self.code.ptx

    def __str__(self) -> str:
        return f"{self.virtual.short}>{self.code}"


@dataclass(frozen=True, slots=True, order=True)
class Gencode:
    """One `-gencode arch=...,code=...` flag; written `90a>sm_90a`, `75>compute_75,sm_75`."""

    virtual: SmTarget
    codes: tuple[Code, ...]

    @property
    def images(self) -> tuple[Image, ...]:
        """The images of this flag in command-line order."""
        return tuple(Image(self.virtual, code) for code in self.codes)

    def __str__(self) -> str:
        return f"{self.virtual.short}>{','.join(map(str, self.codes))}"

    @classmethod
    @lru_cache(maxsize=4096)
    def parse(cls, text: str) -> Gencode:
        """Read the notation that `str()` writes.

        Raises:
            ValueError: the text is not in that notation.
        """
        virtual, separator, codes = text.partition(">")
        if not separator or not codes:
            raise ValueError(f"not a gencode: {text!r}")
        return cls(
            SmTarget.parse(virtual),
            tuple(Code(SmTarget.parse(code), code.startswith("compute_")) for code in codes.split(",")),
        )
