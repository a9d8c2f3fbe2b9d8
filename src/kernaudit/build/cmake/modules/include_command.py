"""`include` of what is not in the tree; everything else is the language's own `include`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.build.cmake.commands.includes import COMMANDS as LANGUAGE_COMMANDS
from kernaudit.build.cmake.files.layout import join, shown
from kernaudit.build.cmake.project.state import state_of
from kernaudit.build.cmake.unknown import contains_unknown
from kernaudit.model.evidence import AssumptionKind

if TYPE_CHECKING:
    from kernaudit.build.cmake.flow import Signal
    from kernaudit.build.cmake.interpreter import Handler, Interpreter

__all__ = ["COMMANDS"]

_INCLUDE = LANGUAGE_COMMANDS["include"]


def _include(interp: Interpreter, args: list[str]) -> Signal | None:
    name = args[0] if args else ""
    place = _absent(interp, name)
    if place is None:
        return _INCLUDE(interp, args)
    interp.foreign = interp.foreign or place
    interp.assume(AssumptionKind.EXTERNAL, f"{place} is not in the tree: what it defines is not known", place)
    if "RESULT_VARIABLE" in args[:-1]:
        interp.set(args[args.index("RESULT_VARIABLE") + 1], name)
    return None


def _absent(interp: Interpreter, name: str) -> str | None:
    """Return how to name a file that a build has when it runs and the tree has not, or None for all others."""
    if contains_unknown(name):
        return interp.unknowns.describe(name)
    if not name or not (name.startswith("/") or "/" in name or name.endswith(".cmake")):
        return None
    state = state_of(interp)
    path = join(state.directory.source, name)
    if path in state.files.generated or (state.files.is_external(path) and interp.tree.is_file(path)):
        return shown(path)
    text = interp.tree.read_text(path) if state.files.is_written(path) else None
    return shown(path) if text is not None and contains_unknown(text) else None


COMMANDS: dict[str, Handler] = {"include": _include}
