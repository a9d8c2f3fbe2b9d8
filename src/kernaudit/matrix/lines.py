"""The sources of all columns as lines: one per path, with each build's answer per device."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.matrix.index import BuildIndex, index_build
from kernaudit.model.report import FamilyKind, SourceKind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kernaudit.matrix.column import Column
    from kernaudit.model.build import BuildSource, Gate, NotBuilt
    from kernaudit.verdicts.answer import BuildAnswer

__all__ = ["FamilyKey", "SourceLine", "collect_lines"]

_KINDS = {
    SourceKind.FILE: FamilyKind.FAMILY,
    SourceKind.JIT: FamilyKind.FAMILY,
    SourceKind.GENERATED: FamilyKind.GENERATED,
    SourceKind.EXTERNAL: FamilyKind.EXTERNAL,
}


@dataclass(frozen=True, slots=True, order=True)
class FamilyKey:
    """What makes sources a family: the project's own name for what admits them, and where they come from."""

    name: str
    kind: FamilyKind


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One source; `answers` holds, per device id, one answer of each build that names it."""

    path: str
    kind: SourceKind
    family: FamilyKey
    build_targets: tuple[str, ...]
    gates: tuple[Gate, ...]
    answers: Mapping[str, tuple[BuildAnswer, ...]]


@dataclass(frozen=True, slots=True)
class _Grid:
    """One index per column and build root; columns that share an evaluation share its index."""

    columns: Sequence[Column]
    rows: tuple[tuple[BuildIndex, ...], ...]

    def roots_of_paths(self) -> dict[str, list[int]]:
        """Every path with the positions of the build roots that name it in any column."""
        found: dict[str, list[int]] = {}
        for position, indexes in enumerate(zip(*self.rows, strict=True)):
            for path in set[str]().union(*(index.paths() for index in _distinct(indexes))):
                found.setdefault(path, []).append(position)
        return found

    def indexes(self, positions: Sequence[int]) -> list[BuildIndex]:
        return _distinct([row[position] for row in self.rows for position in positions])


def collect_lines(columns: Sequence[Column]) -> tuple[SourceLine, ...]:
    """Return the CUDA sources that any build names for any column, in path order."""
    grid = _index_columns(columns)
    return tuple(_line(path, positions, grid) for path, positions in sorted(grid.roots_of_paths().items()))


def _index_columns(columns: Sequence[Column]) -> _Grid:
    made: dict[int, BuildIndex] = {}
    for evaluation in (one for column in columns for one in column.evaluations):
        if id(evaluation) not in made:
            made[id(evaluation)] = index_build(evaluation)
    rows = tuple(tuple(made[id(evaluation)] for evaluation in column.evaluations) for column in columns)
    return _Grid(columns, rows)


def _line(path: str, positions: Sequence[int], grid: _Grid) -> SourceLine:
    indexes = grid.indexes(positions)
    built = [source for index in indexes for source in index.sources.get(path, ())]
    refused = [missing for index in indexes for missing in index.not_built.get(path, ())]
    gates = _gates(built, refused)
    kind = _kind(path, built)
    answers = {
        column.device.id: tuple(row[position].answer(path, gates) for position in positions)
        for column, row in zip(grid.columns, grid.rows, strict=True)
    }
    targets = tuple(dict.fromkeys(source.target for source in built))
    return SourceLine(path, kind, FamilyKey(_family_name(path, gates, targets), _KINDS[kind]), targets, gates, answers)


def _gates(built: Sequence[BuildSource], refused: Sequence[NotBuilt]) -> tuple[Gate, ...]:
    """The distinct gates of a source, those that admit it before those that keep it out."""
    found = (*(source.gate for source in built), *(missing.gate for missing in refused))
    return tuple(dict.fromkeys(gate for gate in found if gate is not None))


def _kind(path: str, built: Sequence[BuildSource]) -> SourceKind:
    if path.startswith("<external>/") or any(source.external for source in built):
        return SourceKind.EXTERNAL
    if built and all(source.jit for source in built):
        return SourceKind.JIT
    return SourceKind.GENERATED if any(source.glob for source in built) else SourceKind.FILE


def _family_name(path: str, gates: Sequence[Gate], targets: Sequence[str]) -> str:
    """The project's name for what admits a source: its gate's, else the target, else the directory."""
    if gates:
        return min(gates, key=lambda gate: (gate.location, gate.name)).name if len(gates) > 1 else gates[0].name
    return targets[0] if targets else path.rpartition("/")[0] or path


def _distinct(indexes: Sequence[BuildIndex]) -> list[BuildIndex]:
    return list({id(index): index for index in indexes}.values())
