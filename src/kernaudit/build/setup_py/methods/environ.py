"""Methods of `os.environ`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.setup_py.text import text_of

if TYPE_CHECKING:
    from kernaudit.build.setup_py.environ import Environ
    from kernaudit.build.setup_py.machine import Machine

__all__ = ["ENVIRON_METHODS", "environ_item", "set_environ_item"]


def get(machine: Machine, environ: Environ, name: Any, default: Any = None) -> Any:
    """Return `os.environ.get(name, default)`."""
    hole = machine.hole(name)
    if hole is not None:
        return hole
    value = environ.look(str(name), machine.here)
    return default if value is None else value


def environ_item(machine: Machine, environ: Environ, name: Any) -> Any:
    """Return `os.environ[name]`.

    Raises:
        KeyError: the variable is not set.
    """
    hole = machine.hole(name)
    if hole is not None:
        return hole
    value = environ.look(str(name), machine.here)
    if value is None:
        raise KeyError(name)
    return value


def set_environ_item(machine: Machine, environ: Environ, name: Any, value: Any) -> None:
    """Do `os.environ[name] = value`."""
    if isinstance(name, str):
        environ.set(name, text_of(machine, value), machine.here)


def _setdefault(machine: Machine, environ: Environ, name: Any, default: Any = None) -> Any:
    value = get(machine, environ, name)
    if value is None and default is not None:
        set_environ_item(machine, environ, name, default)
        return default
    return value


def _update(machine: Machine, environ: Environ, more: Any = None, **kwargs: Any) -> None:
    pairs = {**(more if isinstance(more, dict) else {}), **kwargs}
    for name, value in pairs.items():
        set_environ_item(machine, environ, name, value)


def _pop(machine: Machine, environ: Environ, name: Any, default: Any = None) -> Any:
    value = get(machine, environ, name, default)
    if isinstance(name, str):
        environ.unset(name, machine.here)
    return value


def _copy(machine: Machine, environ: Environ) -> dict[str, Any]:
    return dict(environ.values)


ENVIRON_METHODS: Final = {
    "get": get,
    "setdefault": _setdefault,
    "update": _update,
    "pop": _pop,
    "copy": _copy,
    "__getitem__": environ_item,
    "__setitem__": set_environ_item,
}
