"""Comprehensions and generator expressions; a generator is computed at once."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.setup_py.frame import Frame
from kernaudit.build.setup_py.items import items_of, truth
from kernaudit.build.setup_py.targets import assign
from kernaudit.build.setup_py.values import Unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kernaudit.build.setup_py.machine import Machine

__all__ = ["COMPREHENSIONS"]

_Made = ast.ListComp | ast.SetComp | ast.GeneratorExp


def _list(machine: Machine, node: _Made, frame: Frame) -> Any:
    inner = Frame(frame.file, {}, frame)
    values: list[Any] = []
    for doubt in _rounds(machine, node.generators, inner):
        if doubt is not None and doubt.many:
            values.append(doubt)
            continue
        value = machine.evaluate(node.elt, inner)
        values.append(doubt.several() if doubt is not None and not _harmless(value) else value)
    return set(values) if isinstance(node, ast.SetComp) else values


def _harmless(value: Any) -> bool:
    """Tell whether it does not matter if a text is in a list or not: it names no architecture."""
    return isinstance(value, str) and not any(word in value for word in ("arch", "compute_", "sm_", "gencode"))


def _dict(machine: Machine, node: ast.DictComp, frame: Frame) -> Any:
    inner = Frame(frame.file, {}, frame)
    made: dict[Any, Any] = {}
    for doubt in _rounds(machine, node.generators, inner):
        if doubt is not None:
            made[doubt] = doubt
        else:
            made[machine.evaluate(node.key, inner)] = machine.evaluate(node.value, inner)
    return made


def _rounds(machine: Machine, generators: list[ast.comprehension], frame: Frame) -> Iterator[Unknown | None]:
    """Yield once per round of all loops: None, or what is not known about whether there is such a round.

    A doubt with `many` stands for any number of rounds whose names are not bound.
    """
    first, *rest = generators
    found = items_of(machine, machine.evaluate(first.iter, frame))
    if isinstance(found, Unknown):
        yield found.several()
        return
    for item in found:
        machine.step()
        if isinstance(item, Unknown) and item.many:
            yield item
            continue
        assign(machine, first.target, item, frame)
        doubt = _filtered(machine, first.ifs, frame)
        if doubt is False:
            continue
        own = doubt if isinstance(doubt, Unknown) else None
        for inner in _rounds(machine, rest, frame) if rest else (None,):
            yield inner if inner is not None else own


def _filtered(machine: Machine, tests: list[ast.expr], frame: Frame) -> bool | Unknown:
    doubt: Unknown | None = None
    for test in tests:
        known = truth(machine, machine.evaluate(test, frame))
        if known is False:
            return False
        doubt = doubt or (known if isinstance(known, Unknown) else None)
    return True if doubt is None else doubt


COMPREHENSIONS: Final[dict[type[ast.expr], Callable[..., Any]]] = {
    ast.ListComp: _list,
    ast.SetComp: _list,
    ast.GeneratorExp: _list,
    ast.DictComp: _dict,
}
