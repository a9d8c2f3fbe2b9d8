"""`set_property`, `get_property` and their older relatives."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.arguments import parse_keywords
from kernaudit.build.cmake.project import properties as props
from kernaudit.build.cmake.project.state import state_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.build.cmake.interpreter import Handler, Interpreter
    from kernaudit.build.cmake.project.model import Directory, Target

__all__ = ["COMMANDS"]

_SCOPES: Final = ("GLOBAL", "DIRECTORY", "TARGET", "SOURCE", "INSTALL", "TEST", "CACHE", "VARIABLE", "FILE_SET")


@dataclass(slots=True)
class _Places:
    """The objects of a SOURCE or TARGET scope: names, and the directories in which sources are looked up."""

    names: list[str] = field(default_factory=list)
    directories: list[Directory] = field(default_factory=list)


def _targets(interp: Interpreter, names: list[str], command: str) -> Iterator[Target]:
    state = state_of(interp)
    for name in names:
        target = state.target(name)
        if target is not None:
            yield target
        elif interp.foreign is None:
            interp.fail(f"{command} could not find TARGET {name}.  Perhaps it has not yet been created.")


def _places(interp: Interpreter, args: list[str], command: str) -> _Places:
    keys = parse_keywords(args, lists=("DIRECTORY", "TARGET_DIRECTORY"))
    places = _Places(keys.rest)
    for name in keys.values("DIRECTORY"):
        directory = props.directory_at(interp, name)
        if directory is None:
            interp.fail(f"{command} given non-existent DIRECTORY {name}")
        places.directories.append(directory)
    places.directories += [t.directory for t in _targets(interp, keys.values("TARGET_DIRECTORY"), command)]
    if not places.directories:
        places.directories.append(state_of(interp).directory)
    return places


@dataclass(frozen=True, slots=True)
class _Write:
    """What `set_property` writes: a property, its value (None removes it) and how."""

    prop: str
    value: str | None
    change: props.Change


def _set_property(interp: Interpreter, args: list[str]) -> None:
    writer = _WRITERS.get(args[0]) if args else None
    if writer is None:
        interp.fail(
            f"set_property given invalid scope {args[0] if args else ''}.  Valid scopes are GLOBAL, DIRECTORY, TARGET, "
            "SOURCE, INSTALL, TEST, and CACHE."
        )
    split = args.index("PROPERTY") if "PROPERTY" in args else len(args)
    if split + 1 >= len(args):
        interp.fail("set_property not given a PROPERTY <name> argument.")
    names = args[1:split]
    change = "append_string" if "APPEND_STRING" in names else "append" if "APPEND" in names else "set"
    names = [name for name in names if name not in ("APPEND", "APPEND_STRING")]
    values = args[split + 2 :]
    writer(interp, names, _Write(args[split + 1], ";".join(values) if values or change != "set" else None, change))


def _write_sources(interp: Interpreter, names: list[str], write: _Write) -> None:
    places = _places(interp, names, "set_property")
    for directory in places.directories:
        for name in places.names:
            props.set_source(interp, props.source_file(interp, directory, name), write.prop, write.value, write.change)


def _write_targets(interp: Interpreter, names: list[str], write: _Write) -> None:
    for target in _targets(interp, names, "set_property"):
        props.set_target(interp, target, write.prop, write.value, write.change)


def _write_directory(interp: Interpreter, names: list[str], write: _Write) -> None:
    found = props.directory_at(interp, names[0] if names else None)
    if found is None:
        interp.fail(f"set_property DIRECTORY scope provided directory {names[0]} that is not known.")
    props.set_directory(interp, found, write.prop, write.value, write.change)


def _write_global(interp: Interpreter, names: list[str], write: _Write) -> None:  # noqa: ARG001 - the shape of a writer
    props.write(state_of(interp).properties, write.prop, write.value, write.change)


def _write_cache(interp: Interpreter, names: list[str], write: _Write) -> None:
    for name in names:
        if name not in interp.cache:
            interp.fail(f"set_property could not find CACHE variable {name}.  Perhaps it has not yet been created.")
        if write.prop == "VALUE":
            interp.cache[name] = props.combine(interp.cache[name], write.value, write.change) or ""
        elif write.prop == "TYPE":
            interp.cache_types[name] = write.value or ""
        else:
            store = state_of(interp).cache_properties
            store[name, write.prop] = props.combine(store.get((name, write.prop)), write.value, write.change) or ""


def _write_others(interp: Interpreter, names: list[str], write: _Write) -> None:
    store = state_of(interp).test_properties
    for name in names:
        store[name, write.prop] = props.combine(store.get((name, write.prop)), write.value, write.change) or ""


_WRITERS: Final = {
    "GLOBAL": _write_global,
    "DIRECTORY": _write_directory,
    "TARGET": _write_targets,
    "SOURCE": _write_sources,
    "INSTALL": _write_others,
    "TEST": _write_others,
    "CACHE": _write_cache,
    "FILE_SET": _write_others,
}


def _get_property(interp: Interpreter, args: list[str]) -> None:
    if len(args) < 4 or args[1] not in _SCOPES or "PROPERTY" not in args:
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
        target = next(_targets(interp, names[:1], "get_property"), None)
        if target is not None and prop == "ALIASED_TARGET":
            return state.aliases.get(names[0])
        return None if target is None else props.get_target(interp, target, prop)
    if scope == "SOURCE":
        places = _places(interp, names, "get_property")
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


def _pairs(interp: Interpreter, args: list[str], command: str) -> list[tuple[str, str]]:
    if len(args) % 2:
        interp.fail(f"{command} called with incorrect number of arguments.")
    return list(zip(args[::2], args[1::2], strict=True))


def _set_target_properties(interp: Interpreter, args: list[str]) -> None:
    if "PROPERTIES" not in args:
        interp.fail("set_target_properties called with illegal arguments, maybe missing a PROPERTIES specifier?")
    split = args.index("PROPERTIES")
    pairs = _pairs(interp, args[split + 1 :], "set_target_properties")
    for target in _targets(interp, args[:split], "set_target_properties"):
        for name, value in pairs:
            props.set_target(interp, target, name, value)


def _set_source_files_properties(interp: Interpreter, args: list[str]) -> None:
    if "PROPERTIES" not in args:
        interp.fail("set_source_files_properties called with illegal arguments, maybe missing a PROPERTIES specifier?")
    split = args.index("PROPERTIES")
    pairs = _pairs(interp, args[split + 1 :], "set_source_files_properties")
    places = _places(interp, args[:split], "set_source_files_properties")
    for directory in places.directories:
        for name in places.names:
            source = props.source_file(interp, directory, name)
            for prop, value in pairs:
                props.set_source(interp, source, prop, value)


def _set_directory_properties(interp: Interpreter, args: list[str]) -> None:
    if not args or args[0] != "PROPERTIES":
        interp.fail("set_directory_properties called with incorrect number of arguments")
    for name, value in _pairs(interp, args[1:], "set_directory_properties"):
        props.set_directory(interp, state_of(interp).directory, name, value)


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
    places = _places(interp, args[1:-1], "get_source_file_property")
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


def _set_tests_properties(interp: Interpreter, args: list[str]) -> None:
    if "PROPERTIES" not in args:
        interp.fail("set_tests_properties called with illegal arguments, maybe missing a PROPERTIES specifier?")
    split = args.index("PROPERTIES")
    for name, value in _pairs(interp, args[split + 1 :], "set_tests_properties"):
        for test in args[:split]:
            state_of(interp).test_properties[test, name] = value


def _define_property(interp: Interpreter, args: list[str]) -> None:
    keys = parse_keywords(
        args[1:],
        flags=("INHERITED",),
        single=("PROPERTY", "INITIALIZE_FROM_VARIABLE"),
        lists=("BRIEF_DOCS", "FULL_DOCS"),
    )
    name = keys.get("PROPERTY")
    if not args or args[0] not in _SCOPES or name is None:
        interp.fail("define_property given invalid arguments")
    variable = keys.get("INITIALIZE_FROM_VARIABLE")
    state_of(interp).defined_properties[args[0], name] = ("INHERITED" in keys.flags, variable)


COMMANDS: dict[str, Handler] = {
    "define_property": _define_property,
    "get_directory_property": _get_directory_property,
    "get_property": _get_property,
    "get_source_file_property": _get_source_file_property,
    "get_target_property": _get_target_property,
    "set_directory_properties": _set_directory_properties,
    "set_property": _set_property,
    "set_source_files_properties": _set_source_files_properties,
    "set_target_properties": _set_target_properties,
    "set_tests_properties": _set_tests_properties,
}
