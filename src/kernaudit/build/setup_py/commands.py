"""The classes of setuptools and torch that a build is made of; each evaluation has its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.setup_py.items import items_of
from kernaudit.build.setup_py.values import Builtin, ClassValue, Instance, Method, Unknown

if TYPE_CHECKING:
    from kernaudit.build.setup_py.machine import Machine

__all__ = ["KIND", "build_class"]

KIND: Final = "kernaudit: kind"
"""The attribute that says what made an extension: cuda, cpp or plain; no script can name it."""

_FIELDS: Final = (
    "name", "sources", "include_dirs", "define_macros", "undef_macros", "library_dirs", "libraries",
    "runtime_library_dirs", "extra_objects", "extra_compile_args", "extra_link_args", "export_symbols", "swig_opts",
    "depends", "language", "optional",
)  # fmt: skip
_LISTS: Final = frozenset(
    {"sources", "include_dirs", "define_macros", "undef_macros", "extra_compile_args", "libraries"}
)


def build_class(machine: Machine, name: str) -> ClassValue:
    """Return Extension, build_ext or BuildExtension as this evaluation knows them."""
    known = machine.classes.get(name)
    if known is None:
        known = machine.classes[name] = _MAKERS[name](machine)
    return known


def _extension(machine: Machine) -> ClassValue:
    return ClassValue("Extension", (), {"__init__": Builtin("__init__", _init_extension)}, open=True)


def _init_extension(machine: Machine, self: Any, *args: Any, **kwargs: Any) -> None:
    if not isinstance(self, Instance):
        return
    given = {**dict(zip(_FIELDS, args, strict=False)), **kwargs}
    several = next((one for one in args if isinstance(one, Unknown) and one.many), None)
    for name in _FIELDS:
        absent: Any = several if several is not None else [] if name in _LISTS else None
        self.attributes[name] = given.pop(name, absent)
    self.attributes.update(given)
    self.attributes.setdefault(KIND, "plain")
    self.location = machine.here


def _build_ext(machine: Machine) -> ClassValue:
    methods = {
        "__init__": Builtin("__init__", _nothing),
        "initialize_options": Builtin("initialize_options", _nothing),
        "finalize_options": Builtin("finalize_options", _nothing),
        "run": Builtin("run", _run),
        "build_extensions": Builtin("build_extensions", _build_extensions),
        "build_extension": Builtin("build_extension", _build_extension),
        "with_options": Builtin("class with_options", _same_class),
    }
    return ClassValue("build_ext", (), methods, open=True)


def _torch_build_ext(machine: Machine) -> ClassValue:
    return ClassValue("BuildExtension", (build_class(machine, "build_ext"),), {}, open=True)


def _nothing(machine: Machine, *args: Any, **kwargs: Any) -> None:
    """Do nothing that is read later."""


def _same_class(machine: Machine, cls: Any, *args: Any, **kwargs: Any) -> Any:
    return cls


def _run(machine: Machine, self: Any) -> None:
    _invoke(machine, self, "build_extensions", [])


def _build_extensions(machine: Machine, self: Any) -> None:
    found = items_of(machine, machine.attribute(self, "extensions"))
    for extension in [] if isinstance(found, Unknown) else found:
        _invoke(machine, self, "build_extension", [extension])


def _build_extension(machine: Machine, self: Any, extension: Any) -> None:
    if isinstance(extension, Instance) and extension not in machine.compiled:
        machine.compiled.append(extension)


def _invoke(machine: Machine, self: Any, name: str, args: list[Any]) -> None:
    found = self.cls.find(name) if isinstance(self, Instance) else None
    if found is not None:
        machine.call(Method(found[0], self), args, {})


_MAKERS: Final = {"Extension": _extension, "build_ext": _build_ext, "BuildExtension": _torch_build_ext}
