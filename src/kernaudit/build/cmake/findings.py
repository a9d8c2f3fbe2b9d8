"""Findings of the build layer that one evaluation shows: what became of the arch list that was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.model.build import RequestRule
from kernaudit.model.evidence import Finding, FindingLevel

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kernaudit.model.arch import Gencode, SmTarget
    from kernaudit.model.build import BuildSource
    from kernaudit.model.toolkit import Toolkit

__all__ = ["build_findings"]


def build_findings(
    sources: Sequence[BuildSource], asked: Sequence[Gencode], toolkit: Toolkit, rule: RequestRule
) -> Iterator[Finding]:
    """Yield the findings about CUDA sources: targets that vanished, lost their suffix or are not known, no gencode."""
    cuda = [source for source in sources if source.language == "CUDA"]
    built = {code.target for source in cuda for gencode in source.gencodes for code in gencode.codes}
    if cuda and rule in (RequestRule.USER, RequestRule.DEVICE):
        yield from _asked(cuda, asked, built)
    yield from _suffix_lost(cuda)
    yield from _unknown_targets(cuda, toolkit)
    yield from _without_gencode(cuda)


def _asked(cuda: Sequence[BuildSource], asked: Sequence[Gencode], built: set[SmTarget]) -> Iterator[Finding]:
    numbers = {target.capability for target in built}
    location = next((source.gate.location for source in cuda if source.gate), None)
    for target in dict.fromkeys(code.target for gencode in asked for code in gencode.codes):
        if target.capability not in numbers:
            near = sorted(t for t in built if t.capability.major == target.capability.major)
            kept = ", ".join(map(str, near)) if near else ", ".join(map(str, sorted(built))) or "nothing"
            if near:
                text = f"{target.dotted} was asked for and is built as {kept}"
                yield Finding("arch-remapped", FindingLevel.WARNING, text, location)
            else:
                text = f"{target.dotted} was asked for and no source is built for it; the build has {kept}"
                yield Finding("arch-vanished", FindingLevel.WARNING, text, location)
        elif target.suffix and target not in built:
            same = ", ".join(map(str, sorted(t for t in built if t.capability == target.capability)))
            text = f"{target.dotted} was asked for and no source keeps its suffix; the build has {same}"
            yield Finding("suffix-lost", FindingLevel.WARNING, text, location)


def _suffix_lost(cuda: Sequence[BuildSource]) -> Iterator[Finding]:
    """A gate that lists only suffixed targets of a generation, and a result without the suffix."""
    for gate in dict.fromkeys(source.gate for source in cuda if source.gate is not None):
        for arch in gate.after:
            plain = arch.removesuffix("+PTX")
            major = plain.partition(".")[0]
            if "." not in plain or plain[-1] in "af":
                continue
            listed = [word.removesuffix("+PTX") for word in _words(gate.text) if word.startswith(f"{major}.")]
            if listed and all(word[-1] in "af" for word in listed):
                text = f"{gate.name}: the list names {', '.join(dict.fromkeys(listed))}, the build gets plain {plain}"
                yield Finding("suffix-lost", FindingLevel.WARNING, text, gate.location, (), (gate.name,))


def _words(text: str) -> list[str]:
    for mark in '";()':
        text = text.replace(mark, " ")
    return text.split()


def _unknown_targets(cuda: Sequence[BuildSource], toolkit: Toolkit) -> Iterator[Finding]:
    where: dict[SmTarget, BuildSource] = {}
    for source in cuda:
        for gencode in source.gencodes:
            for target in (gencode.virtual, *(code.target for code in gencode.codes)):
                if target not in toolkit.targets:
                    where.setdefault(target, source)
    for target, source in sorted(where.items(), key=lambda item: item[0]):
        text = f"CUDA {toolkit.release} does not know {target}: the build stops at {source.path}"
        location = source.gate.location if source.gate else source.location
        yield Finding("unknown-target", FindingLevel.ERROR, text, location, (), _family(source))


def _without_gencode(cuda: Iterable[BuildSource]) -> Iterator[Finding]:
    bare = [source for source in cuda if not source.gencodes and source.undecided is None]
    if bare:
        names = ", ".join(dict.fromkeys(source.target for source in bare))
        count = f"{len(bare)} source{'s' if len(bare) > 1 else ''} of {names}"
        text = f"{count} without any architecture flag: nvcc's own default is built"
        yield Finding("no-gencode", FindingLevel.WARNING, text, bare[0].location, (), _family(bare[0]))


def _family(source: BuildSource) -> tuple[str, ...]:
    return (source.gate.name,) if source.gate else ()
