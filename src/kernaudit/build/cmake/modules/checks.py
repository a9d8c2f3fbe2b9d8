"""Checks that compile a test program: nobody compiles here, so the answers are unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.arguments import parse_keywords
from kernaudit.build.cmake.project.languages import CUDA_ROOT

if TYPE_CHECKING:
    from kernaudit.build.cmake.interpreter import Handler, Interpreter

__all__ = ["COMMANDS"]

_RESULT_AT: Final = {
    "check_c_compiler_flag": 1,
    "check_c_source_compiles": 1,
    "check_c_source_runs": 1,
    "check_compiler_flag": 2,
    "check_cxx_compiler_flag": 1,
    "check_cxx_source_compiles": 1,
    "check_cxx_source_runs": 1,
    "check_cxx_symbol_exists": 2,
    "check_fortran_compiler_flag": 1,
    "check_fortran_source_compiles": 1,
    "check_function_exists": 1,
    "check_include_file": 1,
    "check_include_file_cxx": 1,
    "check_include_files": 1,
    "check_library_exists": 3,
    "check_linker_flag": 2,
    "check_prototype_definition": 4,
    "check_source_compiles": 2,
    "check_source_runs": 2,
    "check_struct_has_member": 3,
    "check_symbol_exists": 2,
    "check_type_size": 1,
    "check_variable_exists": 1,
}
"""Which argument names the result."""


def _check(name: str, at: int) -> Handler:
    def command(interp: Interpreter, args: list[str]) -> None:
        if len(args) <= at:
            interp.fail(f"{name} called with incorrect number of arguments")
        if interp.get(args[at]) is None:
            what = " ".join(interp.unknowns.describe(args[at - 1]).split())
            interp.cache[args[at]] = interp.unknown(f"{name}({what if len(what) < 60 else args[at]})")

    return command


def _check_language(interp: Interpreter, args: list[str]) -> None:
    if not args:
        interp.fail("check_language called with incorrect number of arguments")
    variable = f"CMAKE_{args[0]}_COMPILER"
    if interp.get(variable) is None:
        known = {"CUDA": f"{CUDA_ROOT}/bin/nvcc", "C": "/usr/bin/gcc", "CXX": "/usr/bin/g++", "ASM": "/usr/bin/gcc"}
        interp.cache[variable] = known.get(args[0], "NOTFOUND")


def _check_ipo(interp: Interpreter, args: list[str]) -> None:
    keys = parse_keywords(args, single=("RESULT", "OUTPUT"), lists=("LANGUAGES",))
    if variable := keys.get("RESULT"):
        interp.set(variable, interp.unknown("whether the linker optimises whole programs"))
    if variable := keys.get("OUTPUT"):
        interp.set(variable, "")


def _big_endian(interp: Interpreter, args: list[str]) -> None:
    if args:
        interp.cache.setdefault(args[0], "0")


def _processor_count(interp: Interpreter, args: list[str]) -> None:
    if args:
        interp.set(args[0], interp.unknown("the number of processors of the build machine"))


def _pie(interp: Interpreter, args: list[str]) -> None:
    keys = parse_keywords(args, single=("OUTPUT_VARIABLE",), lists=("LANGUAGES",))
    if variable := keys.get("OUTPUT_VARIABLE"):
        interp.set(variable, "")


COMMANDS: dict[str, Handler] = {
    **{name: _check(name, at) for name, at in _RESULT_AT.items()},
    "check_ipo_supported": _check_ipo,
    "check_language": _check_language,
    "check_pie_supported": _pie,
    "processorcount": _processor_count,
    "test_big_endian": _big_endian,
}
