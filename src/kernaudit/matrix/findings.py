"""The findings of all evaluations as one list: each once, with the devices it holds for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kernaudit.model.evidence import FindingLevel

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.matrix.column import Column
    from kernaudit.model.evidence import Finding

__all__ = ["finding_key", "merge_findings"]


def merge_findings(columns: Sequence[Column], further: Iterable[Finding] = ()) -> tuple[Finding, ...]:
    """Return the findings of the evaluations and `further` ones, worst level first, then by name, place and device.

    Findings that differ in nothing but their devices and families become one.
    """
    devices: dict[Finding, list[str]] = {}
    families: dict[Finding, dict[str, None]] = {}
    for finding, of in (*_found(columns), *((one, one.devices) for one in further)):
        bare = replace(finding, devices=(), families=())
        known = devices.setdefault(bare, [])
        known.extend(device for device in of if device not in known)
        families.setdefault(bare, {}).update(dict.fromkeys(finding.families))
    order = {column.device.id: index for index, column in enumerate(columns)}
    merged = [
        replace(bare, devices=tuple(sorted(known, key=order.__getitem__)), families=tuple(families[bare]))
        for bare, known in devices.items()
    ]
    return tuple(sorted(merged, key=lambda one: finding_key(one, order)))


def _found(columns: Sequence[Column]) -> Iterable[tuple[Finding, Sequence[str]]]:
    for column in columns:
        for build in column.evaluations:
            for finding in build.findings:
                yield finding, (column.device.id,)


def finding_key(one: Finding, order: Mapping[str, int]) -> tuple[int, str, str, int, int, str]:
    """Return what findings are sorted by; `order` numbers the columns."""
    file, line = (one.location.file, one.location.line) if one.location else ("", 0)
    first = order[one.devices[0]] if one.devices else -1
    return (list(FindingLevel).index(one.level), one.id, file, line, first, one.text)
