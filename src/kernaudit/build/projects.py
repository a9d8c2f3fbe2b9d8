"""All build roots of a tree, whatever their kind: each is opened once and answers requests."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kernaudit.build.cmake.programs import ProgramCache
from kernaudit.build.cmake.reader import CmakeProject
from kernaudit.build.setup_py.evaluate import SetupProject

if TYPE_CHECKING:
    from kernaudit.build.base import Project
    from kernaudit.discover import SourceTree
    from kernaudit.model.build import BuildEvaluation, BuildRequest
    from kernaudit.ruleset.load import Rules

__all__ = ["Projects"]


@dataclass(slots=True)
class Projects:
    """The build roots of one tree.

    Args:
        tree: the scanned tree.
        rules: names and numbers of architectures.
        programs: parsed CMake files, shared by all roots.
    """

    tree: SourceTree
    rules: Rules
    programs: ProgramCache = field(default_factory=ProgramCache)
    _opened: dict[str, Project] = field(default_factory=dict)

    def evaluate(self, root: str, request: BuildRequest) -> BuildEvaluation:
        """Return what one root makes of a request; what it teaches is kept for the next."""
        project = self._opened.get(root)
        if project is None:
            project = self._opened[root] = self._open(root)
        return project.evaluate(request)

    def _open(self, root: str) -> Project:
        if root.endswith(".py"):
            return SetupProject(self.tree, root, self.rules)
        return CmakeProject(self.tree, root, self.rules, self.programs)
