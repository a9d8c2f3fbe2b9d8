"""The order in which a tree itself tries backends for an op on a device."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kernaudit.model.evidence import Location

__all__ = ["BackendOrder", "BackendStep"]


@dataclass(frozen=True, slots=True)
class BackendStep:
    """One backend of an order.

    Attributes:
        name: as the list spells it, without the module or enum around it.
        location: the line of the list that names it.
        refused: why the backend's own test refuses the device, None where nothing does.
        conditional: it stands in the list only under some other condition.
    """

    name: str
    location: Location
    refused: str | None = None
    conditional: bool = False


@dataclass(frozen=True, slots=True)
class BackendOrder:
    """One list on one device: the first that is not refused is what the tree takes, other conditions permitting.

    Attributes:
        list_name: the function or variable that holds it.
        device: id.
        condition: other conditions that stand around the list, as written; empty without any.
    """

    list_name: str
    device: str
    location: Location
    steps: tuple[BackendStep, ...]
    condition: str = ""

    @property
    def usable(self) -> tuple[str, ...]:
        """The names that the device does not refuse, in order."""
        return tuple(step.name for step in self.steps if step.refused is None)
