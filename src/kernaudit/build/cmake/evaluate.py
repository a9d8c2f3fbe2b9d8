"""From a finished run to the answer: sources with gencodes and gates, what is not built, externals, findings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from kernaudit.build.arch_lists import ArchListError
from kernaudit.build.cmake.files.layout import shown, shown_text, shown_texts
from kernaudit.build.cmake.findings import build_findings
from kernaudit.build.cmake.gates import GateMaker
from kernaudit.build.cmake.list_origin import overall_rule, source_rule
from kernaudit.build.cmake.project.custom_compiles import COMPILED_BY_COMMAND
from kernaudit.build.cmake.reader import CmakeProject
from kernaudit.model.build import (
    BuildEvaluation,
    BuildSource,
    BuildStatus,
    ExternalProject,
    NotBuilt,
    RequestRule,
)
from kernaudit.model.evidence import Assumption, AssumptionKind, Finding, FindingLevel, Location
from kernaudit.ruleset.load import load_rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kernaudit.build.cmake.programs import ProgramCache
    from kernaudit.build.cmake.run import Run
    from kernaudit.build.cmake.survey import Mention
    from kernaudit.discover import SourceTree
    from kernaudit.model.arch import Gencode
    from kernaudit.model.build import BuildRequest
    from kernaudit.ruleset.load import Rules

__all__ = ["answer", "evaluate_cmake"]


_PROJECTS: WeakKeyDictionary[ProgramCache, dict[tuple[int, str], CmakeProject]] = WeakKeyDictionary()
"""Projects live as long as the run's program cache: what they learned holds for all its requests."""


def evaluate_cmake(
    tree: SourceTree, root_file: str, request: BuildRequest, programs: ProgramCache, rules: Rules | None = None
) -> BuildEvaluation:
    """Answer one request for one CMakeLists.txt.

    Args:
        tree: the scanned tree.
        root_file: the CMakeLists.txt, relative to the scanned root.
        request: what to ask.
        programs: parsed files; calls with the same cache share what they learn about the project.
        rules: names and numbers of architectures; the shipped ones by default.
    """
    projects = _PROJECTS.setdefault(programs, {})
    key = (id(tree), root_file)
    project = projects.get(key)
    if project is None:
        project = projects[key] = CmakeProject(tree, root_file, rules or load_rules(), programs)
    return answer(project, request)


def answer(project: CmakeProject, request: BuildRequest) -> BuildEvaluation:
    """Return what a project makes of a request. Never raises for what the tree holds."""
    return _Answer(project, request, project.run(request)).build()


@dataclass(slots=True)
class _Answer:
    """One run turned into values that outlive it."""

    project: CmakeProject
    request: BuildRequest
    run: Run

    def build(self) -> BuildEvaluation:
        """Return the evaluation."""
        run = self.run
        stopped = run.error is not None
        sources = () if stopped else self._sources()
        rule = self._overall(sources)
        if rule is RequestRule.USER and sources and self._is_fixed():
            sources = tuple(replace(s, request_rule=RequestRule.BUILD) if s.request_rule else s for s in sources)
            rule = RequestRule.BUILD
        sources = tuple(map(self._without_unused, sources))
        told = self.project.handover(self.request).rule
        if told is not None and rule is RequestRule.BUILD:
            sources = tuple(replace(s, request_rule=told) if s.request_rule else s for s in sources)
            rule = told
        return BuildEvaluation(
            root=self.project.root,
            status=BuildStatus.CONFIGURE_ERROR if stopped else BuildStatus.OK,
            request_rule=rule,
            request=self.request.request or (run.state.request.device_text() if rule is RequestRule.DEVICE else None),
            error_at=run.error.here if run.error else None,
            error=shown_text(run.error.message) if run.error else None,
            effective=_effective(sources),
            sources=sources,
            not_built=tuple(self._not_built(sources)),
            externals=self._externals(),
            assumptions=tuple(self._assumptions(rule)),
            findings=tuple(self._findings(sources, rule)),
            device_dependent=self._device_dependent(),
            written=run.state.files.headers(),
        )

    def _overall(self, sources: Sequence[BuildSource]) -> RequestRule:
        rules = [s.request_rule for s in sources if s.language == "CUDA" and s.request_rule]
        return overall_rule(self.run.state.request, rules)

    def _is_fixed(self) -> bool:
        """Tell whether the build asks the user and then uses a list of its own."""
        return self.run.state.request.text is not None and self.project.ignores_requests(self.request, self.run)

    def _without_unused(self, source: BuildSource) -> BuildSource:
        """Return a source whose gate does not claim to be made of what was asked where the build fixes its list."""
        gate = source.gate
        if gate is None or source.request_rule is not RequestRule.BUILD or gate.before != self._asked_texts():
            return source
        return replace(source, gate=replace(gate, before=()))

    # -- sources ---------------------------------------------------------------------------------------------------

    def _maker(self) -> GateMaker:
        _, families = self.project.surveyed(self.run)
        return GateMaker(self.run, families, self._asked_texts())

    def _asked_texts(self) -> tuple[str, ...]:
        """Return the list that was asked for; that of a device only where its answer is for this device alone."""
        request = self.run.state.request
        text = request.text or (request.device_text() if self._device_dependent() else None) or ""
        return tuple(part for part in text.replace(" ", ";").replace(",", ";").split(";") if part)

    def _sources(self) -> tuple[BuildSource, ...]:
        maker = self._maker()
        found: list[BuildSource] = []
        for compiled in self.run.sources:
            source = compiled.source
            cuda = source.language == "CUDA"
            found.append(
                BuildSource(
                    target=compiled.target.name,
                    path=compiled.path,
                    language=source.language,
                    gencodes=compiled.gencodes,
                    location=source.site.location,
                    defines=shown_texts(compiled.defines),
                    glob=source.glob,
                    external=source.external,
                    gate=maker.of_source(compiled) if cuda else None,
                    include_dirs=compiled.include_dirs,
                    request_rule=source_rule(self.run, compiled) if cuda else None,
                    undecided=compiled.problem,
                    pre_includes=compiled.pre_includes,
                )
            )
        return (*found, *self._compiled_by_commands({source.path for source in found}))

    def _compiled_by_commands(self, built: set[str]) -> Iterator[BuildSource]:
        """Yield the sources that only a custom command compiles: none of their images is known."""
        for full, site in self.run.state.compiled_by_commands.items():
            path = shown(full)
            if path not in built:
                name = site.command.name
                yield BuildSource(name, path, "CUDA", (), site.location, undecided=COMPILED_BY_COMMAND)

    def _not_built(self, sources: Sequence[BuildSource]) -> Iterator[NotBuilt]:
        """Yield the CUDA sources that the build files name and that stand in no target, in path order."""
        survey, _ = self.project.surveyed(self.run)
        built = {source.path for source in sources}
        maker = self._maker()
        for mention in survey.named_sources(self.project.view):
            if shown(mention.path) not in built:
                yield self._left_out(maker, mention)

    @staticmethod
    def _left_out(maker: GateMaker, mention: Mention) -> NotBuilt:
        condition = mention.condition
        gate = maker.of_mention(mention)
        if condition is None:
            return NotBuilt(shown(mention.path), mention.command.location, None, gate)
        return NotBuilt(shown(mention.path), condition.location, condition.text, gate)

    def _externals(self) -> tuple[ExternalProject, ...]:
        modules = (
            ExternalProject(module.path.rpartition("/")[2], module.url, None, Location(".gitmodules", module.line))
            for module in self.project.view.submodules
        )
        found = {project.name: project for project in (*modules, *self.run.state.externals.values())}
        return tuple(sorted(found.values(), key=lambda project: (project.location, project.name)))

    # -- what was assumed and found --------------------------------------------------------------------------------

    def _assumptions(self, rule: RequestRule) -> Iterator[Assumption]:
        lessons, survey = self.project.lessons, self.project.surveyed(self.run)[0]
        for name, value in lessons.switches.items():
            known = "is OFF by default" if name in survey.options else f"is not {value} by default"
            text = f"{name} {known} and taken as {value}: nothing is built for CUDA without it"
            yield Assumption(AssumptionKind.SWITCH_ON, text, survey.option_at(name), name)
        if rule is RequestRule.NATIVE or "native" in (self.request.request or ""):
            device = self.run.state.request.device_text()
            text = "the list is `native`: " + ("the device is not known" if device is None else f"taken as {device}")
            yield Assumption(AssumptionKind.NATIVE, text)
        if rule is RequestRule.COMPILER_DEFAULT:
            default = self.run.state.request.compiler_default()
            text = f"no arch list is set: nvcc's own default ({default}) is built"
            yield Assumption(AssumptionKind.COMPILER_DEFAULT, text)
        for name, location in lessons.given.items():
            text = f"{name} is taken as given (-D{name}=...): nothing in the tree assigns it, and the build asks for it"
            yield Assumption(AssumptionKind.EXTERNAL, text, location, name)
        yield from self.project.handover(self.request).assumptions
        yield from (replace(a, text=shown_text(a.text)) for a in self.run.interp.assumptions)

    def _findings(self, sources: Sequence[BuildSource], rule: RequestRule) -> Iterator[Finding]:
        error = self.run.error
        if error is not None:
            yield Finding("configure-error", FindingLevel.ERROR, shown_text(error.message), error.here)
        yield from (replace(f, text=shown_text(f.text)) for f in self.run.interp.findings)
        yield from self.run.state.findings
        yield from build_findings(sources, self._asked(), self.request.toolkit, rule)
        asked = self.run.state.request.text
        followed = rule is RequestRule.USER or (rule is RequestRule.NATIVE and "native" in (asked or ""))
        if asked is not None and sources and not followed:
            text = f"the request {self.request.request} changes nothing: the build fixes its own list"
            yield Finding("request-ignored", FindingLevel.WARNING, text)

    def _asked(self) -> tuple[Gencode, ...]:
        request = self.run.state.request
        text = request.text or request.device_text()
        if text is None:
            return ()
        try:
            if self.run.state.torch:
                return request.torch_gencodes(text)
            return request.cmake_gencodes(request.cmake_text() or text.replace(".", ""))
        except ArchListError:
            return ()

    def _device_dependent(self) -> bool:
        """Tell whether another device could change the answer: torch's default list, `native`, a driver's list."""
        request = self.run.state.request
        if request.text is not None:
            return "native" in request.text
        used = request.used
        if self.project.handover(self.request).device_used:
            return True
        return self.project.survey.native or RequestRule.DEVICE in used or RequestRule.NATIVE in used


def _effective(sources: Sequence[BuildSource]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(g) for s in sources if s.language == "CUDA" for g in s.gencodes))
