"""One launch on one device: whether it is reached, and whether its shared memory fits; pure arithmetic on facts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from kernaudit.facts.shared_memory.amount import narrowest_on, range_on, ranges_on
from kernaudit.facts.shared_memory.interval import Range
from kernaudit.facts.shared_memory.term import DeviceFact, Missing, Query, asks_limit, leaves_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from kernaudit.facts.shared_memory.amount import Answers
    from kernaudit.facts.shared_memory.fact import OptIn, SharedMemoryFact, StaticBytes
    from kernaudit.facts.shared_memory.term import Term
    from kernaudit.model.device import DeviceProfile

__all__ = ["Launch", "Outcome", "Setting", "answers_of", "asked_by", "judge_launch", "launch_in", "setting_of"]

_WARP = 32


class Outcome(StrEnum):
    """What becomes of a launch, worst first."""

    EXCEEDED = "exceeded"
    OVERSIZED = "oversized"
    CLUSTERED = "clustered"
    UNPORTABLE = "unportable"
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
        return self.barrier is not None and asks_limit(self.barrier)


def answers_of(device: DeviceProfile) -> Answers:
    """Return what a device answers to what a program can ask it for."""
    limits = device.limits
    return (
        (DeviceFact.SHARED_OPTIN, limits.shared_optin.value),
        (DeviceFact.SHARED, limits.shared.value),
        (DeviceFact.SHARED_PER_SM, limits.shared_per_sm.value),
        (DeviceFact.SHARED_RESERVED, limits.shared_reserved.value),
        (DeviceFact.MAJOR, device.capability.major),
        (DeviceFact.MINOR, device.capability.minor),
        (DeviceFact.WARP, _WARP),
        (DeviceFact.THREADS, limits.threads.value),
    )


@dataclass(frozen=True, slots=True)
class Setting:
    """All that a device brings to one launch; devices with the same setting are one question.

    Attributes:
        answers: what it answers to what the launch asks.
        default: bytes that a block gets without an opt-in call.
        most: bytes that it gets with one.
        threads: that a block may have; None: not asked.
        cluster: the blocks that a cluster may have without an attribute, 1 without clusters; None: not asked.
    """

    answers: Answers
    default: int
    most: int
    threads: int | None = None
    cluster: int | None = None


def asked_by(fact: SharedMemoryFact) -> frozenset[DeviceFact]:
    """Return what the program asks the device for on the way to a launch, and for its bytes."""
    terms = [fact.request, *fact.path]
    for optin in fact.optins:
        terms += (optin.amount, *optin.path)
    return frozenset(leaf.fact for term in terms for leaf in leaves_of(term) if isinstance(leaf, Query))


def setting_of(asked: Collection[DeviceFact], device: DeviceProfile) -> Setting:
    """Return what a device brings to a launch whose program asks for these."""
    answers = tuple(answer for answer in answers_of(device) if answer[0] in asked) if asked else ()
    limits = device.limits
    clusters = 1 if limits.cluster is None else limits.cluster.value
    return Setting(answers, limits.shared.value, limits.shared_optin.value, limits.threads.value, clusters)


def judge_launch(fact: SharedMemoryFact, device: DeviceProfile) -> Launch:
    """Return what becomes of one launch on one device."""
    return launch_in(fact, setting_of(asked_by(fact), device))


def launch_in(fact: SharedMemoryFact, setting: Setting) -> Launch:
    """Return what becomes of one launch on the devices of this setting."""
    answers, default = setting.answers, setting.default
    barrier = _barrier(fact.path, answers)
    if barrier is not None:
        return Launch(fact, Outcome.UNREACHED, Range(0, None), default, barrier=barrier)
    made = [optin for optin in fact.optins if _barrier(optin.path, answers) is None]
    limit = setting.most if made else default
    low, high = _static(fact.static, default)
    dynamic = _asked(fact, answers, limit, (low, high))
    launch = Launch(fact, Outcome.FITS, dynamic, limit, made[0] if made else None)
    if (dynamic.low or 0) + low > limit:
        return replace(launch, outcome=Outcome.EXCEEDED)
    amounts = [(optin, range_on(optin.amount, (*fact.path, *optin.path), answers)) for optin in made]
    refused = _refused(amounts, limit - low) or _too_low(amounts, dynamic, default - low)
    if refused is not None:
        return replace(launch, outcome=Outcome.EXCEEDED, optin=refused[0], allowed=refused[1])
    if setting.threads is not None and fact.threads > min(setting.threads, fact.bounds or setting.threads):
        return replace(launch, outcome=Outcome.OVERSIZED)
    if setting.cluster is not None and fact.cluster > setting.cluster:
        return replace(launch, outcome=Outcome.CLUSTERED if setting.cluster == 1 else Outcome.UNPORTABLE)
    if dynamic.high is not None and dynamic.high + high <= limit:
        return launch
    if _is_checked(fact):
        return replace(launch, outcome=Outcome.CHECKED)
    return replace(launch, outcome=Outcome.UNKNOWN) if made or not fact.complete else launch


def _asked(fact: SharedMemoryFact, answers: Answers, limit: int, static: tuple[int, int]) -> Range:
    """The dynamic bytes of a launch, as closely as it takes to compare them with the limit."""
    found = range_on(fact.request, fact.path, answers).meet(Range(0, None))
    above = (found.low or 0) + static[0] > limit
    if above or (found.high is not None and found.high + static[1] <= limit):
        return found
    return _narrowest(fact.request, fact.path, answers).meet(Range(0, None))


@lru_cache(maxsize=4096)
def _narrowest(request: Term, path: tuple[Term, ...], answers: Answers) -> Range:
    """The same for every instantiation that is launched with the same bytes on the same way."""
    return narrowest_on(request, path, answers)


def _barrier(path: Iterable[Term], answers: Answers) -> Term | None:
    """The first condition that cannot hold on a device."""
    ranges = ranges_on(answers)
    return next((condition for condition in path if ranges.of(condition).truth is False), None)


def _static(static: StaticBytes | None, default: int) -> tuple[int, int]:
    """Least and most static bytes: a kernel with more than the default limit is never built."""
    if static is None:
        return 0, 0
    return static.low, default if static.high is None else static.high


def _refused(amounts: Iterable[tuple[OptIn, Range]], limit: int) -> tuple[OptIn, int] | None:
    """An opt-in call that asks for more than the device can give: it fails, whatever the launch asks for."""
    for optin, found in amounts:
        if found.low is not None and found.low > limit and not asks_limit(optin.amount):
            return optin, found.low
    return None


def _too_low(amounts: Sequence[tuple[OptIn, Range]], dynamic: Range, default: int) -> tuple[OptIn, int] | None:
    """Opt-in calls that all allow less than the launch asks for."""
    if dynamic.low is None or dynamic.low <= default or not amounts:
        return None
    highs = [found.high for _, found in amounts if found.high is not None]
    allowed = max(highs, default=0)
    if len(highs) < len(amounts) or allowed >= dynamic.low:
        return None
    return next(optin for optin, found in amounts if found.high == allowed), allowed


def _is_checked(fact: SharedMemoryFact) -> bool:
    """Whether the program compares the request with the device's limit, or makes it from the limit."""
    if asks_limit(fact.request):
        return True
    parts = frozenset(part for part in leaves_of(fact.request) if isinstance(part, Missing))
    return any(asks_limit(condition) and not parts.isdisjoint(leaves_of(condition)) for condition in fact.path)
