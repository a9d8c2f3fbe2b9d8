"""Classes that stand inside of functions: local ones, and those that lambdas stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.sources.outline import ClassDef

if TYPE_CHECKING:
    from kernaudit.facts.frame import Frame
    from kernaudit.facts.values import Value
    from kernaudit.sources.ast_device import Written

__all__ = ["local_class", "visible_arguments"]


def local_class(written: Written, scope: tuple[str, ...]) -> ClassDef:
    """Return the class that a function defines in this scope."""
    if written.made is None:
        written.made = ClassDef(written.declaration, written.node, scope, None)
    return written.made  # type: ignore[no-any-return]  # one maker, this one


def visible_arguments(frame: Frame) -> tuple[tuple[str, Value], ...]:
    """Return the template arguments and aliases that can be seen from inside a frame, the nearest ones."""
    found: dict[str, Value] = {}
    one: Frame | None = frame
    while one is not None:
        found = {**one.types, **found}
        one = one.parent
    return tuple(sorted(found.items()))
