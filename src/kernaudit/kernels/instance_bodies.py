"""What becomes of a kernel's body in each instantiation, without walking through every one of them.

Instantiations are many where a dispatcher multiplies types, sizes and flags, and few of these steer whether an effect
remains. So from an instantiation that has code it is learnt which of its arguments make that certain: one argument
after the other is left open, and stays open where the effect stays certain. What agrees in the rest has code too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from kernaudit.facts.bodies import Body, BodyFact
from kernaudit.facts.values import DEPENDENT, identity

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Sequence

__all__ = ["Judge", "instance_bodies"]

_Arguments = dict[str, Any]


class Judge(Protocol):
    """Says what becomes of the kernel's body with these arguments; `final`: no more will be known of them."""

    def __call__(self, arguments: _Arguments, *, final: bool = False) -> BodyFact:
        """Return the body."""


_WORTH_LEARNING = 12  # below, walking through the rest costs less than leaving arguments open one by one
_MOST_VAIN = 3


def instance_bodies(judge: Judge, instances: Sequence[_Arguments]) -> list[BodyFact]:
    """Return the body of each instantiation, in their order."""
    spelt = [{name: identity(value) for name, value in one.items()} for one in instances]
    bodies: dict[int, BodyFact] = {}
    vain = 0
    steering: list[str] | None = None
    for index, arguments in enumerate(instances):
        if index in bodies:
            continue
        rest = [other for other in range(index + 1, len(instances)) if other not in bodies]
        if steering is not None and len(rest) >= _WORTH_LEARNING and _is_certain(judge, arguments, steering):
            body = bodies[index] = BodyFact(Body.CODE, certain=True)
        else:
            body = bodies[index] = judge(arguments, final=True)
            if body.body is not Body.CODE or len(rest) < _WORTH_LEARNING or vain >= _MOST_VAIN:
                continue
            steering = _steering(judge, arguments, [spelt[other] for other in (index, *rest)])
        alike = [o for o in rest if steering is not None and all(spelt[o][n] == spelt[index][n] for n in steering)]
        vain += not alike
        bodies.update(dict.fromkeys(alike, body))
    return [bodies[index] for index in range(len(instances))]


def _steering(judge: Judge, arguments: _Arguments, spelt: Sequence[dict[str, Hashable]]) -> list[str] | None:
    """The names of the arguments that make the effect of this instantiation certain, and of those that all share.

    None: all of them together do not make it certain.
    """
    names = [name for name in arguments if any(other[name] != spelt[0][name] for other in spelt)]
    fixed = [name for name in arguments if name not in names]
    if not _is_certain(judge, arguments, arguments):
        return None
    kept = list(names)
    for name in names:
        fewer = [one for one in kept if one != name]
        if _is_certain(judge, arguments, (*fixed, *fewer)):
            kept = fewer
    return [*fixed, *kept]


def _is_certain(judge: Judge, arguments: _Arguments, known: Collection[str]) -> bool:
    """Whether an effect is certain where only these of the arguments are known."""
    body = judge({name: value if name in known else DEPENDENT for name, value in arguments.items()})
    return body.body is Body.CODE and body.certain
