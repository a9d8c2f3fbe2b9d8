"""What an expression can be worth to a static reader: a constant, a type, a thing with code, or one of two unknowns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Self

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

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
    "identity",
    "is_constant",
    "pointing",
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


class ClassInstance:
    """A class with its template arguments; one object per definition and arguments, so that equality is identity.

    Types nest in types without end (the layouts of CuTe): to compare and hash them in depth costs more at each level.
    """

    __slots__ = ("arguments", "definition")

    definition: ClassDef
    arguments: tuple[tuple[str, Any], ...]

    def __new__(cls, definition: ClassDef, arguments: tuple[tuple[str, Any], ...] = ()) -> Self:
        """Return the one object of this content."""
        kinds = tuple([type(value) for _, value in arguments])  # 1 and true are equal, and mean different things
        key = (definition, arguments, kinds)
        found = _INSTANCES.get(key)
        if found is None:
            found = _INSTANCES[key] = super().__new__(cls)
            found.definition, found.arguments = definition, arguments
        return found


class TypeValue:
    """A type: its name as far as aliases could be followed, its arguments, its class if the tree has it.

    One object per content, as `ClassInstance`.

    Attributes:
        settled: every argument, at any depth, is a number or a type.
    """

    __slots__ = ("arguments", "instance", "name", "pointers", "reference", "settled")

    name: str
    arguments: tuple[Any, ...]
    pointers: int
    reference: bool
    instance: ClassInstance | None
    settled: bool

    def __new__(
        cls,
        name: str,
        arguments: tuple[Any, ...] = (),
        pointers: int = 0,
        reference: bool = False,
        instance: ClassInstance | None = None,
    ) -> Self:
        """Return the one object of this content."""
        key = (name, arguments, pointers, reference, instance, tuple(map(type, arguments)))
        found = _TYPES.get(key)
        if found is None:
            found = _TYPES[key] = super().__new__(cls)
            found.name, found.arguments, found.pointers = name, arguments, pointers
            found.reference, found.instance = reference, instance
            found.settled = all(one.settled if isinstance(one, cls) else isinstance(one, int) for one in arguments)
        return found

    def plain(self) -> TypeValue:
        """The type without reference."""
        return self if not self.reference else TypeValue(self.name, self.arguments, self.pointers, False, self.instance)


_INSTANCES: Final[dict[object, Any]] = {}
_TYPES: Final[dict[object, Any]] = {}


def pointing(made: TypeValue, shape: str) -> TypeValue:
    """Return the type of what is declared with a type and a shape."""
    if shape not in ("*", "[]"):
        return made
    return TypeValue(made.name, made.arguments, made.pointers + 1, made.reference, made.instance)


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


def identity(value: object) -> Hashable:
    """Return what tells a template argument from others: 1 and true are two, two namings of one function are one."""
    if isinstance(value, int):
        return type(value), value
    if isinstance(value, FunctionValue):
        environment = () if value.environment is None else sorted(value.environment.items())
        arguments = None if value.arguments is None else tuple(map(identity, value.arguments))
        return value.functions, arguments, tuple((name, identity(one)) for name, one in environment)
    return value


def is_constant(value: object) -> bool:
    """Whether a value is a number."""
    return isinstance(value, int)


def truth(value: object) -> bool | Unknown:
    """Return what a condition of this value does: True, False, or which kind of unknown."""
    if isinstance(value, int):
        return bool(value)
    return DEPENDENT if value is DEPENDENT else RUNTIME
