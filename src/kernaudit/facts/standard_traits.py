"""The traits of the standard libraries that decide conditions: their headers are not in the tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.facts.templates import same
from kernaudit.facts.values import DEPENDENT, TypeValue

if TYPE_CHECKING:
    from collections.abc import Callable

    from kernaudit.facts.values import Value
    from kernaudit.sources.ast import Tuple

__all__ = ["CONSTRUCTED", "TAG", "TAGS", "tagged", "trait_type", "trait_value"]

TAG: Final = "integral_constant"
"""The class whose types stand for numbers: overloads are chosen by them, and nothing converts one to another."""

TAGS: Final = {
    "true_type": TypeValue(TAG, (TypeValue("bool"), True)),
    "false_type": TypeValue(TAG, (TypeValue("bool"), False)),
}

CONSTRUCTED: Final = frozenset({*TAGS, TAG, "bool_constant", "is_same"})
"""Names whose call makes a tag and does nothing else."""


def trait_type(path: Tuple, argument: Callable[[Tuple], Value]) -> Value:
    """Return the type that conditional_t and friends name; DEPENDENT for any other name."""
    name, arguments = path[-1]
    if name == "type" and len(path) > 1:
        name, arguments = path[-2]
        name += "_t"
    if name == "bool_constant" and arguments:
        return TypeValue(TAG, (TypeValue("bool"), argument(arguments[0])))
    if name == "is_same" and arguments is not None and len(arguments) == 2:
        result = same(argument(arguments[0]), argument(arguments[1]))
        return DEPENDENT if result is None else TypeValue(TAG, (TypeValue("bool"), result))
    if name == "conditional_t" and arguments is not None and len(arguments) == 3:
        test = argument(arguments[0])
        if isinstance(test, int):
            return argument(arguments[1 if test else 2])
    if name in ("remove_cv_t", "remove_reference_t", "remove_cvref_t", "decay_t", "remove_const_t") and arguments:
        inner = argument(arguments[0])
        return inner.plain() if isinstance(inner, TypeValue) else inner
    return DEPENDENT


def trait_value(path: Tuple, argument: Callable[[Tuple], Value]) -> Value:
    """Return the value of `is_same_v<A, B>`, `is_same<A, B>::value`, `integral_constant<T, n>::value`; or DEPENDENT."""
    name, arguments = path[-1]
    if name == "value" and len(path) > 1:
        name, arguments = path[-2]
        name += "_v"
    if arguments is None or name == "decltype_v":
        made = argument(("type", path[:-1], 0, False)) if path[-1][0] == "value" and len(path) > 1 else None
        number = tagged(made) if isinstance(made, TypeValue) else None
        return DEPENDENT if number is None else number
    if name == "is_same_v" and len(arguments) == 2:
        result = same(argument(arguments[0]), argument(arguments[1]))
        return DEPENDENT if result is None else result
    if name in ("integral_constant_v", "bool_constant_v", "Int_v", "C_v") and arguments:
        return argument(arguments[-1])
    return DEPENDENT


def tagged(made: TypeValue) -> int | None:
    """Return the number that a tag stands for."""
    number = made.arguments[-1] if made.name == TAG and made.arguments else None
    return number if isinstance(number, int) else None
