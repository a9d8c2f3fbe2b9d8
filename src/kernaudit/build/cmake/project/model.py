"""Directories, targets and source files while a project is being evaluated: mutable, one set per evaluation."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kernaudit.build.cmake.program import Command
    from kernaudit.build.cmake.project.evidence import Site

__all__ = ["LIST_PROPERTIES", "Directory", "Entry", "SourceFile", "Target", "TargetType", "list_text"]

LIST_PROPERTIES: Final = frozenset(
    prefix + name
    for prefix in ("", "INTERFACE_")
    for name in (
        "COMPILE_DEFINITIONS",
        "COMPILE_FEATURES",
        "COMPILE_OPTIONS",
        "INCLUDE_DIRECTORIES",
        "LINK_DIRECTORIES",
        "LINK_LIBRARIES",
        "LINK_OPTIONS",
        "PRECOMPILE_HEADERS",
        "SOURCES",
    )
)
"""Properties that keep one entry per command: a generator expression that a `;` splits stays whole inside its entry."""


class TargetType:
    """What `get_target_property(... TYPE)` says."""

    EXECUTABLE = "EXECUTABLE"
    STATIC = "STATIC_LIBRARY"
    SHARED = "SHARED_LIBRARY"
    MODULE = "MODULE_LIBRARY"
    OBJECT = "OBJECT_LIBRARY"
    INTERFACE = "INTERFACE_LIBRARY"
    UTILITY = "UTILITY"
    UNKNOWN = "UNKNOWN_LIBRARY"
    COMPILED: Final = frozenset({EXECUTABLE, STATIC, SHARED, MODULE, OBJECT})


@dataclass(frozen=True, slots=True)
class Entry:
    """One value that a command added to a list property; `base` is the source directory it is relative to."""

    text: str
    site: Site
    base: str = ""


def list_text(entries: list[Entry]) -> str:
    """Return the property value that the entries stand for."""
    return ";".join(entry.text for entry in entries)


@dataclass(slots=True)
class SourceFile:
    """The properties of one file in one directory; `options` are the entries of COMPILE_OPTIONS in order."""

    path: str
    properties: dict[str, str] = field(default_factory=dict)
    options: list[Entry] = field(default_factory=list)
    definitions: list[Entry] = field(default_factory=list)


@dataclass(slots=True)
class Directory:
    """One processed CMakeLists.txt.

    `flags` are the variables the generator reads at its end, `writes` the commands that wrote its variables last.
    """

    source: str
    binary: str
    parent: Directory | None = None
    properties: dict[str, str] = field(default_factory=dict)
    lists: dict[str, list[Entry]] = field(default_factory=dict)
    define_flags: str = ""
    sources: dict[str, SourceFile] = field(default_factory=dict)
    targets: list[Target] = field(default_factory=list)
    children: list[Directory] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)
    flags: dict[str, str] = field(default_factory=dict)
    variables: dict[str, str] = field(default_factory=dict)
    writes: dict[str, Command] = field(default_factory=dict)

    def source_file(self, path: str) -> SourceFile:
        """Return the record of a file, made when it is asked for first."""
        found = self.sources.get(path)
        if found is None:
            found = self.sources[path] = SourceFile(path)
        return found


@dataclass(slots=True)
class Target:
    """A target; list properties stand in `lists`, all others in `properties`."""

    name: str
    type: str
    directory: Directory
    site: Site
    imported: bool = False
    properties: dict[str, str] = field(default_factory=dict)
    lists: dict[str, list[Entry]] = field(default_factory=dict)
    file_sets: dict[str, str] = field(default_factory=dict)
    writes: dict[str, Command] = field(default_factory=dict)

    @property
    def compiled(self) -> bool:
        """Whether sources of this target reach a compiler."""
        return self.type in TargetType.COMPILED and not self.imported

    def add(self, name: str, entry: Entry) -> None:
        """Append an entry to a list property."""
        self.lists.setdefault(name, []).append(entry)
