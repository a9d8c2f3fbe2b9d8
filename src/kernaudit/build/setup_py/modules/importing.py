"""`importlib`: modules found by name or by file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.setup_py.paths import absolute
from kernaudit.build.setup_py.text import text_of
from kernaudit.build.setup_py.values import Builtin, ClassValue, Instance, ModuleValue

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kernaudit.build.setup_py.machine import Machine

__all__ = ["MODULES"]


def _import_module(machine: Machine, name: Any, *args: Any, **kwargs: Any) -> Any:
    return machine.load(name) if isinstance(name, str) else machine.unknown("a module")


def _find_spec(machine: Machine, name: Any, *args: Any) -> Any:
    """What torch's users ask: whether a package is installed. Those that are modelled are."""
    module = machine.load(name) if isinstance(name, str) else None
    if isinstance(module, ModuleValue):
        return Instance(ClassValue("ModuleSpec", open=True), {"name": name})
    return machine.unknown(f"whether {name} is installed")


def _spec_from_file(machine: Machine, name: Any, path: Any, *args: Any, **kwargs: Any) -> Any:
    hole = machine.hole(path) or machine.hole(name)
    if hole is not None:
        return hole
    loader = Instance(ClassValue("Loader", (), {"exec_module": Builtin("exec_module", _exec_module)}))
    cls = ClassValue("ModuleSpec", open=True)
    return Instance(cls, {"name": name, "origin": absolute(machine, text_of(machine, path)), "loader": loader})


def _module_from_spec(machine: Machine, spec: Any) -> Any:
    if isinstance(spec, Instance) and "origin" in spec.attributes:
        return ModuleValue(spec.attributes["name"], {}, open=False, path=spec.attributes["origin"])
    return machine.unknown("a module made from a spec")


def _exec_module(machine: Machine, loader: Any, module: Any) -> None:
    from kernaudit.build.setup_py.imports import run_module  # noqa: PLC0415 - imports read this catalogue

    if isinstance(module, ModuleValue) and module.path is not None:
        text = machine.files.read_text(module.path)
        if text is None:
            module.open = True
        else:
            run_module(machine, module.path, text, module)


MODULES: Final[dict[str, Callable[[], Mapping[str, Any]]]] = {
    "importlib": lambda: {
        "import_module": Builtin("import_module", _import_module),
        "util": lambda machine: machine.load("importlib.util"),
    },
    "importlib.util": lambda: {
        "find_spec": Builtin("find_spec", _find_spec),
        "spec_from_file_location": Builtin("spec_from_file_location", _spec_from_file),
        "module_from_spec": Builtin("module_from_spec", _module_from_spec),
    },
}
