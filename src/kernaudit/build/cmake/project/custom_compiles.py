"""CUDA sources that a custom command compiles itself: where their images go, no target tells."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.files.layout import in_tree, join
from kernaudit.build.cmake.project.evidence import site_of
from kernaudit.build.cmake.project.state import state_of
from kernaudit.build.cmake.unknown import contains_unknown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kernaudit.build.cmake.interpreter import Interpreter

__all__ = ["COMPILED_BY_COMMAND", "note_compiled"]

COMPILED_BY_COMMAND: Final = "a custom command compiles it, and what loads its output is not followed"
"""Why the images of such a source are not known."""

_COMPILER: Final = re.compile(r"(?:^|[/ ])(?:nvcc|clang(?:\+\+)?(?:-\d+)?)(?:$| )")
_ENDS: Final = frozenset(
    {"OUTPUT", "DEPENDS", "BYPRODUCTS", "COMMENT", "MAIN_DEPENDENCY", "IMPLICIT_DEPENDS", "SOURCES"}
)
_SOURCE: Final = re.compile(r"[^\s\"';]+\.cu(?=$|[\s\"';])")


def note_compiled(interp: Interpreter, args: Sequence[str]) -> None:
    """Note the CUDA sources that commands of `add_custom_command` or `add_custom_target` hand to a compiler.

    A program whose name is not known may be a compiler as well.
    """
    state = state_of(interp)
    for command in _commands(args):
        if not any(_COMPILER.search(word) or contains_unknown(word) for word in command):
            continue
        for path in (path for word in command for path in _SOURCE.findall(word)):
            for place in (state.directory.source, state.directory.binary):
                full = join(place, path)
                if in_tree(full) is not None and state.files.view.is_file(full):
                    state.compiled_by_commands.setdefault(full, site_of(interp))


def _commands(args: Sequence[str]) -> Iterator[list[str]]:
    """Yield the words behind each COMMAND, up to the next keyword."""
    command: list[str] | None = None
    for word in args:
        if word == "COMMAND" or word in _ENDS:
            if command:
                yield command
            command = [] if word == "COMMAND" else None
        elif command is not None:
            command.append(word)
    if command:
        yield command
