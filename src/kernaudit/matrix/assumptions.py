"""The assumptions of all evaluations as one list: each once, under a stable id, what changes most first."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from kernaudit.model.evidence import AssumptionKind
from kernaudit.model.report import ReportAssumption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.matrix.column import Column
    from kernaudit.model.evidence import Assumption

__all__ = ["merge_assumptions"]

_ORDER = (
    AssumptionKind.SWITCH_ON,
    AssumptionKind.NATIVE,
    AssumptionKind.REQUEST,
    AssumptionKind.COMPILER_DEFAULT,
    AssumptionKind.UNKNOWN_CONDITION,
    AssumptionKind.SATISFIABLE,
    AssumptionKind.EXTERNAL,
    AssumptionKind.UNMODELLED_COMMAND,
)


_NATIVE = "the list is `native`: taken as each column's own device"


def merge_assumptions(columns: Sequence[Column]) -> tuple[ReportAssumption, ...]:
    """Return every distinct assumption of the columns; ids are `kind@file:line`, numbered where they repeat."""
    found = _distinct(columns)
    seen: Counter[str] = Counter()
    rows = []
    for assumption in sorted(found, key=_key):
        base = f"{assumption.kind}@{assumption.location}" if assumption.location else assumption.kind.value
        seen[base] += 1
        name = base if seen[base] == 1 else f"{base}~{seen[base]}"
        rows.append(ReportAssumption(name, assumption, devices=tuple(found[assumption])))
    return tuple(rows)


def _distinct(columns: Sequence[Column]) -> dict[Assumption, dict[str, None]]:
    """Every assumption once, with the columns that make it.

    What `native` stands for is another device in each column and still one assumption.
    """
    found: dict[Assumption, dict[str, None]] = {}
    for column in columns:
        for one in (one for build in column.evaluations for one in build.assumptions):
            found.setdefault(one, {})[column.device.id] = None
    native = [one for one in found if one.kind is AssumptionKind.NATIVE]
    if len(native) < 2:
        return found
    for one in native:
        of = found.pop(one)
        found.setdefault(replace(one, text=_NATIVE), {}).update(of)
    return found


def _key(one: Assumption) -> tuple[int, str, int, str, str]:
    file, line = (one.location.file, one.location.line) if one.location else ("", 0)
    return (_ORDER.index(one.kind), file, line, one.text, one.origin or "")
