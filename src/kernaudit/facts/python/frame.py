"""One activation of a function: its variables, the lanes that are in it, and what it has reached so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    import ast

    from kernaudit.facts.python.outcome import Listed, Loaded, Path, Reached, Refused
    from kernaudit.facts.python.values import Instance, Klass
    from kernaudit.sources.python.module import PythonModule

__all__ = ["Frame"]


@dataclass(slots=True)
class Frame:
    """State of a walk through one function.

    Attributes:
        yes: lanes that are here.
        may: lanes that may be here.
        path: tests of the device on the way here.
        conditions: the other conditions on the way here, each with the lanes that came to it.
        variables: by name.
        returns: value, lanes that return it, lanes that may.
        cuts: tests that ended some lane with an error.
    """

    module: PythonModule
    klass: Klass | None
    owner: Instance | Klass | None
    yes: int
    may: int = 0
    path: Path = ()
    conditions: tuple[tuple[str, int], ...] = ()
    variables: dict[str, Any] = field(default_factory=dict)
    imports: dict[str, str] = field(default_factory=dict)
    returns: list[tuple[Any, int, int]] = field(default_factory=list)
    reached: list[Reached] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    lists: list[Listed] = field(default_factory=list)
    loads: list[Loaded] = field(default_factory=list)
    cuts: Path = ()
    completed: int = 0

    def at(self, node: ast.AST) -> Location:
        """The place of a node."""
        return Location(self.module.path, getattr(node, "lineno", 1))

    @property
    def is_left(self) -> bool:
        """Whether no lane is here any more."""
        return not (self.yes | self.may)
