"""Methods of `os.environ`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.setup_py.items import items_of
from kernaudit.build.setup_py.text import text_of
from kernaudit.build.setup_py.values import Unknown

if TYPE_CHECKING:
    from kernaudit.build.setup_py.environ import Environ
    from kernaudit.build.setup_py.machine import Machine

__all__ = ["ENVIRON_METHODS", "environ_item", "set_environ_item", "update_environ"]


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
    hole = machine.hole(name)
    if hole is not None:
        environ.set_any(hole)
    elif isinstance(name, str):
        environ.set(name, text_of(machine, value), machine.here)


def _setdefault(machine: Machine, environ: Environ, name: Any, default: Any = None) -> Any:
    value = get(machine, environ, name)
    if value is None and default is not None:
        set_environ_item(machine, environ, name, default)
        return default
    return value


def update_environ(machine: Machine, environ: Environ, more: Any = None, **kwargs: Any) -> None:
    """Do `os.environ.update(more, ...)`: pairs of a dictionary or a list; of what is neither, nobody knows which."""
    if more is environ:
        return
    if isinstance(more, dict):
        pairs = list(more.items())
    else:
        listed = items_of(machine, [] if more is None else more)
        found = [listed] if isinstance(listed, Unknown) else [items_of(machine, one) for one in listed]
        pairs = [(one[0], one[1]) for one in found if isinstance(one, list) and len(one) == 2]
        if len(pairs) < len(found):
            environ.set_any(machine.unknown("the variables that os.environ.update sets"))
    for name, value in (*pairs, *kwargs.items()):
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
    "update": update_environ,
    "pop": _pop,
    "copy": _copy,
    "__getitem__": environ_item,
    "__setitem__": set_environ_item,
}
