"""Python and its binding generators: the assumed CPython 3.12, and the commands that make extension modules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.arguments import parse_keywords
from kernaudit.build.cmake.modules.package import PackageQuery, define, import_targets, version_parts
from kernaudit.build.cmake.project.evidence import site_of
from kernaudit.build.cmake.project.model import Entry, TargetType
from kernaudit.build.cmake.project.target_commands import add_library

if TYPE_CHECKING:
    from kernaudit.build.cmake.interpreter import Handler, Interpreter

__all__ = ["COMMANDS", "legacy_interpreter", "legacy_libraries", "nanobind", "pybind11", "python"]

_VERSION: Final = "3.12.3"
_EXECUTABLE: Final = "/usr/bin/python3"
_SABI: Final = re.compile(r"3\.([0-9]+)")


def python(interp: Interpreter, query: PackageQuery) -> str:
    """Define what FindPython, FindPython3 and FindPython2 define."""
    prefix = query.name
    define(interp, version_parts(prefix, _VERSION))
    executable = interp.get(f"{prefix}_EXECUTABLE") or _EXECUTABLE
    values = {
        "FOUND": "TRUE",
        "EXECUTABLE": executable,
        "INTERPRETER_ID": "Python",
        "SOABI": "cpython-312-x86_64-linux-gnu",
        "SOSABI": "abi3",
        "INCLUDE_DIRS": "/usr/include/python3.12",
        "LIBRARIES": "/usr/lib/x86_64-linux-gnu/libpython3.12.so",
        "LIBRARY_DIRS": "/usr/lib/x86_64-linux-gnu",
        "NumPy_INCLUDE_DIRS": interp.unknown("where numpy is installed"),
    }
    places = ("STDLIB", "STDARCH", "SITELIB", "SITEARCH")
    values |= {name: interp.unknown(f"{prefix}_{name}") for name in places}
    parts = ("Interpreter", "Development", "Development.Module", "Development.SABIModule", "Development.Embed", "NumPy")
    values |= {f"{part}_FOUND": "TRUE" for part in parts}
    define(interp, {f"{prefix}_{name}": value for name, value in values.items()})
    import_targets(interp, (f"{prefix}::{name}" for name in ("Interpreter", "Module", "SABIModule", "Python", "NumPy")))
    return _VERSION


def legacy_interpreter(interp: Interpreter, query: PackageQuery) -> str:  # noqa: ARG001 - the shape of a package model
    """Define what FindPythonInterp defines."""
    major, minor, patch = _VERSION.split(".")
    define(
        interp,
        {
            "PYTHONINTERP_FOUND": "TRUE",
            "PYTHON_EXECUTABLE": interp.get("PYTHON_EXECUTABLE") or _EXECUTABLE,
            "PYTHON_VERSION_STRING": _VERSION,
            "PYTHON_VERSION_MAJOR": major,
            "PYTHON_VERSION_MINOR": minor,
            "PYTHON_VERSION_PATCH": patch,
        },
    )
    return _VERSION


def legacy_libraries(interp: Interpreter, query: PackageQuery) -> str:  # noqa: ARG001 - the shape of a package model
    """Define what FindPythonLibs defines."""
    define(
        interp,
        {
            "PYTHONLIBS_FOUND": "TRUE",
            "PYTHON_INCLUDE_DIRS": "/usr/include/python3.12",
            "PYTHON_INCLUDE_DIR": "/usr/include/python3.12",
            "PYTHON_LIBRARIES": "/usr/lib/x86_64-linux-gnu/libpython3.12.so",
            "PYTHON_LIBRARY": "/usr/lib/x86_64-linux-gnu/libpython3.12.so",
            "PYTHONLIBS_VERSION_STRING": _VERSION,
        },
    )
    return _VERSION


def pybind11(interp: Interpreter, query: PackageQuery) -> str:  # noqa: ARG001 - the shape of a package model
    """Define what pybind11's package file defines."""
    define(interp, {"pybind11_FOUND": "TRUE", "pybind11_INCLUDE_DIRS": interp.unknown("where pybind11 is installed")})
    names = ("headers", "pybind11", "module", "embed", "lto", "thin_lto", "windows_extras", "opt_size")
    import_targets(interp, (f"pybind11::{name}" for name in names))
    return interp.unknown("the version of the installed pybind11")


def nanobind(interp: Interpreter, query: PackageQuery) -> str:  # noqa: ARG001 - the shape of a package model
    """Define what nanobind's package file defines."""
    define(interp, {"nanobind_FOUND": "TRUE", "NB_DIR": interp.unknown("where nanobind is installed")})
    return interp.unknown("the version of the installed nanobind")


def _python_add_library(interp: Interpreter, args: list[str]) -> None:
    keys = parse_keywords(args, flags=("STATIC", "SHARED", "MODULE", "WITH_SOABI"), single=("USE_SABI",))
    kind = next((name for name in ("STATIC", "SHARED") if name in keys.flags), "MODULE")
    target = add_library(interp, [*keys.rest[:1], kind, *keys.rest[1:]])
    limited = keys.get("USE_SABI")
    if target is not None and limited:
        match = _SABI.fullmatch(limited)
        value = f"0x03{int(match[1]):02X}0000" if match and int(match[1]) > 1 else "3"
        target.add("COMPILE_DEFINITIONS", Entry(f"Py_LIMITED_API={value}", site_of(interp)))


def _pybind11_add_module(interp: Interpreter, args: list[str]) -> None:
    flags = (
        "STATIC",
        "MODULE",
        "SHARED",
        "EXCLUDE_FROM_ALL",
        "NO_EXTRAS",
        "SYSTEM",
        "THIN_LTO",
        "OPT_SIZE",
        "WITHOUT_SOABI",
    )
    keys = parse_keywords(args, flags=flags)
    kind = next((name for name in ("STATIC", "SHARED") if name in keys.flags), "MODULE")
    add_library(interp, [*keys.rest[:1], kind, *keys.rest[1:]])


def _nanobind_add_module(interp: Interpreter, args: list[str]) -> None:
    flags = (
        "STABLE_ABI",
        "FREE_THREADED",
        "NB_STATIC",
        "NB_SHARED",
        "PROTECT_STACK",
        "LTO",
        "NOMINSIZE",
        "NOSTRIP",
        "MUSL_DYNAMIC_LIBCPP",
        "NB_SUPPRESS_WARNINGS",
    )
    keys = parse_keywords(args, flags=flags, single=("NB_DOMAIN",))
    add_library(interp, keys.rest, default=TargetType.MODULE)


COMMANDS: dict[str, Handler] = {
    "nanobind_add_module": _nanobind_add_module,
    "pybind11_add_module": _pybind11_add_module,
    "python2_add_library": _python_add_library,
    "python3_add_library": _python_add_library,
    "python_add_library": _python_add_library,
}
