"""One activation of a function: its variables, the lanes that are in it, and what it has reached so far."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kernaudit.facts.python.outcome import Launched
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kernaudit.facts.python.outcome import Listed, Loaded, Path, Reached, Refused
    from kernaudit.facts.python.values import Func, Instance, Klass
    from kernaudit.sources.python.module import PythonModule

__all__ = ["Condition", "Frame"]


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition that has nothing to do with the device; its text is made only where it is shown.

    Attributes:
        lanes: those that came to it.
        before: words before the text of the node.
        most: so many characters of that are shown.
    """

    lanes: int
    before: str
    node: ast.AST | None = None
    most: int | None = None
    after: str = ""

    def __str__(self) -> str:
        text = "" if self.node is None else ast.unparse(self.node)[: self.most]
        return f"{self.before}{text}{self.after}"


@dataclass(slots=True)
class Frame:
    """State of a walk through one function.

    Attributes:
        yes: lanes that are here.
        may: lanes that may be here.
        path: tests of the device on the way here.
        conditions: the other conditions on the way here.
        variables: by name.
        returns: value, lanes that return it, lanes that may.
        cuts: tests that ended some lane with an error.
        is_module: this is the left margin of a file, of which others take what it makes.
    """

    module: PythonModule
    klass: Klass | None
    owner: Instance | Klass | None
    yes: int
    may: int = 0
    path: Path = ()
    conditions: tuple[Condition, ...] = ()
    variables: dict[str, Any] = field(default_factory=dict)
    imports: dict[str, str] = field(default_factory=dict)
    returns: list[tuple[Any, int, int]] = field(default_factory=list)
    reached: list[Reached] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    lists: list[Listed] = field(default_factory=list)
    loads: list[Loaded] = field(default_factory=list)
    launches: list[Launched] = field(default_factory=list)
    cuts: Path = ()
    completed: int = 0
    is_module: bool = False

    def note_launch(
        self, function: Func, node: ast.Call, arguments: Sequence[Any], keywords: Mapping[str, Any]
    ) -> None:
        """Note that a kernel is launched here."""
        unpacked = next((at for at, one in enumerate(node.args) if isinstance(one, ast.Starred)), len(node.args))
        given, more = tuple(arguments[:unpacked]), unpacked < len(node.args)
        self.launches.append(Launched(function, self.at(node), node, given, keywords, more, self.yes | self.may))

    def at(self, node: ast.AST) -> Location:
        """The place of a node."""
        return Location(self.module.path, getattr(node, "lineno", 1))

    @property
    def is_left(self) -> bool:
        """Whether no lane is here any more."""
        return not (self.yes | self.may)
