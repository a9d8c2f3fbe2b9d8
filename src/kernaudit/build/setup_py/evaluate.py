"""A setup.py as a build root: it answers requests with the sources, gencodes and assumptions of its evaluation."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kernaudit.build.arch_lists import ArchListError, parse_torch_list
from kernaudit.build.cmake.files import TreeView
from kernaudit.build.cmake.findings import build_findings
from kernaudit.build.setup_py.compiling import compiled_sources
from kernaudit.build.setup_py.errors import EvaluationStoppedError, ProgramError
from kernaudit.build.setup_py.origins import OriginFinder
from kernaudit.build.setup_py.running import Doubt, ScriptRun, parse_script, run_setup
from kernaudit.build.setup_py.torch_flags import TORCH_VARIABLE
from kernaudit.model.build import BuildEvaluation, BuildSource, BuildStatus, RequestRule
from kernaudit.model.evidence import Assumption, AssumptionKind, Finding, FindingLevel

if TYPE_CHECKING:
    import ast
    from collections.abc import Iterator

    from kernaudit.discover import SourceTree
    from kernaudit.model.arch import Gencode
    from kernaudit.model.build import BuildRequest
    from kernaudit.model.device import DeviceProfile
    from kernaudit.ruleset.load import Rules

__all__ = ["SetupProject"]


@dataclass(slots=True)
class SetupProject:
    """One setup.py.

    Args:
        tree: the scanned tree.
        root: the setup.py, relative to the scanned root.
        rules: names and numbers of architectures.
    """

    tree: SourceTree
    root: str
    rules: Rules
    view: TreeView = field(init=False)
    finder: OriginFinder = field(init=False)
    _program: ast.Module | None = field(init=False, default=None)
    _broken: Doubt | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.view = TreeView(self.tree)
        self.finder = OriginFinder(self.view)
        try:
            self._program = parse_script(self.view.tree.read_text(self.root), self.root)
        except EvaluationStoppedError as error:
            self._broken = Doubt(error.message, error.at)

    def evaluate(self, request: BuildRequest) -> BuildEvaluation:
        """Return what the script makes of a request. Never raises for what the tree holds."""
        if self._program is None:
            return _undecided(self.root, self._broken)
        run = run_setup(self.view, self.root, self._program, request, self.rules)
        device = next((one for one in self.rules.devices if one.capability == request.device), None)
        return _Answer(self, request, device, run).build()

    def run(self, request: BuildRequest) -> ScriptRun | None:
        """Return the evaluation itself, None for a file that Python cannot parse."""
        return None if self._program is None else run_setup(self.view, self.root, self._program, request, self.rules)


def _undecided(root: str, doubt: Doubt | None) -> BuildEvaluation:
    return BuildEvaluation(
        root,
        BuildStatus.OK,
        RequestRule.BUILD,
        undecided=None if doubt is None else doubt.message,
        undecided_at=None if doubt is None else doubt.location,
        device_dependent=False,
    )


@dataclass(slots=True)
class _Answer:
    """One run turned into values that outlive it."""

    project: SetupProject
    request: BuildRequest
    device: DeviceProfile | None
    run: ScriptRun

    def build(self) -> BuildEvaluation:
        sources = self._sources()
        run = self.run
        rule = self._overall(sources)
        doubt = run.doubt or self._doubtful_sources()
        return BuildEvaluation(
            root=self.project.root,
            status=BuildStatus.OK if run.error is None else BuildStatus.CONFIGURE_ERROR,
            request_rule=rule,
            request=self.request.request or self._device_text(rule),
            error_at=None if run.error is None else run.error.location,
            error=None if run.error is None else run.error.message,
            effective=tuple(dict.fromkeys(str(g) for s in sources if s.language == "CUDA" for g in s.gencodes)),
            sources=sources,
            assumptions=tuple(self._assumptions(rule)),
            findings=tuple(self._findings(sources, rule)),
            device_dependent=run.machine.device_used or "native" in (self.request.request or ""),
            undecided=None if doubt is None else doubt.message,
            undecided_at=None if doubt is None else doubt.location,
        )

    def _sources(self) -> tuple[BuildSource, ...]:
        run = self.run
        if run.error is not None:
            return ()
        try:
            return tuple(compiled_sources(run, self.project.finder, self.device))
        except ProgramError as error:
            run.error = Doubt(error.message, error.at)
        except EvaluationStoppedError as error:
            run.doubt = Doubt(error.message, error.at)
        return ()

    def _doubtful_sources(self) -> Doubt | None:
        found = self.run.building.undecided
        return Doubt(f"some sources are not known: {found[0].origin}", found[0].location) if found else None

    def _overall(self, sources: tuple[BuildSource, ...]) -> RequestRule:
        rules = [s.request_rule for s in sources if s.language == "CUDA" and s.request_rule is not None]
        return max(dict.fromkeys(rules), key=rules.count) if rules else RequestRule.BUILD

    def _device_text(self, rule: RequestRule) -> str | None:
        device = self.request.device
        return str(device) if device is not None and rule in (RequestRule.DEVICE, RequestRule.NATIVE) else None

    def _assumptions(self, rule: RequestRule) -> Iterator[Assumption]:
        machine = self.run.machine
        for look in machine.environ.looks.values():
            if look.value is None:
                text = f"the environment variable {look.name} is not set; --env {look.name}=VALUE sets it"
            else:
                given = ", as given" if look.name in machine.environ.given else ""
                text = f"the environment variable {look.name} is {look.value!r}{given}"
            yield Assumption(AssumptionKind.EXTERNAL, text, look.location, look.name)
        yield from machine.assumptions.values()
        if rule is RequestRule.COMPILER_DEFAULT:
            text = "no arch list is set: nvcc's own default is built"
            yield Assumption(AssumptionKind.COMPILER_DEFAULT, text)

    def _findings(self, sources: tuple[BuildSource, ...], rule: RequestRule) -> Iterator[Finding]:
        run, asked = self.run, self.request.request
        if run.error is not None:
            yield Finding("configure-error", FindingLevel.ERROR, run.error.message, run.error.location)
        yield from build_findings(sources, self._asked(), self.request.toolkit, rule)
        if asked is None and self.request.device is None and rule is RequestRule.DEVICE:
            text = f"the build takes its architectures from {TORCH_VARIABLE}, and none was given: use --request"
            yield Finding("no-arch-list", FindingLevel.WARNING, text)
        if asked is not None and sources and rule not in (RequestRule.USER, RequestRule.NATIVE):
            text = f"the request {asked} changes nothing: the build fixes its own list"
            yield Finding("request-ignored", FindingLevel.WARNING, text)

    def _asked(self) -> tuple[Gencode, ...]:
        text = self.request.request or self._device_text(RequestRule.DEVICE)
        if text is None:
            return ()
        try:
            return parse_torch_list(
                text, self.request.toolkit, self.project.rules, device=self.device, reader="setuptools"
            )
        except ArchListError:
            return ()
