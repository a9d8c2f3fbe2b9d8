"""`scan`, one screen: what was asked -> the report of an earlier run, if nothing changed since, else an audit.

A report is kept twice: whole, so that it outlives a change of pins or columns, and as it was last asked for, once an
unchanged tree is asked about again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kernaudit.discover.cache import Cache, cache_key, program_digest
from kernaudit.discover.revision import read_revision
from kernaudit.discover.tree import SourceTree
from kernaudit.errors import NothingFoundError, UsageError
from kernaudit.matrix.narrow import narrow_report, unmatched_globs
from kernaudit.matrix.select import select_columns
from kernaudit.model.build import BuildStatus
from kernaudit.model.evidence import SkipReason
from kernaudit.ruleset.load import load_rules
from kernaudit.scan.collection import rarely_collected
from kernaudit.scan.configured import check_names, configured
from kernaudit.scan.decided import decided_report
from kernaudit.scan.requested import with_request

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kernaudit.config.model import Config
    from kernaudit.model.device import DeviceProfile
    from kernaudit.model.report import Report
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.ruleset.load import Rules
    from kernaudit.scan.options import ScanOptions

__all__ = ["Asked", "run_configured", "run_scan"]

_WHOLE = "report"
_SHOWN = "shown"


@dataclass(frozen=True, slots=True)
class Asked:
    """The options as values: rules and toolkit; `program` names the version of the program and its rules."""

    rules: Rules
    toolkit: Toolkit
    program: str


@dataclass(frozen=True, slots=True)
class _Kept:
    """A report, and the digest of the files that it was made from."""

    report: Report
    paths: tuple[str, ...]
    digest: str


@dataclass(frozen=True, slots=True)
class _Shown:
    """The columns that were asked for, and under what names."""

    ids: tuple[str, ...]
    from_: str | None
    as_of: str | None
    title: str | None
    revision: str | None

    @classmethod
    def of(cls, options: ScanOptions, devices: Sequence[DeviceProfile], tree: SourceTree) -> _Shown:
        ids = tuple(device.id for device in devices)
        revision = read_revision(tree.root) if options.revision is None else options.revision.id
        return cls(ids, None if options.from_ is None else ids[0], options.as_of, options.title, revision)

    def of_whole(self, report: Report) -> Report:
        to = tuple(one for one in self.ids if one != self.from_)
        given = replace(report.input, to=to, from_=self.from_, as_of=self.as_of, title=self.title)
        return replace(select_columns(report, self.ids), input=replace(given, revision=self.revision))


def run_scan(options: ScanOptions) -> Report:
    """Return the report of one tree.

    Raises:
        UsageError: a device, toolkit, pattern, configuration or pin cannot be understood.
        InputError: the path cannot be read.
        NothingFoundError: there is nothing at all to report.
    """
    return run_configured(*configured(options))


def run_configured(options: ScanOptions, config: Config | None) -> Report:
    """Return the report of one tree; nothing is added to the options, `config` is asked for pins and costs alone.

    Raises:
        UsageError, InputError, NothingFoundError: as `run_scan`.
    """
    rules = load_rules(options.rules)
    if config is not None:
        check_names(config, rules)
    cache = Cache.of_user(wanted=options.cache)
    program = f"{rules.digest}-{program_digest()}"
    files = None if options.revision is None else options.revision.files
    tree = SourceTree(options.path, include=options.include, exclude=options.exclude, files=files)
    options = with_request(options, tree)
    shown = _Shown.of(options, _devices(options, rules), tree)
    key = _question(options, tree, program)
    last = cache_key(key, shown, options.decisions, config)
    kept = _earlier(cache, _SHOWN, last, tree)
    if kept is None:
        earlier = _earlier(cache, _WHOLE, key, tree)
        whole = earlier or _audited(options, Asked(rules, rules.toolkit(options.cuda), program), tree, cache, key)
        report = shown.of_whole(whole.report)
        if options.decisions:
            _require_something(report, options)
            report = decided_report(report, rules, config)
        kept = replace(whole, report=report)
        if earlier is not None:
            cache.put(_SHOWN, last, kept)
    report = kept.report
    _require_something(report, options)
    _require_named(report, options)
    return narrow_report(report, options.kernels, options.only_failing)


def _question(options: ScanOptions, tree: SourceTree, program: str) -> str:
    """Everything but the tree's contents that the answers follow from; what is shown is chosen afterwards."""
    asked = (options.cuda, options.request)
    how = (options.code, options.evidence, options.include, options.exclude)
    return cache_key(str(tree.root), tree.identity, program, asked, how, _pairs(options.defines), _pairs(options.env))


def _pairs(values: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(values.items()))


def _earlier(cache: Cache, group: str, key: str, tree: SourceTree) -> _Kept | None:
    kept = cache.get(group, key)
    if isinstance(kept, _Kept) and (tree.identity or _digest(tree, kept.paths)) == kept.digest:
        return kept
    return None


def _digest(tree: SourceTree, paths: tuple[str, ...]) -> str:
    """Names of all files, since globs and includes look at them, and contents of those that were read."""
    return cache_key(tree.entries(), tree.digest(paths))


def _audited(options: ScanOptions, asked: Asked, tree: SourceTree, cache: Cache, key: str) -> _Kept:
    from kernaudit.scan.audit import audit_tree  # noqa: PLC0415 - an unchanged tree needs none of it

    with rarely_collected():
        report, read = audit_tree(options, asked, tree, cache)
    paths = tuple(sorted(read))
    kept = _Kept(report, paths, tree.identity or _digest(tree, paths))
    cache.put(_WHOLE, key, kept)
    return kept


def _devices(options: ScanOptions, rules: Rules) -> tuple[DeviceProfile, ...]:
    """The columns: the device in use today first, then those asked for."""
    chosen = rules.device_set(options.to)
    if options.from_ is None:
        return chosen
    today = rules.device(options.from_)
    return (today, *(device for device in chosen if device.id != today.id))


def _require_named(report: Report, options: ScanOptions) -> None:
    for glob, near in unmatched_globs(report, options.kernels).items():
        hint = f"; perhaps {', '.join(near)}" if near else ""
        raise UsageError(f"no kernel, op, family or source is called {glob!r}{hint}")


def _require_something(report: Report, options: ScanOptions) -> None:
    """A configuration that stops, or an unread file, is something to report; what the user leaves out is not."""
    stopped = any(device.status is BuildStatus.CONFIGURE_ERROR for device in report.devices)
    skipped = [one for one in report.skipped if not (options.exclude and one.reason is SkipReason.EXCLUDED)]
    if not (report.kernels or skipped or stopped):
        raise NothingFoundError(f"{options.path}: no CUDA source, no build of one, nothing left out; nothing to report")
