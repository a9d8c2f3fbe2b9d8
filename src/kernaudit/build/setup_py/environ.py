"""The environment of the script: what the user gave, what the script sets, and which variables it looked at."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernaudit.model.evidence import Location

__all__ = ["Environ", "Look"]


@dataclass(frozen=True, slots=True)
class Look:
    """A variable that the script looked at, and what it found (None: it is not set)."""

    name: str
    value: str | None
    location: Location


@dataclass(eq=False, slots=True)
class Environ:
    """`os.environ`.

    Attributes:
        values: what is set, by the machine, the user or the script.
        given: what the user gave.
        looks: first look at each variable.
        written: where the script set a variable, with its value.
        doubt: what sets variables whose names are not known; from then on each of the others may be anything.
        defaults: the default that the script takes where a variable is not set, with its line.
    """

    values: dict[str, Any]
    given: Mapping[str, str]
    looks: dict[str, Look] = field(default_factory=dict)
    written: dict[str, Location] = field(default_factory=dict)
    doubt: Any = None

    def look(self, name: str, at: Location) -> Any:
        """Return a variable, None if it is not set."""
        value = self.values.get(name, self.doubt)
        if name not in self.written and (value is None or isinstance(value, str)):
            self.looks.setdefault(name, Look(name, value, at))
        return value

    def set(self, name: str, value: Any, at: Location) -> None:
        """Set a variable, as the script does."""
        self.values[name] = value
        self.written[name] = at

    def set_any(self, doubt: Any) -> None:
        """Set variables whose names or number nobody knows."""
        self.values.clear()
        self.doubt = doubt

    def unset(self, name: str, at: Location) -> None:
        """Remove a variable, as the script does."""
        self.values.pop(name, None)
        if self.doubt is not None:
            self.values[name] = None
        self.written[name] = at
