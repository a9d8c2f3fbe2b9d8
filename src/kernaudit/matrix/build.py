"""From evaluated columns to the whole report."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kernaudit.kernels.parsed import count_pieces
from kernaudit.kernels.python.survey import PythonSurvey
from kernaudit.kernels.readings import Readings
from kernaudit.matrix.affects import name_affected
from kernaudit.matrix.assumptions import merge_assumptions
from kernaudit.matrix.breaks import merge_breaks
from kernaudit.matrix.cells import CellJudge, column_settings
from kernaudit.matrix.devices import device_column
from kernaudit.matrix.externals import external_lines
from kernaudit.matrix.families import family_ids, family_rows
from kernaudit.matrix.findings import merge_findings
from kernaudit.matrix.kernels import kernel_rows
from kernaudit.matrix.leave_out import leave_out
from kernaudit.matrix.lines import collect_lines
from kernaudit.matrix.loaders import pick_loaded
from kernaudit.matrix.ops import name_ops, op_rows
from kernaudit.matrix.python_rows import gate_rows, gated_rows, merge_rows, python_families
from kernaudit.matrix.summary import summarise
from kernaudit.matrix.unnamed import undecided_findings, unnamed_lines
from kernaudit.matrix.unreadable import leave_undecided, unparsed_units, unreadable_paths
from kernaudit.model.report import Report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.matrix.column import Column
    from kernaudit.matrix.lines import SourceLine
    from kernaudit.model.build import ArchListFound
    from kernaudit.model.evidence import Finding, Skipped
    from kernaudit.model.report import KernelRow, ParseCounts, ReportInput, Tool
    from kernaudit.ruleset.load import Rules

__all__ = ["PythonRead", "Read", "TreeFacts", "build_report"]

Read = Callable[["Sequence[SourceLine]"], Readings]
"""Reads the units of lines."""

PythonRead = tuple[PythonSurvey, tuple["KernelRow", ...]]
"""What was read of Python code, and the rows of its kernels, judged."""


def covers_all(path: str) -> Skipped | None:  # noqa: ARG001 - the shape of `TreeFacts.left_out`
    """Leave nothing out."""
    return None


def reads_nothing(lines: Sequence[SourceLine]) -> Readings:  # noqa: ARG001 - the shape of `Read`
    """Leave every unit unread."""
    return Readings()


def no_python() -> PythonRead:
    """Find nothing in Python code."""
    return PythonSurvey(), ()


@dataclass(frozen=True, slots=True)
class TreeFacts:
    """What the tree holds apart from its evaluated builds.

    Attributes:
        cuda_files: CUDA sources that the audit covers.
        left_out: tells of a path why the audit leaves it out, None if it does not.
        read: reads the units of the lines that are left.
        evidence: give the guards and instructions of kernels that run as well.
        findings: findings that compare evaluations.
        python: what was read of Python code, and the rows of its kernels; asked for after the units were read, which
            may be done meanwhile.
    """

    cuda_files: tuple[str, ...] = ()
    left_out: Callable[[str], Skipped | None] = covers_all
    read: Read = reads_nothing
    evidence: bool = False
    lists_found: tuple[ArchListFound, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    findings: tuple[Finding, ...] = ()
    python: Callable[[], PythonRead] = no_python


def build_report(columns: Sequence[Column], facts: TreeFacts, rules: Rules, tool: Tool, given: ReportInput) -> Report:
    """Judge every kernel for every column and put the report together, in its final order."""
    named, skipped, notes = leave_out(collect_lines(columns), facts.left_out)
    fetched = external_lines(columns, named)
    left_out = {one.path for one in skipped}
    files = (path for path in facts.cuda_files if path not in left_out)
    unnamed = unnamed_lines(files, columns, named)
    notes = (*notes, *undecided_findings(unnamed, columns))
    unreadable = unreadable_paths(facts.skipped)
    every = (leave_undecided(line, unreadable) for line in (*named, *fetched, *unnamed))
    lines = sorted(every, key=lambda line: line.path)
    readings = facts.read([line for line in lines if line.path not in unreadable])
    python, in_python = facts.python()
    lonely = unnamed_lines(readings.lonely, columns, lines)
    picked = (pick_loaded(line, python.loads) for line in lines)
    lines = sorted((*picked, *lonely), key=lambda line: line.path)
    ids = family_ids(lines)
    judge = CellJudge(
        column_settings(columns, rules.images, readings), rules.devices, readings, rules.instructions, facts.evidence
    )
    rows = kernel_rows(lines, readings, judge, ids)
    plain = tuple(made.row for made in rows)
    ops = op_rows(readings.host, plain, [column.device.id for column in columns])
    profiles = [column.device for column in columns]
    of_build = gate_rows(name_ops(plain, ops), python, profiles)
    kernels = merge_rows(of_build, in_python)
    families = (*family_rows(gated_rows(rows, of_build), columns, ids), *python_families(in_python, profiles))
    devices = tuple(device_column(column) for column in columns)
    breaks = merge_breaks(columns, kernels, rules.images, readings)
    return Report(
        tool=tool,
        input=given,
        devices=devices,
        families=families,
        kernels=kernels,
        ops=ops,
        summary=replace(summarise(devices, families, kernels, breaks), parse=_parsed(readings)),
        assumptions=name_affected(merge_assumptions(columns), rows),
        build_breaks=breaks,
        findings=merge_findings(columns, (*facts.findings, *notes)),
        lists_found=tuple(sorted(facts.lists_found)),
        skipped=tuple(sorted({*facts.skipped, *skipped, *unparsed_units(lines, readings), *python.skipped})),
        backends=python.orders,
    )


def _parsed(readings: Readings) -> ParseCounts:
    return count_pieces(piece for survey in readings.surveys.values() for piece in survey.parsed)
