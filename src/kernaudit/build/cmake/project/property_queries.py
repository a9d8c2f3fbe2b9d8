"""`get_property` and its older relatives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.build.cmake.project import properties as props
from kernaudit.build.cmake.project.property_scopes import SCOPES, places_named, targets_named
from kernaudit.build.cmake.project.state import state_of

if TYPE_CHECKING:
    from kernaudit.build.cmake.interpreter import Handler, Interpreter
    from kernaudit.build.cmake.project.model import Directory

__all__ = ["COMMANDS"]


def _get_property(interp: Interpreter, args: list[str]) -> None:
    if len(args) < 4 or args[1] not in SCOPES or "PROPERTY" not in args:
        interp.fail("get_property called with incorrect number of arguments")
    variable, scope = args[0], args[1]
    split = args.index("PROPERTY")
    names = args[2:split]
    prop, *mode = args[split + 1 :] or [""]
    if mode and mode[0] == "DEFINED":
        defined = (scope, prop) in state_of(interp).defined_properties
        interp.set(variable, "1" if defined else "0")
        return
    if mode and mode[0] in ("BRIEF_DOCS", "FULL_DOCS"):
        interp.set(variable, "NOTFOUND")
        return
    value = _lookup(interp, scope, names, prop)
    if mode and mode[0] == "SET":
        interp.set(variable, "0" if value is None else "1")
    elif value is None:
        interp.unset(variable) if scope != "VARIABLE" else interp.set(variable, "")
    else:
        interp.set(variable, value)


def _lookup(interp: Interpreter, scope: str, names: list[str], prop: str) -> str | None:
    state = state_of(interp)
    if scope == "TARGET":
        target = next(targets_named(interp, names[:1], "get_property"), None)
        if target is not None and prop == "ALIASED_TARGET":
            return state.aliases.get(names[0])
        return None if target is None else props.get_target(interp, target, prop)
    if scope == "SOURCE":
        places = places_named(interp, names, "get_property")
        return props.get_source(interp, props.source_file(interp, places.directories[0], places.names[0]), prop)
    if scope == "DIRECTORY":
        directory = props.directory_at(interp, names[0] if names else None)
        if directory is None:
            interp.fail(f"get_property DIRECTORY scope provided directory {names[0]} that is not known.")
        return props.get_directory(interp, directory, prop)
    if scope == "GLOBAL":
        return state.global_property(prop)
    if scope == "CACHE":
        return _cache(interp, names[0] if names else "", prop)
    if scope == "VARIABLE":
        return interp.get(prop)
    return state.test_properties.get((names[0] if names else "", prop))


def _cache(interp: Interpreter, name: str, prop: str) -> str | None:
    if name not in interp.cache:
        return None
    if prop == "VALUE":
        return interp.cache[name]
    if prop == "TYPE":
        return interp.cache_types.get(name, "UNINITIALIZED")
    doc = interp.cache_docs.get(name) if prop == "HELPSTRING" else None
    return state_of(interp).cache_properties.get((name, prop), doc)


def _get_target_property(interp: Interpreter, args: list[str]) -> None:
    if len(args) != 3:
        interp.fail("get_target_property called with incorrect number of arguments")
    variable, name, prop = args
    state = state_of(interp)
    target = state.target(name)
    if target is None:
        if interp.foreign is None:
            interp.fail(f'get_target_property called with non-existent target "{name}".')
        interp.set(variable, interp.unknown(f"property {prop} of target {name}"))
        return
    value = state.aliases.get(name) if prop == "ALIASED_TARGET" else props.get_target(interp, target, prop)
    interp.set(variable, f"{variable}-NOTFOUND" if value is None else value)


def _get_source_file_property(interp: Interpreter, args: list[str]) -> None:
    if len(args) < 3:
        interp.fail("get_source_file_property called with incorrect number of arguments")
    places = places_named(interp, args[1:-1], "get_source_file_property")
    source = props.source_file(interp, places.directories[0], places.names[0])
    value = props.get_source(interp, source, args[-1])
    interp.set(args[0], "NOTFOUND" if value is None else value)


def _get_directory_property(interp: Interpreter, args: list[str]) -> None:
    if len(args) < 2:
        interp.fail("get_directory_property called with incorrect number of arguments")
    variable, *rest = args
    directory: Directory | None = state_of(interp).directory
    if rest[0] == "DIRECTORY" and len(rest) > 2:
        directory = props.directory_at(interp, rest[1])
        rest = rest[2:]
    if directory is None:
        if interp.foreign is None:
            interp.fail("get_directory_property DIRECTORY argument provided but requested directory not found.")
        interp.set(variable, interp.unknown(f"property {rest[-1]} of a directory that is not in the tree"))
        return
    if rest[0] == "DEFINITION" and len(rest) > 1:
        current = directory is state_of(interp).directory
        value = interp.get(rest[1]) if current else directory.variables.get(rest[1], interp.cache.get(rest[1]))
    else:
        value = props.get_directory(interp, directory, rest[0])
    interp.set(variable, value or "")


COMMANDS: dict[str, Handler] = {
    "get_directory_property": _get_directory_property,
    "get_property": _get_property,
    "get_source_file_property": _get_source_file_property,
    "get_target_property": _get_target_property,
}
