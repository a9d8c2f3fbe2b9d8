"""What calls did, told by the walkers of all texts of a run to each other.

An outcome holds wherever the names that were looked up for it mean the same declarations.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Hashable

    from kernaudit.facts.effects import Outcome
    from kernaudit.facts.remembering import Learnt
    from kernaudit.facts.scope import UnitScope

__all__ = ["SharedOutcomes"]

_WORTH_SHARING: Final = 40
"""Steps below which walking through a call again costs less than asking whether the names mean the same."""
_MOST_VARIANTS: Final = 24


@dataclass(frozen=True, slots=True)
class _Shared:
    outcome: Outcome
    learnt: Learnt
    found: tuple[tuple[str, tuple[object, ...]], ...]


class SharedOutcomes:
    """Outcomes of calls by what they depend on; a key must keep alive what it names by id, as functions are."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, list[_Shared]] = {}

    def find(self, key: Hashable, scope: UnitScope) -> tuple[Outcome, Learnt] | None:
        """Return what another walker found that holds in this text too."""
        for one in self._kept.get(key, ()):
            if all(scope.state(question) == answer for question, answer in one.found):
                return one.outcome, one.learnt
        return None

    def keep(self, key: Hashable, scope: UnitScope, outcome: Outcome, learnt: Learnt, most: int) -> None:
        """Tell the others; not what cost next to nothing, and not what hung on a bound of `most` steps."""
        looked_up, steps = learnt
        if _WORTH_SHARING <= steps <= most:
            kept = self._kept.setdefault(key, [])
            found = tuple((question, scope.state(question)) for question in looked_up)
            kept.insert(0, _Shared(outcome, learnt, found))
            del kept[_MOST_VARIANTS:]
