"""A CUDA toolkit as the build sees it: its version and the SM targets its compiler and assembler know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kernaudit.model.arch import Gencode, SmTarget

__all__ = ["Toolkit"]


@dataclass(frozen=True, slots=True)
class Toolkit:
    """A CUDA toolkit.

    Attributes:
        release: two numbers, such as `13.0`.
        version: the full nvcc version, such as `13.0.88` (VERSION_* tests need it).
        table: the release whose tables of known targets are used; differs from `release` where that
            release has no table of its own (the nearest older one, and the report says so).
        targets: the SM targets that nvcc and ptxas of this toolkit accept.
        default_gencodes: what nvcc emits when no architecture is named.
        known_numbers: the numbers of all architectures that any toolkit or device here has, such as 90 for 9.0.
        driver: the oldest driver branch on which what it builds runs, such as `580`; empty where that was not said.
        ptx_isa: the PTX ISA version that nvcc emits, such as `9.0`; empty where it was not said.
    """

    release: str
    version: str
    table: str
    targets: frozenset[SmTarget]
    default_gencodes: tuple[Gencode, ...]
    ptx_isa: str = ""
    driver: str = ""
    known_numbers: frozenset[int] = frozenset()

    @property
    def table_note(self) -> str | None:
        """A sentence for the report where another release's tables stand in for this one's."""
        if self.table == self.release:
            return None
        return f"CUDA {self.release} has no table of its own here: that of CUDA {self.table} is used"

    @property
    def release_tuple(self) -> tuple[int, int]:
        """`13.0` as (13, 0), for range tests in rules."""
        major, minor = self.release.split(".")
        return int(major), int(minor)
