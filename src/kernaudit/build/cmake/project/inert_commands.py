"""Commands that cannot change which source is compiled how: installing, testing, packaging, ordering, documentation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.build.cmake.project.state import state_of

if TYPE_CHECKING:
    from kernaudit.build.cmake.interpreter import Handler, Interpreter

__all__ = ["COMMANDS", "ignore"]


def ignore(interp: Interpreter, args: list[str]) -> None:
    """Do nothing: the command has no effect on what is compiled."""


def _add_test(interp: Interpreter, args: list[str]) -> None:
    name = args[1] if len(args) > 1 and args[0] == "NAME" else args[0] if args else ""
    state_of(interp).directory.tests.append(name)


def _site_name(interp: Interpreter, args: list[str]) -> None:
    if args:
        interp.set(args[0], interp.unknown("the name of this machine"))


COMMANDS: dict[str, Handler] = {
    **dict.fromkeys(
        (
            "add_dependencies",
            "build_name",
            "cmake_file_api",
            "cmake_instrumentation",
            "create_test_sourcelist",
            "enable_testing",
            "export",
            "export_library_dependencies",
            "fltk_wrap_ui",
            "include_external_msproject",
            "include_regular_expression",
            "install",
            "install_files",
            "install_programs",
            "install_targets",
            "qt_wrap_cpp",
            "qt_wrap_ui",
            "source_group",
            "use_mangled_mesa",
        ),
        ignore,
    ),
    "add_test": _add_test,
    "site_name": _site_name,
}
