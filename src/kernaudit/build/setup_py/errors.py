"""How an evaluation ends early: the script's own exceptions, and what the evaluator does not go on from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kernaudit.model.evidence import Location

__all__ = ["EvaluationStoppedError", "ProgramError"]


class ProgramError(Exception):
    """An exception of the evaluated script.

    `value` is the exception object; `deliberate` tells that a `raise`, an assertion or `sys.exit` of the script made
    it, not a fault that may be this evaluator's own.
    """

    def __init__(self, value: Any, message: str, at: Location, *, deliberate: bool = False) -> None:
        super().__init__(message)
        self.value = value
        self.message = message
        self.at = at
        self.deliberate = deliberate


class EvaluationStoppedError(Exception):
    """The evaluation does not go on: a bound is reached, or a construct is not modelled."""

    def __init__(self, message: str, at: Location) -> None:
        super().__init__(message)
        self.message = message
        self.at = at
