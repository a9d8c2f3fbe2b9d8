"""One evaluation of one build root: the machine is set up, the project runs, the sources are generated."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kernaudit.build.cmake.errors import ConfigureError
from kernaudit.build.cmake.files import BuildFiles
from kernaudit.build.cmake.files.layout import EXTERNAL_ROOT, OUTPUT_ROOT, tree_path
from kernaudit.build.cmake.interpreter import Interpreter
from kernaudit.build.cmake.language import run_deferred
from kernaudit.build.cmake.modules.own_modules import MODULES
from kernaudit.build.cmake.platform import ENVIRONMENT, platform_cache, platform_variables
from kernaudit.build.cmake.program import Command
from kernaudit.build.cmake.project.directory_commands import close_directory, log_writes
from kernaudit.build.cmake.project.generate import CompiledSource, Generator
from kernaudit.build.cmake.project.model import Directory
from kernaudit.build.cmake.project.state import ProjectState
from kernaudit.build.cmake.project_commands import PROJECT_COMMANDS
from kernaudit.build.cmake.request import ARCH_VARIABLE, TORCH_VARIABLE
from kernaudit.build.nvcc_environment import environment_flags
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernaudit.build.cmake.files import TreeView
    from kernaudit.build.cmake.programs import ProgramCache
    from kernaudit.build.cmake.request import ArchRequest
    from kernaudit.build.driver import DriverDefine

__all__ = ["Lessons", "Run", "RunInput", "run_project"]


@dataclass(frozen=True, slots=True)
class Lessons:
    """What earlier attempts at the same project taught; the same for every request.

    Attributes:
        torch: the build reads torch's flags.
        switches: CUDA switches that are off by default, with the value they are taken to have.
        given: variables that nothing assigns and that the build cannot do without, with the line that asks.
        installed: packages and files that the build cannot do without.
        watched: variables that conditions on sources name.
    """

    torch: bool = False
    switches: Mapping[str, str] = field(default_factory=dict)
    given: Mapping[str, Location] = field(default_factory=dict)
    installed: frozenset[str] = frozenset()
    watched: frozenset[str] = frozenset()


@dataclass(slots=True)
class Run:
    """A finished evaluation: the machine state, the sources, and the error that stopped it, if any."""

    interp: Interpreter
    state: ProjectState
    sources: list[CompiledSource] = field(default_factory=list)
    error: ConfigureError | None = None


@dataclass(frozen=True, slots=True)
class RunInput:
    """What one evaluation is given besides its files."""

    request: ArchRequest
    defines: Mapping[str, str]
    env: Mapping[str, str]
    driver: Mapping[str, DriverDefine]


def run_project(view: TreeView, root: str, programs: ProgramCache, given: RunInput, lessons: Lessons) -> Run:
    """Evaluate the CMakeLists.txt `root` (relative to the scanned root).

    Raises:
        Restart: the build turned out to read torch's flags.
    """
    source = tree_path(root.rpartition("/")[0])
    files = BuildFiles(view)
    directory = Directory(source, OUTPUT_ROOT)
    state = ProjectState(files, given.request, directory)
    state.directories[OUTPUT_ROOT] = directory
    state.torch, state.assumed_found, state.watched = lessons.torch, lessons.installed, lessons.watched
    interp = Interpreter(files, programs, PROJECT_COMMANDS)
    interp.project, interp.modules = state, MODULES
    _set_up(interp, state, source, given, lessons)
    run, start = Run(interp, state), Location(root, 1)
    try:
        if files.read_text(f"{source}/CMakeLists.txt") is None:
            raise ConfigureError("the file cannot be read as text: it is binary, too large or not permitted", start)
        interp.run_file(f"{source}/CMakeLists.txt")
        run_deferred(interp, source)
        close_directory(interp, directory)
        run.sources = _generator(interp, state, given).run()
    except ConfigureError as error:
        run.error = error
    if run.error is None and interp.errors:
        run.error = interp.errors[0]
    return run


def _generator(interp: Interpreter, state: ProjectState, given: RunInput) -> Generator:
    chosen = "CMAKE_BUILD_TYPE" in {**given.defines, **interp.variables}
    return Generator(interp, state, environment_flags(given.env), assumed_config=not chosen)


def _set_up(interp: Interpreter, state: ProjectState, source: str, given: RunInput, lessons: Lessons) -> None:
    interp.env.update(ENVIRONMENT)
    interp.env.update(given.env)
    interp.cache.update(platform_cache())
    interp.cache_types.update(dict.fromkeys(interp.cache, "STRING"))
    interp.variables.update(platform_variables(source))
    interp.cache["FETCHCONTENT_BASE_DIR"] = EXTERNAL_ROOT
    _define_driver(interp, state, given)
    for name, location in lessons.given.items():
        interp.site = Command(location.file, location.line, "if", "if", ())
        interp.cache[name] = interp.unknown(f"-D{name}, which nothing in the tree assigns")
    interp.cache.update(lessons.switches)
    _define_request(interp, state, lessons)
    for name, value in given.defines.items():
        interp.cache[name] = value
        interp.cache_types.pop(name, None)
    log_writes(interp)


def _define_driver(interp: Interpreter, state: ProjectState, given: RunInput) -> None:
    """What setup.py passes: a value where it shows one, else an unknown one."""
    origins: set[str] = set()
    for define in given.driver.values():
        if define.name in interp.cache:
            continue
        if define.value is not None:
            interp.cache[define.name] = define.value
            continue
        origin = f"-D{define.name}, which {define.file} passes"
        origins.add(origin)
        interp.site = Command(define.file, define.line, "set", "set", ())
        interp.cache[define.name] = interp.unknown(origin)
    state.driver_origins = frozenset(origins)


def _define_request(interp: Interpreter, state: ProjectState, lessons: Lessons) -> None:
    request = state.request
    if request.text is None:
        return
    interp.env.setdefault(TORCH_VARIABLE, request.text)
    if not lessons.torch:
        interp.cache[ARCH_VARIABLE] = request.cmake_text() or ""
