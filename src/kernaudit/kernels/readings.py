"""The surveys of all units, found again by what a build asks for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kernaudit.kernels.host_survey import HostSurvey

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kernaudit.kernels.survey import UnitSurvey

__all__ = ["Readings", "UnitKey", "relevant_defines"]

UnitKey = tuple[str, tuple[str, ...]]
"""A unit and the `-D` macros of its command line that its text can see."""


def relevant_defines(defines: Iterable[str], words: frozenset[str]) -> tuple[str, ...]:
    """Return the macros of a command line that a text with these words can see, sorted; the others change nothing."""
    return tuple(sorted(define for define in set(defines) if define.partition("=")[0].partition("(")[0] in words))


@dataclass(frozen=True, slots=True)
class Readings:
    """What was read of the tree's units.

    Attributes:
        surveys: per unit and the macros of its command line.
        words: per unit, the words of everything that it can include.
        host: what the host code of the programs says.
        lonely: headers with kernels that no unit includes; they are read as units of their own.
    """

    surveys: Mapping[UnitKey, UnitSurvey] = field(default_factory=dict)
    words: Mapping[str, frozenset[str]] = field(default_factory=dict)
    host: HostSurvey = field(default_factory=HostSurvey)
    lonely: tuple[str, ...] = ()
    _asked: dict[UnitKey, UnitSurvey | None] = field(default_factory=dict, repr=False, compare=False)
    _variants: dict[str, list[UnitSurvey]] = field(default_factory=dict, repr=False, compare=False)

    def of(self, unit: str, defines: tuple[str, ...]) -> UnitSurvey | None:
        """The survey of a unit that is compiled with these macros; None for one that was not read."""
        asked = (unit, defines)
        if asked not in self._asked:
            key = unit, relevant_defines(defines, self.words.get(unit, frozenset()))
            self._asked[asked] = self.surveys.get(key)
        return self._asked[asked]

    def variants(self, unit: str) -> list[UnitSurvey]:
        """All surveys of a unit, in the order of their macros."""
        if not self._variants:
            for key in sorted(self.surveys):
                self._variants.setdefault(key[0], []).append(self.surveys[key])
        return self._variants.get(unit, [])
