"""What an expression can be worth to a static reader: a constant, a type, a thing with code, or one of two unknowns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.ast_device import Written
    from kernaudit.sources.outline import ClassDef, Function

__all__ = [
    "DEPENDENT",
    "RUNTIME",
    "ClassInstance",
    "FunctionValue",
    "LambdaValue",
    "ObjectValue",
    "TypeValue",
    "Unknown",
    "Value",
    "is_constant",
    "truth",
]


Value = Any
"""A number, a type, a thing with code, an `Unknown`, or None where a lookup found nothing."""


class Unknown:
    """A value that is not known here."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


RUNTIME: Final = Unknown("RUNTIME")
"""Known only while the program runs: a branch on it is there, and both ways can be taken."""

DEPENDENT: Final = Unknown("DEPENDENT")
"""Known to the compiler, not to this reader: it hangs on a template argument or on something outside the tree."""


@dataclass(frozen=True, slots=True)
class ClassInstance:
    """A class with its template arguments; equal definitions with equal arguments are equal."""

    definition: ClassDef
    arguments: tuple[tuple[str, Any], ...] = ()

    def __hash__(self) -> int:
        return hash((id(self.definition), len(self.arguments)))


@dataclass(frozen=True, slots=True)
class TypeValue:
    """A type: its name as far as aliases could be followed, its arguments, its class if the tree has it."""

    name: str
    arguments: tuple[Any, ...] = ()
    pointers: int = 0
    reference: bool = False
    instance: ClassInstance | None = None

    def plain(self) -> TypeValue:
        """The type without reference."""
        return self if not self.reference else TypeValue(self.name, self.arguments, self.pointers, False, self.instance)


@dataclass(frozen=True, slots=True)
class ObjectValue:
    """An object of a class that the tree defines."""

    type: TypeValue


@dataclass(frozen=True, slots=True, eq=False)
class LambdaValue:
    """A lambda with the frame it was written in."""

    parameters: Tuple
    body: Tuple
    frame: Any
    written: Written | None = None


@dataclass(frozen=True, slots=True, eq=False)
class FunctionValue:
    """A function that is named but not called here."""

    functions: tuple[Function, ...]
    arguments: tuple[Any, ...] | None
    environment: Mapping[str, Any] | None = None


def is_constant(value: object) -> bool:
    """Whether a value is a number."""
    return isinstance(value, int)


def truth(value: object) -> bool | Unknown:
    """Return what a condition of this value does: True, False, or which kind of unknown."""
    if isinstance(value, int):
        return bool(value)
    return DEPENDENT if value is DEPENDENT else RUNTIME
