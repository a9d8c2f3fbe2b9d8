"""Imports: modelled modules, modules inside the tree (evaluated the same way), and what is not known of the others."""

from __future__ import annotations

import ast
import posixpath
import sys
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from kernaudit.build.cmake.files.layout import in_tree, tree_path
from kernaudit.build.setup_py.errors import ProgramError
from kernaudit.build.setup_py.exceptions import exception
from kernaudit.build.setup_py.frame import Frame
from kernaudit.build.setup_py.modules.catalogue import modelled_module
from kernaudit.build.setup_py.values import ModuleValue, Unknown

if TYPE_CHECKING:
    from kernaudit.build.setup_py.machine import Machine

__all__ = ["load_file", "load_module", "run_import", "run_import_from"]

_SKIPPED = "__future__"


def run_import(machine: Machine, node: ast.Import, frame: Frame) -> None:
    """Run `import a.b as c`."""
    for alias in node.names:
        module = machine.load(alias.name)
        if alias.asname is not None:
            frame.bind(alias.asname, module)
        else:
            top = alias.name.partition(".")[0]
            frame.bind(top, machine.load(top))


def run_import_from(machine: Machine, node: ast.ImportFrom, frame: Frame) -> None:
    """Run `from a import b`; a relative import looks beside the file."""
    if node.module == _SKIPPED:
        return
    beside = tree_path(_folder(node, frame)) if node.level and not node.module else None
    module: ModuleValue | Unknown | None = None
    for alias in node.names:
        inner = _find_file(machine, beside, alias.name) if beside is not None else None
        if inner is not None:  # a module beside the file, whatever its package's own file does
            frame.bind(alias.asname or alias.name, load_file(machine, inner, alias.name))
            continue
        module = _from_module(machine, node, frame) if module is None else module
        if alias.name == "*":
            _star(module, frame)
        else:
            frame.bind(alias.asname or alias.name, _member(machine, module, alias.name))


def _from_module(machine: Machine, node: ast.ImportFrom, frame: Frame) -> ModuleValue | Unknown:
    if not node.level:
        return machine.load(node.module or "")
    folder = _folder(node, frame)
    name = (node.module or "").replace(".", "/")
    found = _find_file(machine, tree_path(folder), name) if name else tree_path(f"{folder}/__init__.py".lstrip("/"))
    if found is None:
        return machine.unknown(node.module or ".")
    return load_file(machine, found, node.module or posixpath.basename(folder))


def _folder(node: ast.ImportFrom, frame: Frame) -> str:
    """Return the folder that a relative import starts from."""
    folder = posixpath.dirname(frame.file)
    for _ in range(node.level - 1):
        folder = posixpath.dirname(folder)
    return folder


def _star(module: ModuleValue | Unknown, frame: Frame) -> None:
    if isinstance(module, ModuleValue):
        for name, value in module.attributes.items():
            if not name.startswith("_") and not callable(value):
                frame.bind(name, value)


def _member(machine: Machine, module: ModuleValue | Unknown, name: str) -> Any:
    if isinstance(module, ModuleValue) and name not in module.attributes and module.name:
        inner = machine.load(f"{module.name}.{name}") if _exists(machine, f"{module.name}.{name}") else None
        if inner is not None:
            return inner
        if module.path is not None and not module.open:
            if machine.guarded:
                raise machine.fail(exception("ImportError"), f"cannot import name '{name}' from '{module.name}'")
            return machine.unknown(f"{module.name}.{name}")  # perhaps it is still being evaluated
    return machine.attribute(module, name)


def _exists(machine: Machine, name: str) -> bool:
    if name in machine.modules or modelled_module(name) is not None:
        return True
    return any(_find_file(machine, place, name.replace(".", "/")) is not None for place in machine.search)


def load_module(machine: Machine, name: str) -> ModuleValue | Unknown:
    """Return a module by its dotted name; one that is neither modelled nor in the tree is not known."""
    known = machine.modules.get(name)
    if known is not None:
        return known
    if name.partition(".")[0] not in sys.stdlib_module_names:
        for place in machine.search:
            path = _find_file(machine, place, name.replace(".", "/"))
            if path is not None:
                return load_file(machine, path, name)
    model = modelled_module(name)
    if model is not None:
        machine.modules[name] = model
        return model
    return machine.unknown(name)


def _find_file(machine: Machine, place: str, name: str) -> str | None:
    for candidate in (f"{place}/{name}.py", f"{place}/{name}/__init__.py"):
        if machine.files.is_file(candidate):
            return candidate
    return f"{place}/{name}" if machine.files.is_dir(f"{place}/{name}") else None


def load_file(machine: Machine, path: str, name: str) -> ModuleValue | Unknown:
    """Return the module that a file (or a directory without one) of the tree makes; evaluated once."""
    key = f"file:{path}"
    known = machine.modules.get(key)
    if known is not None:
        return known
    module = machine.modules[key] = machine.modules[name] = ModuleValue(name, {}, open=False, path=path)
    text = machine.files.read_text(path)
    if text is None:
        module.open = True
        return module
    try:
        run_module(machine, path, text, module)
    except ProgramError as error:  # what it bound until then stands; a fault may be this evaluator's own
        module.open = True
        if error.deliberate or machine.guarded:
            raise
    return module


@lru_cache(maxsize=256)
def _parsed(text: str) -> ast.Module | None:
    """The syntax of a text, None if it has none; the same for every device that it is evaluated for."""
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def run_module(machine: Machine, path: str, text: str, module: ModuleValue) -> None:
    """Evaluate a module's text; one that Python could not parse is not known."""
    file = in_tree(path) or path
    program = _parsed(text)
    if program is None:
        module.open = True
        return
    module.attributes.update({"__file__": path, "__name__": module.name})
    place = (machine.file, machine.line)
    machine.file = file
    try:
        machine.execute(program.body, Frame(file, module.attributes))
    finally:
        machine.file, machine.line = place
