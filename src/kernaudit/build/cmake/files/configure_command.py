"""`configure_file`: the text is filled in and kept in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.build.cmake.arguments import parse_keywords
from kernaudit.build.cmake.files.layout import join, shown
from kernaudit.build.cmake.lib.configure import Lookups, configure_file_text
from kernaudit.build.cmake.lib.errors import LibError
from kernaudit.build.cmake.project.state import state_of
from kernaudit.build.cmake.unknown import contains_unknown

if TYPE_CHECKING:
    from collections.abc import Collection

    from kernaudit.build.cmake.interpreter import Handler, Interpreter

__all__ = ["COMMANDS", "configured"]


def configured(interp: Interpreter, text: str, flags: Collection[str]) -> str:
    """Return a text with the variables of the running scope filled in."""
    look = Lookups(interp.get, interp.env.get, interp.cache.get)
    try:
        return configure_file_text(text, look, at_only="@ONLY" in flags, escape_quotes="ESCAPE_QUOTES" in flags)
    except LibError as error:
        interp.fail(str(error))


def _configure_file(interp: Interpreter, args: list[str]) -> None:
    if len(args) < 2:
        interp.fail("configure_file called with incorrect number of arguments, expected 2")
    keys = parse_keywords(args[2:], flags=("COPYONLY", "ESCAPE_QUOTES", "@ONLY", "NO_SOURCE_PERMISSIONS"))
    if contains_unknown(args[0] + args[1]):
        return
    state = state_of(interp)
    source = join(state.directory.source, args[0])
    target = join(state.directory.binary, args[1])
    if interp.tree.is_dir(target):
        target = f"{target}/{source.rpartition('/')[2]}"
    text = interp.tree.read_text(source)
    if text is None:
        if not (state.files.is_external(source) or state.files.is_opened(source) or source in state.files.generated):
            interp.fail(f"configure_file: File {shown(source)} does not exist.")
        text = interp.unknown(f"the content of {shown(source)}")
    elif "COPYONLY" not in keys.flags:
        text = configured(interp, text, keys.flags)
    try:
        state.files.write(target, text)
    except MemoryError:
        interp.fail(f"configure_file: more text is written to {shown(target)} than a build writes")


COMMANDS: dict[str, Handler] = {"configure_file": _configure_file}
