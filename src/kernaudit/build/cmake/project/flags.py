"""Command lines: which flags reach the compiler for a source, in cmake's order, and the gencodes among them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from kernaudit.build.arch_lists import ArchListError
from kernaudit.build.cmake.commands.command_line import split_unix
from kernaudit.build.cmake.lib.genex import evaluate_genex
from kernaudit.build.cmake.lib.lists import expand_list
from kernaudit.build.cmake.unknown import contains_unknown
from kernaudit.model.build import RequestRule

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kernaudit.build.cmake.lib.genex_context import GenexContext
    from kernaudit.build.cmake.project.model import Entry
    from kernaudit.build.cmake.request import ArchRequest
    from kernaudit.model.arch import Gencode

__all__ = ["GencodeReader", "Gencodes", "split_flags", "unique_options", "words_of"]

_SHELL: Final = "SHELL:"
_ARCH_WORDS: Final = ("arch", "code", "compute_", "sm_")
_TELLING: Final = ("code", "arch", "-ptx", "-optf", "--options-file")
"""Words without which no flag says anything about architectures, nor that the flags do not tell."""


@dataclass(frozen=True, slots=True)
class Gencodes:
    """Gencodes of some flags; `problem` says why they are not known."""

    values: tuple[Gencode, ...] = ()
    problem: str | None = None

    def __add__(self, other: Gencodes) -> Gencodes:
        return Gencodes(self.values + other.values, self.problem or other.problem)


@dataclass(slots=True)
class GencodeReader:
    """Reads gencodes out of flags; equal flags are read once."""

    request: ArchRequest
    _known: dict[tuple[str, ...], Gencodes] = field(default_factory=dict)

    def read(self, flags: Sequence[str]) -> Gencodes:
        """Return the gencodes of flags; an unknown word that cannot be told from an arch flag makes them unknown."""
        key = tuple(flags)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._read(key)
        return found

    def _read(self, flags: tuple[str, ...]) -> Gencodes:
        known = [flag for flag in flags if not contains_unknown(flag)]
        for flag in flags:
            if contains_unknown(flag) and any(word in flag for word in _ARCH_WORDS):
                return Gencodes(problem=flag)
        if not any(word in flag for flag in known for word in _TELLING):
            return Gencodes()
        if any("native" in flag for flag in known):
            self.request.use(RequestRule.NATIVE)
        try:
            return Gencodes(self.request.flag_gencodes(known))
        except ArchListError as error:
            return Gencodes(problem=str(error))


def split_flags(text: str) -> list[str]:
    """Split a flags variable as a shell does; markers of unknown values stay whole."""
    return split_unix(text) if text else []


def words_of(entries: Iterable[Entry], context: GenexContext) -> list[str]:
    """Return the options of entries in order, repeats kept: what cmake does for the options of one source."""
    words: list[str] = []
    for entry in entries:
        for item in expand_list(evaluate_genex(entry.text, context)):
            words += split_flags(item[len(_SHELL) :]) if item.startswith(_SHELL) else [item]
    return words


def unique_options(entries: Iterable[Entry], context: GenexContext) -> list[str]:
    """Return the options of entries, repeats dropped: what cmake does for the options of a target."""
    unique: dict[str, None] = {}
    for entry in entries:
        unique.update(dict.fromkeys(expand_list(evaluate_genex(entry.text, context))))
    words: list[str] = []
    for item in unique:
        words += split_flags(item[len(_SHELL) :]) if item.startswith(_SHELL) else [item]
    return words
