"""Makes facts of events: a launch belongs to the opt-in calls for the same kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernaudit.facts.shared_memory.bounds import View, possible
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
    from kernaudit.facts.shared_memory.term import Term

__all__ = ["assuming_all", "facts_of", "kernel_id", "unattributed"]

_OPEN = "?"


def facts_of(events: Sequence[Event], *, complete: bool) -> tuple[SharedMemoryFact, ...]:
    """Return one fact for each distinct launch, in the order of kernels and lines."""
    optins: dict[tuple[str, int], list[Event]] = {}
    for event in events:
        if event.kind is EventKind.OPTIN and event.kernel is not None:
            optins.setdefault(_place(event.kernel), []).append(event)
    launches = (event for event in events if event.kind is EventKind.LAUNCH)
    found = dict.fromkeys(_fact(launch, optins, complete=complete) for launch in launches)
    return tuple(sorted(found, key=_order))


def unattributed(events: Iterable[Event]) -> tuple[tuple[str, OptIn], ...]:
    """Return the opt-in calls for a kernel that could not be told."""
    found = (event for event in events if event.kind is EventKind.OPTIN and event.kernel is None)
    return tuple(dict.fromkeys((event.spelled, _optin(event)) for event in found))


def kernel_id(use: KernelUse) -> KernelId:
    """Return a kernel's identity with its arguments as text."""
    function = use.function
    return KernelId(function.path, function.name_line, function.name, tuple((n, _shown(v)) for n, v in use.arguments))


def assuming_all(path: Iterable[Term], view: View) -> View:
    """Return the view in which all these conditions hold."""
    for condition in path:
        view = view.assuming(condition, True)
    return view


def _fact(launch: Event, optins: dict[tuple[str, int], list[Event]], *, complete: bool) -> SharedMemoryFact:
    use = launch.kernel
    raised = [] if use is None else [e for e in optins.get(_place(use), ()) if _agree(e, launch)]
    path = _relevant(launch.path, launch.amount)
    view = assuming_all(path, View())
    return SharedMemoryFact(
        kernel=None if use is None else kernel_id(use),
        spelled=launch.spelled,
        launch=launch.location,
        request=launch.amount,
        dynamic=_amount(launch.amount, path),
        path=path,
        optins=tuple(dict.fromkeys(_optin(event) for event in _nearest(raised, launch))),
        expression=arithmetic(launch.amount, view),
        stage=find_stage(launch.amount, View()),
        complete=complete,
    )


def _place(use: KernelUse) -> tuple[str, int]:
    return use.function.path, use.function.name_line


def _agree(optin: Event, launch: Event) -> bool:
    """Whether an opt-in call may be for the instantiation that is launched: an open argument may be anything."""
    assert optin.kernel is not None
    assert launch.kernel is not None
    mine, theirs = kernel_id(launch.kernel).arguments, kernel_id(optin.kernel).arguments
    pairs = zip(mine, theirs, strict=False)
    return all(left[1] == right[1] or _OPEN in left[1] or _OPEN in right[1] for left, right in pairs)


def _nearest(optins: Sequence[Event], launch: Event) -> list[Event]:
    """Of several opt-in calls, those on the way to the launch; without any, all of them."""
    together = [event for event in optins if event.root == launch.root and _compatible(event.path, launch.path)]
    return together or list(optins)


def _compatible(optin: tuple[Term, ...], launch: tuple[Term, ...]) -> bool:
    view = assuming_all(launch, View())
    from kernaudit.facts.shared_memory.bounds import range_of  # noqa: PLC0415

    return all(range_of(condition, view).truth is not False for condition in optin)


def _optin(event: Event) -> OptIn:
    return OptIn(event.amount, event.location, _relevant(event.path, event.amount))


def _relevant(path: tuple[Term, ...], amount: Term) -> tuple[Term, ...]:
    """The conditions that depend on the device, or on something that the amount depends on."""
    inside = {bare(part) for part in walk(amount) if isinstance(part, Missing)}
    return tuple(c for c in path if any(isinstance(p, Query) or bare(p) in inside for p in walk(c)))


def _amount(request: Term, path: tuple[Term, ...]) -> Amount:
    found = possible(request, assuming_all(path, View()))
    if found.value is not None:
        return Bytes(found.value)
    missing = missing_names(request)
    checked = any(isinstance(part, Query) and part.fact.is_shared for term in (request, *path) for part in walk(term))
    if found.high is None and not checked:
        return Unknown(missing) if not found.low else Bounds(found.low, None, missing, checked)
    return Bounds(max(0, found.low or 0), found.high, missing, checked)


def _shown(value: Any) -> str:
    if isinstance(value, TypeValue):
        inside = f"<{', '.join(map(_shown, value.arguments))}>" if value.arguments else ""
        return f"{value.name}{inside}{'*' * value.pointers}"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else _OPEN


def _order(fact: SharedMemoryFact) -> tuple[bool, str, str, int, str]:
    name = "" if fact.kernel is None else f"{fact.kernel.path}:{fact.kernel.line:09}:{fact.kernel}"
    return (fact.kernel is None, name, fact.launch.file, fact.launch.line, fact.expression)
