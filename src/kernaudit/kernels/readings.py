"""The surveys of all units, found again by what a build asks for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kernaudit.kernels.host_survey import HostSurvey
from kernaudit.model.build import CommandLine

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernaudit.kernels.survey import UnitSurvey

__all__ = ["Readings", "UnitKey"]

UnitKey = tuple[str, CommandLine]
"""A unit and what of its command line its text can see."""


@dataclass(frozen=True, slots=True)
class Readings:
    """What was read of the tree's units.

    Attributes:
        surveys: per unit and what of its command line it can see.
        keys: which of them tells of a unit and a whole command line.
        host: what the host code of the programs says.
        lonely: headers with kernels that no unit includes; they are read as units of their own.
    """

    surveys: Mapping[UnitKey, UnitSurvey] = field(default_factory=dict)
    keys: Mapping[UnitKey, UnitKey] = field(default_factory=dict)
    host: HostSurvey = field(default_factory=HostSurvey)
    lonely: tuple[str, ...] = ()
    _variants: dict[str, list[UnitSurvey]] = field(default_factory=dict, repr=False, compare=False)

    def of(self, unit: str, command: CommandLine) -> UnitSurvey | None:
        """The survey of a unit that is compiled with this command line; None for one that was not read."""
        key = self.keys.get((unit, command))
        return None if key is None else self.surveys.get(key)

    def variants(self, unit: str) -> list[UnitSurvey]:
        """All surveys of a unit, in the order of their command lines."""
        if not self._variants:
            for key in sorted(self.surveys):
                self._variants.setdefault(key[0], []).append(self.surveys[key])
        return self._variants.get(unit, [])
