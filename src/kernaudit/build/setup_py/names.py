"""Python's built-in functions."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.setup_py.attributes import has_attribute, set_attribute
from kernaudit.build.setup_py.exceptions import EXCEPTIONS
from kernaudit.build.setup_py.exits import leave
from kernaudit.build.setup_py.files import open_file
from kernaudit.build.setup_py.items import items_of, length_of, truth
from kernaudit.build.setup_py.operators import binary
from kernaudit.build.setup_py.ordering import largest, sorted_items
from kernaudit.build.setup_py.scripts import run_exec
from kernaudit.build.setup_py.text import format_value, repr_of, text_of
from kernaudit.build.setup_py.types_ import is_instance, is_subclass
from kernaudit.build.setup_py.values import Builtin, ClassValue, Function, Iterated, Method, Unknown

if TYPE_CHECKING:
    from kernaudit.build.setup_py.machine import Machine

__all__ = ["BUILTINS"]

_MOST_RANGE: Final = 1_000_000
_MOST_DIGITS: Final = 400


def _nothing(machine: Machine, *args: Any, **kwargs: Any) -> None:
    """Do nothing."""


def _number(machine: Machine, kind: Any, value: Any = 0, *rest: Any) -> Any:
    hole = machine.hole(value)
    if hole is not None:
        return hole
    if isinstance(value, str) and len(value) > _MOST_DIGITS:
        return machine.unknown("a very long number")
    return kind(value, *rest) if isinstance(value, str | int | float) else machine.unknown("a number")


def _int(machine: Machine, value: Any = 0, *rest: Any) -> Any:
    return _number(machine, int, value, *rest)


def _float(machine: Machine, value: Any = 0.0) -> Any:
    return _number(machine, float, value)


def _str(machine: Machine, value: Any = "", *args: Any, **kwargs: Any) -> Any:
    return text_of(machine, value)


def _repr(machine: Machine, value: Any) -> str:
    return repr_of(machine, value)


def _bool(machine: Machine, value: Any = False) -> Any:
    return truth(machine, value)


def _listed(machine: Machine, value: Any) -> list[Any]:
    found = items_of(machine, value)
    return [found.several()] if isinstance(found, Unknown) else found


def _list(machine: Machine, value: Any = ()) -> list[Any]:
    return _listed(machine, value)


def _tuple(machine: Machine, value: Any = ()) -> tuple[Any, ...]:
    return tuple(_listed(machine, value))


def _set(machine: Machine, value: Any = ()) -> set[Any]:
    return set(_listed(machine, value))


def _dict(machine: Machine, value: Any = (), **kwargs: Any) -> dict[Any, Any]:
    if isinstance(value, dict):
        return {**value, **kwargs}
    found = items_of(machine, value)
    if isinstance(found, Unknown):
        return {found: found, **kwargs}
    return {**dict(tuple(pair) for pair in found), **kwargs}


def _range(machine: Machine, *args: Any) -> Any:
    hole = next((h for one in args if (h := machine.hole(one)) is not None), None)
    if hole is not None:
        return hole
    made = range(*args)
    return made if len(made) <= _MOST_RANGE else machine.unknown("a very long range")


def _enumerate(machine: Machine, value: Any, start: Any = 0) -> Any:
    found = items_of(machine, value)
    if isinstance(found, Unknown):
        return found
    return [item if isinstance(item, Unknown) and item.many else (start + n, item) for n, item in enumerate(found)]


def _zip(machine: Machine, *args: Any, **kwargs: Any) -> Any:
    found = [items_of(machine, one) for one in args]
    hole = next((one for one in found if isinstance(one, Unknown)), None)
    return hole if hole is not None else list(zip(*found, strict=False))


def _map(machine: Machine, function: Any, *args: Any) -> Any:
    found = _zip(machine, *args)
    return found if isinstance(found, Unknown) else [machine.call(function, list(row), {}) for row in found]


def _filter(machine: Machine, function: Any, value: Any) -> Any:
    found = items_of(machine, value)
    if isinstance(found, Unknown):
        return found
    kept: list[Any] = []
    for one in found:
        known = truth(machine, one if function is None else machine.call(function, [one], {}))
        if known is not False:
            kept.append(known.several() if isinstance(known, Unknown) else one)
    return kept


def _sum(machine: Machine, value: Any, start: Any = 0) -> Any:
    found = items_of(machine, value)
    if isinstance(found, Unknown):
        return [found.several()] if isinstance(start, list) else found
    for one in found:
        start = binary(machine, ast.Add, start, one)
    return start


def _sorted(machine: Machine, value: Any, *, key: Any = None, reverse: Any = False) -> list[Any]:
    return sorted_items(machine, value, key, reverse)


def _reversed(machine: Machine, value: Any) -> list[Any]:
    return _listed(machine, value)[::-1]


def _extreme(sign: int) -> Any:
    def run(machine: Machine, *args: Any, key: Any = None, default: Any = None) -> Any:
        found = items_of(machine, args[0]) if len(args) == 1 else list(args)
        if isinstance(found, Unknown):
            return found
        return default if not found and default is not None else largest(machine, found, key, sign)

    return run


def _quantified(wanted: bool) -> Any:
    def run(machine: Machine, value: Any) -> Any:
        found = items_of(machine, value)
        if isinstance(found, Unknown):
            return found
        known = [truth(machine, one) for one in found]
        if wanted in [one for one in known if not isinstance(one, Unknown)]:
            return wanted
        return next((one for one in known if isinstance(one, Unknown)), not wanted)

    return run


def _arithmetic(run: Any) -> Any:
    def checked(machine: Machine, *args: Any) -> Any:
        hole = next((h for one in args if (h := machine.hole(one)) is not None), None)
        if hole is not None:
            return hole
        return run(*args) if all(isinstance(one, int | float | str) for one in args) else machine.unknown("a number")

    return checked


def _getattr(machine: Machine, value: Any, name: Any, *default: Any) -> Any:
    hole = machine.hole(name)
    if hole is not None:
        return hole
    found = has_attribute(machine, value, name)
    return default[0] if found is False and default else machine.attribute(value, name)


def _hasattr(machine: Machine, value: Any, name: Any) -> Any:
    return machine.hole(name) or has_attribute(machine, value, name)


def _setattr(machine: Machine, value: Any, name: Any, new: Any) -> None:
    if isinstance(name, str):
        set_attribute(machine, value, name, new)


def _callable(machine: Machine, value: Any) -> Any:
    return machine.hole(value) or isinstance(value, Function | Builtin | Method | ClassValue)


def _open(machine: Machine, path: Any, mode: Any = "r", *args: Any, **kwargs: Any) -> Any:
    return open_file(machine, path, mode)


def _iter(machine: Machine, value: Any) -> Any:
    found = items_of(machine, value)
    return found if isinstance(found, Unknown) else Iterated(found)


def _next(machine: Machine, value: Any, *default: Any) -> Any:
    if isinstance(value, list | Iterated):
        items, at = (value, 0) if isinstance(value, list) else (value.items, value.position)
        if at < len(items):
            if isinstance(value, Iterated):
                value.position += 1
            return items[at]
        if default:
            return default[0]
        raise machine.fail(EXCEPTIONS["StopIteration"], "")
    return machine.unknown("the next item")


def _format(machine: Machine, value: Any, spec: Any = "") -> str:
    return format_value(machine, value, text_of(machine, spec))


def _import(machine: Machine, name: Any, *args: Any, **kwargs: Any) -> Any:
    return machine.load(name) if isinstance(name, str) else machine.unknown("a module")


def _type(machine: Machine, value: Any, *args: Any) -> Any:
    return getattr(value, "cls", None) or machine.unknown("a type")


_FUNCTIONS: Final = {
    "print": _nothing, "input": _nothing, "delattr": _nothing, "len": length_of,
    "int": _int, "float": _float, "str": _str, "repr": _repr, "ascii": _repr, "bool": _bool, "list": _list,
    "tuple": _tuple, "set": _set, "frozenset": _set, "dict": _dict, "range": _range, "enumerate": _enumerate,
    "zip": _zip, "map": _map, "filter": _filter, "sum": _sum, "sorted": _sorted, "reversed": _reversed,
    "max": _extreme(1), "min": _extreme(-1), "any": _quantified(True), "all": _quantified(False),
    "abs": _arithmetic(abs), "round": _arithmetic(round), "divmod": _arithmetic(divmod), "ord": _arithmetic(ord),
    "chr": _arithmetic(chr), "hex": _arithmetic(hex), "bin": _arithmetic(bin), "getattr": _getattr,
    "hasattr": _hasattr, "setattr": _setattr, "callable": _callable, "open": _open, "iter": _iter, "next": _next,
    "format": _format, "__import__": _import, "exit": leave, "quit": leave, "type": _type, "bytes": _str,
    "isinstance": is_instance, "issubclass": is_subclass, "exec": run_exec, "super": _nothing, "globals": _nothing,
    "locals": _nothing, "property": _nothing, "staticmethod": _nothing, "classmethod": _nothing,
}  # fmt: skip

BUILTINS: Final[dict[str, Any]] = {
    **{name: Builtin(name, run) for name, run in _FUNCTIONS.items()},
    **EXCEPTIONS,
    "object": ClassValue("object"),
    "__debug__": True,
    "NotImplemented": None,
    "Ellipsis": None,
}
