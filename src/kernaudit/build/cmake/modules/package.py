"""What a package model is given and the few ways in which it answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.build.cmake.project.evidence import site_of
from kernaudit.build.cmake.project.model import Target, TargetType
from kernaudit.build.cmake.project.state import state_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kernaudit.build.cmake.interpreter import Interpreter

__all__ = ["PackageModel", "PackageQuery", "define", "import_targets", "version_parts"]


@dataclass(frozen=True, slots=True)
class PackageQuery:
    """One `find_package` call."""

    name: str
    version: str | None = None
    required: bool = False
    components: tuple[str, ...] = ()


PackageModel = Callable[["Interpreter", PackageQuery], "str | None"]
"""Defines what the package defines; returns the version it found, "" if it has none, None if it is not there."""


def define(interp: Interpreter, values: Mapping[str, str]) -> None:
    """Set variables of the current scope."""
    for name, value in values.items():
        interp.set(name, value)


def import_targets(interp: Interpreter, names: Iterable[str]) -> None:
    """Make imported targets that have no usage requirements here; existing ones stay."""
    state = state_of(interp)
    for name in names:
        if state.target(name) is None:
            target = Target(name, TargetType.UNKNOWN, state.directory, site_of(interp), imported=True)
            state.targets[name] = target
            state.directory.targets.append(target)


def version_parts(prefix: str, version: str) -> dict[str, str]:
    """Return `<prefix>_VERSION` and its parts."""
    parts = version.split(".")
    names = ("MAJOR", "MINOR", "PATCH")
    values = {f"{prefix}_VERSION": version, f"{prefix}_VERSION_COUNT": str(len(parts))}
    return values | {f"{prefix}_VERSION_{name}": part for name, part in zip(names, parts, strict=False)}
