"""Which devices come to what stands behind a kernel's conditions: by the arguments that it is launched with."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kernaudit.kernels.python.launches import bound_values, joined_values
from kernaudit.sources.python.nodes import every_node

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from kernaudit.facts.python.walk import Walk
    from kernaudit.kernels.python.find import FoundKernel
    from kernaudit.kernels.python.launches import KernelLaunches, Launch
    from kernaudit.kernels.python.lexical import Named, Tests

__all__ = ["Reachability"]

_ROUNDS = 3


class Reachability:
    """The conditions of one kernel and of the functions that it calls.

    Args:
        kernel: it.
        helpers: those functions.
        launches: how a kernel is launched; asked only where a condition may hang on it.
        walk: evaluates conditions.
    """

    def __init__(
        self,
        kernel: FoundKernel,
        helpers: Sequence[FoundKernel],
        launches: Callable[[FoundKernel], KernelLaunches],
        walk: Walk,
    ) -> None:
        self._kernel, self._helpers, self._launched, self._walk = kernel, helpers, launches, walk
        self._called: dict[int, dict[str, list[ast.Call]]] = {}

    def of(self, part: FoundKernel, named: Named) -> Iterator[tuple[int, bool]]:
        """Yield lanes that use a name, and whether a condition that was not decided may still keep them from it."""
        full = self._walk.lanes.full
        if not named.tests:
            yield full, named.conditional
            return
        if not self._launches:
            yield full, True
            return
        certain, possible, launched = full, 0, 0
        for launch, variables in zip(self._launches, self._variables, strict=True):
            surely, perhaps = self._under(named.tests, part, variables.get(id(part), {}))
            certain &= surely | ~launch.lanes
            possible |= perhaps & launch.lanes
            launched |= launch.lanes
        certain &= launched
        possible |= full & ~launched
        if certain:
            yield certain, False
        if possible & ~certain:
            yield possible & ~certain, True

    def _under(self, tests: Tests, part: FoundKernel, variables: Mapping[str, Any]) -> tuple[int, int]:
        """The lanes for which all conditions are as they must be, and those for which they may be."""
        surely = perhaps = self._walk.lanes.full
        for test, holds in tests:
            split = self._walk.lanes.split(self._walk.value_with(test, part.module, variables))
            surely &= split[0] if holds else split[1]
            perhaps &= ~(split[1] if holds else split[0])
        return surely, perhaps

    @cached_property
    def _launches(self) -> tuple[Launch, ...]:
        found = self._launched(self._kernel)
        return found.launches if found.known else ()

    @cached_property
    def _variables(self) -> list[dict[int, Mapping[str, Any]]]:
        """Per launch the parameters of the kernel, and those that it hands on to the functions that it calls."""
        return [self._handed_on(launch) for launch in self._launches]

    def _handed_on(self, launch: Launch) -> dict[int, Mapping[str, Any]]:
        found: dict[int, Mapping[str, Any]] = {id(self._kernel): self._fixed(self._kernel, launch.values)}
        for _ in range(_ROUNDS):
            new = {id(one): self._in_helper(one, found) for one in self._helpers if id(one) not in found}
            ready = {key: values for key, values in new.items() if values is not None}
            if not ready:
                break
            found.update(ready)
        return found

    def _in_helper(self, helper: FoundKernel, found: Mapping[int, Mapping[str, Any]]) -> Mapping[str, Any] | None:
        """The parameters of a function, in the calls of it; None as long as those of a caller are not known."""
        node = helper.syntax()
        calls: list[Mapping[str, Any]] = []
        for part in (self._kernel, *self._helpers):
            for call in self._calls(part, helper.name):
                if id(part) not in found or node is None:
                    return None
                calls.append(self._call(node, call, part, found[id(part)]))
        return self._fixed(helper, joined_values(calls))

    def _calls(self, part: FoundKernel, name: str) -> Iterable[ast.Call]:
        if f"{name}(" not in part.text:
            return ()
        known = self._called.get(id(part))
        if known is None:
            known = self._called[id(part)] = _every_call(part)
        return known.get(name, ())

    def _call(
        self, node: ast.FunctionDef | ast.AsyncFunctionDef, call: ast.Call, part: FoundKernel, known: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        plain = [one for one in call.args if not isinstance(one, ast.Starred)]
        unpacked = len(plain) < len(call.args)
        given = [] if unpacked else [self._walk.value_with(one, part.module, known) for one in plain]
        keywords = {one.arg or "**": self._walk.value_with(one.value, part.module, known) for one in call.keywords}
        return bound_values(node, given, keywords, unpacked=unpacked)

    def _fixed(self, part: FoundKernel, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """The parameters without those that the function sets again."""
        node = part.syntax()
        changed = frozenset() if node is None else self._walk.set_names(node.body)
        return {name: value for name, value in values.items() if name not in changed}


def _every_call(part: FoundKernel) -> dict[str, list[ast.Call]]:
    """The calls in a function, by the last name of what is called."""
    node = part.syntax()
    found: dict[str, list[ast.Call]] = defaultdict(list)
    for one in () if node is None else every_node(node.body):
        if isinstance(one, ast.Call):
            found[one.func.attr if isinstance(one.func, ast.Attribute) else getattr(one.func, "id", "")].append(one)
    return found
