"""Projects that a build fetches: FetchContent, ExternalProject and CPM. Their trees are not here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.build.cmake.arguments import parse_keywords
from kernaudit.build.cmake.files.layout import EXTERNAL_ROOT, in_tree, join
from kernaudit.build.cmake.modules.fetch_details import FetchDetails, expand_short, is_keyword
from kernaudit.build.cmake.project.model import TargetType
from kernaudit.build.cmake.project.state import state_of
from kernaudit.build.cmake.project.target_commands import make_target
from kernaudit.build.cmake.unknown import contains_unknown
from kernaudit.model.build import ExternalProject
from kernaudit.model.evidence import AssumptionKind

if TYPE_CHECKING:
    from kernaudit.build.cmake.interpreter import Handler, Interpreter

__all__ = ["COMMANDS", "define_fetch_content"]


def define_fetch_content(interp: Interpreter) -> None:
    """Define what `include(FetchContent)` defines."""
    interp.cache.setdefault("FETCHCONTENT_BASE_DIR", EXTERNAL_ROOT)
    interp.cache.setdefault("FETCHCONTENT_FULLY_DISCONNECTED", "OFF")
    interp.cache.setdefault("FETCHCONTENT_QUIET", "ON")


def _register(interp: Interpreter, name: str, details: FetchDetails) -> None:
    if details.url is None:
        return
    text = interp.unknowns.describe
    state_of(interp).externals.setdefault(
        name, ExternalProject(name, text(details.url), text(details.tag) if details.tag else None, interp.here)
    )


def _make_available(interp: Interpreter, name: str, details: FetchDetails, *, add: bool) -> str:
    """Define `<name>_SOURCE_DIR` and the like; a project whose source is in the tree is added as a subdirectory."""
    state = state_of(interp)
    lower = name.lower()
    given = interp.get(f"FETCHCONTENT_SOURCE_DIR_{name.upper()}") or details.source
    source = f"{EXTERNAL_ROOT}/{lower}-src"
    if given and not contains_unknown(given):
        source = join(state.directory.binary, given)
    binary = f"{state.directory.binary}/_deps/{lower}-build"
    if details.binary and not contains_unknown(details.binary):
        binary = join(state.directory.binary, details.binary)
    state.populated[lower] = source
    local = in_tree(source) is not None and interp.tree.is_dir(source) and not state.files.is_external(source)
    if not local:
        state.files.add_external(source)
    interp.set(f"{lower}_POPULATED", "True")
    interp.set(f"{lower}_SOURCE_DIR", source)
    interp.set(f"{lower}_BINARY_DIR", binary)
    if local and add:
        place = f"{source}/{details.subdirectory}" if details.subdirectory else source
        if interp.tree.is_file(f"{place}/CMakeLists.txt"):
            interp.call("add_subdirectory", [place, binary])
    elif not local:
        _assume_fetched(interp, name, details, defines=add)
    return source


def _assume_fetched(interp: Interpreter, name: str, details: FetchDetails, *, defines: bool) -> None:
    state_of(interp)
    where = interp.unknowns.describe(f"{details.url or 'a place outside the tree'} {details.tag or ''}".strip())
    interp.assume(AssumptionKind.EXTERNAL, f"{name} is fetched from {where}: what it builds is not in the tree", name)
    if defines:
        interp.foreign = interp.foreign or name


def _declare(interp: Interpreter, args: list[str]) -> None:
    if not args:
        interp.fail("FetchContent_Declare called with incorrect number of arguments")
    state = state_of(interp)
    details = FetchDetails(args[1:])
    if args[0].lower() not in state.declared:
        state.declared[args[0].lower()] = args[1:]
        _register(interp, args[0], details)


def _fetch_make_available(interp: Interpreter, args: list[str]) -> None:
    state = state_of(interp)
    for name in args:
        declared = state.declared.get(name.lower())
        if declared is None:
            interp.fail(f"No content details recorded for {name}")
        if name.lower() not in state.populated:
            _make_available(interp, name, FetchDetails(declared), add=True)
        else:
            _restore(interp, name.lower(), state.populated[name.lower()])


def _restore(interp: Interpreter, lower: str, source: str) -> None:
    interp.set(f"{lower}_POPULATED", "True")
    interp.set(f"{lower}_SOURCE_DIR", source)


def _populate(interp: Interpreter, args: list[str]) -> None:
    if not args:
        interp.fail("FetchContent_Populate called with incorrect number of arguments")
    name, *rest = args
    if not rest:
        declared = state_of(interp).declared.get(name.lower())
        if declared is None:
            interp.fail(f"No content details recorded for {name}")
        rest = declared
    details = FetchDetails(rest)
    _register(interp, name, details)
    _make_available(interp, name, details, add=False)


def _get_properties(interp: Interpreter, args: list[str]) -> None:
    if not args:
        interp.fail("FetchContent_GetProperties called with incorrect number of arguments")
    lower = args[0].lower()
    source = state_of(interp).populated.get(lower)
    keys = parse_keywords(args[1:], single=("SOURCE_DIR", "BINARY_DIR", "POPULATED"))
    values = {
        "SOURCE_DIR": source or "",
        "BINARY_DIR": f"{state_of(interp).directory.binary}/_deps/{lower}-build" if source else "",
        "POPULATED": "0" if source is None else "True",
    }
    for key, value in values.items():
        name = keys.get(key) or (f"{lower}_{key}" if not keys.single else None)
        if name and (value or key == "POPULATED"):
            interp.set(name, value)


def _external_add(interp: Interpreter, args: list[str]) -> None:
    if not args:
        interp.fail("ExternalProject_Add called with incorrect number of arguments")
    state = state_of(interp)
    name, details = args[0], FetchDetails(args[1:])
    _register(interp, name, details)
    make_target(interp, name, TargetType.UTILITY)
    if details.source is None or contains_unknown(details.source):
        state.populated[name.lower()] = source = f"{EXTERNAL_ROOT}/{name.lower()}-src"
        state.files.add_external(source)
    else:
        state.populated[name.lower()] = source = join(state.directory.binary, details.source)
        if not (interp.tree.is_dir(source) and in_tree(source) is not None):
            state.files.add_external(source)
    if details.url is not None:
        _assume_fetched(interp, name, details, defines=False)
    for path in details.byproducts:
        if not contains_unknown(path):
            state.files.generated.add(join(state.directory.binary, path))


def _external_property(interp: Interpreter, args: list[str]) -> None:
    if len(args) < 2:
        interp.fail("ExternalProject_Get_Property called with incorrect number of arguments")
    source = state_of(interp).populated.get(args[0].lower(), f"{EXTERNAL_ROOT}/{args[0].lower()}-src")
    for name in args[1:]:
        value = source if name.upper() == "SOURCE_DIR" else interp.unknown(f"{name} of {args[0]}")
        interp.set(name, value)


def _cpm_add(interp: Interpreter, args: list[str]) -> None:
    if not args:
        interp.fail("CPMAddPackage called with incorrect number of arguments")
    rest = args
    if not is_keyword(args[0]):
        rest = [*expand_short(args[0]), *args[1:]]
    details = FetchDetails(rest)
    name = details.name or "package"
    if name.lower() in state_of(interp).populated:
        interp.set(f"{name}_ADDED", "NO")
    else:
        _register(interp, name, details)
        _make_available(interp, name, details, add=True)
        interp.set(f"{name}_ADDED", "YES")
    interp.set(f"{name}_SOURCE_DIR", state_of(interp).populated[name.lower()])
    interp.set(f"{name}_BINARY_DIR", f"{state_of(interp).directory.binary}/_deps/{name.lower()}-build")


def _nothing(interp: Interpreter, args: list[str]) -> None:
    """Steps of external builds do not change what this one compiles."""


COMMANDS: dict[str, Handler] = {
    **dict.fromkeys(
        (
            "cpmusepackagelock",
            "cpmdeclarepackage",
            "externalproject_add_step",
            "externalproject_add_steptargets",
            "externalproject_add_stepdependencies",
            "fetchcontent_setpopulated",
        ),
        _nothing,
    ),
    "cpmaddpackage": _cpm_add,
    "cpmfindpackage": _cpm_add,
    "externalproject_add": _external_add,
    "externalproject_get_property": _external_property,
    "fetchcontent_declare": _declare,
    "fetchcontent_getproperties": _get_properties,
    "fetchcontent_makeavailable": _fetch_make_available,
    "fetchcontent_populate": _populate,
}
