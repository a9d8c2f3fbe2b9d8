"""The JSON form of pins and decisions, field by field as the data contract names them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.render.cells import Json, place

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.model.decision import Branch, BranchFact, BranchInput, Decision, Pin

__all__ = ["decision_document", "pin_document"]


def pin_document(pin: Pin) -> Json:
    """Return one entry of `pins`."""
    return {
        "id": pin.id,
        "spec": {"by": pin.spec.by, "value": pin.spec.value},
        "origin": pin.origin,
        "matched": list(pin.matched),
        "entry": pin.entry,
        "owner": pin.owner,
        "note": pin.note,
        "expiry": pin.expiry,
        "decision": pin.decision,
        **place(pin.location),
        "time_share": pin.time_share,
        "speed_ratio": pin.speed_ratio,
        "port_lines": pin.port_lines,
    }


def decision_document(decision: Decision) -> Json:
    """Return one entry of `decisions`."""
    flip = decision.break_even
    return {
        "pin": decision.pin,
        "device": decision.device,
        "answer": decision.answer,
        "line": decision.line,
        "branches": [_branch(branch) for branch in decision.branches],
        "cheapest": decision.cheapest,
        "break_even": None if flip is None else {"input": flip.input, "value": flip.value},
        "caveats": list(decision.caveats),
        "facts": _facts(decision.facts),
    }


def _branch(branch: Branch) -> Json:
    cost = branch.cost
    return {
        "kind": branch.kind,
        "feasible": branch.feasible,
        "line": branch.line,
        "cost": {"low": cost.low, "high": cost.high, "unit": cost.unit},
        "inputs": [_input(one) for one in branch.inputs],
        "facts": _facts(branch.facts),
    }


def _input(one: BranchInput) -> Json:
    return {"name": one.name, "value": one.value, "unit": one.unit, "source": one.source}


def _facts(facts: Iterable[BranchFact]) -> list[Json]:
    return [
        {"text": one.text, "source": one.source, "date": one.date, "grade": one.grade, "stale": one.stale}
        for one in facts
    ]
