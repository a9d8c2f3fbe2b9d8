"""`packaging.version`, and what stands for it elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from packaging.version import InvalidVersion, Version

from kernaudit.build.setup_py.exceptions import exception
from kernaudit.build.setup_py.text import text_of
from kernaudit.build.setup_py.values import Builtin

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kernaudit.build.setup_py.machine import Machine

__all__ = ["MODULES"]

_LONGEST: Final = 200


def _version(machine: Machine, value: Any) -> Any:
    """Return a version.

    Raises:
        ProgramError: the text is none.
    """
    hole = machine.hole(value)
    if hole is not None:
        return hole
    text = text_of(machine, value)
    if len(text) > _LONGEST:
        return machine.unknown("a very long version")
    try:
        return Version(text)
    except InvalidVersion:
        raise machine.fail(exception("InvalidVersion"), f"Invalid version: {text!r}") from None


def _module() -> dict[str, Any]:
    made = Builtin("Version", _version)
    names = ("Version", "parse", "parse_version", "LooseVersion", "StrictVersion")
    return {**dict.fromkeys(names, made), "InvalidVersion": exception("InvalidVersion")}


MODULES: Final[dict[str, Callable[[], Mapping[str, Any]]]] = {
    "packaging": lambda: {"version": lambda machine: machine.load("packaging.version")},
    "packaging.version": _module,
    "pkg_resources": _module,
    "distutils.version": _module,
    "looseversion": _module,
}
