"""What becomes of a kernel's body in each instantiation, without walking through every one of them.

Instantiations are many where a dispatcher multiplies types, sizes and flags, and few of these steer whether an effect
remains. So from an instantiation that has code it is learnt which of its arguments make that certain: one argument
after the other is left open, and stays open where the effect stays certain. What agrees in the rest has code too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernaudit.facts.bodies import Body, judge
from kernaudit.facts.values import DEPENDENT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.facts.bodies import BodyFact
    from kernaudit.facts.walker import Walker
    from kernaudit.sources.outline import Function

__all__ = ["instance_bodies"]

_Arguments = dict[str, Any]
_WORTH_LEARNING = 12  # below, walking through the rest costs less than leaving arguments open one by one
_MOST_VAIN = 3


def instance_bodies(walker: Walker, function: Function, instances: Sequence[_Arguments]) -> list[BodyFact]:
    """Return the body of each instantiation, in their order."""
    spelt = [{name: repr(value) for name, value in one.items()} for one in instances]
    bodies: dict[int, BodyFact] = {}
    vain = 0
    for index, arguments in enumerate(instances):
        if index in bodies:
            continue
        body = bodies[index] = judge(walker.run(function, arguments, final=True))
        rest = [other for other in range(index + 1, len(instances)) if other not in bodies]
        if body.body is not Body.CODE or len(rest) < _WORTH_LEARNING or vain >= _MOST_VAIN:
            continue
        steering = _steering(walker, function, arguments, [spelt[other] for other in (index, *rest)])
        alike = [o for o in rest if steering is not None and all(spelt[o][n] == spelt[index][n] for n in steering)]
        vain += not alike
        bodies.update(dict.fromkeys(alike, body))
    return [bodies[index] for index in range(len(instances))]


def _steering(
    walker: Walker, function: Function, arguments: _Arguments, spelt: Sequence[dict[str, str]]
) -> list[str] | None:
    """The names of the arguments that make the effect of this instantiation certain; None: all of them do not."""
    known = dict(arguments)
    names = [name for name in arguments if any(other[name] != spelt[0][name] for other in spelt)]
    if not _is_certain(walker, function, known):
        return None
    kept: list[str] = []
    for name in names:
        value, known[name] = known[name], DEPENDENT
        if not _is_certain(walker, function, known):
            known[name] = value
            kept.append(name)
    return kept


def _is_certain(walker: Walker, function: Function, arguments: _Arguments) -> bool:
    body = judge(walker.run(function, arguments))
    return body.body is Body.CODE and body.certain
