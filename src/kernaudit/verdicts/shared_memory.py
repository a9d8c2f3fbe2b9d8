"""The shared-memory layer: whether the launches of a kernel get the shared memory that they ask for (design section 8).

A kernel is as bad as the worst of its launches that are reached on the device. A launch under a test of the queried
limit passes; where that test keeps the device from every launch, the host never launches the kernel there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.facts.shared_memory.stage import find_stage, largest_fit
from kernaudit.facts.shared_memory.wording import arithmetic, missing_names, size_text, spelling
from kernaudit.model.verdict import Edit, Layer, Reason, Remedy, RemedyKind, SharedMemory, Status
from kernaudit.verdicts.launch import Outcome, judge_launch
from kernaudit.verdicts.layer import LayerVerdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.facts.shared_memory.fact import SharedMemoryFact, StaticBytes
    from kernaudit.model.device import DeviceProfile
    from kernaudit.model.evidence import Location
    from kernaudit.verdicts.launch import Launch

__all__ = [
    "SharedMemoryVerdict",
    "judge_launches",
    "judge_shared_memory",
    "status_of_launches",
    "unportable_cluster",
]

_ORDER = list(Outcome)
_STATUS = {
    Outcome.EXCEEDED: Status.SMEM_EXCEEDED,
    Outcome.OVERSIZED: Status.RUNTIME_REJECTED,
    Outcome.CLUSTERED: Status.RUNTIME_REJECTED,
    Outcome.UNPORTABLE: Status.UNKNOWN,
    Outcome.UNKNOWN: Status.UNKNOWN,
}


@dataclass(frozen=True, slots=True)
class SharedMemoryVerdict:
    """The layer's word, the figures of the launch that decided it, and what would make it fit."""

    verdict: LayerVerdict
    smem: SharedMemory | None = None
    remedies: tuple[Remedy, ...] = ()


def judge_shared_memory(facts: Sequence[SharedMemoryFact], device: DeviceProfile) -> SharedMemoryVerdict:
    """Return the verdict on one kernel's launches (of one instantiation, or of all of a row) on one device.

    Without a fact there is nothing to say: a kernel that no launch asks dynamic shared memory for.
    """
    return judge_launches([judge_launch(fact, device) for fact in facts], device)


def judge_launches(launches: Sequence[Launch], device: DeviceProfile) -> SharedMemoryVerdict:
    """Return the verdict on launches that were looked at on this device."""
    worst = _worst_reached(launches)
    if worst is None:
        return _unreached([launch for launch in launches if launch.by_limit], device)
    match worst.outcome:
        case Outcome.EXCEEDED:
            return _exceeded(worst, device)
        case Outcome.OVERSIZED:
            return _oversized(worst, device)
        case Outcome.CLUSTERED | Outcome.UNPORTABLE:
            return _clustered(worst, device)
        case Outcome.UNKNOWN:
            return _unknown(worst)
        case _:
            return SharedMemoryVerdict(LayerVerdict(reasons=_fitting(worst)), _figures(worst))


def status_of_launches(launches: Sequence[Launch]) -> Status:
    """Return the status that `judge_launches` gives, without its reasons."""
    worst = _worst_reached(launches)
    if worst is None:
        return Status.RUNTIME_REJECTED if any(launch.by_limit for launch in launches) else Status.NATIVE
    return _STATUS.get(worst.outcome, Status.NATIVE)


def _worst_reached(launches: Sequence[Launch]) -> Launch | None:
    reached = (launch for launch in launches if launch.outcome is not Outcome.UNREACHED)
    return min(reached, key=lambda launch: (_ORDER.index(launch.outcome), -(launch.dynamic.low or 0)), default=None)


def _total(static: StaticBytes) -> str:
    return size_text(static.low) if static.high == static.low else f"at least {size_text(static.low)}"


def _limit(limit: int) -> str:
    text = size_text(limit)
    return text if text.endswith("bytes") else f"{text} ({limit:,} bytes)"


# -- what each outcome comes to --------------------------------------------------------------------------------


def _unreached(launches: Sequence[Launch], device: DeviceProfile) -> SharedMemoryVerdict:
    """No launch is reached; only a test of the shared-memory limit is this layer's business."""
    if not launches:
        return SharedMemoryVerdict(LayerVerdict())
    reasons = tuple(_barred(launch, device) for launch in launches)
    least = min(launches, key=lambda launch: launch.fact.launch)
    limit = device.limits.shared_optin.value
    text = f"make a variant that needs at most {_limit(limit)}: the host asks for the limit and launches none here"
    remedy = Remedy(RemedyKind.RESIZE, text, least.fact.launch)
    return SharedMemoryVerdict(LayerVerdict(Status.RUNTIME_REJECTED, tuple(dict.fromkeys(reasons))), None, (remedy,))


def _barred(launch: Launch, device: DeviceProfile) -> Reason:
    assert launch.barrier is not None
    limit = device.limits.shared_optin.value
    text = f"launched only where {spelling(launch.barrier)}; {device.capability} has {_limit(limit)} per block"
    return Reason(Layer.SMEM, text, launch.fact.launch)


def _exceeded(launch: Launch, device: DeviceProfile) -> SharedMemoryVerdict:
    fact = launch.fact
    limit = _limit(launch.limit)
    if launch.allowed is not None and launch.allowed < (launch.dynamic.low or 0):
        text = f"{_asked(launch)}, but the call that raises the limit allows {size_text(launch.allowed)}"
    elif launch.allowed is not None:
        text = (
            f"the opt-in call asks for {size_text(launch.allowed)} > {limit}, which {device.capability} allows a block"
        )
    elif launch.optin is None:
        text = f"{_asked(launch)} > {limit}, and no call raises the limit"
    else:
        text = f"{_asked(launch)} > {limit} that {device.capability} allows a block"
    reasons = _reasons(text, launch)
    verdict = LayerVerdict(Status.SMEM_EXCEEDED, reasons)
    return SharedMemoryVerdict(verdict, _figures(launch), (_resize(fact, launch),))


def _oversized(launch: Launch, device: DeviceProfile) -> SharedMemoryVerdict:
    """A block of more threads than the device, or the declaration, allows: the launch fails, whatever else it asks."""
    fact, limit, whose = launch.fact, device.limits.threads.value, str(device.capability)
    if fact.bounds is not None and fact.bounds < limit:
        limit, whose = fact.bounds, "__launch_bounds__ of the kernel"
    text = f"a block of {fact.threads:,} threads is above the {limit:,} that {whose} allows"
    reason = Reason(Layer.HOST, f"{text}: the launch always fails", fact.launch)
    remedy = Remedy(RemedyKind.RESIZE, f"launch blocks of at most {limit:,} threads", fact.launch)
    verdict = LayerVerdict(Status.RUNTIME_REJECTED, (reason,))
    return SharedMemoryVerdict(verdict, _figures(launch), (remedy,))


def _clustered(launch: Launch, device: DeviceProfile) -> SharedMemoryVerdict:
    """Clusters that the device does not have, or larger ones than a launch gets unless an attribute allows them."""
    fact, limit = launch.fact, device.limits.cluster
    if limit is None:
        text = f"the launch asks for clusters of blocks, which {device.capability} does not have: it always fails"
        remedy = Remedy(RemedyKind.PORT, "make a variant without clusters", fact.launch)
        verdict = LayerVerdict(Status.RUNTIME_REJECTED, (Reason(Layer.HOST, text, fact.launch),))
        return SharedMemoryVerdict(verdict, _figures(launch), (remedy,))
    reason = Reason(Layer.HOST, unportable_cluster(fact.cluster, limit.value), fact.launch)
    return SharedMemoryVerdict(LayerVerdict(Status.UNKNOWN, (reason,)), _figures(launch))


def unportable_cluster(size: int, limit: int) -> str:
    """Say why a cluster of so many blocks may not launch."""
    text = f"a cluster of {size} blocks: above {limit} a launch needs the attribute for non-portable sizes"
    return f"{text}, which no host code of this unit sets"


def _unknown(launch: Launch) -> SharedMemoryVerdict:
    missing = missing_names(launch.fact.request) or ("how far the walk through the host code goes",)
    if launch.fact.static is not None and launch.dynamic.high is not None:
        missing = launch.fact.static.missing or missing
    names = ", ".join(missing[:4])
    text = f"{_asked(launch)}; whether that is at most {_limit(launch.limit)} depends on {names}"
    remedy = Remedy(RemedyKind.UNKNOWN, f"find out {names}", launch.fact.launch)
    verdict = LayerVerdict(Status.UNKNOWN, _reasons(text, launch))
    return SharedMemoryVerdict(verdict, _figures(launch), (remedy,))


def _fitting(launch: Launch) -> tuple[Reason, ...]:
    if launch.dynamic.high == 0:
        return ()
    limit = _limit(launch.limit)
    if launch.outcome is Outcome.CHECKED:
        text = f"{_asked(launch)}: made to fit, or tested against, the limit that the device reports ({limit})"
    elif launch.dynamic.high is None or launch.dynamic.high > launch.limit:
        text = f"{_asked(launch)}: no call raises the limit, so a launch gets at most {limit}"
    else:
        text = f"{_asked(launch)} fits {limit}"
    return _reasons(text, launch)


def _reasons(text: str, launch: Launch) -> tuple[Reason, ...]:
    """The arithmetic where the limit is raised, if it is, else at the launch; the launch in any case."""
    at_launch = Reason(Layer.SMEM, text, launch.fact.launch)
    if launch.optin is None:
        return (at_launch,)
    return (Reason(Layer.SMEM, text, launch.optin.location), Reason(Layer.SMEM, "launched here", launch.fact.launch))


def _asked(launch: Launch) -> str:
    """What a launch asks for on this device, with its arithmetic."""
    fact = launch.fact
    text = arithmetic(fact.request, launch.dynamic)
    static = fact.static
    if static is None or not static.low:
        return text
    total = (launch.dynamic.low or 0) + static.low
    return f"{text}, with {_total(static)} of static shared memory {size_text(total)}"


def _figures(launch: Launch) -> SharedMemory:
    fact = launch.fact
    static = fact.static
    return SharedMemory(
        limit=launch.limit,
        optin=launch.optin is not None,
        static=None if static is None or static.low != static.high else static.low,
        dynamic=launch.dynamic.value,
        expression=arithmetic(fact.request, launch.dynamic),
        fits=_fits(fact, launch) if launch.outcome is Outcome.EXCEEDED else None,
    )


def _fits(fact: SharedMemoryFact, launch: Launch) -> tuple[str, int] | None:
    stage = find_stage(fact.request)
    if stage is None:
        return None
    room = launch.limit - (0 if fact.static is None else fact.static.low)
    value = largest_fit(stage, fact.request, room)
    return None if value is None else (stage.name, value)


def _resize(fact: SharedMemoryFact, launch: Launch) -> Remedy:
    """What to change: the constant that fits, else the bytes to get down to."""
    fits = _fits(fact, launch)
    stage = find_stage(fact.request)
    if fits is None or stage is None:
        text = f"ask for at most {_limit(launch.limit)}" if launch.optin else "raise the limit, or ask for less"
        return Remedy(RemedyKind.RESIZE, text, _place(launch))
    name, value = fits
    edit = None if stage.location is None else Edit(f"{name} = {stage.value}", f"{name} = {value}")
    return Remedy(
        RemedyKind.RESIZE, f"{name} = {value} fits {_limit(launch.limit)}", stage.location or _place(launch), edit
    )


def _place(launch: Launch) -> Location:
    return launch.fact.launch if launch.optin is None else launch.optin.location
