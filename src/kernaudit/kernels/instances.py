"""Splits a kernel template into its instantiations where they do not become the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.facts.bodies import Body, BodyFact

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kernaudit.kernels.model import KernelFacts
    from kernaudit.model.arch import SmTarget

__all__ = ["split_instances"]

_Arguments = tuple[str, ...] | None
_Bodies = dict["SmTarget", BodyFact]
_STUBS = frozenset({Body.EMPTY, Body.PRINT, Body.TRAP, Body.PRINT_TRAP})


def split_instances(found: Mapping[SmTarget, KernelFacts]) -> list[tuple[_Arguments, _Bodies]]:
    """Return the bodies of a kernel per target: one entry, or one per instantiation where they differ.

    An instantiation that is a stub for every target is one that the dispatch never picks (design section 6): it says
    nothing about a device, as long as another one is code somewhere.
    """
    whole = {target: kernel.body for target, kernel in found.items()}
    instances = _by_instance(found)
    alive = {arguments: bodies for arguments, bodies in instances.items() if not _is_stub(bodies.values())}
    chosen = alive or instances
    if not chosen:
        return [(None, whole)]
    distinct = list(chosen.values())
    if all(_words(one, found) == _words(distinct[0], found) for one in distinct):
        return [(None, _over(whole, distinct[0]))]
    return [(arguments, _over(whole, bodies)) for arguments, bodies in chosen.items()]


def _by_instance(found: Mapping[SmTarget, KernelFacts]) -> dict[tuple[str, ...], _Bodies]:
    instances: dict[tuple[str, ...], _Bodies] = {}
    for target, kernel in found.items():
        for instance in kernel.instances:
            instances.setdefault(tuple(value for _, value in instance.arguments), {})[target] = instance.body
    return instances


def _over(whole: _Bodies, instance: _Bodies) -> _Bodies:
    """Where a target did not need the instantiations to decide, its word holds for all of them."""
    return {target: instance.get(target, body) for target, body in whole.items()}


def _words(instance: _Bodies, found: Mapping[SmTarget, KernelFacts]) -> tuple[Body, ...]:
    return tuple(instance[target].body if target in instance else kernel.body.body for target, kernel in found.items())


def _is_stub(bodies: Iterable[BodyFact]) -> bool:
    return all(body.body in _STUBS for body in bodies)
