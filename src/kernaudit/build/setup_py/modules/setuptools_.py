"""`setuptools` and `distutils`: `setup()` is noted, not done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.setup_py.commands import build_class
from kernaudit.build.setup_py.machine import SetupCall
from kernaudit.build.setup_py.values import Builtin, ClassValue

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kernaudit.build.setup_py.machine import Machine

__all__ = ["MODULES"]


def _setup(machine: Machine, *args: Any, **kwargs: Any) -> Any:
    machine.setups.append(SetupCall(kwargs, machine.here))
    return machine.unknown("what setup() returns")


def _packages(machine: Machine, *args: Any, **kwargs: Any) -> Any:
    return [machine.unknown("the packages of the project").several()]


def _class(name: str) -> Any:
    def lazily(machine: Machine) -> Any:
        return build_class(machine, name)

    return lazily


def _open_class(name: str) -> Callable[[], Mapping[str, Any]]:
    def make() -> Mapping[str, Any]:
        return {name: ClassValue(name, (), {}, open=True)}

    return make


def _setuptools() -> dict[str, Any]:
    return {
        "setup": Builtin("setup", _setup),
        "find_packages": Builtin("find_packages", _packages),
        "find_namespace_packages": Builtin("find_namespace_packages", _packages),
        "Extension": _class("Extension"),
        "Command": ClassValue("Command", (), {}, open=True),
        "Distribution": ClassValue("Distribution", (), {}, open=True),
    }


_COMMANDS: Final = (
    "bdist_wheel", "build", "build_py", "clean", "develop", "egg_info", "install", "install_lib", "sdist", "test",
)  # fmt: skip

MODULES: Final[dict[str, Callable[[], Mapping[str, Any]]]] = {
    "setuptools": _setuptools,
    "distutils.core": _setuptools,
    "setuptools.extension": lambda: {"Extension": _class("Extension")},
    "distutils.extension": lambda: {"Extension": _class("Extension")},
    "setuptools.command.build_ext": lambda: {"build_ext": _class("build_ext")},
    "distutils.command.build_ext": lambda: {"build_ext": _class("build_ext")},
    **{f"{place}.command.{name}": _open_class(name) for name in _COMMANDS for place in ("setuptools", "distutils")},
    "wheel.bdist_wheel": _open_class("bdist_wheel"),
}
