"""Commands that make targets and add to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.arguments import parse_keywords
from kernaudit.build.cmake.project.custom_compiles import note_compiled
from kernaudit.build.cmake.project.directory_commands import link_item_names
from kernaudit.build.cmake.project.evidence import last_write, site_of
from kernaudit.build.cmake.project.model import Entry, Target, TargetType
from kernaudit.build.cmake.project.state import state_of
from kernaudit.build.cmake.truth import is_true

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.build.cmake.interpreter import Handler, Interpreter

__all__ = ["COMMANDS", "add_library", "make_target"]

_TYPES: Final = {
    "STATIC": TargetType.STATIC,
    "SHARED": TargetType.SHARED,
    "MODULE": TargetType.MODULE,
    "OBJECT": TargetType.OBJECT,
    "INTERFACE": TargetType.INTERFACE,
    "UNKNOWN": TargetType.UNKNOWN,
}
_INITIALISED: Final = (
    "CUDA_ARCHITECTURES",
    "CUDA_SEPARABLE_COMPILATION",
    "CUDA_RESOLVE_DEVICE_SYMBOLS",
    "CUDA_RUNTIME_LIBRARY",
    "CUDA_STANDARD",
    "CUDA_STANDARD_REQUIRED",
    "CUDA_EXTENSIONS",
    "CXX_STANDARD",
    "CXX_STANDARD_REQUIRED",
    "CXX_EXTENSIONS",
    "C_STANDARD",
    "POSITION_INDEPENDENT_CODE",
    "UNITY_BUILD",
    "EXPORT_COMPILE_COMMANDS",
    "RUNTIME_OUTPUT_DIRECTORY",
    "LIBRARY_OUTPUT_DIRECTORY",
    "ARCHIVE_OUTPUT_DIRECTORY",
    "INTERPROCEDURAL_OPTIMIZATION",
    "FOLDER",
    "DEBUG_POSTFIX",
    "BUILD_RPATH",
    "INSTALL_RPATH",
    "LINKER_LANGUAGE",
)
"""Properties that a new target takes from the variable `CMAKE_<name>`."""

_COPIED_LISTS: Final = ("COMPILE_OPTIONS", "INCLUDE_DIRECTORIES", "LINK_DIRECTORIES", "LINK_LIBRARIES", "LINK_OPTIONS")
"""Directory lists that a target copies when it is made; COMPILE_DEFINITIONS are looked up when it is generated."""

_SCOPES: Final = {
    "PRIVATE": (True, False),
    "PUBLIC": (True, True),
    "INTERFACE": (False, True),
    "LINK_PRIVATE": (True, False),
    "LINK_PUBLIC": (True, True),
    "LINK_INTERFACE_LIBRARIES": (False, True),
}


def make_target(interp: Interpreter, name: str, kind: str, *, imported: bool = False) -> Target:
    """Create a target in the current directory; an existing one of that name is cmake's error."""
    state = state_of(interp)
    if name in state.targets or name in state.aliases:
        interp.fail(
            f'cannot create target "{name}" because another target with the same name already exists. '
            "See documentation for policy CMP0002 for more details."
        )
    directory = state.directory
    target = Target(name, kind, directory, site_of(interp), imported)
    if not imported and kind not in (TargetType.UTILITY, TargetType.INTERFACE):
        for prop in _INITIALISED:
            value = interp.get(f"CMAKE_{prop}")
            if value is not None:
                target.properties[prop] = value
                written = last_write(interp, f"CMAKE_{prop}")
                if written is not None:
                    target.writes[prop] = written
        for prop in _COPIED_LISTS:
            if directory.lists.get(prop):
                target.lists[prop] = list(directory.lists[prop])
    state.targets[name] = target
    directory.targets.append(target)
    return target


def add_library(interp: Interpreter, args: list[str], *, default: str | None = None) -> Target | None:
    """Run `add_library` with these arguments; `default` is the type where none is written."""
    if not args:
        interp.fail("add_library called with incorrect number of arguments")
    name, *rest = args
    kind = default
    if rest and rest[0] == "ALIAS":
        _alias(interp, name, rest)
        return None
    if rest and rest[0] in _TYPES:
        kind = _TYPES[rest.pop(0)]
    imported = "IMPORTED" in rest[:2]
    sources = [arg for arg in rest if arg not in ("EXCLUDE_FROM_ALL", "IMPORTED", "GLOBAL", "SYSTEM")]
    if kind is None:
        kind = TargetType.SHARED if is_true(interp.get("BUILD_SHARED_LIBS") or "") else TargetType.STATIC
    target = make_target(interp, name, kind, imported=imported)
    _add_sources(interp, target, sources)
    return target


def _alias(interp: Interpreter, name: str, rest: list[str]) -> None:
    state = state_of(interp)
    if len(rest) != 2:
        interp.fail("add_library ALIAS requires exactly one target argument.")
    aliased = state.aliases.get(rest[1], rest[1])
    if aliased not in state.targets and interp.foreign is None:
        interp.fail(
            f'add_library cannot create ALIAS target "{name}" because target "{rest[1]}" does not already exist.'
        )
    if name in state.targets or name in state.aliases:
        interp.fail(
            f'add_library cannot create ALIAS target "{name}" because another target with the same name already exists.'
        )
    state.aliases[name] = aliased


def _add_sources(interp: Interpreter, target: Target, sources: list[str]) -> None:
    if sources:
        target.add("SOURCES", Entry(";".join(sources), site_of(interp), state_of(interp).directory.source))


def _add_library(interp: Interpreter, args: list[str]) -> None:
    add_library(interp, args)


def _add_executable(interp: Interpreter, args: list[str]) -> None:
    if not args:
        interp.fail("add_executable called with incorrect number of arguments")
    name, *rest = args
    if rest and rest[0] == "ALIAS":
        _alias(interp, name, rest)
        return
    keywords = ("WIN32", "MACOSX_BUNDLE", "EXCLUDE_FROM_ALL", "IMPORTED", "GLOBAL")
    target = make_target(interp, name, TargetType.EXECUTABLE, imported="IMPORTED" in rest)
    _add_sources(interp, target, [arg for arg in rest if arg not in keywords])


def _require(interp: Interpreter, name: str, what: str) -> Target | None:
    state = state_of(interp)
    target = state.target(name)
    if target is None and interp.foreign is None:
        interp.fail(f'Cannot specify {what} for target "{name}" which is not built by this project.')
    return target


def _scoped(args: Iterable[str]) -> list[tuple[tuple[bool, bool], list[str]]]:
    """Group arguments by PRIVATE, PUBLIC, INTERFACE; what stands in front of the first keyword counts as private."""
    groups: list[tuple[tuple[bool, bool], list[str]]] = [((True, False), [])]
    for arg in args:
        scope = _SCOPES.get(arg)
        if scope is not None:
            groups.append((scope, []))
        else:
            groups[-1][1].append(arg)
    return [group for group in groups if group[1]]


def _target_adder(name: str, what: str, *, definitions: bool = False) -> Handler:
    """Make the command that adds to a list property and its INTERFACE twin."""

    def command(interp: Interpreter, args: list[str]) -> None:
        if not args:
            interp.fail(f"target command for {what} called with incorrect number of arguments")
        target = _require(interp, args[0], what)
        if target is None:
            return
        before = "BEFORE" in args[1:3]
        rest = [arg for arg in args[1:] if arg not in ("BEFORE", "AFTER", "SYSTEM")]
        site, base = site_of(interp), state_of(interp).directory.source
        for (private, interface), items in _scoped(rest):
            kept = _stripped(items) if definitions else items
            if not kept:
                continue
            entry = Entry(";".join(kept), site, base)
            for prop, wanted in ((name, private), (f"INTERFACE_{name}", interface)):
                if wanted:
                    entries = target.lists.setdefault(prop, [])
                    entries.insert(0, entry) if before else entries.append(entry)

    return command


def _stripped(items: list[str]) -> list[str]:
    return [item.removeprefix("-D") for item in items if item and item != "-D"]


def _target_sources(interp: Interpreter, args: list[str]) -> None:
    if not args:
        interp.fail("target_sources called with incorrect number of arguments")
    target = _require(interp, args[0], "sources")
    if target is None:
        return
    site, base = site_of(interp), state_of(interp).directory.source
    for (private, interface), items in _scoped(args[1:]):
        files = _file_set(target, items) if items[0] == "FILE_SET" else items
        if not files:
            continue
        entry = Entry(";".join(files), site, base)
        for prop, wanted in (("SOURCES", private), ("INTERFACE_SOURCES", interface)):
            if wanted:
                target.add(prop, entry)


def _file_set(target: Target, items: list[str]) -> list[str]:
    """Record a file set; only module sources are compiled, headers are not."""
    keys = parse_keywords(items, single=("FILE_SET", "TYPE"), lists=("BASE_DIRS", "FILES"))
    name = keys.get("FILE_SET") or ""
    kind = keys.get("TYPE") or target.file_sets.get(name) or name
    target.file_sets[name] = kind
    return keys.values("FILES") if kind == "CXX_MODULES" else []


def _target_link_libraries(interp: Interpreter, args: list[str]) -> None:
    if not args:
        interp.fail("target_link_libraries called with incorrect number of arguments")
    target = _require(interp, args[0], "link libraries")
    if target is None:
        return
    site, base = site_of(interp), state_of(interp).directory.source
    plain = not any(arg in _SCOPES for arg in args[1:])
    for (private, interface), items in _scoped(args[1:]):
        kept = link_item_names(items)
        if not kept:
            continue
        if private or plain:
            target.add("LINK_LIBRARIES", Entry(";".join(kept), site, base))
        if interface or plain:
            target.add("INTERFACE_LINK_LIBRARIES", Entry(";".join(kept), site, base))
        elif target.type == TargetType.STATIC:
            only = [f"$<LINK_ONLY:{item}>" for item in kept]
            target.add("INTERFACE_LINK_LIBRARIES", Entry(";".join(only), site, base))


def _add_custom_target(interp: Interpreter, args: list[str]) -> None:
    if not args:
        interp.fail("add_custom_target called with incorrect number of arguments")
    make_target(interp, args[0], TargetType.UTILITY)
    note_compiled(interp, args[1:])


COMMANDS: dict[str, Handler] = {
    "add_custom_target": _add_custom_target,
    "add_executable": _add_executable,
    "add_library": _add_library,
    "target_compile_definitions": _target_adder("COMPILE_DEFINITIONS", "compile definitions", definitions=True),
    "target_compile_features": _target_adder("COMPILE_FEATURES", "compile features"),
    "target_compile_options": _target_adder("COMPILE_OPTIONS", "compile options"),
    "target_include_directories": _target_adder("INCLUDE_DIRECTORIES", "include directories"),
    "target_link_directories": _target_adder("LINK_DIRECTORIES", "link directories"),
    "target_link_libraries": _target_link_libraries,
    "target_link_options": _target_adder("LINK_OPTIONS", "link options"),
    "target_precompile_headers": _target_adder("PRECOMPILE_HEADERS", "precompile headers"),
    "target_sources": _target_sources,
}
