"""The door of this package: pins and decisions of a finished report."""

from __future__ import annotations

from datetime import timedelta
from difflib import get_close_matches
from typing import TYPE_CHECKING

from kernaudit.decisions.cost import CostInputs
from kernaudit.decisions.evidence import Basis, day_of
from kernaudit.decisions.pins import configured_pins, default_pins
from kernaudit.decisions.ties import Ties
from kernaudit.decisions.tree import decide_one
from kernaudit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.config.model import Config
    from kernaudit.model.decision import Decision, Pin
    from kernaudit.model.report import Report
    from kernaudit.ruleset.kernels import KernelBase
    from kernaudit.ruleset.knowledge import CostDefaults
    from kernaudit.ruleset.load import Rules

__all__ = ["decide", "decide_on"]

_SLOW, _QUICK = "lines_per_week_low", "lines_per_week_high"
_MOST = {"time_share": 1.0, "hours_per_week": 168.0}
"""A part is no more than the whole, and a week has no more hours."""


def decide(report: Report, rules: Rules, config: Config | None = None) -> tuple[tuple[Pin, ...], tuple[Decision, ...]]:
    """The pins, and for each pin a decision per device that is not the one in use, in the order of the columns.

    Args:
        report: the whole report, before it is narrowed to some rows.
        rules: for the knowledge base, the lag table, the cost defaults, devices and instructions.
        config: the user's pins and numbers; without pins the default ones are taken.

    Raises:
        UsageError: a configured pin matches nothing or two things, or a cost input or project does not exist.
    """
    return decide_on(Ties(report, rules.kernels, None if config is None else config.project), rules, config)


def decide_on(ties: Ties, rules: Rules, config: Config | None = None) -> tuple[tuple[Pin, ...], tuple[Decision, ...]]:
    """The same for ties that somebody else needs as well.

    Raises:
        UsageError: as `decide`.
    """
    _check_project(config, rules.kernels)
    report = ties.report
    inputs = _inputs(rules.cost, config)
    basis = Basis(report, rules, ties, inputs, _stale_before(report, inputs, config))
    pins = configured_pins(ties, config.pins) if config is not None and config.pins else default_pins(ties)
    return pins, tuple(decide_one(basis, pin, device) for pin in pins for device in report.input.to)


def _stale_before(report: Report, inputs: CostInputs, config: Config | None) -> str | None:
    """The day before which facts are stale: as configured, else so many days before the report's own."""
    if config is not None and config.stale_before is not None:
        return config.stale_before
    today = day_of(report.input.as_of)
    return None if today is None else (today - timedelta(days=inputs["stale_days"])).isoformat()


def _inputs(defaults: CostDefaults, config: Config | None) -> CostInputs:
    if config is None:
        return CostInputs(defaults)
    for name, given in config.cost.items():
        if name not in defaults.inputs:
            raise UsageError(f"{given.location}: no cost input is called {name!r}; {_known(name, defaults.names)}")
        if given.value > _MOST.get(name, given.value):
            raise UsageError(f"{given.location}: {name} cannot be more than {_MOST[name]:g}")
    inputs = CostInputs(defaults, {name: given.value for name, given in config.cost.items()})
    if not 0 < inputs[_SLOW] <= inputs[_QUICK]:
        place = next(config.cost[name].location for name in (_SLOW, _QUICK) if name in config.cost)
        raise UsageError(f"{place}: {_SLOW} must be above 0 and not above {_QUICK}")
    return inputs


def _check_project(config: Config | None, base: KernelBase) -> None:
    if config is not None and config.project is not None:
        trees = [entry.id for entry in base if entry.tree is not None]
        if config.project not in trees:
            place = config.places.get("project", config.file)
            raise UsageError(f"{place}: no project is called {config.project!r}; {_known(config.project, trees)}")


def _known(name: str, names: Sequence[str]) -> str:
    near = get_close_matches(name, names, n=3)
    return f"near names: {', '.join(near)}" if near else f"known: {', '.join(names)}"
