"""`isinstance` and `issubclass`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.setup_py.values import Builtin, ClassValue, Instance, PathValue, Unknown

if TYPE_CHECKING:
    from kernaudit.build.setup_py.machine import Machine

__all__ = ["is_instance", "is_subclass"]

_PLAIN: Final[dict[str, Any]] = {
    "str": str, "bytes": str, "int": int, "float": float, "bool": bool, "list": list, "tuple": tuple, "dict": dict,
    "set": set, "frozenset": set,
}  # fmt: skip


def is_instance(machine: Machine, value: Any, kinds: Any) -> Any:
    """Return `isinstance(value, kinds)`."""
    if isinstance(value, Unknown):
        return value
    if isinstance(kinds, tuple):
        found = [is_instance(machine, value, one) for one in kinds]
        return True if True in found else next((one for one in found if isinstance(one, Unknown)), False)
    if isinstance(kinds, Builtin) and kinds.name in _PLAIN:
        return isinstance(value, _PLAIN[kinds.name])
    if isinstance(kinds, Builtin) and kinds.name == "Path":
        return isinstance(value, PathValue)
    if isinstance(kinds, ClassValue):
        return isinstance(value, Instance) and value.cls.derives(kinds)
    return machine.unknown("the type of a value")


def is_subclass(machine: Machine, cls: Any, kinds: Any) -> Any:
    """Return `issubclass(cls, kinds)`."""
    if isinstance(cls, ClassValue) and isinstance(kinds, ClassValue):
        return cls.derives(kinds)
    return machine.unknown("whether a class derives from another")
