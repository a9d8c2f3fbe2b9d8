"""`itertools`, `functools`, `collections` and `copy`."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.setup_py.items import items_of
from kernaudit.build.setup_py.values import Builtin, Unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kernaudit.build.setup_py.machine import Machine

__all__ = ["MODULES"]

_MOST: Final = 200_000


def _all_items(machine: Machine, values: tuple[Any, ...]) -> list[list[Any]] | Unknown:
    found = [items_of(machine, one) for one in values]
    hole = next((one for one in found if isinstance(one, Unknown)), None)
    return hole if hole is not None else [one for one in found if not isinstance(one, Unknown)]


def _product(machine: Machine, *args: Any, repeat: Any = 1) -> Any:
    found = _all_items(machine, args)
    if isinstance(found, Unknown):
        return found
    size = 1
    for one in found * (repeat if isinstance(repeat, int) and repeat < 16 else 1):
        size *= len(one)
    if size > _MOST or not isinstance(repeat, int) or repeat >= 16:
        return machine.unknown("a very large product")
    machine.spend(size)
    return list(itertools.product(*found, repeat=repeat))


def _chain(machine: Machine, *args: Any) -> Any:
    found = [items_of(machine, one) for one in args]
    return [item for one in found for item in ([one.several()] if isinstance(one, Unknown) else one)]


def _identity(machine: Machine, value: Any = None, *args: Any, **kwargs: Any) -> Any:
    """A decorator, or a factory of decorators, that keeps the function."""
    return value if value is not None and not isinstance(value, int | bool) else Builtin("decorator", _identity)


def _partial(machine: Machine, function: Any, *args: Any, **kwargs: Any) -> Any:
    def run(inner: Machine, *more: Any, **named: Any) -> Any:
        return inner.call(function, [*args, *more], {**kwargs, **named})

    return Builtin("partial", run)


def _reduce(machine: Machine, function: Any, values: Any, *start: Any) -> Any:
    found = items_of(machine, values)
    if isinstance(found, Unknown):
        return found
    rest = [*start, *found]
    if not rest:
        raise TypeError("reduce() of empty iterable with no initial value")
    result = rest[0]
    for one in rest[1:]:
        result = machine.call(function, [result, one], {})
    return result


def _copied(machine: Machine, value: Any, *args: Any) -> Any:
    if isinstance(value, list):
        return [_copied(machine, one) for one in value]
    if isinstance(value, dict):
        return {key: _copied(machine, one) for key, one in value.items()}
    machine.step()
    return value


def _ordered(machine: Machine, value: Any = (), **kwargs: Any) -> Any:
    return machine.call(Builtin("dict", _as_dict), [value], kwargs)


def _as_dict(machine: Machine, value: Any, **kwargs: Any) -> Any:
    found = list(value.items()) if isinstance(value, dict) else items_of(machine, value)
    return found if isinstance(found, Unknown) else {**dict(found), **kwargs}


MODULES: Final[dict[str, Callable[[], Mapping[str, Any]]]] = {
    "itertools": lambda: {"product": Builtin("product", _product), "chain": Builtin("chain", _chain)},
    "functools": lambda: {
        **{name: Builtin(name, _identity) for name in ("lru_cache", "cache", "wraps", "total_ordering")},
        "partial": Builtin("partial", _partial),
        "reduce": Builtin("reduce", _reduce),
    },
    "copy": lambda: {"copy": Builtin("copy", _copied), "deepcopy": Builtin("deepcopy", _copied)},
    "collections": lambda: {"OrderedDict": Builtin("OrderedDict", _ordered)},
}
