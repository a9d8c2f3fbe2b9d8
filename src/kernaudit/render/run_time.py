"""Families that are compiled at run time, as rows: those that run everywhere alike are one, the others have names."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.model.report import FamilyRow
    from kernaudit.model.verdict import Status

__all__ = ["LISTED_BY", "alike", "distinct_names", "folder_of"]

LISTED_BY = "--detail kernels lists them"
_FEWEST = 2


def folder_of(family: FamilyRow) -> str:
    """Return the folder that the kernels of a family stand in."""
    return family.kernels[0].partition("#")[0].rpartition("/")[0]


def alike(families: Iterable[FamilyRow], devices: Sequence[str]) -> dict[Status, list[FamilyRow]]:
    """Return the families whose kernels all have one running status on all devices, by that status.

    A single one is not among them: a row of its own says more, and is as short.
    """
    found: dict[Status, list[FamilyRow]] = {}
    for family in families:
        statuses = {status for device in devices for status in family.cells[device].counts}
        if len(statuses) == 1 and all(status.runs for status in statuses):
            found.setdefault(statuses.pop(), []).append(family)
    return {status: members for status, members in found.items() if len(members) >= _FEWEST}


def distinct_names(families: Sequence[FamilyRow]) -> Mapping[str, str]:
    """Return names by family id: where several have the same, with as much of the folder as tells them apart."""
    named = {family.id: family.name for family in families}
    folders = {family.id: folder_of(family).split("/") for family in families}
    for size in range(2, max(map(len, folders.values()), default=1) + 1):
        repeated = {name for name, count in Counter(named.values()).items() if count > 1}
        named.update((one, "/".join(folders[one][-size:])) for one, name in named.items() if name in repeated)
    return named
