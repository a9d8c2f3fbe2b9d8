"""Methods of lists, dicts, sets and tuples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.setup_py.items import contains, equal, items_of
from kernaudit.build.setup_py.ordering import sorted_items
from kernaudit.build.setup_py.values import Unknown

if TYPE_CHECKING:
    from kernaudit.build.setup_py.machine import Machine

__all__ = ["DICT_METHODS", "LIST_METHODS", "SET_METHODS", "TUPLE_METHODS"]


def _append(machine: Machine, value: list[Any], item: Any) -> None:
    machine.spend(1)
    value.append(item)


def _extend(machine: Machine, value: list[Any], more: Any) -> None:
    found = items_of(machine, more)
    value.extend([found.several()] if isinstance(found, Unknown) else found)
    machine.spend(0 if isinstance(found, Unknown) else len(found))


def _insert(machine: Machine, value: list[Any], place: Any, item: Any) -> None:
    value.insert(place if isinstance(place, int) else len(value), item)


def _remove(machine: Machine, value: list[Any], item: Any) -> None:
    for number, one in enumerate(value):
        if equal(machine, one, item) is True:
            del value[number]
            return
    if contains(machine, item, value) is False:
        raise ValueError("list.remove(x): x not in list")
    value.append(machine.unknown("a list from which an item may have been removed").several())


def _pop(machine: Machine, value: list[Any], place: Any = -1) -> Any:
    hole = machine.hole(place)
    return hole if hole is not None else value.pop(place)


def _index(machine: Machine, value: Any, item: Any) -> Any:
    for number, one in enumerate(value):
        same = equal(machine, one, item)
        if same is True:
            return number
        if isinstance(same, Unknown):
            return same
    raise ValueError("item is not in list")


def _count(machine: Machine, value: Any, item: Any) -> Any:
    found = [equal(machine, one, item) for one in value]
    return next((one for one in found if isinstance(one, Unknown)), sum(one is True for one in found))


def _sort(machine: Machine, value: list[Any], *, key: Any = None, reverse: Any = False) -> None:
    value[:] = sorted_items(machine, value, key, reverse)


def _reverse(machine: Machine, value: list[Any]) -> None:
    value.reverse()


def _copy(machine: Machine, value: Any) -> Any:
    machine.spend(len(value))
    return value.copy()


def _clear(machine: Machine, value: Any) -> None:
    value.clear()


LIST_METHODS: Final = {
    "append": _append, "extend": _extend, "insert": _insert, "remove": _remove, "pop": _pop, "index": _index,
    "count": _count, "sort": _sort, "reverse": _reverse, "copy": _copy, "clear": _clear,
}  # fmt: skip
TUPLE_METHODS: Final = {"index": _index, "count": _count}


def _get(machine: Machine, value: dict[Any, Any], key: Any, default: Any = None) -> Any:
    found = contains(machine, key, value)
    return found if isinstance(found, Unknown) else value[key] if found else default


def _keys(machine: Machine, value: dict[Any, Any]) -> list[Any]:
    return list(value)


def _values(machine: Machine, value: dict[Any, Any]) -> list[Any]:
    return list(value.values())


def _items(machine: Machine, value: dict[Any, Any]) -> list[Any]:
    return list(value.items())


def _update(machine: Machine, value: dict[Any, Any], more: Any = None, **kwargs: Any) -> None:
    if isinstance(more, dict):
        value.update(more)
    elif isinstance(more, Unknown):
        value[more] = more
    elif more is not None:
        value.update(dict(items_of(machine, more)))  # type: ignore[arg-type]  # Python checks the shape of the pairs
    value.update(kwargs)
    machine.spend(len(value))


def _setdefault(machine: Machine, value: dict[Any, Any], key: Any, default: Any = None) -> Any:
    found = contains(machine, key, value)
    if isinstance(found, Unknown):
        return found
    return value[key] if found else value.setdefault(key, default)


_ABSENT: Final = object()


def _dict_pop(machine: Machine, value: dict[Any, Any], key: Any, default: Any = _ABSENT) -> Any:
    found = contains(machine, key, value)
    if isinstance(found, Unknown):
        return found
    if not found and default is _ABSENT:
        raise KeyError(key)
    return value.pop(key, default)


DICT_METHODS: Final = {
    "get": _get, "keys": _keys, "values": _values, "items": _items, "update": _update, "setdefault": _setdefault,
    "pop": _dict_pop, "copy": _copy, "clear": _clear,
}  # fmt: skip


def _add(machine: Machine, value: set[Any], item: Any) -> None:
    machine.spend(1)
    value.add(item)


def _discard(machine: Machine, value: set[Any], item: Any) -> None:
    value.discard(item)


def _combine(name: str) -> Any:
    def run(machine: Machine, value: set[Any], *others: Any) -> Any:
        sets: list[list[Any]] = []
        for one in others:
            found = items_of(machine, one)
            if isinstance(found, Unknown):
                return found
            sets.append(found)
        machine.spend(len(value) + sum(map(len, sets)))
        return getattr(value, name)(*sets)

    return run


def _set_update(machine: Machine, value: set[Any], *others: Any) -> None:
    for one in others:
        found = items_of(machine, one)
        value.update([found.several()] if isinstance(found, Unknown) else found)
    machine.spend(len(value))


SET_METHODS: Final = {
    "add": _add, "discard": _discard, "remove": _discard, "update": _set_update, "copy": _copy, "clear": _clear,
    **{name: _combine(name) for name in ("union", "intersection", "difference", "symmetric_difference",
                                         "issubset", "issuperset", "isdisjoint")},
}  # fmt: skip
