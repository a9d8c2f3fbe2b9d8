"""The names that are visible while a function is walked: parameters, locals, template arguments, members."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping

    from kernaudit.facts.values import ClassInstance, TypeValue, Value

__all__ = ["Asked", "Binding", "Frame", "spelt"]


class Asked(dict[str, "Value"]):
    """Template arguments, and which of them were asked for."""

    def __init__(self, arguments: Mapping[str, Value]) -> None:
        super().__init__(arguments)
        self.names: set[str] = set()

    def __getitem__(self, name: str) -> Value:
        """Note the name; return the argument."""
        self.names.add(name)
        return super().__getitem__(name)


def spelt(arguments: Mapping[str, Value], names: Iterable[str]) -> Hashable:
    """Some arguments as a key: `1` and `true` differ, classes are told apart by identity."""
    return tuple((name, type(arguments[name]).__name__, arguments[name]) for name in names)


class Binding:
    """A variable.

    Attributes:
        value: what it is worth now.
        type: its type as far as it is known.
        own: its storage belongs to this function (a scalar, an array, an object), so that nobody sees it written.
        inside: it is a pointer or reference to such storage.
        array: it is an array.
        reference: it is a reference, which no assignment makes lead elsewhere.
        elements: of a constant array, what they are as written.
        local: its name stands for nothing but it: to assign it, also a pointer, writes no memory that others see.
        view: it is an object of a class that is not in the tree and may lead to memory elsewhere.
    """

    __slots__ = ("array", "elements", "inside", "local", "own", "reference", "type", "value", "view")

    def __init__(  # noqa: PLR0913 - a plain record
        self,
        value: Value,
        made: TypeValue | None = None,
        *,
        own: bool = True,
        inside: bool = False,
        array: bool = False,
        reference: bool = False,
        view: bool = False,
        local: bool = False,
    ) -> None:
        self.value, self.type, self.own, self.inside, self.array = value, made, own, inside, array
        self.reference, self.view, self.local = reference, view, local
        self.elements: tuple[Any, ...] = ()


class Frame:
    """One function body (or block, or lambda) being walked.

    Attributes:
        names: variables by name.
        parent: the frame a lambda was written in, or the block around.
        types: template arguments and local aliases.
        instance: the class whose method this is.
        this_inside: the object is local to the kernel's call tree.
        scope: namespaces and classes around the function.
        doomed: objects that end with it.
    """

    __slots__ = ("doomed", "instance", "names", "parent", "scope", "this_inside", "types")

    def __init__(
        self,
        types: dict[str, Value],
        scope: tuple[str, ...],
        *,
        parent: Frame | None = None,
        instance: ClassInstance | None = None,
        this_inside: bool = False,
    ) -> None:
        self.names: dict[str, Binding] = {}
        self.types, self.scope, self.parent = types, scope, parent
        self.instance, self.this_inside = instance, this_inside
        self.doomed: list[ClassInstance] | None = None

    def find(self, name: str) -> Binding | None:
        """Return the variable of this name, looking outwards."""
        frame: Frame | None = self
        while frame is not None:
            found = frame.names.get(name)
            if found is not None:
                return found
            frame = frame.parent
        return None

    def type_argument(self, name: str) -> Value:
        """Return the template argument or alias of this name, or None."""
        frame: Frame | None = self
        while frame is not None:
            if name in frame.types:
                return frame.types[name]
            frame = frame.parent
        return None

    def all_types(self) -> dict[str, Value]:
        """Return every template argument and alias that is visible; all of them count as asked for."""
        found: dict[str, Value] = {}
        frame: Frame | None = self
        while frame is not None:
            found = {**{name: frame.types[name] for name in frame.types}, **found}
            frame = frame.parent
        return found
