"""`sys`, `platform`, `sysconfig` and `multiprocessing`: the machine that the build runs on (x86-64 Linux)."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.setup_py.exits import leave
from kernaudit.build.setup_py.values import Builtin, ClassValue, Instance, PythonVersion

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kernaudit.build.setup_py.machine import Machine

__all__ = ["MODULES"]

_PYTHON: Final = PythonVersion(3, 12, 3)
"""The Python that the CMake evaluation assumes, too."""


def _given(value: Any) -> Any:
    def run(machine: Machine, *args: Any, **kwargs: Any) -> Any:
        return value

    return run


def _config_var(machine: Machine, name: Any = "", *args: Any) -> Any:
    return "" if name == "EXE" else machine.unknown(f"the configuration variable {name} of Python")


def _unknown(text: str) -> Any:
    def run(machine: Machine, *args: Any, **kwargs: Any) -> Any:
        return machine.unknown(text)

    return run


def _uname(machine: Machine) -> Any:
    return Instance(ClassValue("uname_result", open=True), {"machine": "x86_64", "system": "Linux"})


def _sys() -> dict[str, Any]:
    def path(machine: Machine) -> Any:
        return machine.search

    return {
        "platform": "linux", "path": path, "argv": ["setup.py", "bdist_wheel"], "executable": "/usr/bin/python3",
        "version_info": _PYTHON, "version": "3.12.3", "byteorder": "little", "maxsize": sys.maxsize,
        "exit": Builtin("exit", leave), "modules": {},
    }  # fmt: skip


MODULES: Final[dict[str, Callable[[], Mapping[str, Any]]]] = {
    "sys": _sys,
    "platform": lambda: (
        {
            name: Builtin(name, _given(value))
            for name, value in {"machine": "x86_64", "system": "Linux", "python_version": "3.12.3"}.items()
        }
        | {"uname": Builtin("uname", _uname)}
    ),
    "sysconfig": lambda: {"get_config_var": Builtin("get_config_var", _config_var)},
    "multiprocessing": lambda: {"cpu_count": Builtin("cpu_count", _unknown("the number of processors"))},
}
