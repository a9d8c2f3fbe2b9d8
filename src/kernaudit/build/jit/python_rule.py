"""A Python function that calls the compiler: evaluated with a device's numbers, it tells what that device gets."""

from __future__ import annotations

import ast
import posixpath
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from kernaudit.build.arch_lists import ArchListError, parse_gencode_flags
from kernaudit.build.cmake.files.layout import tree_path
from kernaudit.build.cmake.platform import ENVIRONMENT
from kernaudit.build.jit.rule import JitTarget
from kernaudit.build.setup_py.environ import Environ
from kernaudit.build.setup_py.errors import EvaluationStoppedError, ProgramError
from kernaudit.build.setup_py.flags import undecided_flag
from kernaudit.build.setup_py.frame import Frame
from kernaudit.build.setup_py.interpreter import assemble, parse_script
from kernaudit.build.setup_py.machine import Machine
from kernaudit.build.setup_py.text import text_of
from kernaudit.build.setup_py.values import Function
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.build.cmake.files import TreeView
    from kernaudit.build.setup_py.machine import Command
    from kernaudit.model.build import BuildRequest
    from kernaudit.model.runtime_compile import RuntimeCompileNames

__all__ = ["PythonRule", "find_python_rule"]

_OPTION: Final = re.compile(r"gpu-architecture|gencode|generate-code|-arch")
_CALLS: Final = re.compile(r"\bsubprocess\b|\bos\.system\b")


@dataclass(frozen=True, slots=True)
class PythonRule:
    """The functions of one file that call a compiler, nearest to the device's numbers first."""

    file: str
    program: ast.Module
    functions: tuple[str, ...]
    names: RuntimeCompileNames

    def target(self, view: TreeView, request: BuildRequest) -> JitTarget:
        """Return what a device gets; the first function that calls the compiler decides."""
        doubt = f"what {self.file} asks the compiler for"
        for name in self.functions:
            machine = _machine(view, self.file, request)
            try:
                command = self._command(machine, name)
            except (ProgramError, EvaluationStoppedError) as error:
                doubt = f"{doubt}: {error.message}"
                continue
            if command is not None:
                return self._read(machine, command)
        return JitTarget((), Location(self.file, 1), doubt)

    def _command(self, machine: Machine, name: str) -> Command | None:
        """Return the call of the compiler that a function makes."""
        frame = Frame(self.file, {"__name__": posixpath.splitext(posixpath.basename(self.file))[0]})
        machine.file = self.file
        machine.execute(self.program.body, frame)
        function = frame.names.get(name)
        if not isinstance(function, Function):
            return None
        machine.commands.clear()
        machine.call(function, self._arguments(machine, function), {})
        return next((one for one in machine.commands if self._compiles(machine, one)), None)

    def _arguments(self, machine: Machine, function: Function) -> list[Any]:
        spec = function.node.args
        given = [*spec.posonlyargs, *spec.args]
        optional = len(given) - len(function.defaults)
        names = [one.arg for n, one in enumerate(given) if n < optional or one.arg in self.names.parameters]
        return [self._argument(machine, name) for name in names]

    def _argument(self, machine: Machine, name: str) -> Any:  # noqa: ANN401 - a value of the script
        device = machine.device
        kind = self.names.parameters.get(name)
        if device is None or kind is None:
            return machine.unknown(f"the argument {name}")
        numbers = {"major": device.major, "minor": device.minor, "number": device.number}
        return (device.major, device.minor) if kind == "pair" else numbers[kind]

    def _compiles(self, machine: Machine, command: Command) -> bool:
        texts = [text_of(machine, word) for word in command.words]
        program = posixpath.basename(texts[0]) if texts else ""
        return program in self.names.compilers and any(_OPTION.search(text) for text in texts)

    def _read(self, machine: Machine, command: Command) -> JitTarget:
        words = list(command.words[1:])
        sources = [n for n, word in enumerate(words) if machine.hole(word) is not None and word is words[-1]]
        hole = undecided_flag([word for n, word in enumerate(words) if n not in sources], machine)
        if hole is not None:
            return JitTarget((), command.location, hole.origin)
        texts = [text_of(machine, word) for word in words if machine.hole(word) is None]
        try:
            gencodes = parse_gencode_flags(texts, machine.toolkit)
        except ArchListError as error:
            return JitTarget((), command.location, str(error))
        words_at = (machine.arch_words.get(one.virtual.short) for one in gencodes)
        place = next((at for at in words_at if at is not None), command.location)
        return JitTarget(gencodes, place, None)


def _machine(view: TreeView, file: str, request: BuildRequest) -> Machine:
    directory = tree_path(posixpath.dirname(file))
    environ = Environ({**ENVIRONMENT, **request.env}, request.env)
    machine = assemble(Machine(view, directory, environ, request.toolkit, request.device))
    machine.search.append(directory)
    return machine


def find_python_rule(text: str, file: str, names: RuntimeCompileNames) -> PythonRule | None:
    """Return the rule of a file, None for one that calls no compiler."""
    if not (_OPTION.search(text) and _CALLS.search(text) and any(one in text for one in names.compilers)):
        return None
    try:
        program = parse_script(text, file)
    except EvaluationStoppedError:
        return None
    functions = sorted(_functions(program), key=lambda one: not _takes_device(one, names))
    return PythonRule(file, program, tuple(one.name for one in functions), names) if functions else None


def _functions(program: ast.Module) -> Iterator[ast.FunctionDef]:
    return (node for node in program.body if isinstance(node, ast.FunctionDef))


def _takes_device(node: ast.FunctionDef, names: RuntimeCompileNames) -> bool:
    return any(one.arg in names.parameters for one in (*node.args.posonlyargs, *node.args.args))
