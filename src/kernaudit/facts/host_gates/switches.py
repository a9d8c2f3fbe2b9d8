"""The switch statement: every case is a condition of its own, and lanes may fall through to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernaudit.facts.host_gates.conditions import fork
from kernaudit.facts.host_gates.number import FREE, Number, binary, truth
from kernaudit.facts.host_gates.outcome import joined

if TYPE_CHECKING:
    from kernaudit.facts.host_gates.env import Env
    from kernaudit.facts.host_gates.outcome import Passed
    from kernaudit.facts.host_gates.values import Value
    from kernaudit.facts.host_gates.walk import Walk
    from kernaudit.sources.ast import Tuple

__all__ = ["execute_switch", "line_of"]

State = "list[tuple[Env, dict[str, Value], Record | None]]"


def execute_switch(walk: Walk, statement: Tuple, env: Env) -> None:
    """Walk a switch."""
    _Switch(walk, statement, env).run()


class _Switch:
    """One switch.

    Attributes:
        fallen: the lanes that fall through to the next case, their variables, and the tests they passed.
        done: the lanes that left, and their variables.
    """

    def __init__(self, walk: Walk, statement: Tuple, env: Env) -> None:
        _, self.condition, self.cases = statement
        self.walk, self.env = walk, env
        self.value = walk.number(self.condition, env)
        self.fallen: tuple[int, Any, tuple[Passed, ...]] = (0, [], ())
        self.done: list[tuple[int, Any]] = []

    def run(self) -> None:
        walk, env = self.walk, self.env
        passed, broken, env.broken = walk.passed, env.broken, 0
        for index, (label, parts) in enumerate(self.cases):
            self._case(label, parts, ("later", self.cases, index + 1))
        for mask, state in (self.fallen[:2], *self.done):
            if mask:
                env.join(state, mask, walk.mask, walk.lanes.count)
                walk.mask |= mask
                walk.passed = passed
        walk.mask |= env.broken
        env.broken = broken

    def _case(self, label: Tuple | None, parts: Tuple, later: Tuple) -> None:
        walk, env = self.walk, self.env
        test = self._default() if label is None else binary("==", self.value, walk.number(label, env))
        jumping = walk.mask & truth(test, walk.lanes.count)[0]
        shown = self.condition if label is None else ("bin", "==", self.condition, label)
        if self.fallen[0] and not jumping:
            waiting, state = walk.mask, env.snapshot()
            walk.mask = 0
            self._inside(parts)
            walk.mask = waiting
            env.restore(state)
        line = line_of(self.condition) or line_of(parts)
        fork(walk, test, (shown, line), (lambda: self._inside(parts), lambda: FREE), (parts, later), env)

    def _inside(self, parts: Tuple) -> Value:
        """Walk a case on the lanes that jump to it and those that fall into it."""
        walk, env = self.walk, self.env
        mask, state, passed = self.fallen
        if mask:
            env.join(state, mask, walk.mask, walk.lanes.count)
            walk.mask |= mask
            walk.passed = joined(passed, walk.passed)
        leaves = _leaves(parts)
        walk.block(parts[:-1] if leaves and parts[-1] == ("break",) else parts, env)
        self.fallen = (0, [], ())
        if leaves:
            self.done.append((walk.mask, env.snapshot()))
        else:
            self.fallen = (walk.mask, env.snapshot(), walk.passed)
        walk.mask = 0
        return FREE

    def _default(self) -> Number:
        found: Number | None = None
        for label, _ in self.cases:
            if label is not None:
                test = binary("!=", self.value, self.walk.number(label, self.env))
                found = test if found is None else binary("&&", found, test)
        return FREE if found is None else found


def _leaves(parts: Tuple) -> bool:
    """Whether a case ends with `break`, perhaps inside a block."""
    return bool(parts) and parts[-1] == ("break",)


def line_of(part: Any) -> int:
    """A line somewhere in code, 0 if it tells none."""
    if isinstance(part, tuple):
        position = {"call": 3, "construct": 3, "decl": 6, "if": 6, "assign": 4, "launch": 4}.get(
            part[0] if part and isinstance(part[0], str) else ""
        )
        line = part[position] if position is not None and len(part) > position else None
        if isinstance(line, int):
            return line
        return next((line for line in map(line_of, part) if line), 0)
    return 0
