"""`set_property` and its older relatives, and `define_property`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.arguments import parse_keywords
from kernaudit.build.cmake.project import properties as props
from kernaudit.build.cmake.project.property_scopes import SCOPES, places_named, targets_named
from kernaudit.build.cmake.project.state import state_of

if TYPE_CHECKING:
    from kernaudit.build.cmake.interpreter import Handler, Interpreter

__all__ = ["COMMANDS"]


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
    places = places_named(interp, names, "set_property")
    for directory in places.directories:
        for name in places.names:
            props.set_source(interp, props.source_file(interp, directory, name), write.prop, write.value, write.change)


def _write_targets(interp: Interpreter, names: list[str], write: _Write) -> None:
    for target in targets_named(interp, names, "set_property"):
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


def _pairs(interp: Interpreter, args: list[str], command: str) -> list[tuple[str, str]]:
    if len(args) % 2:
        interp.fail(f"{command} called with incorrect number of arguments.")
    return list(zip(args[::2], args[1::2], strict=True))


def _set_target_properties(interp: Interpreter, args: list[str]) -> None:
    if "PROPERTIES" not in args:
        interp.fail("set_target_properties called with illegal arguments, maybe missing a PROPERTIES specifier?")
    split = args.index("PROPERTIES")
    pairs = _pairs(interp, args[split + 1 :], "set_target_properties")
    for target in targets_named(interp, args[:split], "set_target_properties"):
        for name, value in pairs:
            props.set_target(interp, target, name, value)


def _set_source_files_properties(interp: Interpreter, args: list[str]) -> None:
    if "PROPERTIES" not in args:
        interp.fail("set_source_files_properties called with illegal arguments, maybe missing a PROPERTIES specifier?")
    split = args.index("PROPERTIES")
    pairs = _pairs(interp, args[split + 1 :], "set_source_files_properties")
    places = places_named(interp, args[:split], "set_source_files_properties")
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
    if not args or args[0] not in SCOPES or name is None:
        interp.fail("define_property given invalid arguments")
    variable = keys.get("INITIALIZE_FROM_VARIABLE")
    state_of(interp).defined_properties[args[0], name] = ("INHERITED" in keys.flags, variable)


COMMANDS: dict[str, Handler] = {
    "define_property": _define_property,
    "set_directory_properties": _set_directory_properties,
    "set_property": _set_property,
    "set_source_files_properties": _set_source_files_properties,
    "set_target_properties": _set_target_properties,
    "set_tests_properties": _set_tests_properties,
}
