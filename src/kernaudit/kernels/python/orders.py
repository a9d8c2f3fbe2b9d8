"""Lists of backends that a tree tries in order, per device: what an op would fall to where the first is refused."""

from __future__ import annotations

import ast
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from kernaudit.facts.python.values import Func, Klass
from kernaudit.kernels.python.class_gates import class_tests
from kernaudit.model.backends import BackendOrder, BackendStep
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kernaudit.facts.python.outcome import Listed, Test
    from kernaudit.facts.python.walk import Walk
    from kernaudit.sources.python.module import PythonModule

__all__ = ["read_orders"]

_PLATFORM = "CUDA"
_MOST = 64


def read_orders(modules: Iterable[PythonModule], walk: Walk, patterns: Sequence[str]) -> tuple[BackendOrder, ...]:
    """Return the orders in functions that return a list, and in tables that have one per platform, by their names."""
    found: list[BackendOrder] = []
    for module in modules:
        for piece in module.pieces:
            if piece.name is None or not any(fnmatchcase(piece.name, pattern) for pattern in patterns):
                continue
            if piece.kind == "def":
                found.extend(_of_function(module, piece.name, walk))
            elif piece.kind == "name":
                found.extend(_of_table(module, piece.name, walk))
    return tuple(found)


def _of_function(module: PythonModule, name: str, walk: Walk) -> Iterator[BackendOrder]:
    node = module.definition(name)
    if not isinstance(node, ast.FunctionDef):
        return
    outcome = walk.summary(Func(module, node))
    for one in (listed for listed in outcome.lists if listed.name is None):
        steps = tuple(_steps(one.node, module, outcome.lists, conditional=False))
        tests = _tests(steps, module, walk)
        for device in walk.lanes.devices(one.lanes):
            if steps:
                place = Location(module.path, one.node.lineno)
                yield BackendOrder(name, device, place, _at(steps, tests, device, walk), one.condition)


def _of_table(module: PythonModule, name: str, walk: Walk) -> Iterator[BackendOrder]:
    """A dictionary with a list per platform."""
    value = module.assigned(name)
    if isinstance(value, ast.Dict):
        for key, one in zip(value.keys, value.values, strict=True):
            if isinstance(key, ast.Attribute) and key.attr == _PLATFORM and isinstance(one, ast.List | ast.Tuple):
                yield from _per_device(name, one, module, walk)
    elif isinstance(value, ast.List | ast.Tuple):
        yield from _per_device(name, value, module, walk)


def _per_device(name: str, node: ast.List | ast.Tuple, module: PythonModule, walk: Walk) -> Iterator[BackendOrder]:
    steps = tuple(_steps(node, module, (), conditional=False))
    tests = _tests(steps, module, walk)
    for device in walk.lanes.ids if steps else ():
        place = Location(module.path, node.lineno)
        yield BackendOrder(name, device, place, _at(steps, tests, device, walk))


def _steps(
    node: ast.expr, module: PythonModule, lists: Sequence[Listed], *, conditional: bool
) -> Iterator[BackendStep]:
    """The names of a list in order; what is spliced in under a condition, or from a variable, is conditional."""
    if isinstance(node, ast.Name):
        for one in lists:
            if one.name == node.id:
                yield from _steps(one.node, module, (), conditional=conditional)
        return
    for item in node.elts[:_MOST] if isinstance(node, ast.List | ast.Tuple) else ():
        if isinstance(item, ast.Starred):
            for inner in (item.value.body, item.value.orelse) if isinstance(item.value, ast.IfExp) else (item.value,):
                yield from _steps(inner, module, lists, conditional=True)
        elif isinstance(item, ast.Attribute | ast.Name):
            name = item.attr if isinstance(item, ast.Attribute) else item.id
            yield BackendStep(name, Location(module.path, item.lineno), None, conditional)


def _tests(steps: Iterable[BackendStep], module: PythonModule, walk: Walk) -> Mapping[str, tuple[Test, ...]]:
    """What the backends' classes say, by their names."""
    found = {one.name: walk.global_value(module, one.name) for one in steps}
    return {name: class_tests(klass, walk) for name, klass in found.items() if isinstance(klass, Klass)}


def _at(
    steps: Sequence[BackendStep], tests: Mapping[str, tuple[Test, ...]], device: str, walk: Walk
) -> tuple[BackendStep, ...]:
    bit = walk.lanes.bit(device)
    return tuple(
        BackendStep(one.name, one.location, _refusal(tests.get(one.name, ()), bit), one.conditional) for one in steps
    )


def _refusal(tests: Iterable[Test], bit: int) -> str | None:
    """The test of a backend's class that refuses the device."""
    return next((f"{test.text} ({test.location})" for test in tests if test.fails & bit), None)
