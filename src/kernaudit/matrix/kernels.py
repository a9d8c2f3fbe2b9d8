"""Kernel rows: one per source as long as sources are not read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.model.report import KernelRow, SourceKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kernaudit.matrix.cells import CellJudge
    from kernaudit.matrix.lines import FamilyKey, SourceLine

__all__ = ["kernel_rows"]


def kernel_rows(
    lines: Iterable[SourceLine], judge: CellJudge, families: Mapping[FamilyKey, str]
) -> tuple[KernelRow, ...]:
    """Return one row per source line, in the same order; `families` gives the id of each family."""
    return tuple(_row(line, judge, families[line.family]) for line in lines)


def _row(line: SourceLine, judge: CellJudge, family: str) -> KernelRow:
    name = line.path.rpartition("/")[2]
    in_tree = line.kind is SourceKind.FILE
    return KernelRow(
        id=f"{line.path}#{name}",
        name=name,
        symbol=name,
        cells={device: judge.cell(answers, device) for device, answers in line.answers.items()},
        file=line.path if in_tree else None,
        units=(line.path,),
        source_kind=line.kind,
        family=family,
        build_targets=line.build_targets,
    )
