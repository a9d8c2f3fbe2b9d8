"""`block()` ... `endblock()` compiled: a variable scope, a policy scope, or both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.build.cmake.argument import compile_arguments
from kernaudit.build.cmake.expand import expand
from kernaudit.build.cmake.flow import Signal

if TYPE_CHECKING:
    from kernaudit.build.cmake.compile import Context
    from kernaudit.build.cmake.flow import Node
    from kernaudit.build.cmake.interpreter import Interpreter
    from kernaudit.build.cmake.program import Block

__all__ = ["compile_block"]

_SCOPES = frozenset({"VARIABLES", "POLICIES", "DIAGNOSTICS"})


def compile_block(block: Block, context: Context) -> Node:
    """Compile a block."""
    command = block.command
    pieces = compile_arguments(command.args, context.slots)
    nodes = context.body(block.body)

    def run(interp: Interpreter) -> Signal | None:
        interp.site = command
        variables, policies, names = _options(interp, expand(interp, pieces))
        saved = interp.policies
        if variables:
            interp.push_scope()
        signal = interp.run(nodes)
        if variables:
            interp.pop_scope((*names, *(interp.returned if signal is Signal.RETURN else ())))
        if policies:
            interp.policies = saved
        return signal

    return run


def _options(interp: Interpreter, args: list[str]) -> tuple[bool, bool, list[str]]:
    """Which scopes to open, and the variables to hand out at the end."""
    given: dict[str, list[str]] = {}
    current: list[str] | None = None
    for arg in args:
        if arg in ("SCOPE_FOR", "PROPAGATE"):
            current = given.setdefault(arg, [])
        elif current is None:
            interp.fail(f'block called with unsupported argument "{arg}"')
        else:
            current.append(arg)
    scopes = given.get("SCOPE_FOR")
    if scopes is None:
        return True, True, given.get("PROPAGATE", [])
    if not scopes:
        interp.fail('block Error after keyword "SCOPE_FOR":\n  missing required value')
    for scope in scopes:
        if scope not in _SCOPES:
            interp.fail(f'block SCOPE_FOR unsupported scope "{scope}"')
    if given.get("PROPAGATE") and "VARIABLES" not in scopes:
        interp.fail("block PROPAGATE cannot be specified without a new scope for VARIABLES")
    return "VARIABLES" in scopes, "POLICIES" in scopes, given.get("PROPAGATE", [])
