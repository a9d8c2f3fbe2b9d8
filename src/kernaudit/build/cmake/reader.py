"""A CMake project that answers requests: it learns once what holds for all of them, and evaluates each."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.conditions import asked_names, tests_before
from kernaudit.build.cmake.errors import BudgetError
from kernaudit.build.cmake.files import TreeView
from kernaudit.build.cmake.files.layout import tree_path
from kernaudit.build.cmake.gates import Families
from kernaudit.build.cmake.programs import ProgramCache
from kernaudit.build.cmake.request import ARCH_VARIABLE, TORCH_VARIABLE, ArchRequest
from kernaudit.build.cmake.restart import Restart
from kernaudit.build.cmake.run import Lessons, Run, RunInput, run_project
from kernaudit.build.cmake.survey import Survey, survey
from kernaudit.build.cmake.truth import is_false
from kernaudit.build.driver import DriverDefine, read_driver
from kernaudit.build.setup_py.handover import Handover, HandoverReader, passes_archs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernaudit.build.cmake.program import Command
    from kernaudit.discover import SourceTree
    from kernaudit.model.arch import Gencode
    from kernaudit.model.build import BuildEvaluation, BuildRequest
    from kernaudit.model.evidence import Location
    from kernaudit.ruleset.load import Rules

__all__ = ["CmakeProject"]

_SWITCH: Final = re.compile(r"(?:^|_)(?:CUDA|CUBLAS|NVIDIA|NVCC|GPU)(?:_|$)", re.IGNORECASE)
_ATTEMPTS: Final = 12
_MAX_SWITCHES: Final = 6
_BUILT_IN: Final = ("CMAKE_", "ENV", "CACHE")
_PROBES: Final = ("8.0", "9.0", "10.0")
_LIST_VARIABLES: Final = (ARCH_VARIABLE, TORCH_VARIABLE, "CUDAARCHS")


@dataclass(slots=True)
class CmakeProject:
    """One CMakeLists.txt that no other build file drives.

    Args:
        tree: the scanned tree.
        root: the CMakeLists.txt, relative to the scanned root.
        rules: names and numbers of architectures.
        programs: parsed files, shared with other projects of the run.
    """

    tree: SourceTree
    root: str
    rules: Rules
    programs: ProgramCache = field(default_factory=ProgramCache)
    view: TreeView = field(init=False)
    survey: Survey = field(init=False)
    families: Families = field(init=False)
    driver: tuple[DriverDefine, ...] = field(init=False)
    lessons: Lessons = field(init=False, default_factory=Lessons)
    _extended: dict[frozenset[str], tuple[Survey, Families]] = field(init=False, default_factory=dict)
    _learned: bool = field(init=False, default=False)
    _script: HandoverReader | None = field(init=False, default=None)
    _fixed: dict[tuple[str, tuple[tuple[str, str], ...]], bool] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        directory = self.root.rpartition("/")[0]
        self.view = TreeView(self.tree)
        self.survey = survey(self.view, self.programs, tree_path(directory))
        self.families = Families(self.survey)
        self.driver = read_driver(self.tree, directory)
        if passes_archs(self.driver):
            self._script = HandoverReader(self.view, next(one.file for one in self.driver if one.file.endswith(".py")))
        self.lessons = replace(self.lessons, watched=self.survey.watched(), torch=self.survey.torch)

    def evaluate(self, request: BuildRequest) -> BuildEvaluation:
        """Return what the build makes of a request. Never raises for what the tree holds."""
        from kernaudit.build.cmake.evaluate import answer  # noqa: PLC0415 - the answer is made of runs of this class

        return answer(self, request)

    def arch_request(self, request: BuildRequest) -> ArchRequest:
        """Return a request as the evaluation takes it."""
        device = next((d for d in self.rules.devices if d.capability == request.device), None)
        given = {request.defines.get(name) or request.env.get(name) for name in _LIST_VARIABLES}
        return ArchRequest(
            request.toolkit, self.rules, request.request, device, frozenset(text for text in given if text)
        )

    def run(self, request: BuildRequest) -> Run:
        """Evaluate once, as often as it takes to learn what the project cannot do without."""
        defines = request.defines
        run = self._attempts(request, defines)
        if self._learned:
            return run
        self._learned = True
        return self._switch_on(run, request, defines) or run

    def ignores_requests(self, request: BuildRequest, run: Run) -> bool:
        """Tell whether other lists than the requested one give the same gencodes: the build fixes its own."""
        key = (request.toolkit.version, tuple(sorted(request.defines.items())))
        known = self._fixed.get(key)
        if known is None:
            built = _cuda_gencodes(run)
            others = (self._attempts(replace(request, request=text), request.defines) for text in _PROBES)
            known = self._fixed[key] = all(_cuda_gencodes(other) == built for other in others)
        return known

    def _attempts(self, request: BuildRequest, defines: Mapping[str, str]) -> Run:
        """Try until nothing is left to learn; a lesson that does not get further is forgotten."""
        run = self._attempt(request, defines)
        if self.lessons.torch and not run.state.torch_found and run.error is None:
            self.lessons = replace(self.lessons, torch=False)
            run = self._attempt(request, defines)
        for _ in range(_ATTEMPTS):
            before, stopped = self.lessons, run.error
            if stopped is None or not self._learn(run):
                break
            again = self._attempt(request, defines)
            if again.error is not None and again.error.here == stopped.here:
                self.lessons = before
                break
            run = again
        return run

    def _attempt(self, request: BuildRequest, defines: Mapping[str, str]) -> Run:
        given = RunInput(self.arch_request(request), defines, request.env, self._driver_values(request))
        try:
            return run_project(self.view, self.root, self.programs, given, self.lessons)
        except Restart as restart:
            self.lessons = replace(self.lessons, torch=restart.torch)
            given = replace(given, request=self.arch_request(request))
            return run_project(self.view, self.root, self.programs, given, self.lessons)

    def handover(self, request: BuildRequest) -> Handover:
        """Return what an evaluation of the driver tells, where its text does not show the architectures it passes."""
        return Handover() if self._script is None else self._script.read(request)

    def _driver_values(self, request: BuildRequest) -> dict[str, DriverDefine]:
        """Return what the driver passes; a name whose value is not shown and that has a default here keeps that."""
        told = {define.name: define for define in self.handover(request).defines}
        if told:  # the evaluation also tells which arguments this request does not pass
            return {name: define for name, define in told.items() if define.value is not None or self._is_asked(name)}
        return {
            define.name: define for define in self.driver if define.value is not None or self._is_asked(define.name)
        }

    def _is_asked(self, name: str) -> bool:
        """Tell whether a name has no default here, so that the driver's value decides."""
        return not (name in self.survey.cached or self._is_machinery(name))

    @staticmethod
    def _is_machinery(name: str) -> bool:
        """Tell whether a variable concerns how cmake works, not what is built."""
        return name.startswith("CMAKE_") and name != ARCH_VARIABLE

    # -- learning --------------------------------------------------------------------------------------------------

    def _learn(self, run: Run) -> bool:
        """Learn from an error: a variable that nothing assigns, or a package the build cannot do without."""
        error = run.error
        if error is None or not error.fatal or isinstance(error, BudgetError) or not run.interp.conditions:
            return False
        return any(
            self._take_as_given(run, name, guard.location)
            for guard in self._guards(run.interp.conditions[-1])
            for name in asked_names(guard)
        )

    def _guards(self, condition: Command) -> list[Command]:
        """Return the condition around an error; for an `else` the tests in front of it."""
        if condition.key == "if":
            return [condition]
        path = tree_path(condition.file)
        text = self.view.read_text(path)
        before = [] if text is None else tests_before(self.programs.program(path, text).body, condition)
        return [condition, *before]

    def _take_as_given(self, run: Run, name: str, location: Location) -> bool:
        value = run.interp.get(name)
        lessons = self.lessons
        if name in run.state.looked_for:
            package = name.removesuffix("_FOUND")
            if package in lessons.installed or (value is not None and not is_false(value)):
                return False
            self.lessons = replace(lessons, installed=lessons.installed | {package, name})
            return True
        if value is None and name not in self.survey.assigned and not name.startswith(_BUILT_IN):
            self.lessons = replace(lessons, given={**lessons.given, name: location})
            return True
        return False

    # -- the CUDA switch -------------------------------------------------------------------------------------------

    def _switch_on(self, run: Run, request: BuildRequest, defines: Mapping[str, str]) -> Run | None:
        """Turn on the CUDA switch of a project that builds nothing for CUDA by default; the first that works."""
        if _has_cuda(run) or "CUDA" in run.state.languages:
            return None
        before = self.lessons
        for name, value in self._switches(run, defines):
            self.lessons = replace(before, switches={name: value})
            attempt = self._attempts(request, defines)
            if _has_cuda(attempt) or "CUDA" in attempt.state.languages:
                return attempt
        self.lessons = before
        return None

    def _switches(self, run: Run, defines: Mapping[str, str]) -> list[tuple[str, str]]:
        """Return the project's own switches that speak of CUDA and are off, not set, or chosen otherwise; the plainest
        name first.
        """
        cache, kinds = run.interp.cache, run.interp.cache_types
        found = [
            name
            for name, value in cache.items()
            if kinds.get(name) == "BOOL" and name not in defines and is_false(value) and _SWITCH.search(name)
        ]
        found += [name for name in self.survey.asked if self._is_unset_switch(run, name, defines)]
        found.sort(key=lambda name: (name.count("_"), len(name), name))
        chosen = ((name, cuda) for name, cuda in self.survey.choices.items() if name in cache and name not in defines)
        return [
            *((name, "ON") for name in found[:_MAX_SWITCHES]),
            *(pair for pair in chosen if cache[pair[0]] != pair[1]),
        ]

    def _is_unset_switch(self, run: Run, name: str, defines: Mapping[str, str]) -> bool:
        """Tell whether a name that speaks of CUDA is left to the driver: nothing in the tree sets it."""
        known = name in defines or name in self.survey.assigned or run.interp.get(name) is not None
        return not known and not name.startswith(("CMAKE_", "CUDA", "ENV")) and _SWITCH.search(name) is not None

    # -- what the build files say ----------------------------------------------------------------------------------

    def surveyed(self, run: Run) -> tuple[Survey, Families]:
        """Return the survey with the directories that this evaluation processed by names nobody can read off."""
        places = frozenset(directory.source for directory in run.state.directories.values())
        extra = frozenset(place for place in places if not self.survey.has_read(f"{place}/CMakeLists.txt"))
        if not extra:
            return self.survey, self.families
        found = self._extended.get(extra)
        if found is None:
            wider = survey(self.view, self.programs, self.survey.root, sorted(extra))
            found = self._extended[extra] = (wider, Families(wider))
        return found


def _has_cuda(run: Run) -> bool:
    return any(source.source.language == "CUDA" for source in run.sources)


def _cuda_gencodes(run: Run) -> list[tuple[str, str, tuple[Gencode, ...]]]:
    return [(s.target.name, s.path, s.gencodes) for s in run.sources if s.source.language == "CUDA"]
