"""Commands that would run a program: nothing runs, their effects are modelled."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.arguments import parse_keywords
from kernaudit.build.cmake.files.layout import TREE_ROOT, in_tree, join
from kernaudit.build.cmake.project.custom_compiles import note_compiled
from kernaudit.build.cmake.project.state import state_of
from kernaudit.build.cmake.unknown import contains_unknown

if TYPE_CHECKING:
    from kernaudit.build.cmake.interpreter import Handler, Interpreter

__all__ = ["COMMANDS", "nvcc_version_text"]

_FLAGS: Final = (
    "OUTPUT_QUIET",
    "ERROR_QUIET",
    "OUTPUT_STRIP_TRAILING_WHITESPACE",
    "ERROR_STRIP_TRAILING_WHITESPACE",
    "ECHO_OUTPUT_VARIABLE",
    "ECHO_ERROR_VARIABLE",
)
_SINGLE: Final = (
    "WORKING_DIRECTORY",
    "TIMEOUT",
    "RESULT_VARIABLE",
    "RESULTS_VARIABLE",
    "OUTPUT_VARIABLE",
    "ERROR_VARIABLE",
    "INPUT_FILE",
    "OUTPUT_FILE",
    "ERROR_FILE",
    "COMMAND_ECHO",
    "ENCODING",
    "COMMAND_ERROR_IS_FATAL",
)
_READERS: Final = frozenset({"git", "hg", "svn", "uname", "nvcc", "nvidia-smi", "ldd", "which"})
_WRITING_TOOLS: Final = frozenset({"copy", "copy_if_different", "copy_if_newer", "rename", "create_symlink", "touch"})
_VERSION_FLAGS: Final = frozenset({"--version", "-V"})
_FREE_THREADED: Final = "Py_GIL_DISABLED"
"""The build variable of a free-threaded Python, which the assumed CPython 3.12 is not."""

_ASSIGNMENT: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=.*", re.DOTALL)


def nvcc_version_text(version: str) -> str:
    """Return what `nvcc --version` prints, as far as scripts look at it."""
    release = ".".join(version.split(".")[:2])
    return f"nvcc: NVIDIA (R) Cuda compiler driver\nCuda compilation tools, release {release}, V{version}\n"


def _commands(args: list[str]) -> list[list[str]]:
    """Split the arguments at COMMAND; keywords end a command."""
    commands: list[list[str]] = []
    current: list[str] | None = None
    for arg in args:
        if arg == "COMMAND":
            current = []
            commands.append(current)
        elif arg in _FLAGS or arg in _SINGLE:
            current = None
        elif current is not None:
            current.append(arg)
    return commands


def _program(command: list[str]) -> tuple[str, list[str]]:
    """Return the name of the program and its arguments, looking through `cmake -E env NAME=VALUE ...`."""
    if not command:
        return "", []
    name = command[0].rpartition("/")[2]
    rest = command[1:]
    if name == "cmake" and rest[:2] and rest[0] == "-E":
        tool = rest[1] if len(rest) > 1 else ""
        if tool not in ("env", "time", "chdir"):
            return f"cmake -E {tool}", rest[2:]
        rest = rest[3:] if tool == "chdir" else rest[2:]
        while rest and (_ASSIGNMENT.fullmatch(rest[0]) or rest[0].startswith("--")):
            rest = rest[1:]
        return _program(rest)
    return name, rest


def _execute_process(interp: Interpreter, args: list[str]) -> None:
    keys = parse_keywords(args, flags=_FLAGS, single=_SINGLE, lists=("COMMAND",))
    commands = _commands(args)
    if not commands:
        return
    place = join(state_of(interp).directory.source, keys.get("WORKING_DIRECTORY") or "")
    for command in commands:
        _touch(interp, command, place)
    described = _describe(commands[-1])
    known = _known_output(interp, commands[-1])
    for key in ("OUTPUT_VARIABLE", "ERROR_VARIABLE"):
        variable = keys.get(key)
        if variable:
            text = known if known is not None and key == "OUTPUT_VARIABLE" else None
            if text is not None and "OUTPUT_STRIP_TRAILING_WHITESPACE" in keys.flags:
                text = text.rstrip()
            interp.set(variable, interp.unknown(f"what `{described}` prints") if text is None else text)
    for key in ("OUTPUT_FILE", "ERROR_FILE"):
        path = keys.get(key)
        if path and not contains_unknown(path):
            state_of(interp).files.write(join(place, path), interp.unknown(f"what `{described}` prints"))
    for key in ("RESULT_VARIABLE", "RESULTS_VARIABLE"):
        variable = keys.get(key)
        if variable:
            interp.set(variable, "0")


def _describe(command: list[str]) -> str:
    name, rest = _program(command)
    parts = ["<program>" if contains_unknown(name) else name, *rest]
    text = " ".join(" ".join("<unknown>" if contains_unknown(part) else part for part in parts).split())
    return text if len(text) <= 60 else text[:57] + "..."


def _known_output(interp: Interpreter, command: list[str]) -> str | None:
    name, rest = _program(command)
    if name == "nvcc" and rest and _VERSION_FLAGS.issuperset(rest):
        return nvcc_version_text(state_of(interp).request.toolkit.version)
    if "-c" in rest[:-1] and _FREE_THREADED in rest[-1] and "print(1 if " in rest[-1]:
        return "0\n"
    return None


def _touch(interp: Interpreter, command: list[str], place: str) -> None:
    """Note which directories of the tree a command was told: it may have made files there."""
    name, rest = _program(command)
    files = state_of(interp).files
    if name.startswith("cmake -E "):
        if name.removeprefix("cmake -E ") in _WRITING_TOOLS and rest and not contains_unknown(rest[-1]):
            files.generated.add(join(place, rest[-1]))
        return
    if name in _READERS:
        return
    for part in rest if name in ("python", "python3", "bash", "sh") else command:
        for path in (part, part.partition("=")[2]):
            directory = _named_directory(interp, path, place)
            if directory is not None:
                files.open_directory(directory)


def _named_directory(interp: Interpreter, path: str, place: str) -> str | None:
    """Return the directory of the tree that an argument names, itself or through a file in it; never the root."""
    if not path or path.startswith("-") or contains_unknown(path) or "\n" in path or len(path) > 4096:
        return None
    full = join(place, path)
    files = state_of(interp).files
    if full == TREE_ROOT or in_tree(full) is None:
        return None
    if files.view.is_dir(full):
        return full
    if not files.view.is_file(full):
        return None
    directory = full.rpartition("/")[0]
    return None if directory == TREE_ROOT else directory


def _try_compile(interp: Interpreter, args: list[str]) -> None:
    if args:
        value = interp.unknown("whether a test program compiles")
        interp.set(args[0], value)
        interp.cache[args[0]] = value
    keys = parse_keywords(args[1:], single=("OUTPUT_VARIABLE", "COPY_FILE", "COPY_FILE_ERROR"))
    variable = keys.get("OUTPUT_VARIABLE")
    if variable:
        interp.set(variable, interp.unknown("what a test compilation prints"))


def _try_run(interp: Interpreter, args: list[str]) -> None:
    for name, what in zip(args[:2], ("what a test program returns", "whether a test program compiles"), strict=False):
        interp.set(name, interp.unknown(what))
        interp.cache[name] = interp.get(name) or ""
    keys = parse_keywords(
        args[2:],
        single=(
            "COMPILE_OUTPUT_VARIABLE",
            "RUN_OUTPUT_VARIABLE",
            "OUTPUT_VARIABLE",
            "RUN_OUTPUT_STDOUT_VARIABLE",
            "RUN_OUTPUT_STDERR_VARIABLE",
        ),
    )
    for variable in keys.single.values():
        interp.set(variable, interp.unknown("what a test program prints"))


def _exec_program(interp: Interpreter, args: list[str]) -> None:
    keys = parse_keywords(args[1:], single=("OUTPUT_VARIABLE", "RETURN_VALUE"), lists=("ARGS",))
    if variable := keys.get("OUTPUT_VARIABLE"):
        interp.set(variable, interp.unknown(f"what `{args[0]}` prints"))
    if variable := keys.get("RETURN_VALUE"):
        interp.set(variable, "0")


def _add_custom_command(interp: Interpreter, args: list[str]) -> None:
    note_compiled(interp, args)
    keys = parse_keywords(
        args,
        flags=("APPEND", "VERBATIM", "USES_TERMINAL", "COMMAND_EXPAND_LISTS", "PRE_BUILD", "PRE_LINK", "POST_BUILD"),
        single=("TARGET", "MAIN_DEPENDENCY", "WORKING_DIRECTORY", "COMMENT", "DEPFILE", "JOB_POOL"),
        lists=("OUTPUT", "COMMAND", "DEPENDS", "BYPRODUCTS", "IMPLICIT_DEPENDS", "ARGS", "OUTPUTS"),
    )
    directory = state_of(interp).directory
    for name in (*keys.values("OUTPUT"), *keys.values("BYPRODUCTS")):
        if not contains_unknown(name):
            state_of(interp).files.generated.add(join(directory.binary, name))


COMMANDS: dict[str, Handler] = {
    "add_custom_command": _add_custom_command,
    "exec_program": _exec_program,
    "execute_process": _execute_process,
    "try_compile": _try_compile,
    "try_run": _try_run,
}
