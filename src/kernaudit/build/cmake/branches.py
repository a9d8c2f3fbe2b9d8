"""`if` ... `endif` compiled, with the rule for conditions that an unknown value decides.

Such a condition counts as false. But a branch that only stops the configuration is never entered on that ground: where
the rest of an `if` would be such a branch, the first branch whose condition is not known is taken instead. Every such
decision is an assumption.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.argument import compile_arguments
from kernaudit.build.cmake.condition import compile_condition
from kernaudit.build.cmake.expand import expand
from kernaudit.build.cmake.program import Command, If
from kernaudit.model.evidence import AssumptionKind

if TYPE_CHECKING:
    from kernaudit.build.cmake.argument import Slots
    from kernaudit.build.cmake.compile import Context
    from kernaudit.build.cmake.flow import Node, Signal
    from kernaudit.build.cmake.interpreter import Interpreter
    from kernaudit.build.cmake.program import Body

__all__ = ["compile_if", "stops", "unknown_origin"]

_Test = Callable[["Interpreter"], "bool | None"]
_Branch = tuple[Command, _Test, tuple["Node", ...], bool]
_TRUE: Final[_Test] = lambda _interp: True  # noqa: E731 - the test of `else`


def stops(body: Body) -> bool:
    """Whether a body always ends in `message(FATAL_ERROR)`, whatever it does before."""
    for statement in body:
        if isinstance(statement, Command):
            if statement.key == "message" and statement.args and statement.args[0].text == "FATAL_ERROR":
                return True
            if statement.key in ("return", "break", "continue"):
                return False
        elif isinstance(statement, If) and statement.otherwise is not None:
            branches = (*statement.branches, statement.otherwise)
            if all(stops(branch.body) for branch in branches):
                return True
    return False


def compile_if(statement: If, context: Context) -> Node:
    """Compile a whole `if`."""
    branches: list[_Branch] = [
        (
            branch.command,
            compile_condition(branch.command.args, context.slots),
            context.body(branch.body),
            stops(branch.body),
        )
        for branch in statement.branches
    ]
    last = statement.otherwise
    if last is not None:
        branches.append((last.command, _TRUE, context.body(last.body), stops(last.body)))
    slots = context.slots

    def run(interp: Interpreter) -> Signal | None:
        for command, test, nodes, _stops in branches:
            interp.site = command
            answer = test(interp)
            if answer:
                return _enter(interp, command, nodes)
            if answer is None:
                return _run_unknown(interp, branches, command, slots)
        return None

    return run


def _enter(interp: Interpreter, command: Command, nodes: tuple[Node, ...]) -> Signal | None:
    interp.budget -= len(nodes)
    if interp.budget < 0:
        interp.out_of_steps()
    conditions = interp.conditions
    conditions.append(command)
    for node in nodes:
        signal = node(interp)
        if signal is not None:
            conditions.pop()
            return signal
    conditions.pop()
    return None


def _run_unknown(interp: Interpreter, branches: list[_Branch], first: Command, slots: Slots) -> Signal | None:
    """Choose a branch when the condition of `first` is not known (those before it are false)."""
    candidate: tuple[Command, tuple[Node, ...]] | None = None
    unsure: list[Command] = []
    at = next(index for index, branch in enumerate(branches) if branch[0] is first)
    for command, test, nodes, fatal in branches[at:]:
        interp.site = command
        answer = None if command is first else test(interp)
        if answer is None:
            unsure.append(command)
            if candidate is None and not fatal:
                candidate = (command, nodes)
        elif answer:
            if fatal and candidate is not None:
                break
            _assume(interp, unsure, None, slots)
            interp.site = command
            return _enter(interp, command, nodes)
    else:
        _assume(interp, unsure, None, slots)
        return None
    _assume(interp, unsure, candidate[0], slots)
    interp.site = candidate[0]
    return _enter(interp, *candidate)


def _assume(interp: Interpreter, unsure: list[Command], taken: Command | None, slots: Slots) -> None:
    for command in unsure:
        interp.site = command
        verdict = "true (the other branch only stops the configuration)" if command is taken else "false"
        interp.assume(
            AssumptionKind.UNKNOWN_CONDITION,
            f"the condition {command.text} is not known; taken as {verdict}",
            unknown_origin(interp, command, slots),
        )


def unknown_origin(interp: Interpreter, command: Command, slots: Slots) -> str | None:
    """Where the first unknown value in a condition came from."""
    texts = expand(interp, compile_arguments(command.args, slots))
    values = [interp.get(text) or "" for text in texts]
    found = interp.unknowns.first(text for pair in zip(texts, values, strict=True) for text in pair)
    return None if found is None else f"{found.origin} ({found.location})"
