"""Makes facts of events: a launch belongs to the opt-in calls for the same kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.facts.shared_memory.bounds import View, possible, range_of
from kernaudit.facts.shared_memory.event import EventKind
from kernaudit.facts.shared_memory.fact import Bounds, Bytes, KernelId, OptIn, SharedMemoryFact, Unknown
from kernaudit.facts.shared_memory.stage import find_stage
from kernaudit.facts.shared_memory.term import Missing, Query, bare, walk
from kernaudit.facts.shared_memory.wording import arithmetic, missing_names
from kernaudit.facts.values import TypeValue

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.facts.shared_memory.event import Event, KernelUse
    from kernaudit.facts.shared_memory.fact import Amount
    from kernaudit.facts.shared_memory.stage import Stage
    from kernaudit.facts.shared_memory.term import Term
    from kernaudit.facts.shared_memory.value import Value

__all__ = ["Pairing", "assuming_all", "kernel_id"]

_OPEN: Final = "?"
_PLAUSIBLE: Final = 1 << 30
"""No device has that much shared memory: a larger end is the range of a type, and says nothing."""

Place = tuple[str, int]


def kernel_id(use: KernelUse) -> KernelId:
    """Return a kernel's identity with its arguments as text."""
    function = use.function
    return KernelId(function.path, function.name_line, function.name, tuple((n, _shown(v)) for n, v in use.arguments))


def assuming_all(path: Iterable[Term], view: View) -> View:
    """Return the view in which all these conditions hold."""
    for condition in path:
        view = view.assuming(condition, True)
    return view


class Pairing:
    """Pairs the events of one unit; equal requests are worked out once."""

    def __init__(self, events: Sequence[Event], *, complete: bool) -> None:
        self._events = events
        self._complete = complete
        self._optins: dict[Place, list[Event]] = {}
        self._described: dict[tuple[Term, tuple[Term, ...]], tuple[Amount, str, Stage | None]] = {}
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
        return tuple(dict.fromkeys((event.spelled, _optin(event)) for event in found))

    def _fact(self, launch: Event) -> SharedMemoryFact:
        use = launch.kernel
        path = _relevant(launch.path, launch.amount)
        amount, expression, stage = self._description(launch.amount, path)
        return SharedMemoryFact(
            kernel=None if use is None else kernel_id(use),
            spelled=launch.spelled,
            launch=launch.location,
            request=launch.amount,
            dynamic=amount,
            path=path,
            optins=() if use is None else self._raised(use, launch),
            expression=expression,
            stage=stage,
            complete=self._complete,
        )

    def _description(self, request: Term, path: tuple[Term, ...]) -> tuple[Amount, str, Stage | None]:
        key = (request, path)
        known = self._described.get(key)
        if known is None:
            view = assuming_all(path, View())
            found = _amount(request, path, view)
            known = found, arithmetic(request, view), find_stage(request, View())
            self._described[key] = known
        return known

    def _raised(self, use: KernelUse, launch: Event) -> tuple[OptIn, ...]:
        """The opt-in calls for a kernel: those on the way to the launch, else all."""
        found = [event for event in self._optins.get(_place(use), ()) if _agree(event, use)]
        together = [e for e in found if e.root == launch.root and _compatible(e.path, launch.path)]
        return tuple(dict.fromkeys(_optin(event) for event in together or found))


def _place(use: KernelUse) -> Place:
    return use.function.path, use.function.name_line


def _agree(optin: Event, use: KernelUse) -> bool:
    """Whether an opt-in call may be for the instantiation that is launched: an open argument may be anything."""
    assert optin.kernel is not None
    pairs = zip(kernel_id(use).arguments, kernel_id(optin.kernel).arguments, strict=False)
    return all(mine == theirs or _OPEN in mine or _OPEN in theirs for (_, mine), (_, theirs) in pairs)


def _compatible(optin: tuple[Term, ...], launch: tuple[Term, ...]) -> bool:
    """Whether both lie on one way: not so where the call is made only if the launch is not."""
    shared = set(launch)
    own = [condition for condition in optin if condition not in shared]
    view = assuming_all(launch, View()) if own else View()
    return all(range_of(condition, view).truth is not False for condition in own)


def _optin(event: Event) -> OptIn:
    return OptIn(event.amount, event.location, _relevant(event.path, event.amount))


def _relevant(path: tuple[Term, ...], amount: Term) -> tuple[Term, ...]:
    """The conditions that depend on the device, or on something that the amount depends on."""
    inside = {bare(part) for part in walk(amount) if isinstance(part, Missing)}
    return tuple(c for c in path if any(isinstance(p, Query) or bare(p) in inside for p in walk(c)))


def _amount(request: Term, path: tuple[Term, ...], view: View) -> Amount:
    found = possible(request, view)
    if found.value is not None:
        return Bytes(found.value)
    missing = missing_names(request)
    checked = any(isinstance(part, Query) and part.fact.is_shared for term in (request, *path) for part in walk(term))
    low = max(0, found.low or 0)
    high = None if found.high is None or found.high > _PLAUSIBLE else found.high
    return Unknown(missing) if high is None and not low and not checked else Bounds(low, high, missing, checked)


def _shown(value: Value) -> str:
    if isinstance(value, TypeValue):
        inside = f"<{', '.join(map(_shown, value.arguments))}>" if value.arguments else ""
        return f"{value.name}{inside}{'*' * value.pointers}"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else _OPEN


def _order(fact: SharedMemoryFact) -> tuple[bool, str, str, int, str]:
    name = "" if fact.kernel is None else f"{fact.kernel.path}:{fact.kernel.line:09}:{fact.kernel}"
    return (fact.kernel is None, name, fact.launch.file, fact.launch.line, fact.expression)
