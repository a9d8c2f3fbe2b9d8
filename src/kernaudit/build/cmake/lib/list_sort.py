"""list(SORT): options, and the orders they name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cmp_to_key
from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.cmake.lib.commands import is_on
from kernaudit.build.cmake.lib.errors import LibError
from kernaudit.build.cmake.lib.lists import natural_key
from kernaudit.build.cmake.lib.text import lower, to_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kernaudit.build.cmake.lib.commands import Call

__all__ = ["SortOptions", "parse_sort_options", "sort_items"]

_VALUES: Final = {
    "COMPARE": frozenset({"STRING", "FILE_BASENAME", "NATURAL"}),
    "CASE": frozenset({"SENSITIVE", "INSENSITIVE"}),
    "ORDER": frozenset({"ASCENDING", "DESCENDING"}),
}


@dataclass(frozen=True, slots=True)
class SortOptions:
    """What to compare; `comparator` names a user's function."""

    compare: str = "STRING"
    case: str = "SENSITIVE"
    order: str = "ASCENDING"
    comparator: str | None = None


def parse_sort_options(args: Sequence[str]) -> SortOptions:
    """Read the arguments after the list's name; errors as cmake words them."""
    if len(args) > 6:
        raise LibError("sub-command SORT only takes up to six arguments.")
    chosen: dict[str, str] = {}
    rest = iter(args)
    for option in rest:
        _check_option(option, chosen)
        value = next(rest, None)
        if value is None:
            raise LibError(f'sub-command SORT missing argument for option "{option}".')
        if option in _VALUES and value not in _VALUES[option]:
            raise LibError(f'sub-command SORT value "{value}" for option "{option}" is invalid.')
        chosen[option.lower()] = value
    return SortOptions(**chosen)


def _check_option(option: str, chosen: dict[str, str]) -> None:
    for one, other in (("COMPARE", "comparator"), ("COMPARATOR", "compare")):
        if option == one and other in chosen:
            raise LibError(f'sub-command SORT option "{one}" is incompatible with "{other.upper()}".')
    if option not in _VALUES and option != "COMPARATOR":
        raise LibError(f'sub-command SORT option "{option}" is unknown.')
    if option.lower() in chosen:
        raise LibError(f'sub-command SORT option "{option}" has been specified multiple times.')


def sort_items(items: Sequence[str], options: SortOptions, call: Call | None = None) -> list[str]:
    """The elements in order; equal ones keep their places (cmake's own sort is stable up to 16 elements only)."""
    key: Callable[[str], Any] = to_bytes
    if options.comparator is not None:
        key = _comparator_key(options.comparator, call)
    elif options.compare == "NATURAL":
        key = natural_key
    fold = _fold(options)
    descending = options.order == "DESCENDING"
    if descending:  # `reverse` alone would keep equal elements in place too, as the swapped comparison does
        return sorted(items, key=lambda item: key(fold(item)), reverse=True)
    return sorted(items, key=lambda item: key(fold(item)))


def _fold(options: SortOptions) -> Callable[[str], str]:
    def fold(item: str) -> str:
        name = item.rpartition("/")[2] if options.compare == "FILE_BASENAME" else item
        return lower(name) if options.case == "INSENSITIVE" else name

    return fold


def _comparator_key(function: str, call: Call | None) -> Callable[[str], Any]:
    if call is None:
        raise LibError(f'sub-command SORT, COMPARATOR: unknown function "{function}".')

    def before(left: str, right: str) -> bool:
        answer = call(function, (left, right))
        if answer is None:
            raise LibError(f'sub-command SORT, COMPARATOR: function "{function}" did not set the output variable.')
        return is_on(answer)

    return cmp_to_key(lambda left, right: -1 if before(left, right) else int(before(right, left)))
