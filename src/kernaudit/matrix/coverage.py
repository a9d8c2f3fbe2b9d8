"""What the CUDA version alone changes: one request under two toolkits, compared by which sources get an image."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.matrix.cells import column_settings
from kernaudit.matrix.lines import collect_lines
from kernaudit.model.build import BuildStatus
from kernaudit.model.evidence import Finding, FindingLevel

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.matrix.column import Column
    from kernaudit.ruleset.images import ImageRules

__all__ = ["coverage_findings"]

_ID = "coverage-by-toolkit"
_LISTED = 5


def coverage_findings(columns: Sequence[Column], others: Sequence[Column], rules: ImageRules) -> tuple[Finding, ...]:
    """Return a finding per column whose coverage differs under the toolkit of `others`.

    `others` are the same devices in the same order. A column whose configuration stops under either toolkit is
    reported by that fact alone.
    """
    ours, theirs = _covered(columns, rules), _covered(others, rules)
    return tuple(
        finding
        for column, other in zip(columns, others, strict=True)
        if (finding := _compare(column, other, ours[column.device.id], theirs[column.device.id])) is not None
    )


def _covered(columns: Sequence[Column], rules: ImageRules) -> dict[str, dict[str, str]]:
    """Per device the paths with a loadable image, with their families."""
    settings = column_settings(columns, rules)
    found: dict[str, dict[str, str]] = {device: {} for device in settings}
    for line in collect_lines(columns):
        for device, answers in line.answers.items():
            setting = settings[device]
            codes = (answer.gencodes(setting.toolkit) for answer in answers if answer.entries)
            if any(setting.unread(code, True).loading.image is not None for code in codes):
                found[device][line.path] = line.family.name
    return found


def _compare(column: Column, other: Column, ours: Mapping[str, str], theirs: Mapping[str, str]) -> Finding | None:
    here, there = f"CUDA {column.toolkit.release}", f"CUDA {other.toolkit.release}"
    if _stops(column) != _stops(other):
        text = (
            f"the configuration stops with {here}, with {there} it finishes"
            if _stops(column)
            else f"the configuration stops with {there}, with {here} it finishes"
        )
        return Finding(_ID, FindingLevel.NOTE, text, devices=(column.device.id,))
    lost = [ours[path] for path in ours if path not in theirs]
    gained = [theirs[path] for path in theirs if path not in ours]
    if not lost and not gained:
        return None
    parts = [f"{_named(lost)} only with {here}"] * bool(lost) + [f"{_named(gained)} only with {there}"] * bool(gained)
    families = tuple(dict.fromkeys((*lost, *gained)))
    return Finding(_ID, FindingLevel.NOTE, "built " + ", ".join(parts), devices=(column.device.id,), families=families)


def _stops(column: Column) -> bool:
    return any(build.status is BuildStatus.CONFIGURE_ERROR for build in column.evaluations)


def _named(families: Iterable[str]) -> str:
    """The families with how many of their sources are meant, the first few by name."""
    counts: dict[str, int] = {}
    for family in families:
        counts[family] = counts.get(family, 0) + 1
    listed = [name if number == 1 else f"{name} ({number} sources)" for name, number in counts.items()]
    more = f" and {len(listed) - _LISTED} more families" if len(listed) > _LISTED else ""
    return ", ".join(listed[:_LISTED]) + more
