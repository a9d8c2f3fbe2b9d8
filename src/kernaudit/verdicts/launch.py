"""One launch on one device: whether it is reached, and whether its shared memory fits; pure arithmetic on facts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from kernaudit.facts.shared_memory.bounds import View, possible, range_of
from kernaudit.facts.shared_memory.interval import Range
from kernaudit.facts.shared_memory.term import DeviceFact, Missing, Query, bare, walk

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.facts.shared_memory.fact import OptIn, SharedMemoryFact, StaticBytes
    from kernaudit.facts.shared_memory.term import Term
    from kernaudit.model.device import DeviceProfile

__all__ = ["Launch", "Outcome", "device_view", "judge_launch"]

_WARP = 32


class Outcome(StrEnum):
    """What becomes of a launch, worst first."""

    EXCEEDED = "exceeded"
    UNKNOWN = "unknown"
    FITS = "fits"
    CHECKED = "checked"
    UNREACHED = "unreached"


@dataclass(frozen=True, slots=True)
class Launch:
    """A launch on a device.

    Attributes:
        dynamic: bytes it asks for there.
        limit: bytes that its static and dynamic shared memory may have together there.
        optin: the call that allows more than the default, if one is made there.
        barrier: of an unreached launch, the condition that does not hold there.
        allowed: where a call allows too little or asks for too much itself, the bytes that it names.
    """

    fact: SharedMemoryFact
    outcome: Outcome
    dynamic: Range
    limit: int
    optin: OptIn | None = None
    barrier: Term | None = None
    allowed: int | None = None

    @property
    def by_limit(self) -> bool:
        """Whether an unreached launch is so because of the device's shared memory."""
        return self.barrier is not None and _asks_limit(self.barrier)


def device_view(device: DeviceProfile) -> View:
    """Return the view in which the device answers what a program can ask it for."""
    limits = device.limits
    return View(
        {
            DeviceFact.SHARED_OPTIN: limits.shared_optin.value,
            DeviceFact.SHARED: limits.shared.value,
            DeviceFact.SHARED_PER_SM: limits.shared_per_sm.value,
            DeviceFact.SHARED_RESERVED: limits.shared_reserved.value,
            DeviceFact.MAJOR: device.capability.major,
            DeviceFact.MINOR: device.capability.minor,
            DeviceFact.WARP: _WARP,
            DeviceFact.THREADS: limits.threads.value,
        }
    )


def judge_launch(fact: SharedMemoryFact, device: DeviceProfile) -> Launch:
    """Return what becomes of one launch on one device."""
    view, barrier = _followed(fact.path, device_view(device))
    if barrier is not None:
        return Launch(fact, Outcome.UNREACHED, Range(0, None), device.limits.shared.value, barrier=barrier)
    made = [optin for optin in fact.optins if _followed(optin.path, view)[1] is None]
    limit = device.limits.shared_optin.value if made else device.limits.shared.value
    dynamic = possible(fact.request, view).meet(Range(0, None))
    static = _static(fact.static, device)
    launch = Launch(fact, Outcome.FITS, dynamic, limit, made[0] if made else None)
    if (dynamic.low or 0) + static[0] > limit:
        return _with(launch, Outcome.EXCEEDED)
    refused = _refused(made, view, limit - static[0])
    if refused is not None:
        return Launch(fact, Outcome.EXCEEDED, dynamic, limit, refused[0], allowed=refused[1])
    too_low = _too_low(made, view, dynamic, device.limits.shared.value - static[0])
    if too_low is not None:
        return Launch(fact, Outcome.EXCEEDED, dynamic, limit, too_low[0], allowed=too_low[1])
    if dynamic.high is not None and dynamic.high + static[1] <= limit:
        return launch
    if _is_checked(fact):
        return _with(launch, Outcome.CHECKED)
    return _with(launch, Outcome.UNKNOWN) if made or not fact.complete else launch


def _with(launch: Launch, outcome: Outcome) -> Launch:
    return Launch(launch.fact, outcome, launch.dynamic, launch.limit, launch.optin)


def _followed(path: Iterable[Term], view: View) -> tuple[View, Term | None]:
    """The view at the end of a way, and the first condition that cannot hold on it."""
    for condition in path:
        if range_of(condition, view).truth is False:
            return view, condition
        view = view.assuming(condition, True)
    return view, None


def _static(static: StaticBytes | None, device: DeviceProfile) -> tuple[int, int]:
    """Least and most static bytes: a kernel with more than the default limit is never built."""
    if static is None:
        return 0, 0
    return static.low, device.limits.shared.value if static.high is None else static.high


def _refused(optins: Iterable[OptIn], view: View, limit: int) -> tuple[OptIn, int] | None:
    """An opt-in call that asks for more than the device can give: it fails, whatever the launch asks for."""
    for optin in optins:
        low = possible(optin.amount, view).low
        if low is not None and low > limit and not _asks_limit(optin.amount):
            return optin, low
    return None


def _too_low(optins: list[OptIn], view: View, dynamic: Range, default: int) -> tuple[OptIn, int] | None:
    """Opt-in calls that all allow less than the launch asks for."""
    if dynamic.low is None or dynamic.low <= default or not optins:
        return None
    found = [(optin, possible(optin.amount, view).high) for optin in optins]
    allowed = max((high for _, high in found if high is not None), default=None)
    if allowed is None or any(high is None for _, high in found) or allowed >= dynamic.low:
        return None
    return next(optin for optin, high in found if high == allowed), allowed


def _is_checked(fact: SharedMemoryFact) -> bool:
    """Whether the program compares the request with the device's limit, or makes it from the limit."""
    if _asks_limit(fact.request):
        return True
    parts = {bare(part) for part in walk(fact.request) if isinstance(part, Missing)}
    tests = (condition for condition in fact.path if _asks_limit(condition))
    return any(not parts.isdisjoint(map(bare, walk(condition))) for condition in tests)


def _asks_limit(term: Term) -> bool:
    return any(isinstance(part, Query) and part.fact.is_shared for part in walk(term))
