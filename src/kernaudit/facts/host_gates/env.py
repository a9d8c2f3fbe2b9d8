"""The variables of a host function or lambda while it is walked, and on which lanes it has left already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.facts.host_gates.number import FREE, OPEN
from kernaudit.facts.host_gates.values import Address, Closure, Record, clouds, depends, meet

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.facts.host_gates.node import Node
    from kernaudit.facts.host_gates.outcome import Passed
    from kernaudit.facts.host_gates.values import Value
    from kernaudit.sources.ast import Tuple

__all__ = ["Env"]


class Env:
    """One function or lambda.

    Attributes:
        names: variables and template arguments; what is written through a pointer `p` stands as `*p`.
        written: names that were assigned.
        hot: names of variables that held something of the device, an object or code.
        parent: where a lambda was written.
        node: the node whose code this is.
        this: the object of a method.
        returned: the lanes that returned, with `value` what they returned, and `tests` what holds at every return.
        broken, continued: the lanes that left the innermost switch or loop, or its pass.
        rest: blocks that are being walked, with the position in each.
        rows: initialiser lists of variables of this function, as written.
    """

    __slots__ = (
        "broken",
        "continued",
        "hot",
        "names",
        "node",
        "parent",
        "rest",
        "returned",
        "rows",
        "tests",
        "this",
        "value",
        "written",
    )

    def __init__(self, node: Node, parent: Env | None = None, this: Record | None = None) -> None:
        self.node, self.parent, self.this = node, parent, this
        self.names: dict[str, Value] = {}
        self.written: set[str] = set()
        self.hot: set[str] = set()
        self.returned = self.broken = self.continued = 0
        self.value: Value = FREE
        self.tests: tuple[Passed, ...] | None = None
        self.rest: list[tuple[tuple[Tuple, ...], int]] = []
        self.rows: dict[str, Tuple] = {}

    def put(self, name: str, value: Value) -> None:
        """Set a variable of this function; one that ever holds something of the device is hot from then on."""
        self.names[name] = value
        if isinstance(value, Closure | Record | Address) or depends(value):
            self.hot.add(name.lstrip("*"))

    def put_all(self, names: str, value: Value) -> None:
        """Set the variables of a declaration, which a comma separates."""
        for name in names.split(","):
            self.put(name.strip(), value)

    def forget(self, names: Iterable[str]) -> None:
        """Variables that were written in a way that was not followed."""
        for name in names:
            holder = self.holder(name)
            if holder is not None:
                holder.put(name, OPEN if clouds(holder.names[name]) else FREE)

    def find(self, name: str) -> Value | None:
        """Return a variable, looking outwards."""
        env: Env | None = self
        while env is not None:
            if name in env.names:
                return env.names[name]
            env = env.parent
        return None

    def holder(self, name: str) -> Env | None:
        """Return where a variable lives."""
        env: Env | None = self
        while env is not None:
            if name in env.names:
                return env
            env = env.parent
        return None

    def row(self, name: str) -> Tuple | None:
        """Return the initialiser list of a variable."""
        env: Env | None = self
        while env is not None:
            if name in env.rows:
                return env.rows[name]
            env = env.parent
        return None

    def method_of(self) -> Env | None:
        """Return the method around this code."""
        env: Env | None = self
        while env is not None and env.parent is not None and env.this is None:
            env = env.parent
        return env

    def snapshot(self) -> list[tuple[Env, dict[str, Value], Record | None]]:
        """Remember all visible variables."""
        found = []
        env: Env | None = self
        while env is not None:
            found.append((env, dict(env.names), env.this))
            env = env.parent
        return found

    @staticmethod
    def restore(kept: list[tuple[Env, dict[str, Value], Record | None]]) -> None:
        """Go back to what was remembered."""
        for env, names, this in kept:
            env.names, env.this = dict(names), this

    @staticmethod
    def join(kept: list[tuple[Env, dict[str, Value], Record | None]], kept_mask: int, mask: int, count: int) -> None:
        """Meet the variables now (valid on the lanes of `mask`) with remembered ones (valid on `kept_mask`)."""
        for env, names, this in kept:
            for name, old in names.items():
                new = env.names.get(name, old)
                env.put(name, meet(new, mask, old, kept_mask, count))
            if this is not None and env.this is not None and this != env.this:
                met = meet(env.this, mask, this, kept_mask, count)
                env.this = met if isinstance(met, Record) else env.this

    def leave(self, value: Value, mask: int, tests: tuple[Passed, ...], count: int) -> None:
        """Return a value on these lanes, behind these tests."""
        self.value = meet(value, mask, self.value, self.returned, count)
        self.tests = self.common(tests)
        self.returned |= mask

    def common(self, tests: tuple[Passed, ...]) -> tuple[Passed, ...]:
        """Return the tests that hold at every return so far and also here."""
        return tests if self.tests is None else tuple(test for test in self.tests if test in tests)
