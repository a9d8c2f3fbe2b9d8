"""`diff`, one screen: two trees, reports or revisions -> the cells that they answer differently."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kernaudit.config.load import load_config, parse_config
from kernaudit.discover.git_repository import GitRepository, parse_range
from kernaudit.discover.tree import SourceTree
from kernaudit.gate.compare import compare_reports
from kernaudit.gate.sides import side_of_report, side_of_text
from kernaudit.scan.configured import merged
from kernaudit.scan.mentions import Mentions
from kernaudit.scan.options import Revision
from kernaudit.scan.pipeline import run_configured

if TYPE_CHECKING:
    from pathlib import Path

    from kernaudit.config.model import Config
    from kernaudit.discover.git_files import GitFiles
    from kernaudit.gate.compare import Side
    from kernaudit.model.gate import ReportDiff
    from kernaudit.scan.check import NamedText
    from kernaudit.scan.options import ScanOptions

__all__ = ["DiffInput", "diff_inputs", "diff_revisions"]

_CONFIGS = ("kernaudit.yaml", "pyproject.toml")


@dataclass(frozen=True, slots=True)
class DiffInput:
    """One side as asked for: a tree (of a commit, if there is a revision), or a report's text."""

    name: str
    path: Path | None = None
    revision: Revision | None = None
    report: NamedText | None = None


def diff_inputs(a: DiffInput, b: DiffInput, options: ScanOptions) -> ReportDiff:
    """Return the difference of two sides.

    Trees are asked the same: what the options say, then what the configuration of B (else A) says, then, beside a
    report, what that was asked for.

    Raises:
        UsageError, InputError, NothingFoundError, IncompleteError: a side cannot be used.
    """
    reports = {one.name: side_of_text(one.report.text, one.report.label) for one in (a, b) if one.report is not None}
    config = _config(b, options) or _config(a, options)
    asked = options if config is None else merged(options, config)
    for side in reports.values():
        asked = replace(asked, to=asked.to or side.devices, cuda=asked.cuda or side.given["toolkit"])
    sides = [reports.get(one.name) or _scanned(one, asked) for one in (a, b)]
    return compare_reports(*sides)


def diff_revisions(path: Path, revisions: str, options: ScanOptions) -> ReportDiff:
    """Return the difference of two commits, `BASE..HEAD` or `BASE...HEAD`, of the repository around a directory.

    Everything is read from git objects; the configuration is that of HEAD.

    Raises:
        UsageError, InputError, NothingFoundError, IncompleteError: as `diff_inputs`, or a revision is not there.
    """
    wanted = parse_range(revisions)
    repository = GitRepository(path)
    base, head = repository.commits(wanted)
    names = _names(wanted.base, wanted.head, base.id, head.id)
    sides = [
        DiffInput(name, path, Revision(commit.id, repository.files(commit)))
        for name, commit in zip(names, (base, head), strict=True)
    ]
    return diff_inputs(sides[0], sides[1], options)


def _names(base: str, head: str, base_id: str, head_id: str) -> tuple[str, str]:
    return f"{base} ({base_id[:12]})", f"{head} ({head_id[:12]})"


def _scanned(one: DiffInput, asked: ScanOptions) -> Side:
    assert one.path is not None
    options = replace(asked, path=one.path, revision=one.revision, decisions=False)
    files = None if one.revision is None else one.revision.files
    tree = SourceTree(one.path, include=asked.include, exclude=asked.exclude, files=files)
    return side_of_report(run_configured(options, None), one.name, Mentions(tree).line_of)


def _config(one: DiffInput, options: ScanOptions) -> Config | None:
    if options.config is not None:
        return load_config(options.config.parent, options.config)
    if one.path is None:
        return None
    return load_config(one.path) if one.revision is None else _committed(one.path, one.revision.files)


def _committed(path: Path, files: GitFiles) -> Config | None:
    tree = SourceTree(path, files=files)
    for name in _CONFIGS:
        config = parse_config(name, tree.read_text(name)) if tree.is_file(name) else None
        if config is not None:
            return config
    return None
