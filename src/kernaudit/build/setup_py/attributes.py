"""Attributes of values: modules, classes, objects, and the methods of plain values."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from packaging.version import Version

from kernaudit.build.setup_py.environ import Environ
from kernaudit.build.setup_py.exceptions import EXCEPTIONS, exception
from kernaudit.build.setup_py.files import FILE_METHODS
from kernaudit.build.setup_py.methods.collections_ import DICT_METHODS, LIST_METHODS, SET_METHODS, TUPLE_METHODS
from kernaudit.build.setup_py.methods.environ import ENVIRON_METHODS, update_environ
from kernaudit.build.setup_py.methods.paths import path_attribute
from kernaudit.build.setup_py.methods.strings import string_method
from kernaudit.build.setup_py.values import (
    Builtin,
    ClassValue,
    Function,
    Instance,
    Method,
    ModuleValue,
    PathValue,
    PythonVersion,
    SuperValue,
    TextFile,
    Unknown,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernaudit.build.setup_py.machine import Machine

__all__ = ["attribute_of", "has_attribute", "set_attribute"]

_ENVIRON = ("os", "environ")

_VERSION = ("major", "minor", "micro", "release", "base_version", "public", "local", "is_prerelease")
_TABLES: tuple[tuple[Any, Mapping[str, Any]], ...] = (
    (list, LIST_METHODS),
    (dict, DICT_METHODS),
    ((set, frozenset), SET_METHODS),
    (tuple, TUPLE_METHODS),
    (Environ, ENVIRON_METHODS),
    (TextFile, FILE_METHODS),
)


def attribute_of(machine: Machine, value: Any, name: str) -> Any:
    """Return `value.name`; what is not modelled is not known."""
    machine.step()
    if isinstance(value, Unknown):
        return machine.unknown(f"{value.origin}.{name}")
    if isinstance(value, ModuleValue):
        return _of_module(machine, value, name)
    if isinstance(value, Instance):
        return _of_instance(machine, value, name)
    if isinstance(value, ClassValue):
        return _of_class(machine, value, name)
    if isinstance(value, SuperValue):
        return _of_super(machine, value, name)
    return _of_plain(machine, value, name)


def _of_plain(machine: Machine, value: Any, name: str) -> Any:
    if isinstance(value, str):
        return string_method(machine, value, name)
    if isinstance(value, PathValue):
        return path_attribute(machine, value, name)
    if isinstance(value, Version):
        return getattr(value, name) if name in _VERSION else machine.unknown(f"{name} of a version")
    if isinstance(value, PythonVersion) and name in PythonVersion._fields:
        return getattr(value, name)
    for kind, table in _TABLES:
        if isinstance(value, kind) and name in table:
            return Builtin(name, partial(_with_receiver, table[name], value))
    if isinstance(value, Function | Builtin) and name in ("__name__", "__doc__"):
        return value.name if name == "__name__" else None
    if value is None:
        raise machine.fail(exception("AttributeError"), f"'NoneType' object has no attribute '{name}'")
    return machine.unknown(f"{type(value).__name__}.{name}")


def _with_receiver(run: Any, value: Any, machine: Machine, *args: Any, **kwargs: Any) -> Any:
    return run(machine, value, *args, **kwargs)


def _of_module(machine: Machine, module: ModuleValue, name: str) -> Any:
    if name in module.attributes:
        found = module.attributes[name]
        return found(machine) if callable(found) else found
    inner = machine.modules.get(f"{module.name}.{name}")
    if inner is not None:
        return inner
    if module.open:
        return machine.unknown(f"{module.name}.{name}")
    raise machine.fail(exception("AttributeError"), f"module '{module.name}' has no attribute '{name}'")


def _of_instance(machine: Machine, value: Instance, name: str) -> Any:
    if name in value.attributes:
        return value.attributes[name]
    found = value.cls.find(name)
    if found is not None:
        return _bound(machine, found[0], value)
    if name == "__class__":
        return value.cls
    if name == "__dict__":
        return value.attributes
    return machine.unknown(f"{value.cls.name}.{name}")


def _of_class(machine: Machine, cls: ClassValue, name: str) -> Any:
    found = cls.find(name)
    if found is None:
        return cls.name if name == "__name__" else machine.unknown(f"{cls.name}.{name}")
    value = found[0]
    if isinstance(value, Function) and value.kind == "class":
        return Method(value, cls)
    if isinstance(value, Builtin) and value.name.startswith("class "):
        return Method(value, cls)
    return value


def _of_super(machine: Machine, value: SuperValue, name: str) -> Any:
    receiver = value.receiver
    cls = receiver.cls if isinstance(receiver, Instance) else receiver
    found = cls.find(name, value.owner) if isinstance(cls, ClassValue) else None
    if found is None:
        return machine.unknown(f"super().{name}") if name != "__init__" else Builtin("__init__", _does_nothing)
    return _bound(machine, found[0], receiver)


def _does_nothing(machine: Machine, *args: Any, **kwargs: Any) -> None:
    """Return nothing, whatever is given."""


def _bound(machine: Machine, value: Any, receiver: Any) -> Any:
    if isinstance(value, Function):
        if value.kind == "static":
            return value
        if value.kind == "property":
            return machine.call(Method(value, receiver), [], {})
        if value.kind == "class" and isinstance(receiver, Instance):
            return Method(value, receiver.cls)
        return Method(value, receiver)
    return Method(value, receiver) if isinstance(value, Builtin) else value


def set_attribute(machine: Machine, value: Any, name: str, new: Any) -> None:
    """Set `value.name`; on what is not modelled it changes nothing that is read later."""
    machine.step()
    shared = isinstance(value, ClassValue) and EXCEPTIONS.get(value.name) is value
    if isinstance(value, Instance | ClassValue | ModuleValue) and not shared:
        value.attributes[name] = new
    if isinstance(value, ModuleValue):
        machine.replaced.setdefault((value.name, name), machine.here)
        if (value.name, name) == _ENVIRON:
            _replace_environ(machine, new)


def _replace_environ(machine: Machine, new: Any) -> None:
    """Another object in the place of `os.environ`: what it holds counts for what runs afterwards."""
    if new is not machine.environ:
        machine.environ.set_any(machine.unknown("the environment that the script makes"))
        if isinstance(new, dict):
            update_environ(machine, machine.environ, new)


def has_attribute(machine: Machine, value: Any, name: str) -> bool | Unknown:
    """Return `hasattr(value, name)`."""
    if isinstance(value, Unknown):
        return value
    if isinstance(value, Instance):
        known = name in value.attributes or value.cls.find(name) is not None
        return known or (machine.unknown(f"whether {value.cls.name} has {name}") if value.cls.is_open() else False)
    if isinstance(value, ModuleValue):
        return name in value.attributes or (
            machine.unknown(f"whether {value.name} has {name}") if value.open else False
        )
    return machine.unknown(f"whether an object has {name}")
