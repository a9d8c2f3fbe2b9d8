"""Entries of the knowledge base out of checked rule data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kernaudit.model.knowledge import (
    Fact,
    Fallback,
    FallbackList,
    KernelEntry,
    KeySet,
    PortNote,
    SpeedRatio,
    TreeMarks,
    TuningNote,
    UpstreamState,
    UpstreamStatus,
    Work,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["KernelBase", "build_entry"]


@dataclass(frozen=True)
class KernelBase:
    """All entries, by id."""

    entries: tuple[KernelEntry, ...]

    def __iter__(self) -> Iterator[KernelEntry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def get(self, entry_id: str | None) -> KernelEntry | None:
        """The entry of that id; None where there is none."""
        return None if entry_id is None else self._by_id.get(entry_id)

    def stale(self, before: str) -> tuple[tuple[str, Fact], ...]:
        """Entry id and fact of everything that was last seen before that day (ISO)."""
        return tuple((entry.id, fact) for entry in self.entries for fact in entry.facts() if fact.older_than(before))

    @cached_property
    def _by_id(self) -> Mapping[str, KernelEntry]:
        return {entry.id: entry for entry in self.entries}


def build_entry(entry_id: str, data: Mapping[str, Any]) -> KernelEntry:
    """One entry; its sources are written out into its facts."""
    sources: Mapping[str, str] = data["sources"]

    def fact(part: Mapping[str, Any]) -> Fact:
        return Fact(part["text"], sources[part["source"]], part["date"], part["grade"])

    tree, port = data.get("tree"), data.get("port")
    return KernelEntry(
        id=entry_id,
        name=data["name"],
        what=data["what"],
        kind=data["kind"],
        repository=data.get("repository"),
        first=data.get("first"),
        keys=tuple(_keys(part) for part in data["keys"]),
        tree=None if tree is None else TreeMarks(tuple(tree["roots"]), tuple(tree.get("targets") or ())),
        pinned=tuple(fact(part) for part in data["pinned"]),
        upstream=tuple(_state(part, fact(part)) for part in data["upstream"]),
        fallbacks=tuple(_fallbacks(part, fact(part)) for part in data["fallbacks"]),
        ratios=tuple(_ratio(part, fact(part)) for part in data["ratios"]),
        tuned_for=tuple(TuningNote(tuple(part["devices"]), fact(part)) for part in data.get("tuned_for", ())),
        port=None if port is None else PortNote(Work(port["work"]), tuple(port.get("rules", ())), fact(port)),
        notes=tuple(fact(part) for part in data.get("notes", ())),
    )


def _keys(part: Mapping[str, Any]) -> KeySet:
    return KeySet(part.get("project"), **{name: tuple(part[name]) for name in part if name != "project"})


def _state(part: Mapping[str, Any], fact: Fact) -> UpstreamState:
    return UpstreamState(tuple(part["devices"]), UpstreamStatus(part["state"]), fact, part.get("since"))


def _fallbacks(part: Mapping[str, Any], fact: Fact) -> FallbackList:
    order = tuple(Fallback(one["name"], one.get("entry")) for one in part["order"])
    return FallbackList(order, fact, tuple(part.get("devices") or ()), part.get("project"))


def _ratio(part: Mapping[str, Any], fact: Fact) -> SpeedRatio:
    return SpeedRatio(
        over=part["over"],
        low=float(part["low"]),
        high=float(part["high"]),
        device=part["device"],
        fact=fact,
        entry=part.get("entry"),
        gives_up=part.get("gives_up", False),
    )
