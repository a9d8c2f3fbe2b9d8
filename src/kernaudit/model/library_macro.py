"""Macros that a compile has without the tree defining them: compiler, editors, and libraries that are fetched."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["LibraryMacro", "LibraryMacros"]


@dataclass(frozen=True, slots=True)
class LibraryMacro:
    """One entry of `rules/guards/*.yaml`; it exists where `when` (a preprocessor condition) holds.

    `params` is None for an object-like macro; `rule` names the entry for evidence: `guards/cutlass.yaml`.
    """

    name: str
    value: str
    params: tuple[str, ...] | None
    when: str | None
    rule: str


@dataclass(frozen=True, slots=True)
class LibraryMacros:
    """All entries in file order.

    Attributes:
        macros: in the order in which they are to be tried.
        undefined: names that a build never defines, so that a test of them is false.
        prefixes: include prefix -> macro prefix: names that a header of this library would define.
    """

    macros: tuple[LibraryMacro, ...]
    undefined: frozenset[str]
    prefixes: tuple[tuple[str, str], ...]
