"""The knowledge base, the lag table and the cost defaults of a rule set, each checked once and then cached."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kernaudit.errors import RuleError
from kernaudit.model.knowledge import Work
from kernaudit.model.lag import LagClass, LagRow
from kernaudit.ruleset.kernels import KernelBase, build_entry
from kernaudit.ruleset.store import stored

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kernaudit.ruleset.files import RuleFile

__all__ = ["CostDefault", "CostDefaults", "build_cost", "build_kernels", "build_lag"]

_FOLDER = "kernels/"


@dataclass(frozen=True, slots=True)
class CostDefault:
    """A number that is used where the user gives none; `is_fact` if it is not a guess."""

    value: float
    unit: str
    is_fact: bool
    why: str


@dataclass(frozen=True)
class CostDefaults:
    """All defaults of the cost model (`rules/cost.yaml`)."""

    inputs: Mapping[str, CostDefault]
    work: Mapping[Work, CostDefault]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What a user may set."""
        return tuple(self.inputs)


def build_kernels(files: Sequence[RuleFile]) -> KernelBase:
    """The entries of `rules/kernels/`.

    Raises:
        RuleError: a file breaks its schema, or names an entry that does not exist; starts with `file:line`.
    """
    data = _data([file for file in files if file.name.startswith(_FOLDER)], "kernels")
    entries = {name.removeprefix(_FOLDER).removesuffix(".yaml"): content for name, content in data.items()}
    return KernelBase(tuple(build_entry(entry_id, entries[entry_id]) for entry_id in sorted(entries)))


def build_lag(files: Sequence[RuleFile]) -> tuple[LagRow, ...]:
    """The rows of `rules/lag.yaml`, in their order.

    Raises:
        RuleError: the file is missing or breaks its schema.
    """
    return tuple(_lag_row(row) for row in _table(files, "lag.yaml")["rows"])


def build_cost(files: Sequence[RuleFile]) -> CostDefaults:
    """The defaults of `rules/cost.yaml`.

    Raises:
        RuleError: the file is missing or breaks its schema.
    """
    data = _table(files, "cost.yaml")
    return CostDefaults(
        {name: _default(entry) for name, entry in data["inputs"].items()},
        {Work(name): _default(entry) for name, entry in data["work"].items()},
    )


def _table(files: Sequence[RuleFile], name: str) -> Mapping[str, Any]:
    own = [file for file in files if file.name == name]
    if not own:
        raise RuleError(f"rules/{name}:1: is missing")
    table: Mapping[str, Any] = _data(own, name.removesuffix(".yaml"))[name]
    return table


def _data(own: Sequence[RuleFile], group: str) -> dict[str, Any]:
    return stored(group, own, _check)


def _check(files: Sequence[RuleFile]) -> dict[str, Any]:
    from kernaudit.ruleset.knowledge_check import (  # noqa: PLC0415 - YAML and pydantic, for changed rules only
        check_knowledge_files,
    )

    return check_knowledge_files(files)


def _default(entry: Mapping[str, Any]) -> CostDefault:
    return CostDefault(float(entry["value"]), entry["unit"], entry["basis"] == "fact", entry["why"])


def _lag_row(row: Mapping[str, Any]) -> LagRow:
    arrived = row.get("days") is not None
    days = row["days"] if arrived else row["over"]
    return LagRow(row["kernel"], row["arch"], LagClass(row["kind"]), days, arrived, row["source"], row["grade"])
