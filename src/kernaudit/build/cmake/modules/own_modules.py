"""cmake's own modules: what `include(<name>)` defines, without their scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.modules.cuda_legacy import find_cuda
from kernaudit.build.cmake.modules.cudatoolkit import cuda_toolkit
from kernaudit.build.cmake.modules.fetched import define_fetch_content
from kernaudit.build.cmake.modules.package import PackageQuery
from kernaudit.build.cmake.project.inert_commands import ignore

if TYPE_CHECKING:
    from collections.abc import Callable

    from kernaudit.build.cmake.interpreter import Handler, Interpreter

__all__ = ["COMMANDS", "MODULES"]

_INSTALL_DIRECTORIES: Final = {
    "BINDIR": "bin",
    "SBINDIR": "sbin",
    "LIBEXECDIR": "libexec",
    "SYSCONFDIR": "etc",
    "SHAREDSTATEDIR": "com",
    "LOCALSTATEDIR": "var",
    "RUNSTATEDIR": "var/run",
    "LIBDIR": "lib",
    "INCLUDEDIR": "include",
    "OLDINCLUDEDIR": "/usr/include",
    "DATAROOTDIR": "share",
    "DATADIR": "share",
    "INFODIR": "share/info",
    "LOCALEDIR": "share/locale",
    "MANDIR": "share/man",
}


def _install_dirs(interp: Interpreter) -> None:
    prefix = interp.get("CMAKE_INSTALL_PREFIX") or "/usr/local"
    for name, value in _INSTALL_DIRECTORIES.items():
        interp.cache.setdefault(f"CMAKE_INSTALL_{name}", value)
        current = interp.get(f"CMAKE_INSTALL_{name}") or value
        interp.set(f"CMAKE_INSTALL_FULL_{name}", current if current.startswith("/") else f"{prefix}/{current}")


def _ctest(interp: Interpreter) -> None:
    interp.call("option", ["BUILD_TESTING", "Build the testing tree.", "ON"])


def _nothing(interp: Interpreter) -> None:
    """The module only defines commands, and those are always there."""


def _find_cuda(interp: Interpreter) -> None:
    find_cuda(interp, PackageQuery("CUDA"))


def _find_cuda_toolkit(interp: Interpreter) -> None:
    cuda_toolkit(interp, PackageQuery("CUDAToolkit"))


def _dependent_option(interp: Interpreter, args: list[str]) -> None:
    """cmake_dependent_option(name help value "condition;condition" else-value)."""
    if len(args) < 5:
        interp.fail("cmake_dependent_option called with incorrect number of arguments")
    name, help_text, value, depends, otherwise = args[:5]
    if all(_holds(interp, condition) for condition in depends.split(";") if condition):
        interp.call("option", [name, help_text, value])
        interp.variables.pop(name, None)
    else:
        interp.set(name, otherwise)


def _holds(interp: Interpreter, condition: str) -> bool:
    probe = "KERNAUDIT_DEPENDENT_OPTION"
    code = f"if({condition})\nset({probe} 1)\nelse()\nset({probe} 0)\nendif()"
    interp.run(interp.programs.snippet(interp.site, interp.get("CMAKE_CURRENT_LIST_FILE") or "", code))
    held = interp.get(probe) == "1"
    interp.unset(probe)
    return held


def _print_variables(interp: Interpreter, args: list[str]) -> None:
    """Printing changes nothing."""


COMMANDS: dict[str, Handler] = {
    **dict.fromkeys(
        (
            "add_feature_info",
            "cmake_pop_check_state",
            "cmake_push_check_state",
            "cmake_reset_check_state",
            "cpack_add_component",
            "cpack_add_component_group",
            "cpack_add_install_type",
            "configure_package_config_file",
            "feature_summary",
            "generate_export_header",
            "gtest_add_tests",
            "gtest_discover_tests",
            "install_required_system_libraries",
            "set_feature_info",
            "set_package_info",
            "set_package_properties",
            "write_basic_config_version_file",
            "write_basic_package_version_file",
        ),
        ignore,
    ),
    "cmake_dependent_option": _dependent_option,
    "cmake_print_properties": _print_variables,
    "cmake_print_variables": _print_variables,
}

_COMMANDS_ONLY: Final = """
    CMakeDependentOption CMakeFindDependencyMacro CMakePackageConfigHelpers CMakeParseArguments CMakePrintHelpers
    CMakePushCheckState CPack CPackComponent CheckCCompilerFlag CheckCSourceCompiles CheckCSourceRuns
    CheckCXXCompilerFlag CheckCXXSourceCompiles CheckCXXSourceRuns CheckCXXSymbolExists CheckCompilerFlag
    CheckFortranCompilerFlag CheckFortranSourceCompiles CheckFunctionExists CheckIPOSupported CheckIncludeFile
    CheckIncludeFileCXX CheckIncludeFiles CheckLanguage CheckLibraryExists CheckLinkerFlag CheckPIESupported
    CheckPrototypeDefinition CheckSourceCompiles CheckSourceRuns CheckStructHasMember CheckSymbolExists CheckTypeSize
    CheckVariableExists ExternalProject FeatureSummary FindPackageHandleStandardArgs FindPackageMessage FindPkgConfig
    GenerateExportHeader GoogleTest InstallRequiredSystemLibraries ProcessorCount SelectLibraryConfigurations
    TestBigEndian WriteBasicConfigVersionFile
"""
"""Modules whose commands are all modelled and that define nothing else."""

MODULES: dict[str, Callable[[Interpreter], None]] = {
    **dict.fromkeys(_COMMANDS_ONLY.split(), _nothing),
    "CTest": _ctest,
    "FetchContent": define_fetch_content,
    "FindCUDA": _find_cuda,
    "FindCUDA/select_compute_arch": _nothing,
    "FindCUDAToolkit": _find_cuda_toolkit,
    "GNUInstallDirs": _install_dirs,
}
