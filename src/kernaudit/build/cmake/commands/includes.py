"""include() and include_guard()."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.files.layout import join
from kernaudit.build.cmake.flow import Signal
from kernaudit.build.cmake.known import is_cmake_module
from kernaudit.build.cmake.lib.lists import split_list
from kernaudit.build.cmake.unknown import contains_unknown
from kernaudit.model.evidence import AssumptionKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.build.cmake.flow import Handler
    from kernaudit.build.cmake.interpreter import Interpreter

__all__ = ["COMMANDS"]


def _include(interp: Interpreter, args: list[str]) -> None:
    if not 1 <= len(args) <= 4:
        interp.fail("include called with wrong number of arguments.  include() only takes one file.")
    name, (optional, result, keep_policies) = args[0], _options(interp, args[1:])
    if contains_unknown(name):
        interp.assume(AssumptionKind.EXTERNAL, f"include({name}) names no known file; nothing is included")
        _answer(interp, result, interp.derived([name]))
        return
    if not name:
        interp.say("AUTHOR_WARNING", "include() given empty file name (ignored).")
        return
    path = _found(interp, name)
    if path is None and is_cmake_module(name):
        _include_module(interp, name)
        _answer(interp, result, f"{interp.get('CMAKE_ROOT') or ''}/Modules/{name}.cmake")
        return
    if path is None:
        _answer(interp, result, "NOTFOUND")
        if not optional:
            interp.fail(f"include could not find requested file:\n  {name}")
        return
    policies, stack = interp.policies, len(interp.policy_stack)
    interp.variables["CMAKE_PARENT_LIST_FILE"] = interp.get("CMAKE_CURRENT_LIST_FILE") or ""
    interp.run_file(path)
    del interp.policy_stack[stack:]
    if not keep_policies:
        interp.policies = policies
    _answer(interp, result, path)


def _include_module(interp: Interpreter, name: str) -> None:
    """Run the model of one of cmake's own modules."""
    model = interp.modules.get(name)
    if model is not None:
        model(interp)
    elif not interp.script:
        interp.assume(AssumptionKind.EXTERNAL, f"cmake's module {name} is not modelled; it defines nothing here")


def _answer(interp: Interpreter, name: str, value: str) -> None:
    if name:
        interp.set(name, value)


def _options(interp: Interpreter, args: Sequence[str]) -> tuple[bool, str, bool]:
    optional, result, keep_policies = False, "", False
    words = iter(enumerate(args))
    for at, word in words:
        if word == "OPTIONAL":
            if optional:
                interp.fail("include called with invalid arguments: OPTIONAL used twice")
            optional = True
        elif word == "RESULT_VARIABLE":
            if result:
                interp.fail("include called with invalid arguments: only one result variable allowed")
            result = next(words, (0, ""))[1]
            if not result:
                interp.fail("include called with no value for RESULT_VARIABLE.")
        elif word == "NO_POLICY_SCOPE":
            keep_policies = True
        elif at > 0:
            interp.fail(f"include called with invalid argument: {word}")
    return optional, result, keep_policies


def _found(interp: Interpreter, name: str) -> str | None:
    """The path of the file: a module of CMAKE_MODULE_PATH first, else a file below the source directory."""
    source = interp.get("CMAKE_CURRENT_SOURCE_DIR") or "/"
    if not name.startswith("/"):
        for directory in split_list(interp.get("CMAKE_MODULE_PATH") or ""):
            path = join(source, f"{directory}/{name}.cmake")
            if not contains_unknown(directory) and interp.tree.is_file(path):
                return path
        if is_cmake_module(name):
            return None
    path = join(source, name)
    return path if interp.tree.is_file(path) else None


def _include_guard(interp: Interpreter, args: list[str]) -> Signal | None:
    if len(args) > 1 or (args and args[0] not in ("DIRECTORY", "GLOBAL")):
        interp.fail("include_guard given an invalid scope: " + " ".join(args))
    path = interp.get("CMAKE_CURRENT_LIST_FILE") or ""
    if not args:
        name = f"__INCGUARD_{path}"
        if name in interp.variables:
            return Signal.RETURN
        interp.variables[name] = "TRUE"
        return None
    directory = interp.get("CMAKE_CURRENT_SOURCE_DIR") or ""
    if path in interp.guarded or _guarded_above(interp, path, directory if args[0] == "DIRECTORY" else ""):
        return Signal.RETURN
    interp.guarded.add(path if args[0] == "GLOBAL" else f"{path}\n{directory}")
    return None


def _guarded_above(interp: Interpreter, path: str, directory: str) -> bool:
    while directory:
        if f"{path}\n{directory}" in interp.guarded:
            return True
        directory = directory.rpartition("/")[0]
    return False


COMMANDS: Final[dict[str, Handler]] = {"include": _include, "include_guard": _include_guard}
