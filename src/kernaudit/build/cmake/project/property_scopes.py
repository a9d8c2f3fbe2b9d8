"""The objects that property commands name: targets, and sources in the directories where they are looked up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.arguments import parse_keywords
from kernaudit.build.cmake.project import properties as props
from kernaudit.build.cmake.project.state import state_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.build.cmake.interpreter import Interpreter
    from kernaudit.build.cmake.project.model import Directory, Target

__all__ = ["SCOPES", "Places", "places_named", "targets_named"]

SCOPES: Final = ("GLOBAL", "DIRECTORY", "TARGET", "SOURCE", "INSTALL", "TEST", "CACHE", "VARIABLE", "FILE_SET")


@dataclass(slots=True)
class Places:
    """The objects of a SOURCE or TARGET scope: names, and the directories in which sources are looked up."""

    names: list[str] = field(default_factory=list)
    directories: list[Directory] = field(default_factory=list)


def targets_named(interp: Interpreter, names: list[str], command: str) -> Iterator[Target]:
    """Yield the targets; one that does not exist is cmake's error, unless something outside the tree may define it."""
    state = state_of(interp)
    for name in names:
        target = state.target(name)
        if target is not None:
            yield target
        elif interp.foreign is None:
            interp.fail(f"{command} could not find TARGET {name}.  Perhaps it has not yet been created.")


def places_named(interp: Interpreter, args: list[str], command: str) -> Places:
    """Return the sources of a command and the directories in which it writes or reads them."""
    keys = parse_keywords(args, lists=("DIRECTORY", "TARGET_DIRECTORY"))
    places = Places(keys.rest)
    for name in keys.values("DIRECTORY"):
        directory = props.directory_at(interp, name)
        if directory is None:
            interp.fail(f"{command} given non-existent DIRECTORY {name}")
        places.directories.append(directory)
    places.directories += [t.directory for t in targets_named(interp, keys.values("TARGET_DIRECTORY"), command)]
    if not places.directories:
        places.directories.append(state_of(interp).directory)
    return places
