"""What the CUDA version alone changes: one request under two toolkits, compared by which sources get an image."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.matrix.cells import column_settings
from kernaudit.model.build import BuildStatus
from kernaudit.model.evidence import Finding, FindingLevel

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.matrix.column import Column
    from kernaudit.model.build import BuildSource
    from kernaudit.ruleset.images import ImageRules
    from kernaudit.verdicts.cell import Setting

__all__ = ["Coverage", "coverage_findings", "covered_sources"]

_ID = "coverage-by-toolkit"
_LISTED = 5


@dataclass(frozen=True, slots=True)
class Coverage:
    """What the builds leave in one column under one toolkit: the family of each source that has a loadable image."""

    release: str
    stops: bool
    families: Mapping[str, str]


def covered_sources(columns: Sequence[Column], rules: ImageRules) -> tuple[Coverage, ...]:
    """Return per column what the builds leave of their CUDA sources there."""
    settings = column_settings(columns, rules)
    return tuple(
        Coverage(
            release=column.toolkit.release,
            stops=any(build.status is BuildStatus.CONFIGURE_ERROR for build in column.evaluations),
            families={
                source.path: source.target if source.gate is None else source.gate.name
                for build in column.evaluations
                for source in build.sources
                if source.language == "CUDA" and _loads(source, settings[column.device.id])
            },
        )
        for column in columns
    )


def _loads(source: BuildSource, setting: Setting) -> bool:
    default = setting.toolkit.default_gencodes if source.undecided is None else ()
    codes = tuple(dict.fromkeys(source.gencodes or default))
    return setting.unread(codes, in_tree=True).loading.image is not None


def coverage_findings(
    devices: Sequence[str], ours: Sequence[Coverage], theirs: Sequence[Coverage]
) -> tuple[Finding, ...]:
    """Return a finding per device id whose coverage differs; the three stand side by side.

    A column whose configuration stops under one of the toolkits is reported by that fact alone.
    """
    compared = (_compare(*both) for both in zip(devices, ours, theirs, strict=True))
    return tuple(finding for finding in compared if finding is not None)


def _compare(device: str, ours: Coverage, theirs: Coverage) -> Finding | None:
    here, there = f"CUDA {ours.release}", f"CUDA {theirs.release}"
    if ours.stops != theirs.stops:
        stopping, finishing = (here, there) if ours.stops else (there, here)
        text = f"the configuration stops with {stopping}, with {finishing} it finishes"
        return Finding(_ID, FindingLevel.NOTE, text, devices=(device,))
    lost = [family for path, family in ours.families.items() if path not in theirs.families]
    gained = [family for path, family in theirs.families.items() if path not in ours.families]
    parts = [f"{here} builds {_named(lost)}, {there} does not"] if lost else []
    parts += [f"{there} builds {_named(gained)}, {here} does not"] if gained else []
    if not parts:
        return None
    families = tuple(dict.fromkeys((*lost, *gained)))
    return Finding(_ID, FindingLevel.NOTE, "; ".join(parts), devices=(device,), families=families)


def _named(families: Iterable[str]) -> str:
    """The families with how many of their sources are meant, the first few by name."""
    counts: dict[str, int] = {}
    for family in families:
        counts[family] = counts.get(family, 0) + 1
    listed = [name if number == 1 else f"{name} ({number} sources)" for name, number in counts.items()]
    more = f" and {len(listed) - _LISTED} more families" if len(listed) > _LISTED else ""
    return ", ".join(listed[:_LISTED]) + more
