"""Waiting for upstream: its state first, else how long others took."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from kernaudit.decisions.cost import Range, fleet_week, wait_cost
from kernaudit.decisions.evidence import day_of
from kernaudit.decisions.line import fit, price, spread
from kernaudit.decisions.option import Open, Option
from kernaudit.decisions.siblings import sibling_of
from kernaudit.decisions.situation import is_fine
from kernaudit.decisions.survival import curve_of, remaining
from kernaudit.model.decision import Branch, BranchFact, BranchInput, BranchKind, InputSource
from kernaudit.model.knowledge import UpstreamStatus
from kernaudit.model.lag import LagClass

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from kernaudit.decisions.evidence import Basis
    from kernaudit.decisions.siblings import Sibling
    from kernaudit.decisions.situation import Situation
    from kernaudit.decisions.survival import Curve, Remaining
    from kernaudit.model.decision import Pin
    from kernaudit.model.knowledge import KernelEntry, UpstreamState
    from kernaudit.model.lag import LagRow
    from kernaudit.model.report import FamilyRow, KernelRow

__all__ = ["wait_option"]

_INPUTS = ("gpus", "hours_per_week", "old_gpu_hour")
_WEEK = 7.0


@dataclass(frozen=True, slots=True)
class _Answer:
    """What is known of the wait, before it has a price.

    Attributes:
        prior: what it rests on where upstream said nothing.
        elapsed: days that have passed, where that is known.
    """

    line: str
    weeks: Range
    feasible: bool | None
    prior: Remaining | None = None
    is_priced: bool = False
    elapsed: int | None = None


def wait_option(basis: Basis, pin: Pin, entry: KernelEntry | None, situation: Situation, kind: LagClass) -> Option:
    """The wait branch; `kind` says what upstream would have to write."""
    device = situation.device
    state = None if entry is None else entry.state_on(device)
    sibling = sibling_of(basis.ties, pin, situation)
    arrived = None if sibling is None else _in_tree(sibling, state)
    answer = arrived or _by_state(basis, entry, situation) or _by_prior(basis, entry, device, kind)
    weeks = answer.weeks
    cost = wait_cost(weeks, basis.inputs)
    told = f", {price(cost.low, cost.high)}" if answer.is_priced else ""
    branch = Branch(
        kind=BranchKind.WAIT,
        feasible=answer.feasible,
        line=fit(answer.line + told),
        cost=cost,
        inputs=(*_weeks_input(weeks), *_prior_inputs(answer.prior, answer.elapsed), *basis.inputs.named(*_INPUTS)),
        facts=(*_sibling_fact(basis, sibling), *(() if state is None else (basis.fact(state.fact),))),
    )
    missing = Open("wait_weeks", lambda inputs: fleet_week(inputs, "old_gpu_hour"))
    return Option(branch, lambda inputs: wait_cost(weeks, inputs), missing)


def _in_tree(sibling: Sibling, state: UpstreamState | None) -> _Answer | None:
    """What the tree has for the device already; None where that does not tell how the wait ends.

    Only a sibling that host code launches for the same ops ends the wait. One that is just named alike may, and one
    that leaves an op out contradicts an upstream that is said to have shipped it.
    """
    there = f"this tree has {sibling.family.name} there{_place(sibling.family)}"
    if sibling.takes_over:
        return _Answer(f"wait: over, {there}, and it serves {_ops(sibling.ops)}", Range(0.0, 0.0), feasible=True)
    if sibling.takes_over is None:
        line = f"wait: perhaps over, {there}; whether it gets called was not read"
        return _Answer(line, Range(None, None), feasible=None)
    if state is None or state.status is not UpstreamStatus.SHIPPED:
        return None
    line = f"wait: {there}, which does not serve {_ops(sibling.unserved)}; ask upstream"
    return _Answer(line, Range(None, None), feasible=None)


def _place(family: FamilyRow) -> str:
    return "" if family.gate is None else f" ({family.gate.location})"


def _ops(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{len(names)} ops"


def _sibling_fact(basis: Basis, sibling: Sibling | None) -> tuple[BranchFact, ...]:
    if sibling is None or sibling.family.gate is None:
        return ()
    ops = ", ".join(sibling.ops if sibling.takes_over else sibling.unserved)
    does = {True: f"serves {ops}", False: f"does not serve {ops}", None: "whether it is called was not read"}
    text = f"{sibling.family.name} is named like it and built for this device; {does[sibling.takes_over]}"
    return (BranchFact(text, str(sibling.family.gate.location), basis.report.input.as_of or "", "source-code"),)


def _by_state(basis: Basis, entry: KernelEntry | None, situation: Situation) -> _Answer | None:
    """What upstream's own state says of a date; None where it says nothing.

    A tree of upstream's own contradicts that, and counts, where nobody knows since when upstream has it, or where other
    kernels of the same entry run there.
    """
    state = None if entry is None else entry.state_on(situation.device)
    if entry is None or state is None:
        return None
    other = _shipped_already(basis, entry, situation)
    if state.status is UpstreamStatus.SHIPPED and other is not None:
        line = (
            f"wait: this tree has what upstream shipped there ({other.name}), and this is not part of it; ask upstream"
        )
        return _Answer(line, Range(None, None), feasible=None)
    if state.status is UpstreamStatus.SHIPPED and state.since is None and entry in basis.ties.own_entries:
        line = (
            f"wait: this very tree is said to have it (seen {state.fact.date}), perhaps by another kernel; ask upstream"
        )
        return _Answer(line, Range(None, None), feasible=None)
    if state.status is UpstreamStatus.SHIPPED:
        since = f" since {state.since}" if state.since else ""
        line = f"wait: over, upstream has it{since}; move the pin (moving it is not priced)"
        return _Answer(line, Range(0.0, 0.0), feasible=True)
    if state.status.has_no_date:
        line = f"wait: no date, upstream: {state.status} (seen {state.fact.date})"
        return _Answer(line, Range(None, None), feasible=False)
    return None


def _shipped_already(basis: Basis, entry: KernelEntry, situation: Situation) -> KernelRow | None:
    """Another kernel of the entry that runs there, in a tree of upstream's own."""
    if entry not in basis.ties.own_entries:
        return None
    others = (row for row in basis.ties.rows.get(entry.id, ()) if row not in situation.rows)
    return next((row for row in others if is_fine(row.cells.get(situation.device))), None)


def _by_prior(basis: Basis, entry: KernelEntry | None, device: str, kind: LagClass) -> _Answer:
    """How much longer others took that had waited as long."""
    state = None if entry is None else entry.state_on(device)
    word = f"wait ({state.status} upstream)" if state is not None else "wait"
    if _is_older(basis, device):
        line = f"{word}: no precedent: this GPU is older than the one in use, the waits on record are for newer ones"
        return _Answer(line, Range(None, None), feasible=None)
    curve = _curve(basis.rules.lag, kind)
    start, today = _start(basis, entry, device), basis.today
    if start is None or today is None:
        gap = "days already elapsed unknown (no --as-of)" if today is None else "no date on which it began"
        prior = remaining(curve, 0)
        line = f"{word}: {gap}; {kind} from the start: {_days(prior)} days (n={prior.n})"
        return _Answer(line, Range(None, None), feasible=None, prior=prior)
    left = remaining(curve, (today - start).days)
    if not left.has_precedent:
        line = f"{word}: no precedent: {left.elapsed} days have passed, no {kind} wait past {left.last} ended"
        return _Answer(f"{line} (n={left.n})", Range(None, None), feasible=None, prior=left, elapsed=left.elapsed)
    quarter, _, most = left.quartiles
    weeks = Range(*(None if day is None else day / _WEEK for day in (quarter, most)))
    more = spread(weeks.low, weeks.high, "weeks")
    passed = f"after {left.elapsed} days" if left.elapsed >= 0 else f"with {-left.elapsed} days to its first sale"
    line = f"{word}: {more} more {passed} ({kind}, n={left.n}, {left.at_risk} left)"
    return _Answer(line, weeks, feasible=True, prior=left, is_priced=True, elapsed=left.elapsed)


@lru_cache(maxsize=len(LagClass))
def _curve(rows: tuple[LagRow, ...], kind: LagClass) -> Curve:
    """Many pins ask for the same curve."""
    return curve_of(rows, kind)


def _weeks_input(weeks: Range) -> tuple[BranchInput, ...]:
    over = weeks.high == 0
    value = 0.0 if over else None if weeks.low is None else spread(weeks.low, weeks.high)
    return (BranchInput("wait_weeks", value, "weeks", InputSource.FACT if over else InputSource.ASSUMED),)


def _prior_inputs(prior: Remaining | None, elapsed: int | None) -> tuple[BranchInput, ...]:
    if prior is None:
        return ()
    fact = InputSource.FACT
    return (
        BranchInput("elapsed_days", None if elapsed is None else float(elapsed), "days", fact),
        BranchInput("remaining_quartiles", _days(prior), "days in 25/50/75% of cases", fact),
        BranchInput("lag_rows", float(prior.n), "rows", fact),
        BranchInput("still_waiting", float(prior.at_risk), "rows", fact),
        BranchInput("longest_ended", None if prior.last is None else float(prior.last), "days", fact),
    )


def _days(prior: Remaining) -> str:
    return "/".join("none" if day is None else f"{day:.0f}" for day in prior.quartiles)


def _start(basis: Basis, entry: KernelEntry | None, device: str) -> date | None:
    """The day from which on both existed: the GPU on sale, the kernel published."""
    on_sale = _on_sale(basis, device)
    published = day_of(None if entry is None else entry.first)
    return on_sale if on_sale is None or published is None else max(on_sale, published)


def _is_older(basis: Basis, device: str) -> bool:
    """Whether the GPU was on sale before the one in use, for which the kernel was chosen."""
    before, after = _on_sale(basis, device), _on_sale(basis, basis.report.input.from_)
    return before is not None and after is not None and before < after


def _on_sale(basis: Basis, device: str | None) -> date | None:
    profile = next((one for one in basis.rules.devices if one.id == device), None)
    return None if profile is None or profile.availability is None else day_of(profile.availability.date)
