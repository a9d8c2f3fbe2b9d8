"""Names in scope: one frame per module, class body, function call and comprehension."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import ast

    from kernaudit.build.setup_py.values import ClassValue, Unknown

__all__ = ["MISSING", "Flow", "Frame"]

MISSING: Final = object()
"""What looking up a name returns that nothing binds."""


class Flow(Enum):
    """How a block of statements ended."""

    NEXT = auto()
    BREAK = auto()
    CONTINUE = auto()
    RETURN = auto()


@dataclass(eq=False, slots=True)
class Frame:
    """One scope.

    Attributes:
        file: the file of its code, relative to the scanned root.
        names: what is bound here.
        outer: the enclosing scope, None for a module.
        is_class: a class body, which functions inside do not see.
        globals_: names declared `global`.
        nonlocals: names declared `nonlocal`.
        returned: the value of `return`.
        yielded: what a generator has produced, None for other functions.
        owner: the class of a method, for `super()`.
        receiver: its first argument.
        doubt: an undecided condition that may have ended the call earlier, or with another value.
        loops: the loops around, outermost first.
        body: the statements of the function.
    """

    file: str
    names: dict[str, Any] = field(default_factory=dict)
    outer: Frame | None = None
    is_class: bool = False
    globals_: set[str] = field(default_factory=set)
    nonlocals: set[str] = field(default_factory=set)
    returned: Any = None
    yielded: list[Any] | None = None
    owner: ClassValue | None = None
    receiver: Any = None
    doubt: Unknown | None = None
    loops: list[ast.stmt] = field(default_factory=list)
    body: list[ast.stmt] = field(default_factory=list)

    def module(self) -> Frame:
        """Return the module's frame."""
        frame = self
        while frame.outer is not None:
            frame = frame.outer
        return frame

    def find(self, name: str) -> Any:
        """Return what a name means here, `MISSING` if nothing binds it."""
        if name in self.names and name not in self.globals_:
            return self.names[name]
        frame = self.outer
        while frame is not None:
            if name in frame.names and not (frame.is_class and frame.outer is not None):
                return frame.names[name]
            frame = frame.outer
        return MISSING

    def bind(self, name: str, value: Any) -> None:
        """Bind a name where an assignment here binds it."""
        self.holder(name).names[name] = value

    def holder(self, name: str) -> Frame:
        """Return the frame that an assignment to the name changes."""
        if name in self.globals_:
            return self.module()
        if name in self.nonlocals:
            frame = self.outer
            while frame is not None and frame.outer is not None:
                if name in frame.names:
                    return frame
                frame = frame.outer
        return self

    def method(self) -> Frame | None:
        """Return the nearest frame around that is a method call."""
        frame: Frame | None = self
        while frame is not None and frame.owner is None:
            frame = frame.outer
        return frame
