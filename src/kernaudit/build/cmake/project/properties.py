"""Reading and writing properties of every scope; lists keep one entry per command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.build.cmake.files.layout import join
from kernaudit.build.cmake.project.evidence import site_of
from kernaudit.build.cmake.project.languages import language_of
from kernaudit.build.cmake.project.model import LIST_PROPERTIES, Directory, Entry, SourceFile, Target, list_text
from kernaudit.build.cmake.project.state import state_of

if TYPE_CHECKING:
    from kernaudit.build.cmake.interpreter import Interpreter

__all__ = [
    "Change",
    "combine",
    "directory_at",
    "get_directory",
    "get_source",
    "get_target",
    "set_directory",
    "set_source",
    "set_target",
    "source_file",
    "write",
]

Change = str
"""How a value is written: `set`, `append` (as a list) or `append_string`."""


def combine(old: str | None, value: str | None, change: Change) -> str | None:
    """Return what a property holds after a write; None removes it."""
    if change == "set":
        return value
    if not value:
        return old
    if not old:
        return value
    return old + (";" if change == "append" else "") + value


def write(properties: dict[str, str], name: str, value: str | None, change: Change) -> None:
    """Write a plain property."""
    combined = combine(properties.get(name), value, change)
    if combined is None:
        properties.pop(name, None)
    else:
        properties[name] = combined


def _write_list(entries: list[Entry], entry: Entry | None, change: Change) -> None:
    if change == "set":
        entries.clear()
    if entry is None or not entry.text:
        return
    entries.append(entry)  # APPEND_STRING adds an entry too


# -- targets -------------------------------------------------------------------------------------------------------


def set_target(interp: Interpreter, target: Target, name: str, value: str | None, change: Change = "set") -> None:
    """Write a property of a target."""
    if name in LIST_PROPERTIES:
        entry = None if value is None else Entry(value, site_of(interp), target.directory.source)
        _write_list(target.lists.setdefault(name, []), entry, change)
        return
    if name in ("MANUALLY_ADDED_DEPENDENCIES", "NAME", "TYPE"):
        interp.fail(f'{name} property is read-only for target("{target.name}")')
    write(target.properties, name, value, change)
    target.writes[name] = interp.user_site


def get_target(interp: Interpreter, target: Target, name: str) -> str | None:
    """Return a property of a target, None where it is not set."""
    if name in LIST_PROPERTIES:
        entries = target.lists.get(name)
        return list_text(entries) if entries else None
    computed = {
        "NAME": target.name,
        "TYPE": target.type,
        "SOURCE_DIR": target.directory.source,
        "BINARY_DIR": target.directory.binary,
        "IMPORTED": "TRUE" if target.imported else "FALSE",
    }.get(name)
    if computed is not None:
        return computed
    value = target.properties.get(name)
    return value if value is not None else _defined(interp, "TARGET", name, target.directory)


def _defined(interp: Interpreter, scope: str, name: str, directory: Directory) -> str | None:
    """Return the inherited value of a property that `define_property(... INHERITED)` named."""
    state = state_of(interp)
    inherited = state.defined_properties.get((scope, name), (False, None))[0]
    return get_directory(interp, directory, name) if inherited else None


# -- directories ---------------------------------------------------------------------------------------------------


def directory_at(interp: Interpreter, place: str | None) -> Directory | None:
    """Return the processed directory of a source or binary path (None: the current one)."""
    state = state_of(interp)
    if place is None:
        return state.directory
    path = join(state.directory.source, place)
    for directory in state.directories.values():
        if path in (directory.source, directory.binary):
            return directory
    return None


def set_directory(
    interp: Interpreter, directory: Directory, name: str, value: str | None, change: Change = "set"
) -> None:
    """Write a property of a directory."""
    if name in LIST_PROPERTIES:
        entry = None if value is None else Entry(value, site_of(interp), directory.source)
        _write_list(directory.lists.setdefault(name, []), entry, change)
    else:
        write(directory.properties, name, value, change)


def get_directory(interp: Interpreter, directory: Directory, name: str) -> str | None:
    """Return a property of a directory, computed ones included; None where it is not set."""
    state = state_of(interp)
    current = directory is state.directory
    variables = interp.variables if current else directory.variables
    if name in LIST_PROPERTIES:
        entries = directory.lists.get(name)
        return list_text(entries) if entries else None
    if name == "VARIABLES":
        return ";".join(sorted({*variables, *interp.cache}))
    if name == "CACHE_VARIABLES":
        return ";".join(sorted(interp.cache))
    if name == "SUBDIRECTORIES":
        return ";".join(child.source for child in directory.children)
    if name in ("BUILDSYSTEM_TARGETS", "IMPORTED_TARGETS"):
        wanted = name == "IMPORTED_TARGETS"
        return ";".join(target.name for target in directory.targets if target.imported == wanted)
    computed = {
        "SOURCE_DIR": directory.source,
        "BINARY_DIR": directory.binary,
        "PARENT_DIRECTORY": directory.parent.source if directory.parent else "",
        "TESTS": ";".join(directory.tests),
        "DEFINITIONS": directory.define_flags.strip(),
    }.get(name)
    if computed is not None:
        return computed
    value = directory.properties.get(name)
    if value is None and state.defined_properties.get(("DIRECTORY", name), (False, None))[0]:
        if directory.parent is not None:
            return get_directory(interp, directory.parent, name)
        return state.properties.get(name)
    return value


# -- source files --------------------------------------------------------------------------------------------------


def source_file(interp: Interpreter, directory: Directory, name: str) -> SourceFile:
    """Return the record of a source as a command names it: below the source directory, else the binary directory."""
    here = state_of(interp).directory  # names are relative to where the command stands, whoever's source it is
    path = join(here.source, name)
    if not name.startswith("/"):
        files = state_of(interp).files
        built = join(here.binary, name)
        if path not in directory.sources and (built in directory.sources or built in files.generated):
            path = built
    return directory.source_file(path)


def set_source(interp: Interpreter, source: SourceFile, name: str, value: str | None, change: Change = "set") -> None:
    """Write a property of a source file."""
    if name in ("COMPILE_OPTIONS", "COMPILE_DEFINITIONS"):
        entries = source.options if name == "COMPILE_OPTIONS" else source.definitions
        _write_list(entries, None if value is None else Entry(value, site_of(interp)), change)
        return
    write(source.properties, name, value, change)
    if name == "GENERATED" and value:
        state_of(interp).files.generated.add(source.path)


def get_source(interp: Interpreter, source: SourceFile, name: str) -> str | None:
    """Return a property of a source file, None where it is not set."""
    if name == "COMPILE_OPTIONS":
        return list_text(source.options) if source.options else None
    if name == "COMPILE_DEFINITIONS":
        return list_text(source.definitions) if source.definitions else None
    if name == "LOCATION":
        return source.path
    if name == "GENERATED" and source.path in state_of(interp).files.generated:
        return "1"
    value = source.properties.get(name)
    if value is None and name == "LANGUAGE":
        language = language_of(source.path)
        return language if language in state_of(interp).languages else None
    return value
