"""`check`, one screen: a scan -> the gate's answer, as a part of the report; and the baseline of a tree."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kernaudit.config.model import GatePolicy
from kernaudit.discover.classify import FileKind, classify
from kernaudit.discover.reading import decode
from kernaudit.discover.tree import SourceTree
from kernaudit.errors import InputError, UsageError
from kernaudit.gate.baseline import baseline_of, baseline_text, merge_baseline, parse_baseline
from kernaudit.gate.check import GateInput, judge
from kernaudit.gate.comments import MARK, find_comments
from kernaudit.ruleset.load import load_rules
from kernaudit.scan.configured import configured
from kernaudit.scan.mentions import Mentions
from kernaudit.scan.pipeline import run_scan

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kernaudit.gate.baseline import Baseline
    from kernaudit.gate.comments import Comment
    from kernaudit.model.report import Report
    from kernaudit.ruleset.load import Rules
    from kernaudit.scan.options import ScanOptions

__all__ = ["CheckOptions", "NamedText", "gated", "next_baseline", "run_check", "write_baseline"]


@dataclass(frozen=True, slots=True)
class NamedText:
    """A file that the user named: what errors call it, and what it holds."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """What a check looks at besides the tree.

    Attributes:
        baseline: what was agreed on before.
        ignores: whether suppressions count.
        fail_on: rules to fail on instead of those of the configuration.
    """

    baseline: NamedText | None = None
    ignores: bool = True
    fail_on: tuple[str, ...] | None = None


def run_check(options: ScanOptions, asked: CheckOptions) -> Report:
    """Return the report of a tree with the gate's answer in it.

    Columns are the devices asked for and those of the requirements; without any, those of the baseline.

    Raises:
        UsageError: an option, the configuration or an expiry cannot be understood.
        InputError: the tree or the baseline cannot be used.
        NothingFoundError: there is nothing at all to report.
    """
    rules = load_rules(options.rules)
    baseline = _parsed(asked.baseline)
    full, config = configured(options)
    policy = config.gate if config is not None else GatePolicy()
    if asked.fail_on is not None:
        policy = replace(policy, fail_on=asked.fail_on)
    needed = _devices(full, baseline, policy, rules)
    report = run_scan(replace(options, to=needed))
    comments = tuple(_comments(full)) if asked.ignores else ()

    def device_id(text: str) -> str:
        return rules.device(text).id

    find = Mentions(_tree(full)).line_of
    given = GateInput(policy, device_id, baseline, comments, asked.ignores, options.as_of, find)
    return replace(report, gate=judge(report, given))


def gated(options: ScanOptions, report: Report, fail_on: tuple[str, ...]) -> Report:
    """Return a report that was scanned with the gate's answer in it: only these rules, and suppressions.

    Raises:
        UsageError: a regression is asked for, which only a baseline can tell.
    """
    if "regression" in fail_on:
        raise UsageError("--fail-on regression needs a baseline: use `kernaudit check --baseline FILE`")
    full, config = configured(options)
    rules = load_rules(options.rules)
    policy = GatePolicy(fail_on=fail_on, unknown="allow", ignore=() if config is None else config.gate.ignore)
    given = GateInput(policy, lambda text: rules.device(text).id, None, tuple(_comments(full)), True, options.as_of)
    return replace(report, gate=judge(report, given))


def write_baseline(options: ScanOptions) -> str:
    """Return the baseline of a tree as it is now.

    Raises:
        UsageError, InputError, NothingFoundError: as `run_check`.
    """
    return baseline_text(baseline_of(run_scan(options)))


def next_baseline(options: ScanOptions, old: NamedText, *, accept_losses: bool) -> tuple[str, int]:
    """Return the baseline with what has improved, come and gone, and how many cells were lost since.

    Raises:
        UsageError, InputError, NothingFoundError: as `run_check`.
    """
    before = parse_baseline(old.label, old.text)
    report = run_check(options, CheckOptions(baseline=old))
    lost = sum(problem.rule == "regression" for problem in report.gate.problems) if report.gate else 0
    return baseline_text(merge_baseline(before, baseline_of(report), accept_losses=accept_losses)), lost


def _parsed(baseline: NamedText | None) -> Baseline | None:
    return None if baseline is None else parse_baseline(baseline.label, baseline.text)


def _devices(options: ScanOptions, baseline: Baseline | None, policy: GatePolicy, rules: Rules) -> tuple[str, ...]:
    wanted: Sequence[str] = options.to or (() if baseline is None else baseline.devices)
    required = [rules.device(text).id for one in policy.require for text in one.on]
    if not wanted and not required:
        return ()
    chosen = [device.id for device in rules.device_set(tuple(wanted))] if wanted else []
    return tuple(dict.fromkeys([*chosen, *required]))


def _tree(options: ScanOptions) -> SourceTree:
    return SourceTree(options.path, include=options.include, exclude=options.exclude)


def _comments(options: ScanOptions) -> Iterator[Comment]:
    """The suppressions in everything that the audit covers and reads as source."""
    tree = _tree(options)
    for path in tree.covered():
        if classify(path) is not FileKind.OTHER:
            with suppress(InputError):
                data = tree.read_bytes(path)
                if MARK in data:
                    yield from find_comments(path, decode(data, path))
