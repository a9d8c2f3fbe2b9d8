"""What every rule of a program that compiles at run time answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from kernaudit.build.cmake.files import TreeView
    from kernaudit.model.arch import Gencode
    from kernaudit.model.build import BuildRequest
    from kernaudit.model.evidence import Location

__all__ = ["JitRule", "JitTarget"]


@dataclass(frozen=True, slots=True)
class JitTarget:
    """What the compiler is asked for on one device, where that is written, and why it is not known, if it is not."""

    gencodes: tuple[Gencode, ...]
    location: Location
    problem: str | None


class JitRule(Protocol):
    """One file that calls a compiler."""

    @property
    def file(self) -> str:
        """The file, relative to the scanned root."""

    def target(self, view: TreeView, request: BuildRequest) -> JitTarget:
        """Return what the request's device gets."""
