"""FindCUDA, cmake's older way: nvcc is called by custom commands with CUDA_NVCC_FLAGS, CUDA is no language there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.build.arch_lists import ArchListError
from kernaudit.build.cmake.arguments import parse_keywords
from kernaudit.build.cmake.modules.cudatoolkit import legacy_variables
from kernaudit.build.cmake.modules.package import PackageQuery, define
from kernaudit.build.cmake.project.evidence import site_of
from kernaudit.build.cmake.project.inert_commands import ignore
from kernaudit.build.cmake.project.model import Entry, TargetType
from kernaudit.build.cmake.project.state import state_of
from kernaudit.build.cmake.project.target_commands import add_library, make_target
from kernaudit.build.cmake.request import ArchRequest
from kernaudit.build.cmake.unknown import contains_unknown
from kernaudit.model.build import RequestRule

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.build.cmake.interpreter import Handler, Interpreter

__all__ = ["COMMANDS", "NVCC_FLAGS", "find_cuda"]

NVCC_FLAGS: Final = "KERNAUDIT_NVCC_FLAGS"
"""Target property that marks a FindCUDA target: the flags its `.cu` files are compiled with."""

_CONFIGS: Final = ("DEBUG", "RELEASE", "RELWITHDEBINFO", "MINSIZEREL")
_WHOLE_RANGE: Final = ("All", "Common")


def find_cuda(interp: Interpreter, query: PackageQuery) -> str:  # noqa: ARG001 - the shape of a package model
    """Define what FindCUDA defines."""
    toolkit = state_of(interp).request.toolkit
    define(interp, legacy_variables(toolkit))
    return toolkit.release


def _nvcc_flags(interp: Interpreter, options: list[str]) -> str:
    config = (interp.get("CMAKE_BUILD_TYPE") or "Release").upper()
    flags = [interp.get("CUDA_NVCC_FLAGS") or "", interp.get(f"CUDA_NVCC_FLAGS_{config}") or ""]
    return ";".join([*(flag for flag in flags if flag), *_for_config(options, config)])


def _for_config(options: Iterable[str], config: str) -> list[str]:
    """Keep the options of every build type and those behind the name of this one."""
    kept: list[str] = []
    current = config
    for option in options:
        if option in _CONFIGS:
            current = option
        elif current == config:
            kept.append(option)
    return kept


def _cuda_add_library(interp: Interpreter, args: list[str]) -> None:
    keys = parse_keywords(args, lists=("OPTIONS",))
    flags = _nvcc_flags(interp, keys.values("OPTIONS"))
    target = add_library(interp, keys.rest)
    if target is not None:
        target.properties[NVCC_FLAGS] = flags
        target.writes[NVCC_FLAGS] = interp.user_site


def _cuda_add_executable(interp: Interpreter, args: list[str]) -> None:
    keys = parse_keywords(args, flags=("WIN32", "MACOSX_BUNDLE", "EXCLUDE_FROM_ALL"), lists=("OPTIONS",))
    if not keys.rest:
        interp.fail("cuda_add_executable called with incorrect number of arguments")
    target = make_target(interp, keys.rest[0], TargetType.EXECUTABLE)
    target.properties[NVCC_FLAGS] = _nvcc_flags(interp, keys.values("OPTIONS"))
    target.writes[NVCC_FLAGS] = interp.user_site
    sources = ";".join(keys.rest[1:])
    if sources:
        target.add("SOURCES", Entry(sources, site_of(interp), state_of(interp).directory.source))


def _cuda_compile(interp: Interpreter, args: list[str]) -> None:
    """Objects of their own: the files stand in a nameless target of the directory."""
    if not args:
        interp.fail("cuda_compile called with incorrect number of arguments")
    keys = parse_keywords(args[1:], flags=("STATIC", "SHARED", "MODULE", "EXCLUDE_FROM_ALL"), lists=("OPTIONS",))
    name = f"cuda_compile_{len(state_of(interp).targets)}"
    target = make_target(interp, name, TargetType.OBJECT)
    target.properties[NVCC_FLAGS] = _nvcc_flags(interp, keys.values("OPTIONS"))
    target.writes[NVCC_FLAGS] = interp.user_site
    target.add("SOURCES", Entry(";".join(keys.rest), site_of(interp), state_of(interp).directory.source))
    interp.set(args[0], "")


def _select_arch_flags(interp: Interpreter, args: list[str]) -> None:
    if not args:
        interp.fail("cuda_select_nvcc_arch_flags called with incorrect number of arguments")
    variable, *wanted = args
    text = ";".join(wanted) or "Auto"
    if contains_unknown(text):
        interp.set(variable, interp.derived([text]))
        return
    listed, rule = _wanted_list(interp, text)
    state_of(interp).request.use(rule)
    if not listed:
        native = interp.unknown("the GPU of the build machine (cuda_select_nvcc_arch_flags)")
        interp.set(variable, f"-gencode;arch=compute_{native},code=sm_{native}")
        return
    try:
        gencodes = state_of(interp).request.torch_gencodes(listed) if listed else ()
    except ArchListError as error:
        interp.fail(f"Unknown CUDA Architecture Name {text} in CUDA_SELECT_NVCC_ARCH_FLAGS ({error})")
    flags = [part for flag in ArchRequest.flags_of(gencodes) for part in flag.split(" ")]
    interp.set(variable, ";".join(flags))
    interp.set(f"{variable}_readable", " ".join(str(gencode) for gencode in gencodes))


def _wanted_list(interp: Interpreter, text: str) -> tuple[str, RequestRule]:
    request = state_of(interp).request
    if text in _WHOLE_RANGE:
        known = request.known_architectures()
        return ";".join(f"{number[:-1]}.{number[-1]}" for number in known), RequestRule.BUILD
    if text != "Auto":
        return text, RequestRule.BUILD
    if request.text is not None:
        request.read = True
        return request.text, RequestRule.USER
    return request.device_text() or "", RequestRule.NATIVE


COMMANDS: dict[str, Handler] = {
    **dict.fromkeys(
        (
            "cuda_add_cublas_to_target",
            "cuda_add_cufft_to_target",
            "cuda_build_clean_target",
            "cuda_include_directories",
        ),
        ignore,
    ),
    "cuda_add_executable": _cuda_add_executable,
    "cuda_add_library": _cuda_add_library,
    "cuda_compile": _cuda_compile,
    "cuda_select_nvcc_arch_flags": _select_arch_flags,
}
