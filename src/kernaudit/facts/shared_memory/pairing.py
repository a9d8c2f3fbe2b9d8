"""Makes facts of events: a launch belongs to the opt-in calls for the same kernel."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from kernaudit.facts.shared_memory.amount import range_on
from kernaudit.facts.shared_memory.composing import negation
from kernaudit.facts.shared_memory.event import EventKind
from kernaudit.facts.shared_memory.fact import KernelId, OptIn, SharedMemoryFact
from kernaudit.facts.shared_memory.term import Query, key_of, leaves_of
from kernaudit.facts.values import TypeValue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.facts.shared_memory.event import Event, KernelUse
    from kernaudit.facts.shared_memory.term import Term
    from kernaudit.facts.shared_memory.value import Value

__all__ = ["Pairing", "kernel_id"]

_OPEN: Final = "?"

Place = tuple[str, int]


def kernel_id(use: KernelUse) -> KernelId:
    """Return a kernel's identity with its arguments as text."""
    function = use.function
    return KernelId(function.path, function.name_line, function.name, tuple((n, _shown(v)) for n, v in use.arguments))


class Pairing:
    """Pairs the events of one unit; equal requests are worked out once.

    Args:
        events: in the order in which they were met.
        complete: the walk was not cut short.
        large_clusters: host code of the unit allows clusters above the portable size.
    """

    def __init__(self, events: Sequence[Event], *, complete: bool, large_clusters: bool = False) -> None:
        self._events = events
        self._most = 2 if large_clusters else sys.maxsize
        self._complete = complete
        self._ids: dict[int, KernelId] = {}
        self._optins: dict[Place, list[Event]] = {}
        for event in events:
            if event.kind is EventKind.OPTIN and event.kernel is not None:
                self._optins.setdefault(_place(event.kernel), []).append(event)

    def facts(self) -> tuple[SharedMemoryFact, ...]:
        """Return one fact for each distinct launch, in the order of kernels and lines."""
        launches = (event for event in self._events if event.kind is EventKind.LAUNCH)
        found = dict.fromkeys(self._fact(launch) for launch in launches)
        return tuple(sorted(found, key=_order))

    def unattributed(self) -> tuple[tuple[str, OptIn], ...]:
        """Return the opt-in calls for a kernel that could not be told."""
        found = (event for event in self._events if event.kind is EventKind.OPTIN and event.kernel is None)
        return tuple(dict.fromkeys((event.spelled, self._optin(event)) for event in found))

    def _fact(self, launch: Event) -> SharedMemoryFact:
        use = launch.kernel
        return SharedMemoryFact(
            kernel=None if use is None else self._id(use),
            spelled=launch.spelled,
            launch=launch.location,
            request=launch.amount,
            path=self._relevant(launch.path, launch.amount),
            optins=() if use is None else self._raised(use, launch),
            threads=_least(launch.threads, launch.path),
            cluster=min(_least(launch.cluster, launch.path), self._most),
            complete=self._complete,
        )

    def _raised(self, use: KernelUse, launch: Event) -> tuple[OptIn, ...]:
        """The opt-in calls for a kernel: those on the way to the launch, else all."""
        found = [event for event in self._optins.get(_place(use), ()) if self._agree(event.kernel, use)]
        together = [e for e in found if e.root == launch.root and _compatible(e.path, launch.path)]
        return tuple(dict.fromkeys(self._optin(event) for event in together or found))

    def _id(self, use: KernelUse) -> KernelId:
        if id(use) not in self._ids:
            self._ids[id(use)] = kernel_id(use)
        return self._ids[id(use)]

    def _agree(self, optin: KernelUse | None, launch: KernelUse) -> bool:
        """Whether an opt-in call may be for the instantiation that is launched: an open argument may be anything."""
        if optin is None:
            return False
        pairs = zip(self._id(launch).arguments, self._id(optin).arguments, strict=False)
        return all(mine == theirs or _OPEN in mine or _OPEN in theirs for (_, mine), (_, theirs) in pairs)

    def _optin(self, event: Event) -> OptIn:
        return OptIn(event.amount, event.location, self._relevant(event.path, event.amount))

    def _relevant(self, path: tuple[Term, ...], amount: Term) -> tuple[Term, ...]:
        """The conditions that depend on the device, or on something that the amount depends on."""
        inside = leaves_of(amount)
        return tuple(c for c in path if any(isinstance(part, Query) or part in inside for part in leaves_of(c)))


def _least(size: Term | None, path: tuple[Term, ...]) -> int:
    """The least value of a size of a launch, whatever the device."""
    return 0 if size is None else range_on(size, path, ()).low or 0


def _place(use: KernelUse) -> Place:
    return use.function.path, use.function.name_line


def _compatible(optin: tuple[Term, ...], launch: tuple[Term, ...]) -> bool:
    """Whether both lie on one way: not so where the call is made only if the launch is not."""
    taken = set(launch)
    return all(condition in taken or negation(condition) not in taken for condition in optin)


def _shown(value: Value) -> str:
    if isinstance(value, TypeValue):
        inside = f"<{', '.join(map(_shown, value.arguments))}>" if value.arguments else ""
        return f"{value.name}{inside}{'*' * value.pointers}"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else _OPEN


def _order(fact: SharedMemoryFact) -> tuple[bool, str, str, int, bytes]:
    name = "" if fact.kernel is None else f"{fact.kernel.path}:{fact.kernel.line:09}:{fact.kernel}"
    return (fact.kernel is None, name, fact.launch.file, fact.launch.line, key_of(fact.request))
