"""A program that compiles at run time, as a build root: every device gets the image that its rule gives."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.files import TreeView
from kernaudit.build.jit.cpp_rule import find_cpp_rule
from kernaudit.build.jit.mentions import find_mentions
from kernaudit.build.jit.python_rule import find_python_rule
from kernaudit.build.jit.spec_project import SpecProject, find_specs
from kernaudit.build.jit.torch_load import find_torch_load
from kernaudit.discover import UnreadableFile
from kernaudit.model.build import BuildEvaluation, BuildSource, BuildStatus, Gate, RequestRule
from kernaudit.model.evidence import Assumption, AssumptionKind
from kernaudit.ruleset.runtime_compile import load_runtime_compile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.build.jit.mentions import Mention
    from kernaudit.build.jit.rule import JitRule, JitTarget
    from kernaudit.discover import SourceTree
    from kernaudit.model.build import BuildRequest
    from kernaudit.model.runtime_compile import RuntimeCompileNames
    from kernaudit.ruleset.load import Rules

__all__ = ["JitProject", "find_jit"]

_PYTHON: Final = ".py"
_UNITS: Final = (".cpp", ".cc", ".cxx", ".c")
_NOT_RULES: Final = "setup.py"
_CPP: Final = (".cpp", ".cc", ".cxx", ".c", ".hpp", ".h", ".hh")
_TARGET: Final = "compiled at run time"


@dataclass(slots=True)
class JitProject:
    """One file with a rule, and the sources that program code hands to the compiler.

    Attributes:
        hosts: sources of the program that no other build names.
    """

    tree: SourceTree
    rule: JitRule
    mentions: tuple[Mention, ...]
    hosts: tuple[Mention, ...] = ()
    view: TreeView = field(init=False)

    def __post_init__(self) -> None:
        self.view = TreeView(self.tree)

    @property
    def root(self) -> str:
        """The file with the rule."""
        return self.rule.file

    def evaluate(self, request: BuildRequest) -> BuildEvaluation:
        """Return what the rule gives the request's device. Never raises for what the tree holds."""
        target = self.rule.target(self.view, request)
        return BuildEvaluation(
            root=self.root,
            status=BuildStatus.OK,
            request_rule=RequestRule.DEVICE,
            request=None if request.device is None else str(request.device),
            effective=tuple(map(str, target.gencodes)),
            sources=tuple(self._sources(target)),
            assumptions=(self._assumption(),),
        )

    def _sources(self, target: JitTarget) -> Iterator[BuildSource]:
        gate = Gate(self.root, target.location, self._line(target))
        for mention in self.mentions:
            yield BuildSource(
                target=_TARGET,
                path=mention.path,
                language="CUDA",
                gencodes=() if mention.problem else target.gencodes,
                location=mention.location,
                gate=gate,
                request_rule=RequestRule.DEVICE,
                undecided=mention.problem or target.problem,
                jit=True,
            )
        for host in self.hosts:
            yield BuildSource(_TARGET, host.path, "CXX", (), host.location)

    def _line(self, target: JitTarget) -> str:
        text = self.tree.read_text(target.location.file).splitlines()
        line = target.location.line
        return text[line - 1].strip() if line <= len(text) else ""

    def _assumption(self) -> Assumption:
        text = f"{len(self.mentions)} sources are compiled at run time, for what {self.root} gives each device"
        return Assumption(AssumptionKind.NATIVE, text, origin=self.root)


def find_jit(tree: SourceTree, rules: Rules, build_texts: str) -> tuple[JitProject | SpecProject, ...]:
    """Return the programs of a tree that compile at run time, by the file with their rule.

    Args:
        tree: the scanned tree.
        rules: for the names in `rules/gates/jit.yaml`.
        build_texts: the texts of the other build files: what they name is theirs.
    """
    names = load_runtime_compile(rules.files)
    described = find_specs(tree, rules, names.specs)
    if described is not None:
        return (described,)
    by_torch = find_torch_load(tree, names, rules)
    if by_torch is not None:
        rule, named = by_torch
        loaded = _not_built(named, build_texts)
        return (JitProject(tree, rule, loaded),) if loaded else ()
    found = tuple(_rules(tree, names))
    mentions = _not_built(find_mentions(tree), build_texts) if found else ()
    if not mentions:
        return ()
    hosts = {one.location.file: one for one in mentions if one.location.file.endswith(_UNITS)}
    own = [path for path in hosts if path.rpartition("/")[2] not in build_texts]
    units = tuple(type(hosts[path])(path, hosts[path].location) for path in sorted(own))
    return tuple(JitProject(tree, rule, mentions, units) for rule in found[:1])


def _not_built(mentions: tuple[Mention, ...], build_texts: str) -> tuple[Mention, ...]:
    return tuple(one for one in mentions if one.path.rpartition("/")[2] not in build_texts)


def _rules(tree: SourceTree, names: RuntimeCompileNames) -> Iterator[JitRule]:
    for path in tree.covered():
        lowered = path.lower()
        if path.endswith(_PYTHON) and any(word in lowered for word in names.places) and not path.endswith(_NOT_RULES):
            try:
                rule = find_python_rule(tree.read_text(path), path, names)
            except UnreadableFile:
                continue
            if rule is not None:
                yield rule
    texts = dict(_cpp_texts(tree, names.places))
    made = find_cpp_rule(texts, names) if texts else None
    if made is not None:
        yield made


def _cpp_texts(tree: SourceTree, places: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for path in tree.covered():
        if path.endswith(_CPP) and any(word in path.lower() for word in places):
            try:
                yield path, tree.read_text(path)
            except UnreadableFile:
                continue
