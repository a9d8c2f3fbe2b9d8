"""Which files a unit can include, whatever its conditions."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final, Protocol

from kernaudit.sources.directives import read_include
from kernaudit.sources.macro import IDENTIFIER, ExpansionLimit, Macro, expand_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.model.build import CommandLine
    from kernaudit.sources.directives import ComputedInclude, Include, SourceFile

__all__ = ["Closure", "IncludeClosure", "IncludedFiles"]

_MAX_MEANINGS: Final = 64
"""Definitions of one macro that a computed include is tried with."""


class Closure:
    """The files that a unit can include, whatever its conditions.

    Attributes:
        files: paths in the tree.
        missing: includes that name no file of the tree.
        defined: macro names that any of the files defines.
    """

    __slots__ = ("defined", "files", "missing")

    def __init__(self, files: tuple[str, ...], missing: frozenset[str], defined: frozenset[str]) -> None:
        self.files, self.missing, self.defined = files, missing, defined


class IncludedFiles(Protocol):
    """Where files and the files that they name are found."""

    def file(self, path: str) -> SourceFile | None:
        """Return a file split into directives."""

    def resolve(self, path: str, include: Include, include_dirs: tuple[str, ...] = ()) -> str | None:
        """Return the file of the tree that an include names."""

    def before(self, unit: str, command: CommandLine) -> tuple[str, ...]:
        """Return the files that a command line includes before the first line of a unit."""


class IncludeClosure:
    """Walks from a unit through every include directive, for one command line."""

    def __init__(self, files: IncludedFiles, command: CommandLine) -> None:
        self._files, self._command = files, command
        self._macros: dict[str, list[Macro]] = {}
        self._computed: list[tuple[str, ComputedInclude]] = []
        self._seen: dict[str, None] = {}
        self._missing: set[str] = set()

    def of(self, unit: str) -> Closure:
        """Return the closure of a unit."""
        for name, value in self._command.macros.items():
            self._macros[name] = [Macro(name, value, words=frozenset(IDENTIFIER.findall(value)))]
        self._walk([unit, *self._files.before(unit, self._command)])
        known = 0
        while self._computed and known != len(self._seen):  # a file that is found may define what another one names
            known = len(self._seen)
            self._walk([path for at, include in self._computed for path in self._meant(at, include)])
        return Closure(tuple(self._seen), frozenset(self._missing), self._defined())

    def _defined(self) -> frozenset[str]:
        """The names that files define, not the command line."""
        return frozenset(name for name, found in self._macros.items() if any(one.file for one in found))

    def _walk(self, pending: list[str]) -> None:
        pending = [path for path in dict.fromkeys(pending) if path not in self._seen]
        self._seen.update(dict.fromkeys(pending))
        while pending:
            path = pending.pop()
            file = self._files.file(path)
            if file is None:
                continue
            for macro in file.defines:
                self._macros.setdefault(macro.name, []).append(macro)
            self._computed.extend((path, one) for one in file.computed)
            for include in file.includes:
                target = self._found(path, include)
                if target is not None and target not in self._seen:
                    self._seen[target] = None
                    pending.append(target)

    def _found(self, path: str, include: Include) -> str | None:
        target = self._files.resolve(path, include, self._command.include_dirs)
        if target is None:
            self._missing.add(include.path)
        return target

    def _meant(self, path: str, computed: ComputedInclude) -> Iterator[str]:
        """The files that a computed include may name, with each definition of the macro that it starts with."""
        first = IDENTIFIER.findall(computed.text)[0]
        others = {name: found[-1] for name, found in self._macros.items()}
        for macro in islice(self._macros.get(first, ()), _MAX_MEANINGS):
            try:
                text = expand_text(computed.text, {**others, first: macro}, frozenset({first}))
            except ExpansionLimit:
                continue
            include = read_include(text, computed.line)
            target = None if include is None else self._found(path, include)
            if target is not None:
                yield target
