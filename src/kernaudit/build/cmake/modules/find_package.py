"""`find_package`: the project's own find modules run, known packages are modelled, required ones are taken as found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.arguments import parse_keywords
from kernaudit.build.cmake.files.layout import in_tree, join
from kernaudit.build.cmake.lib.version import compare_versions
from kernaudit.build.cmake.modules import python
from kernaudit.build.cmake.modules.cuda_legacy import find_cuda
from kernaudit.build.cmake.modules.cudatoolkit import cuda_toolkit
from kernaudit.build.cmake.modules.package import PackageModel, PackageQuery, define, import_targets
from kernaudit.build.cmake.modules.torch import torch
from kernaudit.build.cmake.project.state import state_of
from kernaudit.build.cmake.truth import is_true
from kernaudit.build.cmake.unknown import contains_unknown
from kernaudit.model.evidence import AssumptionKind

if TYPE_CHECKING:
    from kernaudit.build.cmake.interpreter import Handler, Interpreter

__all__ = ["COMMANDS"]

_FLAGS: Final = ("EXACT", "QUIET", "MODULE", "CONFIG", "NO_MODULE", "REQUIRED", "GLOBAL", "NO_POLICY_SCOPE")
_LISTS: Final = ("COMPONENTS", "OPTIONAL_COMPONENTS", "NAMES", "CONFIGS", "HINTS", "PATHS", "PATH_SUFFIXES")
_LOOKUP_FLAGS: Final = (
    "NO_DEFAULT_PATH",
    "NO_PACKAGE_ROOT_PATH",
    "NO_CMAKE_PATH",
    "NO_CMAKE_ENVIRONMENT_PATH",
    "NO_SYSTEM_ENVIRONMENT_PATH",
    "NO_CMAKE_PACKAGE_REGISTRY",
    "NO_CMAKE_BUILDS_PATH",
    "NO_CMAKE_SYSTEM_PATH",
    "NO_CMAKE_INSTALL_PREFIX",
    "NO_CMAKE_SYSTEM_PACKAGE_REGISTRY",
    "NO_CMAKE_FIND_ROOT_PATH",
    "CMAKE_FIND_ROOT_PATH_BOTH",
    "ONLY_CMAKE_FIND_ROOT_PATH",
)


def _threads(interp: Interpreter, query: PackageQuery) -> str:  # noqa: ARG001 - the shape of a package model
    define(interp, {"Threads_FOUND": "TRUE", "CMAKE_USE_PTHREADS_INIT": "1", "CMAKE_THREAD_LIBS_INIT": ""})
    import_targets(interp, ("Threads::Threads",))
    return ""


def _openmp(interp: Interpreter, query: PackageQuery) -> str:  # noqa: ARG001 - the shape of a package model
    languages = [name for name in ("C", "CXX", "Fortran") if name in state_of(interp).languages]
    define(interp, {"OpenMP_FOUND": "TRUE", "OPENMP_FOUND": "TRUE"})
    for language in languages:
        define(
            interp,
            {
                f"OpenMP_{language}_FOUND": "TRUE",
                f"OpenMP_{language}_FLAGS": "-fopenmp",
                f"OpenMP_{language}_VERSION": "4.5",
                f"OpenMP_{language}_LIBRARIES": "",
            },
        )
    import_targets(interp, (f"OpenMP::OpenMP_{language}" for language in languages))
    return "4.5"


def _git(interp: Interpreter, query: PackageQuery) -> str:  # noqa: ARG001 - the shape of a package model
    define(interp, {"GIT_FOUND": "TRUE", "Git_FOUND": "TRUE", "GIT_EXECUTABLE": "/usr/bin/git"})
    version = interp.unknown("the version of git")
    interp.set("GIT_VERSION_STRING", version)
    import_targets(interp, ("Git::Git",))
    return version


MODELS: dict[str, PackageModel] = {
    "CUDA": find_cuda,
    "CUDAToolkit": cuda_toolkit,
    "Git": _git,
    "OpenMP": _openmp,
    "Python": python.python,
    "Python2": python.python,
    "Python3": python.python,
    "PythonInterp": python.legacy_interpreter,
    "PythonLibs": python.legacy_libraries,
    "Threads": _threads,
    "Torch": torch,
    "nanobind": python.nanobind,
    "pybind11": python.pybind11,
}


def _find_package(interp: Interpreter, args: list[str]) -> None:
    if not args:
        interp.fail("find_package called with incorrect number of arguments")
    keys = parse_keywords(args[1:], flags=(*_FLAGS, *_LOOKUP_FLAGS), lists=(*_LISTS, "REQUIRED"))
    required = "REQUIRED" in args
    version = keys.rest[0] if keys.rest and keys.rest[0][:1].isdigit() else None
    components = [*keys.values("COMPONENTS"), *(c for c in keys.rest[1 if version else 0 :] if not c[:1].isdigit())]
    state_of(interp).looked_for.update((f"{args[0]}_FOUND", f"{args[0].upper()}_FOUND"))
    query = PackageQuery(args[0], version, required, tuple(components))
    if is_true(interp.get(f"CMAKE_DISABLE_FIND_PACKAGE_{query.name}") or ""):
        _not_found(interp, query)
    elif not _own_module(interp, query, args):
        _modelled(interp, query)


def _own_module(interp: Interpreter, query: PackageQuery, args: list[str]) -> bool:
    """Run the project's own `Find<name>.cmake`, if one stands on its module path."""
    if "CONFIG" in args or "NO_MODULE" in args:
        return False
    for place in (interp.get("CMAKE_MODULE_PATH") or "").split(";"):
        if not place or contains_unknown(place):
            continue
        path = join(state_of(interp).directory.source, f"{place}/Find{query.name}.cmake")
        if in_tree(path) is not None and interp.tree.is_file(path):
            _run_module(interp, query, path, quiet="QUIET" in args)
            return True
    return False


def _run_module(interp: Interpreter, query: PackageQuery, path: str, *, quiet: bool) -> None:
    prefix = f"{query.name}_FIND"
    asked = {
        f"{prefix}_REQUIRED": "1" if query.required else "",
        f"{prefix}_QUIETLY": "1" if quiet else "",
        f"{prefix}_COMPONENTS": ";".join(query.components),
        f"{prefix}_VERSION": query.version or "",
        "CMAKE_FIND_PACKAGE_NAME": query.name,
    }
    for component in query.components:
        asked[f"{prefix}_REQUIRED_{component}"] = "1"
    given = {name: value for name, value in asked.items() if value}
    define(interp, given)
    interp.run_file(path)
    for name in given:
        interp.unset(name)
    found = interp.get(f"{query.name}_FOUND") or interp.get(f"{query.name.upper()}_FOUND") or ""
    if not is_true(found):
        _required_or_not_found(interp, query)


def _modelled(interp: Interpreter, query: PackageQuery) -> None:
    model = MODELS.get(query.name)
    if model is None:
        _required_or_not_found(interp, query)
        return
    version = model(interp, query)
    if version is None:
        _not_found(interp, query)
        return
    interp.set(f"{query.name}_FOUND", "1")
    if version and query.version and not contains_unknown(version) and not _recent_enough(version, query.version):
        _not_found(interp, query)
        if query.required:
            interp.fail(
                f"Could NOT find {query.name}: Found unsuitable version "
                f'"{version}", but required is at least "{query.version}"'
            )


def _recent_enough(version: str, wanted: str) -> bool:
    lowest = wanted.partition("...")[0]
    return compare_versions(version, lowest) >= 0


def _required_or_not_found(interp: Interpreter, query: PackageQuery) -> None:
    """A package that the build cannot do without is taken as installed; any other as absent."""
    assumed = state_of(interp).assumed_found
    if not query.required and assumed.isdisjoint((query.name, query.name.upper())):
        _not_found(interp, query)
        return
    origin = f"the installed {query.name}"
    values = {f"{query.name}_FOUND": "1", f"{query.name.upper()}_FOUND": "1"}
    for suffix in (
        "VERSION",
        "INCLUDE_DIRS",
        "INCLUDE_DIR",
        "LIBRARIES",
        "LIBRARY",
        "LIBRARY_DIRS",
        "ROOT_DIR",
        "USE_FILE",
    ):
        values[f"{query.name}_{suffix}"] = interp.unknown(origin)
        values.setdefault(f"{query.name.upper()}_{suffix}", values[f"{query.name}_{suffix}"])
    for component in query.components:
        values[f"{query.name}_{component}_FOUND"] = "1"
    define(interp, {name: value for name, value in values.items() if not interp.get(name)})
    interp.set(f"{query.name}_FOUND", "1")
    interp.foreign = interp.foreign or origin
    interp.assume(AssumptionKind.EXTERNAL, f"{query.name} is taken as installed; what it defines is not known", origin)


def _not_found(interp: Interpreter, query: PackageQuery) -> None:
    interp.set(f"{query.name}_FOUND", "0")
    interp.cache.setdefault(f"{query.name}_DIR", f"{query.name}_DIR-NOTFOUND")


def _find_dependency(interp: Interpreter, args: list[str]) -> None:
    _find_package(interp, args)


def _handle_standard_args(interp: Interpreter, args: list[str]) -> None:
    """find_package_handle_standard_args: found where every required variable has a true value."""
    if not args:
        interp.fail("find_package_handle_standard_args called with incorrect number of arguments")
    name = args[0]
    keys = parse_keywords(
        args[1:],
        flags=("CONFIG_MODE", "HANDLE_COMPONENTS", "NAME_MISMATCHED", "HANDLE_VERSION_RANGE"),
        single=("FAIL_MESSAGE", "REASON_FAILURE_MESSAGE", "VERSION_VAR", "FOUND_VAR"),
        lists=("REQUIRED_VARS",),
    )
    variables = keys.values("REQUIRED_VARS") or [arg for arg in keys.rest if arg != "DEFAULT_MSG"]
    if not keys.values("REQUIRED_VARS") and keys.rest and keys.rest[0] not in ("DEFAULT_MSG",):
        variables = keys.rest[1:]
    missing = [variable for variable in variables if not is_true(interp.get(variable) or "")]
    value = "FALSE" if missing else "TRUE"
    define(interp, {f"{name}_FOUND": value, f"{name.upper()}_FOUND": value})
    if variable := keys.get("FOUND_VAR"):
        interp.set(variable, value)


def _select_configurations(interp: Interpreter, args: list[str]) -> None:
    """select_library_configurations: the release library stands for both."""
    if args:
        library = interp.get(f"{args[0]}_LIBRARY") or interp.get(f"{args[0]}_LIBRARY_RELEASE") or ""
        define(interp, {f"{args[0]}_LIBRARY": library, f"{args[0]}_LIBRARIES": library})


def _pkg_check_modules(interp: Interpreter, args: list[str]) -> None:
    """pkg-config is not asked: required modules are taken as installed, others as absent."""
    if not args:
        interp.fail("pkg_check_modules called with incorrect number of arguments")
    if "REQUIRED" not in args:
        interp.set(f"{args[0]}_FOUND", "")
        return
    origin = f"pkg-config module {' '.join(args[1:])}"
    names = ("LIBRARIES", "LINK_LIBRARIES", "INCLUDE_DIRS", "LIBRARY_DIRS", "CFLAGS", "LDFLAGS", "VERSION")
    define(interp, {f"{args[0]}_{name}": interp.unknown(origin) for name in names} | {f"{args[0]}_FOUND": "1"})
    import_targets(interp, (f"PkgConfig::{args[0]}",))


def _pkg_config(interp: Interpreter, query: PackageQuery) -> str:  # noqa: ARG001 - the shape of a package model
    define(interp, {"PKG_CONFIG_FOUND": "TRUE", "PKG_CONFIG_EXECUTABLE": "/usr/bin/pkg-config"})
    return interp.unknown("the version of pkg-config")


MODELS["PkgConfig"] = _pkg_config

COMMANDS: dict[str, Handler] = {
    "find_dependency": _find_dependency,
    "find_package": _find_package,
    "find_package_handle_standard_args": _handle_standard_args,
    "find_package_message": lambda interp, args: None,  # noqa: ARG005
    "pkg_check_modules": _pkg_check_modules,
    "pkg_search_module": _pkg_check_modules,
    "select_library_configurations": _select_configurations,
}
