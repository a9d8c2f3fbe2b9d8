"""Commands that act on the current directory: `project`, `add_subdirectory`, `add_compile_options` and the like."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kernaudit.build.cmake.arguments import parse_keywords
from kernaudit.build.cmake.files.layout import in_tree, join, shown
from kernaudit.build.cmake.language import run_deferred
from kernaudit.build.cmake.project.evidence import WriteLog, site_of
from kernaudit.build.cmake.project.languages import enable
from kernaudit.build.cmake.project.model import Directory, Entry
from kernaudit.build.cmake.project.state import state_of
from kernaudit.build.cmake.unknown import contains_unknown
from kernaudit.model.evidence import AssumptionKind

if TYPE_CHECKING:
    from kernaudit.build.cmake.interpreter import Handler, Interpreter

__all__ = ["COMMANDS", "GENERATOR_VARIABLES", "close_directory", "link_item_names", "log_writes"]

INHERITED_LISTS = (
    "COMPILE_DEFINITIONS",
    "COMPILE_OPTIONS",
    "INCLUDE_DIRECTORIES",
    "LINK_DIRECTORIES",
    "LINK_LIBRARIES",
    "LINK_OPTIONS",
)

GENERATOR_VARIABLES = (
    "CMAKE_BUILD_TYPE",
    *(
        f"CMAKE_{language}_FLAGS{config}"
        for language in ("C", "CXX", "CUDA")
        for config in ("", "_DEBUG", "_RELEASE", "_RELWITHDEBINFO", "_MINSIZEREL")
    ),
)
"""Variables that the generator reads at the end of a directory, whatever they were when a target was made."""

_DEFINITION = re.compile(r"[-/]D([A-Za-z_][A-Za-z0-9_]*)(=.*)?", re.DOTALL)


def _project(interp: Interpreter, args: list[str]) -> None:
    if not args:
        interp.fail("PROJECT called with incorrect number of arguments")
    name, *rest = args
    keys = parse_keywords(
        rest, single=("VERSION", "DESCRIPTION", "HOMEPAGE_URL", "COMPAT_VERSION", "SPDX_LICENSE"), lists=("LANGUAGES",)
    )
    directory = state_of(interp).directory
    top = directory.parent is None
    places = {"SOURCE_DIR": directory.source, "BINARY_DIR": directory.binary, "IS_TOP_LEVEL": "ON" if top else "OFF"}
    for suffix, value in places.items():
        interp.set(f"PROJECT_{suffix}", value)
        interp.set(f"{name}_{suffix}", value)
        interp.cache[f"{name}_{suffix}"] = value
    interp.set("PROJECT_NAME", name)
    if top:
        interp.set("CMAKE_PROJECT_NAME", name)
        interp.cache.setdefault("CMAKE_PROJECT_NAME", name)
    for key in ("DESCRIPTION", "HOMEPAGE_URL"):
        _set_project_value(interp, name, key, keys.get(key) or "", top=top)
    _set_version(interp, name, keys.get("VERSION"), top=top)
    languages = keys.values("LANGUAGES") if "LANGUAGES" in keys.lists else keys.rest
    for language in languages or ([] if "LANGUAGES" in keys.lists else ["C", "CXX"]):
        enable(interp, language)
    _run_injected(interp, name)


def _set_project_value(interp: Interpreter, name: str, key: str, value: str, *, top: bool) -> None:
    for prefix in ("PROJECT", name, "CMAKE_PROJECT") if top else ("PROJECT", name):
        interp.set(f"{prefix}_{key}", value)


def _set_version(interp: Interpreter, name: str, version: str | None, *, top: bool) -> None:
    _set_project_value(interp, name, "VERSION", version or "", top=top)
    parts = (version or "").split(".") if version and not contains_unknown(version) else []
    for at, part in enumerate(("MAJOR", "MINOR", "PATCH", "TWEAK")):
        value = parts[at] if at < len(parts) else ""
        if version and contains_unknown(version):
            value = interp.derived([version])
        _set_project_value(interp, name, f"VERSION_{part}", value, top=top)


def _run_injected(interp: Interpreter, name: str) -> None:
    for variable in ("CMAKE_PROJECT_INCLUDE", f"CMAKE_PROJECT_{name}_INCLUDE"):
        path = interp.get(variable)
        if path and interp.tree.is_file(path) and in_tree(path) is not None:
            interp.run_file(path)


def _enable_language(interp: Interpreter, args: list[str]) -> None:
    if not args:
        interp.fail("enable_language called with incorrect number of arguments")
    for language in args:
        if language != "OPTIONAL":
            enable(interp, language)


def _add_subdirectory(interp: Interpreter, args: list[str]) -> None:
    if not args:
        interp.fail("add_subdirectory called with incorrect number of arguments")
    state = state_of(interp)
    keys = parse_keywords(args, flags=("EXCLUDE_FROM_ALL", "SYSTEM"))
    parent = state.directory
    if contains_unknown(args[0]):
        _skip_external(interp, args[0])
        return
    source = join(parent.source, args[0])
    if state.files.is_external(source):
        _skip_external(interp, source)
        return
    if in_tree(source) is None or not interp.tree.is_dir(source):
        interp.fail(f'add_subdirectory given source "{args[0]}" which is not an existing directory.')
    binary = _binary_directory(interp, parent, source, args[0], keys.rest[1:])
    if not interp.tree.is_file(f"{source}/CMakeLists.txt"):
        interp.fail(f"add_subdirectory: The source directory {shown(source)} does not contain a CMakeLists.txt file.")
    _process(interp, Directory(source, binary, parent))


def _binary_directory(interp: Interpreter, parent: Directory, source: str, written: str, given: list[str]) -> str:
    state = state_of(interp)
    if given:
        binary = join(parent.binary, given[0])
    elif source == parent.source or source.startswith(parent.source + "/"):
        binary = parent.binary + source[len(parent.source) :]
    else:
        interp.fail(
            "add_subdirectory not given a binary directory but the given source directory "
            f'"{written}" is not a subdirectory of "{shown(parent.source)}".'
        )
    if any(directory.binary == binary for directory in state.directories.values()):
        interp.fail(
            f"add_subdirectory: The binary directory {shown(binary)} is already used to build a source directory."
        )
    return binary


def _process(interp: Interpreter, directory: Directory) -> None:
    state = state_of(interp)
    parent = state.directory
    parent.children.append(directory)
    for name in INHERITED_LISTS:
        if parent.lists.get(name):
            directory.lists[name] = list(parent.lists[name])
    directory.define_flags = parent.define_flags
    state.directories[directory.binary] = directory
    state.directory = directory
    frames, interp.frames = interp.frames, []  # evidence is looked for in the directory's own file
    interp.nesting += len(frames)
    interp.push_scope(directory=True)
    log_writes(interp)
    try:
        interp.set("CMAKE_CURRENT_SOURCE_DIR", directory.source)
        interp.set("CMAKE_CURRENT_BINARY_DIR", directory.binary)
        interp.run_file(f"{directory.source}/CMakeLists.txt")
        run_deferred(interp, directory.source)
        close_directory(interp, directory)
    finally:
        interp.pop_scope()
        interp.nesting -= len(frames)
        interp.frames = frames
        state.directory = parent


def log_writes(interp: Interpreter) -> None:
    """Keep the history of the watched variables of the directory whose scope was just opened."""
    state = state_of(interp)
    log = WriteLog(interp, state.watched, state.history)
    dict.update(log, interp.writes or {})
    interp.writes = log


def close_directory(interp: Interpreter, directory: Directory) -> None:
    """Remember, at the end of a directory, the variables that its targets are generated with."""
    directory.variables = interp.variables
    directory.writes = interp.writes or {}
    for name in GENERATOR_VARIABLES:
        value = interp.get(name)
        if value:
            directory.flags[name] = value


def _skip_external(interp: Interpreter, source: str) -> None:
    state_of(interp)
    place = interp.unknowns.describe(source) if contains_unknown(source) else shown(source)
    interp.foreign = interp.foreign or place
    interp.assume(
        AssumptionKind.EXTERNAL,
        f"{place} is not in the tree: what it builds and defines is not known",
        place,
    )


def _adder(name: str, *, definitions: bool = False) -> Handler:
    """Make the command that appends its arguments to a list property of the directory."""

    def command(interp: Interpreter, args: list[str]) -> None:
        state = state_of(interp)
        before = bool(args) and args[0] == "BEFORE"
        items = [arg for arg in args if arg not in ("BEFORE", "AFTER", "SYSTEM")]
        if definitions:
            items = [item[2:] if item.startswith(("-D", "/D")) else item for item in items if item]
        if items:
            entry = Entry(";".join(items), site_of(interp), state.directory.source)
            state.add_directory_entry(name, entry, before=before)
            if name == "INCLUDE_DIRECTORIES":  # the one list that existing targets get too
                for target in state.directory.targets:
                    target.add(name, entry)

    return command


def _add_definitions(interp: Interpreter, args: list[str]) -> None:
    state = state_of(interp)
    for arg in args:
        match = _DEFINITION.fullmatch(arg)
        if match is not None:
            state.add_directory_entry("COMPILE_DEFINITIONS", Entry(match[1] + (match[2] or ""), site_of(interp)))
        elif arg:
            state.directory.define_flags += " " + arg


def _remove_definitions(interp: Interpreter, args: list[str]) -> None:
    directory = state_of(interp).directory
    gone = {arg[2:] for arg in args if arg.startswith(("-D", "/D"))}
    entries = directory.lists.get("COMPILE_DEFINITIONS", [])
    directory.lists["COMPILE_DEFINITIONS"] = [entry for entry in entries if entry.text not in gone]


def link_item_names(args: list[str]) -> list[str]:
    """Return the libraries of a link command: a `debug` library does not belong to a release build."""
    items: list[str] = []
    skip = False
    for arg in args:
        if skip:
            skip = False
        elif arg == "debug":
            skip = True
        elif arg not in ("optimized", "general"):
            items.append(arg)
    return items


def _link_libraries(interp: Interpreter, args: list[str]) -> None:
    items = link_item_names(args)
    if items:
        state_of(interp).add_directory_entry("LINK_LIBRARIES", Entry(";".join(items), site_of(interp)))


def _aux_source_directory(interp: Interpreter, args: list[str]) -> None:
    if len(args) != 2:
        interp.fail("aux_source_directory called with incorrect number of arguments")
    state = state_of(interp)
    place = join(state.directory.source, args[0])
    suffixes = {".c", ".cc", ".cpp", ".cxx", ".C", ".c++"} | ({".cu"} if "CUDA" in state.languages else set())
    names = [n for n in state.files.children(place) if "." in n and "." + n.rpartition(".")[2] in suffixes]
    before = interp.get(args[1])
    interp.set(args[1], ";".join(([before] if before else []) + [f"{args[0]}/{name}" for name in names]))


COMMANDS: dict[str, Handler] = {
    "add_compile_definitions": _adder("COMPILE_DEFINITIONS", definitions=True),
    "add_compile_options": _adder("COMPILE_OPTIONS"),
    "add_definitions": _add_definitions,
    "add_link_options": _adder("LINK_OPTIONS"),
    "add_subdirectory": _add_subdirectory,
    "aux_source_directory": _aux_source_directory,
    "enable_language": _enable_language,
    "include_directories": _adder("INCLUDE_DIRECTORIES"),
    "link_directories": _adder("LINK_DIRECTORIES"),
    "link_libraries": _link_libraries,
    "project": _project,
    "remove_definitions": _remove_definitions,
}
