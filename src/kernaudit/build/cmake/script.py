"""Script mode: a piece of cmake code run as `cmake -P` runs it, with its writes kept in memory."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.errors import ConfigureError, ScriptExit
from kernaudit.build.cmake.files import BuildFiles, TreeView
from kernaudit.build.cmake.interpreter import Interpreter
from kernaudit.build.cmake.known import is_scripting_command
from kernaudit.build.cmake.limits import Limits
from kernaudit.build.cmake.policy import CMAKE_TEXT, CMAKE_VERSION
from kernaudit.build.cmake.programs import ProgramCache
from kernaudit.build.cmake.project.model import Directory
from kernaudit.build.cmake.project.state import ProjectState
from kernaudit.build.cmake.project_commands import PROJECT_COMMANDS
from kernaudit.build.cmake.request import ArchRequest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kernaudit.discover import SourceTree
    from kernaudit.ruleset.load import Rules

__all__ = ["ScriptResult", "ScriptWorld", "run_script"]

_TOOLKIT: Final = "13.0"
_NAME: Final = "snippet.cmake"
_FIRST_LINE: Final = "cmake_minimum_required(VERSION 3.26)\n"
_STATUS: Final = frozenset({"STATUS", "VERBOSE", "DEBUG", "TRACE"})
_HEADINGS: Final = {
    "WARNING": "CMake Warning",
    "AUTHOR_WARNING": "CMake Warning (dev)",
    "DEPRECATION": "CMake Deprecation Warning",
    "SEND_ERROR": "CMake Error",
    "FATAL_ERROR": "CMake Error",
}


@dataclass(frozen=True, slots=True)
class ScriptResult:
    """The message lines (those of the status stream first, then the others), and the error that failed the script."""

    lines: tuple[str, ...]
    error: ConfigureError | None = None

    @property
    def failed(self) -> bool:
        """Whether `cmake -P` exits with an error."""
        return self.error is not None


@dataclass(frozen=True, slots=True)
class ScriptWorld:
    """What a script sees.

    Attributes:
        directory: the (empty) directory it runs in.
        tree: files that it can read.
        rules: names and numbers of architectures and toolkits.
        env: the environment.
        limits: how much it may do.
    """

    directory: str
    tree: SourceTree
    rules: Rules
    env: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)


def run_script(code: str, world: ScriptWorld) -> ScriptResult:
    """Run code with the policies of cmake 3.26."""
    interp = _interpreter(world)
    path = f"{world.directory}/{_NAME}"
    error: ConfigureError | None = None
    try:
        interp.execute(lambda: interp.programs.compiled(path, _FIRST_LINE + code))
    except ScriptExit as stopped:
        error = stopped if stopped.code else None
    except ConfigureError as stopped:
        error = stopped
    return ScriptResult(tuple(_lines(interp.out)), error or next(iter(interp.errors), None))


def _interpreter(world: ScriptWorld) -> Interpreter:
    directory, rules = world.directory, world.rules
    files = BuildFiles(TreeView(world.tree))
    files.make_directory(directory)
    commands = {name: handler for name, handler in PROJECT_COMMANDS.items() if is_scripting_command(name)}
    interp = Interpreter(files, ProgramCache(), commands, script=True, limits=world.limits)
    interp.project = ProjectState(files, ArchRequest(rules.toolkit(_TOOLKIT), rules), Directory(directory, directory))
    interp.env.update(world.env)
    interp.variables.update(_variables(directory))
    return interp


def _variables(directory: str) -> dict[str, str]:
    script = f"{directory}/{_NAME}"
    names = dict.fromkeys(
        ("CMAKE_SOURCE_DIR", "CMAKE_BINARY_DIR", "CMAKE_CURRENT_SOURCE_DIR", "CMAKE_CURRENT_BINARY_DIR"), directory
    )
    return names | {
        "CMAKE_VERSION": CMAKE_TEXT,
        "CMAKE_MAJOR_VERSION": str(CMAKE_VERSION[0]),
        "CMAKE_MINOR_VERSION": str(CMAKE_VERSION[1]),
        "CMAKE_PATCH_VERSION": str(CMAKE_VERSION[2]),
        "CMAKE_TWEAK_VERSION": "0",
        "CMAKE_SCRIPT_MODE_FILE": script,
        "CMAKE_CURRENT_LIST_FILE": script,
        "CMAKE_CURRENT_LIST_DIR": directory,
        "CMAKE_PARENT_LIST_FILE": "",
        "CMAKE_FILES_DIRECTORY": "/CMakeFiles",
        "CMAKE_HOST_SYSTEM_NAME": "Linux",
        "CMAKE_HOST_UNIX": "1",
        "UNIX": "1",
        "LINUX": "1",
        "CMAKE_HOST_LINUX": "1",
    }


def _lines(messages: list[tuple[str, str]]) -> Iterator[str]:
    for mode, text in messages:
        if mode in _STATUS:
            yield from f"-- {text}".split("\n")
    for mode, text in messages:
        heading = _HEADINGS.get(mode)
        if heading is not None:
            yield f"{heading} at {_NAME} (message):"
            yield from (f"  {line}" if line else "" for line in text.split("\n"))
            yield ""
        elif mode not in _STATUS:
            yield from text.split("\n")
