"""`value[key]`, read and written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernaudit.build.setup_py.environ import Environ
from kernaudit.build.setup_py.items import contains
from kernaudit.build.setup_py.methods.environ import environ_item, set_environ_item
from kernaudit.build.setup_py.taint import taint
from kernaudit.build.setup_py.values import Instance, Method, Unknown

if TYPE_CHECKING:
    from kernaudit.build.setup_py.machine import Machine

__all__ = ["delete_item", "get_item", "set_item"]


def get_item(machine: Machine, value: Any, key: Any) -> Any:
    """Return `value[key]`.

    Raises:
        KeyError, IndexError, TypeError: as Python.
    """
    for one in (value, key):
        hole = machine.hole(one)
        if hole is not None and not isinstance(value, dict):
            return hole
    if isinstance(value, dict):
        return _dict_item(machine, value, key)
    if isinstance(value, str | list | tuple | range):
        return _sequence_item(machine, value, key)
    if isinstance(value, Environ):
        return environ_item(machine, value, key)
    if isinstance(value, Instance):
        found = value.cls.find("__getitem__")
        if found is not None:
            return machine.call(Method(found[0], value), [key], {})
    return machine.unknown("an item of an object")


def _dict_item(machine: Machine, value: dict[Any, Any], key: Any) -> Any:
    found = contains(machine, key, value)
    return found if isinstance(found, Unknown) else value[key]


def _sequence_item(machine: Machine, value: Any, key: Any) -> Any:
    if isinstance(value, list | tuple):
        several = next((n for n, one in enumerate(value) if isinstance(one, Unknown) and one.many), None)
        if several is not None and not (isinstance(key, int) and 0 <= key < several):
            return value[several] if not isinstance(key, slice) else [value[several]]
    return value[key]


def set_item(machine: Machine, value: Any, key: Any, item: Any) -> None:
    """Do `value[key] = item`."""
    if isinstance(value, dict):
        machine.spend(1)
        value[machine.hole(key) or key] = item
    elif isinstance(value, list):
        _set_list_item(machine, value, key, item)
    elif isinstance(value, Environ):
        set_environ_item(machine, value, key, item)


def _set_list_item(machine: Machine, value: list[Any], key: Any, item: Any) -> None:
    if isinstance(key, Unknown):
        taint(value, key)
    elif isinstance(key, slice):
        value[key] = item if isinstance(item, list | tuple) else [machine.unknown("items of a list").several()]
    else:
        value[key] = item


def delete_item(machine: Machine, value: Any, key: Any) -> None:
    """Do `del value[key]`."""
    if isinstance(value, Environ) and isinstance(key, str):
        value.unset(key, machine.here)
    elif isinstance(value, dict):
        if contains(machine, key, value) is not True:
            return
        del value[key]
    elif isinstance(value, list):
        if isinstance(key, Unknown):
            taint(value, key)
        else:
            del value[key]
