"""`scan`, one screen: devices and toolkit -> build roots -> one evaluation per distinct request -> report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit import __version__
from kernaudit.build.cmake.evaluate import evaluate_cmake
from kernaudit.build.cmake.programs import ProgramCache
from kernaudit.build.lists_found import find_arch_lists
from kernaudit.build.roots import find_roots
from kernaudit.discover.tree import SourceTree
from kernaudit.errors import NothingFoundError
from kernaudit.matrix.build import TreeFacts, build_report
from kernaudit.matrix.coverage import Coverage, coverage_findings, covered_sources
from kernaudit.matrix.narrow import narrow_report
from kernaudit.model.build import BuildRequest, BuildStatus
from kernaudit.model.report import ReportInput, Tool
from kernaudit.ruleset.load import load_rules
from kernaudit.scan.child import Later, cores
from kernaudit.scan.columns import evaluate_columns
from kernaudit.scan.kernels import read_units
from kernaudit.scan.options import silent
from kernaudit.scan.toolkits import other_toolkit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.kernels.readings import Readings
    from kernaudit.matrix.build import Read
    from kernaudit.matrix.column import Column
    from kernaudit.matrix.lines import SourceLine
    from kernaudit.model.build import BuildEvaluation
    from kernaudit.model.device import DeviceProfile
    from kernaudit.model.evidence import Finding
    from kernaudit.model.report import Report
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.ruleset.load import Rules
    from kernaudit.scan.options import Progress, ScanOptions

__all__ = ["run_scan"]


def run_scan(options: ScanOptions) -> Report:
    """Return the report of one tree.

    Raises:
        UsageError: a device, toolkit or pattern cannot be understood.
        InputError: the path cannot be read.
        NothingFoundError: there is nothing at all to report.
    """
    rules = load_rules(options.rules)
    devices = _devices(options, rules)
    toolkit = rules.toolkit(options.cuda)
    tree = SourceTree(options.path, include=options.include, exclude=options.exclude)
    programs = ProgramCache()
    roots = find_roots(tree, programs)

    def columns_under(chosen: Toolkit, progress: Progress) -> tuple[Column, ...]:
        def evaluate(root: str, request: BuildRequest) -> BuildEvaluation:
            return evaluate_cmake(tree, root, request, programs, rules)

        asked = BuildRequest(chosen, options.request, None, options.defines, options.env)
        return evaluate_columns(roots, devices, asked, evaluate, progress)

    def elsewhere() -> tuple[Coverage, ...]:
        return covered_sources(columns_under(other_toolkit(toolkit, rules), silent), rules.images)

    others = Later(elsewhere, in_child=cores(options.jobs) > 1)
    columns = columns_under(toolkit, options.progress)
    ids = [device.id for device in devices]
    findings = coverage_findings(ids, covered_sources(columns, rules.images), others.result())
    tool = Tool("kernaudit", __version__, rules.digest)
    given = _input(options, tree, devices, toolkit)

    def read(lines: Sequence[SourceLine]) -> Readings:
        return read_units(tree, lines, rules, toolkit, options.jobs)

    report = build_report(columns, _facts(tree, read, findings), rules, tool, given)
    _require_something(report, options)
    return narrow_report(report, options.kernels, options.only_failing)


def _devices(options: ScanOptions, rules: Rules) -> tuple[DeviceProfile, ...]:
    """The columns: the device in use today first, then those asked for."""
    chosen = rules.device_set(options.to)
    if options.from_ is None:
        return chosen
    today = rules.device(options.from_)
    return (today, *(device for device in chosen if device.id != today.id))


def _facts(tree: SourceTree, read: Read, findings: tuple[Finding, ...]) -> TreeFacts:
    covered = tree.covered()
    return TreeFacts(
        cuda_files=tuple(path for path in covered if path.endswith(".cu")),
        unread_builds=tuple(path for path in covered if path.rpartition("/")[2] == "setup.py"),
        left_out=tree.exclusion,
        read=read,
        lists_found=find_arch_lists(tree),
        skipped=tree.skipped,
        findings=findings,
    )


def _input(options: ScanOptions, tree: SourceTree, devices: tuple[DeviceProfile, ...], toolkit: Toolkit) -> ReportInput:
    from_ = None if options.from_ is None else devices[0].id
    return ReportInput(
        root_name=tree.root.name,
        tree_digest=tree.digest(),
        cuda=options.cuda or toolkit.release,
        to=tuple(device.id for device in devices if device.id != from_),
        from_=from_,
        request=options.request,
        defines=options.defines,
        env=options.env,
        as_of=options.as_of,
        title=options.title,
    )


def _require_something(report: Report, options: ScanOptions) -> None:
    """A configuration that stops, or a file that was not read, is something to report."""
    stopped = any(device.status is BuildStatus.CONFIGURE_ERROR for device in report.devices)
    if not (report.kernels or report.skipped or stopped):
        raise NothingFoundError(f"{options.path}: no CUDA source, no build of one, nothing left out; nothing to report")
