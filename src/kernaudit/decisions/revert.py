"""Going back to another kernel: to which one, and what is given up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.decisions.cost import Range, revert_cost, slowdown_price
from kernaudit.decisions.line import fit, number, price, spread
from kernaudit.decisions.option import Open, Option
from kernaudit.decisions.orders import own_orders
from kernaudit.decisions.situation import status_of
from kernaudit.model.decision import Branch, BranchFact, BranchInput, BranchKind, InputSource
from kernaudit.model.knowledge import UpstreamStatus
from kernaudit.model.verdict import Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.decisions.evidence import Basis
    from kernaudit.model.decision import Cost, Pin
    from kernaudit.model.knowledge import Fallback, FallbackList, KernelEntry, SpeedRatio

__all__ = ["revert_option"]

_INPUTS = ("time_share", "gpus", "hours_per_week", "new_gpu_hour", "horizon_weeks")


@dataclass(frozen=True, slots=True)
class _Choice:
    fallback: Fallback
    feasible: bool | None
    how: str


def revert_option(basis: Basis, pin: Pin, entry: KernelEntry | None, device: str) -> Option:
    """The revert branch of a pin that the knowledge base knows as `entry`; the team's own speed ratio counts first."""
    measured = pin.speed_ratio
    own, known = own_orders(basis, pin, entry, device), _known_list(basis, entry, device)
    order = own.ranked(() if known is None else known.order)
    choice = _choose(basis, order, device)
    ratios = () if measured is not None else _ratios(entry, choice)
    ends = [end for one in ratios for end in (one.low, one.high)] + ([] if measured is None else [measured])
    ratio = Range(min(ends, default=None), max(ends, default=None))
    cost = revert_cost(ratio, basis.inputs)
    branch = Branch(
        kind=BranchKind.REVERT,
        feasible=(False if known is not None else None) if choice is None else choice.feasible,
        line=fit(_line(choice, _given_up(ratio, ratios, choice, device), cost, basis.inputs["horizon_weeks"])),
        cost=cost,
        inputs=(*_ratio_input(ratio, ratios, choice, device), *basis.inputs.named(*_INPUTS)),
        facts=(
            *own.facts(),
            *([] if known is None else [basis.fact(known.fact)]),
            *_state_facts(basis, choice, device),
            *(basis.fact(one.fact) for one in ratios),
        ),
    )
    missing = None if choice is None else Open("speed_ratio", slowdown_price, free=1.0)
    return Option(branch, lambda inputs: revert_cost(ratio, inputs), missing)


def _known_list(basis: Basis, entry: KernelEntry | None, device: str) -> FallbackList | None:
    """What the knowledge base says takes the kernel's place: on this device before anywhere, in this project first."""
    lists = [one for one in (entry.fallbacks if entry is not None else ()) if one.project in {None, basis.ties.project}]
    lists.sort(key=lambda one: (device not in one.devices, bool(one.devices), one.project is None))
    return next((one for one in lists if device in one.devices or not one.devices), None)


def _choose(basis: Basis, order: Sequence[Fallback], device: str) -> _Choice | None:
    """The first that is not known to fail on the device."""
    for fallback in order:
        choice = _judge(basis, fallback, device)
        if choice.feasible is not False:
            return choice
    return None


def _judge(basis: Basis, fallback: Fallback, device: str) -> _Choice:
    rows = basis.ties.rows.get(fallback.entry or "", ())
    statuses = [status_of(row, device) for row in rows]
    best = max(statuses, key=lambda status: status.rank, default=None)
    if best is not None and best.runs:
        return _Choice(fallback, True, " by JIT" if best is Status.PTX_JIT else "")
    if best is not None and best is not Status.UNKNOWN:
        return _Choice(fallback, False, "")
    entry = basis.rules.kernels.get(fallback.entry)
    state = None if entry is None else entry.state_on(device)
    if state is None:
        return _Choice(fallback, None, " (not checked)")
    return _Choice(fallback, state.status is UpstreamStatus.SHIPPED, "")


def _ratios(entry: KernelEntry | None, choice: _Choice | None) -> tuple[SpeedRatio, ...]:
    """Published ratios over the chosen fallback, else over anything that one could go back to."""
    if entry is None or choice is None:
        return ()
    known = [one for one in entry.ratios if one.gives_up]
    own = [one for one in known if one.entry is not None and one.entry == choice.fallback.entry]
    return tuple(own or known)


def _state_facts(basis: Basis, choice: _Choice | None, device: str) -> list[BranchFact]:
    entry = None if choice is None else basis.rules.kernels.get(choice.fallback.entry)
    state = None if entry is None else entry.state_on(device)
    if entry is None or state is None:
        return []
    fact = basis.fact(state.fact)
    return [BranchFact(f"{entry.name} on {device}: {fact.text}", fact.source, fact.date, fact.grade, fact.stale)]


def _ratio_input(
    ratio: Range, ratios: Sequence[SpeedRatio], choice: _Choice | None, device: str
) -> tuple[BranchInput, ...]:
    if ratio.low is None or ratio.high is None:
        return (BranchInput("speed_ratio", None, "times", InputSource.ASSUMED),)
    if not ratios:
        return (BranchInput("speed_ratio", ratio.low, "times", InputSource.GIVEN),)
    value: float | str = ratio.low if ratio.low == ratio.high else f"{number(ratio.low)}..{number(ratio.high)}"
    words = _ratio_words(ratios, choice, device)
    return (BranchInput("speed_ratio", value, words or "times", InputSource.ASSUMED if words else InputSource.FACT),)


def _ratio_words(ratios: Sequence[SpeedRatio], choice: _Choice | None, device: str) -> str:
    """What has to be assumed to use the ratios here: that another GPU's holds, or that over another kernel."""
    own = choice is not None and all(one.entry == choice.fallback.entry for one in ratios)
    over = "" if own else f" over {', '.join(dict.fromkeys(one.over for one in ratios))}"
    if any(one.device != device for one in ratios):
        return f"old-GPU ratio{over}"
    return over and f"ratio{over}"


def _given_up(ratio: Range, ratios: Sequence[SpeedRatio], choice: _Choice | None, device: str) -> str | None:
    if ratio.low is None:
        return None
    words = _ratio_words(ratios, choice, device) if ratios else ""
    return f"{spread(ratio.low, ratio.high)}x{f' ({words})' if words else ''}"


def _line(choice: _Choice | None, given_up: str | None, cost: Cost, horizon: float) -> str:
    if choice is None:
        return "revert: no kernel is known that could take its place there"
    to = f"revert to {choice.fallback.name}{choice.how}"
    if given_up is None:
        return f"{to}: what is given up was not published, cost unknown"
    return f"{to}: {price(cost.low, cost.high)} in {number(horizon)} weeks, gives up {given_up}"
