"""An evaluated build by source path: the CUDA sources it compiles, and the ones it names but keeps out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.verdicts.answer import BuildAnswer, Entry, Refusal, Stop

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernaudit.model.build import BuildEvaluation, BuildSource, Gate, NotBuilt

__all__ = ["BuildIndex", "index_build"]

_CUDA = "CUDA"


@dataclass(frozen=True, slots=True)
class BuildIndex:
    """One evaluation, by path; `closed` are the gates (by name) that kept a source out, with what they left."""

    evaluation: BuildEvaluation
    sources: Mapping[str, tuple[BuildSource, ...]]
    not_built: Mapping[str, tuple[NotBuilt, ...]]
    closed: Mapping[str, NotBuilt]

    def paths(self) -> set[str]:
        """Every CUDA source this evaluation names."""
        return {*self.sources, *self.not_built}

    def answer(self, path: str, gates: tuple[Gate, ...]) -> BuildAnswer:
        """What this build says about a source that it names here or in another column.

        `gates` are the gates of the source in any column: where this evaluation says nothing of the source (its
        list is only made on a branch not taken), the same gate's word on another source is the evidence.
        """
        root = self.evaluation.root
        if self.evaluation.error is not None:
            return BuildAnswer(root, stop=Stop(self.evaluation.error, self.evaluation.error_at))
        built = self.sources.get(path, ())
        if built:
            entries = tuple(_entry(source) for source in built)
            return BuildAnswer(
                root,
                entries,
                external=any(s.external for s in built),
                generated=any(s.glob for s in built),
                jit=any(s.jit for s in built),
            )
        refusals = tuple(_refusal(missing) for missing in self.not_built.get(path, ()))
        return BuildAnswer(root, refusals=refusals or (self._inferred(gates),))

    def _inferred(self, gates: tuple[Gate, ...]) -> Refusal:
        for gate in gates:
            if gate.name in self.closed:
                return _refusal(self.closed[gate.name])
        if gates:
            text = f"no target gets it: {gates[0].name} is not reached for this request"
            return Refusal(text, gates[0].condition or gates[0].location)
        return Refusal("no target gets it for this request", None)


def _entry(source: BuildSource) -> Entry:
    return Entry(
        source.target,
        source.gencodes,
        source.gate,
        source.location,
        source.undecided,
        source.request_rule,
        source.command,
    )


def _refusal(missing: NotBuilt) -> Refusal:
    if missing.condition is None:
        return Refusal("the build names it, but no target gets it", missing.location, missing.gate)
    text = f"no target gets it: {missing.condition} does not hold"
    return Refusal(text, missing.location, missing.gate, missing.condition)


def index_build(evaluation: BuildEvaluation) -> BuildIndex:
    """Group an evaluation's CUDA sources by path; a file for the host compiler is no row."""
    sources: dict[str, list[BuildSource]] = {}
    for source in evaluation.sources:
        if source.language == _CUDA:
            sources.setdefault(source.path, []).append(source)
    not_built: dict[str, list[NotBuilt]] = {}
    closed: dict[str, NotBuilt] = {}
    for missing in evaluation.not_built:
        if missing.path.endswith(".cu"):
            not_built.setdefault(missing.path, []).append(missing)
        if missing.gate is not None:
            closed.setdefault(missing.gate.name, missing)
    return BuildIndex(
        evaluation,
        {path: tuple(found) for path, found in sources.items()},
        {path: tuple(found) for path, found in not_built.items()},
        closed,
    )
