"""A small machine for the tests of the language core: files in a dictionary, and a command with an unknown answer."""

from __future__ import annotations

from collections.abc import Mapping

from kernaudit.build.cmake.commands import LANGUAGE_COMMANDS
from kernaudit.build.cmake.errors import ConfigureError
from kernaudit.build.cmake.interpreter import Interpreter
from kernaudit.build.cmake.limits import Limits
from kernaudit.build.cmake.policy import PolicyState
from kernaudit.build.cmake.programs import ProgramCache

__all__ = ["MAIN", "Files", "machine", "run"]

MAIN = "/src/main.cmake"


class Files:
    """Absolute paths to texts."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = dict(texts)

    def exists(self, path: str) -> bool:
        return path in self.texts or self.is_dir(path)

    def is_file(self, path: str) -> bool:
        return path in self.texts

    def is_dir(self, path: str) -> bool:
        return any(name.startswith(path.rstrip("/") + "/") for name in self.texts)

    def read_text(self, path: str) -> str | None:
        return self.texts.get(path)


def _mystery(interp: Interpreter, args: list[str]) -> None:
    for name in args:
        interp.set(name, interp.unknown(f"the answer of {name}"))


def _note(interp: Interpreter, args: list[str]) -> None:
    interp.out.append(("NOTE", "".join(args)))


def machine(
    text: str,
    *,
    files: Mapping[str, str] | None = None,
    programs: ProgramCache | None = None,
    script: bool = False,
    limits: Limits | None = None,
) -> Interpreter:
    """A machine that has `text` as its main file, ready to run."""
    commands = {**LANGUAGE_COMMANDS, "mystery": _mystery, "note": _note}
    tree = Files({MAIN: text, **(files or {})})
    interp = Interpreter(tree, programs or ProgramCache(), commands, script=script, limits=limits)
    interp.policies = PolicyState(143)
    interp.variables["CMAKE_CURRENT_SOURCE_DIR"] = "/src"
    return interp


def run(text: str, **options: object) -> tuple[Interpreter, ConfigureError | None]:
    """Run a text; the machine afterwards, and the error that stopped it."""
    interp = machine(text, **options)  # type: ignore[arg-type] - the options of `machine`
    try:
        interp.run_file(MAIN)
    except ConfigureError as error:
        return interp, error
    return interp, None
