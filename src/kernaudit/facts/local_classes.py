"""Classes that stand inside of functions: local ones, and those that lambdas stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.facts.values import ClassInstance, TypeValue
from kernaudit.sources.function import LambdaCall
from kernaudit.sources.outline import ClassDef

if TYPE_CHECKING:
    from kernaudit.facts.frame import Frame
    from kernaudit.facts.values import LambdaValue, Value
    from kernaudit.sources.ast_device import Written

__all__ = ["lambda_class", "lambda_type", "local_class", "visible_arguments"]


class _Lambda(ClassDef):
    """The class that a lambda stands for."""

    def __init__(self, written: Written, scope: tuple[str, ...]) -> None:
        super().__init__(written.declaration, written.node, scope, None)
        column = int(written.node.start_point[1]) + 1
        self.name = f"lambda@{self.line}:{column}"
        call = LambdaCall(written.declaration, written.node, (*scope, self.name), self)
        self.members.functions["operator()"] = [call]


def lambda_type(value: LambdaValue) -> TypeValue | None:
    """Return the type of a lambda; it sees the template arguments of where it is written."""
    if value.written is None:
        return None
    definition = lambda_class(value.written, value.frame.scope)
    return TypeValue(definition.name, (), 0, False, ClassInstance(definition, visible_arguments(value.frame)))


def lambda_class(written: Written, scope: tuple[str, ...]) -> ClassDef:
    """Return the class that a lambda stands for which a function of this scope writes."""
    if written.made is None:
        written.made = _Lambda(written, scope)
    return written.made  # type: ignore[no-any-return]  # one maker, this one


def local_class(written: Written, scope: tuple[str, ...]) -> ClassDef:
    """Return the class that a function defines in this scope."""
    if written.made is None:
        written.made = ClassDef(written.declaration, written.node, scope, None)
    return written.made  # type: ignore[no-any-return]  # one maker, this one


def visible_arguments(frame: Frame) -> tuple[tuple[str, Value], ...]:
    """Return the template arguments and aliases that can be seen from inside a frame, the nearest ones."""
    return tuple(sorted(frame.all_types().items()))
