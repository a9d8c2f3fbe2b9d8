"""What every build reader offers: the roots it can read in a tree, and a project that answers requests about one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from kernaudit.discover import SourceTree
    from kernaudit.model.build import BuildEvaluation, BuildRequest

__all__ = ["BuildReader", "Project"]


class Project(Protocol):
    """One build root, ready to answer requests; what it learns from one answer it keeps for the next."""

    @property
    def root(self) -> str:
        """The build file, relative to the scanned root."""

    def evaluate(self, request: BuildRequest) -> BuildEvaluation:
        """Return what the build makes of a request. Never raises for what the tree holds."""


class BuildReader(Protocol):
    """Reads one kind of build files."""

    def roots(self, tree: SourceTree) -> tuple[str, ...]:
        """Return the build files of this kind that no other one drives, in path order."""

    def project(self, tree: SourceTree, root: str) -> Project:
        """Open one of the roots."""
