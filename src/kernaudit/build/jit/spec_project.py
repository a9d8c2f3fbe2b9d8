"""A project that describes its run-time modules with a function of its own, as a build root."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kernaudit.build.cmake.files import TreeView
from kernaudit.build.jit.specs import SpecReader, Specs
from kernaudit.discover import UnreadableFile
from kernaudit.model.build import BuildEvaluation, BuildRequest, BuildSource, BuildStatus, NotBuilt, RequestRule
from kernaudit.model.evidence import Assumption, AssumptionKind, Location

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kernaudit.build.jit.specs import Spec
    from kernaudit.discover import SourceTree
    from kernaudit.model.runtime_compile import SpecNames
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.ruleset.load import Rules

__all__ = ["SpecProject", "find_specs"]


@dataclass(slots=True)
class SpecProject:
    """The specs of one project, for every device.

    Attributes:
        root: the file that defines the function for specs.
        sources: CUDA sources of the tree by their last path component.
    """

    tree: SourceTree
    rules: Rules
    root: str
    line: int
    files: tuple[str, ...]
    names: SpecNames
    sources: dict[str, list[str]]
    view: TreeView = field(init=False)
    _known: dict[tuple[object, ...], Specs] = field(init=False, default_factory=dict)
    _long: set[str] = field(init=False, default_factory=set)

    def __post_init__(self) -> None:
        self.view = TreeView(self.tree)

    def evaluate(self, request: BuildRequest) -> BuildEvaluation:
        """Return what the device gets. Never raises for what the tree holds."""
        specs = self._specs(request)
        every = self._every(request.toolkit, request)
        sources, missing = self._split(specs, every, asked=request.device is not None)
        count = len({name for _, name in every})
        text = f"{count} sources are compiled at run time, as {self.root} describes them for each device"
        return BuildEvaluation(
            root=self.root,
            status=BuildStatus.OK,
            request_rule=RequestRule.DEVICE,
            request=None if request.device is None else str(request.device),
            effective=tuple(dict.fromkeys(str(code) for one in sources for code in one.gencodes)),
            sources=tuple(sources),
            not_built=tuple(missing),
            assumptions=(Assumption(AssumptionKind.NATIVE, text, Location(self.root, self.line), self.root),),
            undecided=next(iter(specs.doubts.values()), None),
            undecided_at=Location(next(iter(specs.doubts)), 1) if specs.doubts else None,
        )

    def _specs(self, request: BuildRequest) -> Specs:
        key = (request.toolkit.version, request.device, tuple(sorted(request.env.items())))
        if key not in self._known:
            device = next((one for one in self.rules.devices if one.capability == request.device), None)
            self._known[key] = SpecReader(self.view, self.files, self.names, self._long).read(request, device)
        return self._known[key]

    def _every(self, toolkit: Toolkit, request: BuildRequest) -> dict[tuple[str, str], Spec]:
        """Return the specs of all devices by function and source: what one device is refused another gets."""
        found: dict[tuple[str, str], Spec] = {}
        for device in self.rules.devices:
            one = self._specs(BuildRequest(toolkit, None, device.capability, {}, request.env))
            for name, spec in one.found.items():
                found.setdefault(name, spec)
        return found

    def _split(
        self, specs: Specs, every: dict[tuple[str, str], Spec], *, asked: bool
    ) -> tuple[list[BuildSource], list[NotBuilt]]:
        sources: list[BuildSource] = []
        missing: list[NotBuilt] = []
        for (maker, name), spec in every.items():
            own = specs.found.get((maker, name))
            for path in self.sources.get(name, ()):
                doubt = specs.doubts.get(spec.location.file) if asked else "the device is not known"
                if own is not None or doubt is not None:
                    sources.append(self._source(path, maker, own or spec, None if own is not None else doubt))
                else:
                    text = "that a spec compiles it for this device"
                    missing.append(NotBuilt(path, spec.location, text))
        built = {one.path for one in sources}
        return sources, [one for one in missing if one.path not in built]

    @staticmethod
    def _source(path: str, maker: str, spec: Spec, doubt: str | None) -> BuildSource:
        problem = doubt or spec.problem
        return BuildSource(
            target=maker,
            path=path,
            language="CUDA",
            gencodes=() if problem else spec.gencodes,
            location=spec.location,
            request_rule=RequestRule.DEVICE,
            undecided=problem,
            jit=True,
        )


def find_specs(tree: SourceTree, rules: Rules, names: Sequence[SpecNames]) -> SpecProject | None:
    """Return the project of a tree, None for one without."""
    cuda: dict[str, list[str]] = {}
    for path in tree.covered():
        if path.endswith(".cu"):
            cuda.setdefault(path.rpartition("/")[2], []).append(path)
    for one in names if cuda else ():
        texts = dict(_texts(tree, one))
        heads = ((path, text.find(f"def {one.function}(")) for path, text in texts.items())
        head = next(((path, at) for path, at in heads if at >= 0), None)
        if head is not None:
            line = texts[head[0]].count("\n", 0, head[1]) + 1
            files = tuple(path for path, text in texts.items() if path != head[0] and f"{one.function}(" in text)
            return SpecProject(tree, rules, head[0], line, files, one, cuda)
    return None


def _texts(tree: SourceTree, names: SpecNames) -> Iterator[tuple[str, str]]:
    for path in tree.covered():
        if path.endswith(".py") and names.place in path.split("/"):
            try:
                text = tree.read_text(path)
            except UnreadableFile:
                continue
            if names.function in text:
                yield path, text
