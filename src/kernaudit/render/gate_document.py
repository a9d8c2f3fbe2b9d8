"""The JSON form of a gate's answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.render.cells import Json, place

if TYPE_CHECKING:
    from kernaudit.model.gate import GateOutcome, Move, Problem

__all__ = ["gate_document"]


def gate_document(gate: GateOutcome) -> Json:
    """Return a gate's answer as the report's `gate`."""
    return {
        "failed": gate.failed,
        "compared": gate.compared,
        "problems": [_problem(one) for one in gate.problems],
        "improvements": [_move(one) for one in gate.improvements],
        "stale": [_move(one) for one in gate.stale],
        "unused": [{"text": one.text, **place(one.location)} for one in gate.unused],
        "remarks": list(gate.remarks),
    }


def _problem(one: Problem) -> Json:
    ignored = one.ignored
    return {
        "rule": one.rule,
        "level": one.level,
        "text": one.text,
        **place(one.location),
        "kernel": one.kernel,
        "device": one.device,
        "fingerprint": one.fingerprint,
        "ignored": None if ignored is None else {"reason": ignored.reason, **place(ignored.location)},
    }


def _move(one: Move) -> Json:
    return {"kernel": one.kernel, "device": one.device, "before": one.before, "after": one.after}
