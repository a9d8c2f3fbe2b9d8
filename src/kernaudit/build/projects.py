"""All build roots of a tree, whatever their kind: each is opened once and answers requests."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kernaudit.build.cmake.programs import ProgramCache
from kernaudit.build.cmake.reader import CmakeProject
from kernaudit.build.jit.project import find_jit
from kernaudit.build.roots import find_roots
from kernaudit.build.setup_py.evaluate import SetupProject
from kernaudit.discover import UnreadableFile

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

    def find_roots(self) -> tuple[str, ...]:
        """Return the build roots in path order, then the files that compile while the program runs."""
        roots = find_roots(self.tree, self.programs)
        for project in find_jit(self.tree, self.rules, "\n".join(map(self._text, roots))):
            self._opened[project.root] = project
        return (*roots, *sorted(self._opened))

    def _text(self, path: str) -> str:
        try:
            return self.tree.read_text(path)
        except UnreadableFile:
            return ""

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
