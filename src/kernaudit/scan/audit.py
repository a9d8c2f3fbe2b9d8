"""An audit, one screen: build roots -> one evaluation per distinct request -> units read -> report."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kernaudit import __version__
from kernaudit.build.lists_found import find_arch_lists
from kernaudit.build.projects import Projects
from kernaudit.matrix.build import TreeFacts, build_report, reads_nothing
from kernaudit.matrix.coverage import Coverage, coverage_findings, covered_sources
from kernaudit.matrix.python_rows import python_rows
from kernaudit.model.build import BuildRequest
from kernaudit.model.report import ReportInput, Tool
from kernaudit.scan.code_reading import CodeReading
from kernaudit.scan.collection import never_collected
from kernaudit.scan.columns import evaluate_columns
from kernaudit.scan.kernels import Scope, read_units
from kernaudit.scan.options import silent
from kernaudit.scan.python import python_files, python_judge, read_python
from kernaudit.scan.toolkits import other_toolkit
from kernaudit.scan.unread_code import count_units, unread_code_finding
from kernaudit.scan.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.discover.cache import Cache
    from kernaudit.discover.tree import SourceTree
    from kernaudit.kernels.readings import Readings
    from kernaudit.matrix.build import PythonRead, Read
    from kernaudit.matrix.column import Column
    from kernaudit.matrix.lines import SourceLine
    from kernaudit.model.evidence import Finding
    from kernaudit.model.report import Report
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.scan.options import Progress, ScanOptions
    from kernaudit.scan.pipeline import Asked

__all__ = ["audit_tree"]


def audit_tree(options: ScanOptions, asked: Asked, tree: SourceTree, cache: Cache) -> tuple[Report, frozenset[str]]:
    """Return the report of a tree for every device that the rules know, and the files that it depends on.

    Raises:
        UsageError: a pattern cannot be understood.
    """
    rules, toolkit = asked.rules, asked.toolkit
    projects = Projects(tree, rules)
    roots = projects.find_roots()

    def columns_under(chosen: Toolkit, progress: Progress) -> tuple[Column, ...]:
        request = BuildRequest(chosen, options.request, None, options.defines, options.env)
        return evaluate_columns(roots, rules.devices, request, projects.evaluate, progress)

    def elsewhere() -> tuple[tuple[Coverage, ...], frozenset[str]]:
        columns = columns_under(other_toolkit(toolkit, rules), silent)
        return covered_sources(columns, rules.images), tree.read_paths()

    workers = Workers(options.jobs)
    others = workers.later(elsewhere)
    columns = columns_under(toolkit, options.progress)
    ids = [device.id for device in rules.devices]
    theirs, read_there = others.result()
    findings = coverage_findings(ids, covered_sources(columns, rules.images), theirs)
    tool = Tool("kernaudit", __version__, rules.digest)
    given = _input(options, tree, read_there, asked)

    unread: list[Finding] = []
    reads_code = options.code is CodeReading.ALWAYS

    def read(lines: Sequence[SourceLine]) -> Readings:
        if reads_code:
            return read_units(Scope(tree, columns, asked, cache), lines, workers)
        unread.append(unread_code_finding(count_units(lines)))
        return reads_nothing(lines)

    def read_ours() -> PythonRead:
        with never_collected():
            survey = read_python(tree, columns, asked, cache, deep=reads_code)
            return survey, python_rows(survey, python_judge(rules, toolkit), [column.device for column in columns])

    python = workers.later(read_ours)
    facts = _facts(tree, read, findings)
    facts = replace(facts, evidence=options.evidence, python=python.result)
    report = build_report(columns, facts, rules, tool, given)
    depends_on = tree.read_paths() | read_there | frozenset(python_files(tree))
    return replace(report, findings=(*unread, *report.findings)), depends_on


def _facts(tree: SourceTree, read: Read, findings: tuple[Finding, ...]) -> TreeFacts:
    covered = tree.covered()
    return TreeFacts(
        cuda_files=tuple(path for path in covered if path.endswith(".cu")),
        left_out=tree.exclusion,
        read=read,
        lists_found=find_arch_lists(tree),
        skipped=tree.skipped,
        findings=findings,
    )


def _input(options: ScanOptions, tree: SourceTree, read_elsewhere: Iterable[str], asked: Asked) -> ReportInput:
    return ReportInput(
        root_name=tree.root.name,
        tree_digest=tree.digest(read_elsewhere),
        cuda=options.cuda or asked.toolkit.release,
        to=tuple(device.id for device in asked.rules.devices),
        request=options.request,
        defines=options.defines,
        env=options.env,
    )
