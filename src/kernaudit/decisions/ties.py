"""Which rows of a report are which entry of the knowledge base.

Keys without a project count for what a build fetches, and the globs beside them then choose among its files. In the
tree itself only keys of the tree's own project count: `marlin` means other code in AutoAWQ than in vLLM.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fnmatch import translate
from functools import cache, cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kernaudit.model.build import ExternalProject
    from kernaudit.model.knowledge import KernelEntry, KeySet
    from kernaudit.model.report import FamilyRow, KernelRow, OpRow, Report
    from kernaudit.ruleset.kernels import KernelBase

__all__ = ["Ties", "external_entries"]

_REPOSITORY = re.compile(r"[/:]([\w.-]+/[\w.-]+?)(?:\.git)?/?$")


@dataclass(frozen=True)
class Ties:
    """The ties of one report; `project` names the entry whose tree it is, if the user says so."""

    report: Report
    base: KernelBase
    named_project: str | None = None

    @cached_property
    def families(self) -> Mapping[str, FamilyRow]:
        """Families by id."""
        return {family.id: family for family in self.report.families}

    @cached_property
    def kernels(self) -> Mapping[str, KernelRow]:
        """Rows by id."""
        return {row.id: row for row in self.report.kernels}

    def rows_in(self, family: FamilyRow) -> list[KernelRow]:
        """The rows of a family."""
        return [self.kernels[name] for name in family.kernels if name in self.kernels]

    @cached_property
    def ops(self) -> Mapping[str, tuple[OpRow, ...]]:
        """The ops that were read, by name; several libraries may have one of a name."""
        found: dict[str, list[OpRow]] = {}
        for op in self.report.ops:
            found.setdefault(op.name, []).append(op)
        return {name: tuple(ops) for name, ops in found.items()}

    @cached_property
    def project(self) -> str | None:
        """The entry whose source tree this is, by the name of its root or of a build target; None if not known."""
        if self.named_project is not None:
            return self.named_project
        root = self.report.input.root_name
        targets = {target for row in self.report.kernels for target in row.build_targets}
        known = [entry for entry in self.base if entry.tree is not None]
        by_root = [entry for entry in known if entry.tree and _any(entry.tree.roots, (root,))]
        by_target = [entry for entry in known if entry.tree and targets.intersection(entry.tree.targets)]
        return next((entry.id for entry in (*by_root, *by_target)), None)

    @cached_property
    def own_entries(self) -> tuple[KernelEntry, ...]:
        """The entries whose upstream is the project of this very tree."""
        project = self.base.get(self.project)
        if project is None or project.repository is None:
            return ()
        return tuple(entry for entry in self.base if entry.repository == project.repository)

    @cached_property
    def rows(self) -> Mapping[str, tuple[KernelRow, ...]]:
        """Entry id -> its rows, in the report's order."""
        return {entry.id: rows for entry in self.base if (rows := self._rows_of(entry))}

    def entry_of(self, rows: Iterable[KernelRow], *, mixed: bool = False) -> KernelEntry | None:
        """The entry that most of these rows belong to; None if none of them belongs to any.

        `mixed` rows need not have anything in common (a family of all sources of a library): then half of them must.
        """
        wanted = {row.id for row in rows}
        counts = {name: len(wanted.intersection(row.id for row in own)) for name, own in self.rows.items()}
        best = max(counts, key=lambda name: (counts[name], -len(self.rows[name])), default=None)
        if best is None or not counts[best] or (mixed and 2 * counts[best] < len(wanted)):
            return None
        return self.base.get(best)

    def _rows_of(self, entry: KernelEntry) -> tuple[KernelRow, ...]:
        found: dict[str, KernelRow] = {}
        for keys in entry.keys:
            for row in self._in_tree(keys) if keys.project else self._fetched(keys):
                found[row.id] = row
        return tuple(row for row in self.report.kernels if row.id in found)

    def _in_tree(self, keys: KeySet) -> Iterable[KernelRow]:
        if keys.project != self.project:
            return ()
        return [row for row in self.report.kernels if not self._external(row) and self._hit(keys, row)]

    def _fetched(self, keys: KeySet) -> Iterable[KernelRow]:
        found = []
        for family in self.report.families:
            if family.external is not None and _is_project(keys, family.external):
                rows = self.rows_in(family)
                found += [row for row in rows if self._hit(keys, row)] or ([] if _listed(rows, keys) else rows)
        return found

    def _external(self, row: KernelRow) -> bool:
        family = self.families.get(row.family or "")
        return family is not None and family.external is not None

    def _hit(self, keys: KeySet, row: KernelRow) -> bool:
        family = self.families.get(row.family or "")
        return (
            _any(keys.kernels, (row.name, row.symbol))
            or _any(keys.files, (row.file or "", *row.units))
            or _any(keys.ops, row.ops)
            or (family is not None and _any(keys.families, (family.name,)))
        )


def external_entries(base: KernelBase, external: ExternalProject) -> tuple[KernelEntry, ...]:
    """The entries that a fetched project holds."""
    return tuple(e for e in base if any(not keys.project and _is_project(keys, external) for keys in e.keys))


def _is_project(keys: KeySet, external: ExternalProject) -> bool:
    match = _REPOSITORY.search(external.url or "")
    repository = match[1].casefold() if match else None
    if repository is not None and keys.urls:
        return repository in {url.casefold() for url in keys.urls}
    return _any(keys.externals, (external.name,))


def _listed(rows: Iterable[KernelRow], keys: KeySet) -> bool:
    """Whether the build names files of the project, so that one which is not among them is not built."""
    return bool(keys.files) and any(unit.count("/") > 1 for row in rows for unit in row.units)


def _any(globs: Iterable[str], names: Iterable[str]) -> bool:
    return any(_pattern(glob).match(name.casefold()) for glob in globs for name in names if name)


@cache
def _pattern(glob: str) -> re.Pattern[str]:
    return re.compile(translate(glob.casefold()))
