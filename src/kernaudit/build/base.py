"""What every build reader offers: find the roots it can read, and answer requests about one of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from kernaudit.model.build import BuildEvaluation, BuildRequest
    from kernaudit.model.evidence import Skipped

__all__ = ["BuildRoot", "BuildRoots", "Project"]


@dataclass(frozen=True, slots=True, order=True)
class BuildRoot:
    """A build file that no other one drives.

    Attributes:
        path: the file, relative to the scanned root.
        kind: which reader evaluates it: `cmake`.
    """

    path: str
    kind: str


@dataclass(frozen=True, slots=True)
class BuildRoots:
    """The builds of a tree, in path order, and the build files that are listed but not evaluated."""

    roots: tuple[BuildRoot, ...]
    left_out: tuple[Skipped, ...] = ()


class Project(Protocol):
    """One build root, ready to answer requests; what it learns from one answer it keeps for the next."""

    root: BuildRoot

    def evaluate(self, request: BuildRequest) -> BuildEvaluation:
        """Return what the build makes of a request. Never raises for what the tree holds."""
