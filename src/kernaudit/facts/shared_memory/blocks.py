"""The threads of a block, as a launch is given them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.facts.shared_memory.api import CONFIG_BLOCKS, DIMENSION_FIELDS, PLAIN_BLOCKS
from kernaudit.facts.shared_memory.composing import as_type, operation
from kernaudit.facts.shared_memory.integer import SIZE
from kernaudit.facts.shared_memory.term import Missing, Number
from kernaudit.facts.shared_memory.value import Either, Items, Record, Reference, is_term

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.facts.shared_memory.term import Term
    from kernaudit.facts.shared_memory.value import Value

__all__ = ["product", "threads_in_call", "threads_in_config", "threads_of"]

_ONE = Number(1, SIZE)
_OPEN = Missing("the threads of a block", SIZE, low=0)


def threads_of(block: Value) -> Term:
    """Return the threads of a block: the product of the sides of a `dim3`, or one number."""
    if isinstance(block, Record):
        sides = () if block.type is None else DIMENSION_FIELDS.get(block.type.name, ())
        return product([block.fields.get(side, _ONE) for side in sides]) if sides else _OPEN
    if isinstance(block, Items):
        return product(list(block.values)) if block.values else _OPEN
    return as_type(block, SIZE) if is_term(block) else _OPEN


def threads_in_call(name: str, values: Sequence[Value]) -> Term:
    """Return the threads of a block in a call of the runtime or driver that takes its sides as arguments."""
    positions = PLAIN_BLOCKS[name]
    return threads_of(values[positions[0]]) if len(positions) == 1 else product([values[at] for at in positions])


def threads_in_config(config: Value) -> Term:
    """Return the threads of a block in a launch configuration."""
    if not isinstance(config, Record):
        return _OPEN
    whole, *sides = CONFIG_BLOCKS
    if whole in config.fields:
        return threads_of(config.fields[whole])
    found = [config.fields[side] for side in sides if side in config.fields]
    return product(found) if found else _OPEN


def product(sides: Sequence[Value]) -> Term:
    """Return the product of the sides of a block or of a cluster; unknown where one of them is no number."""
    if any(isinstance(side, Either | Reference) or not is_term(side) for side in sides):
        return _OPEN
    found: Term = _ONE
    for side in sides:
        found = operation("*", found, as_type(side, SIZE))
    return found
