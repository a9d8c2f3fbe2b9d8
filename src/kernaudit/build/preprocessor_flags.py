"""What the flags of a command line say to the preprocessor: macros, files included before, directories to look in.

Spellings and order as `nvcc` 13.0 takes them (`nvcc --help`, `nvcc -E`, `nvcc --dryrun`): a value may follow in the
next word, behind `=` or, for one letter, at once; `-D a,b` is a list; what goes to the host compiler (`-Xcompiler`)
reaches the preprocessor before nvcc's own flags. GCC takes no lists.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from kernaudit.build.arch_lists.nvcc import FOREIGN_OPTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["PreprocessorFlags", "read_preprocessor_flags"]

_DEFINE: Final = frozenset({"-D", "--define-macro"})
_UNDEFINE: Final = frozenset({"-U", "--undefine-macro"})
_BEFORE: Final = frozenset({"-include", "--pre-include", "--include", "-imacros", "--imacros"})
_LOOK_IN: Final = frozenset({"-I", "--include-path", "-isystem", "--system-include", "-iquote", "-idirafter"})
_TO_HOST: Final = frozenset({"-Xcompiler", "--compiler-options"})
_OPTIONS: Final = _DEFINE | _UNDEFINE | _BEFORE | _LOOK_IN | _TO_HOST
_LETTERS: Final = ("-D", "-U", "-I")
_ITEM: Final = re.compile(r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^,\\])+""", re.DOTALL)


@dataclass(frozen=True, slots=True)
class PreprocessorFlags:
    """What a command line says.

    Attributes:
        defines: macros, `NAME` or `NAME=VALUE`, in the order of their last definition.
        before: files that are included before the first line, as written.
        include_dirs: directories for included files, as written.
    """

    defines: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    include_dirs: tuple[str, ...] = ()


def read_preprocessor_flags(flags: Sequence[str], defines: Iterable[str] = (), *, nvcc: bool) -> PreprocessorFlags:
    """Return what flags say to the preprocessor.

    Args:
        flags: the arguments of the compiler.
        defines: macros that come before them, without `-D`.
        nvcc: the compiler takes lists, and hands arguments to the host's compiler.
    """
    read = _Reading(nvcc)
    for one in defines:
        read.define(one)
    read.take(flags)
    return PreprocessorFlags(tuple(read.defines.values()), tuple(read.before), tuple(read.include_dirs))


@dataclass(slots=True)
class _Reading:
    """What was read so far; a later flag may take a macro back."""

    nvcc: bool
    defines: dict[str, str] = field(default_factory=dict)
    before: list[str] = field(default_factory=list)
    include_dirs: list[str] = field(default_factory=list)

    def define(self, text: str) -> None:
        name = _name(text)
        self.defines.pop(name, None)
        self.defines[name] = text.strip()

    def take(self, flags: Sequence[str]) -> None:
        found = list(_options(flags))
        for name, value in found:
            if name in _TO_HOST and self.nvcc:
                _Reading.take_host(self, value)
        for name, value in found:
            if name not in _TO_HOST:
                for item in _items(value) if self.nvcc else (value,):
                    self._take(name, item)

    def take_host(self, value: str) -> None:
        words = [word for item in _items(value) for word in item.split()]
        for name, one in _options(words):
            self._take(name, one)

    def _take(self, name: str, value: str) -> None:
        if name in _DEFINE:
            self.define(value)
        elif name in _UNDEFINE:
            self.defines.pop(_name(value), None)
        else:
            kept = self.before if name in _BEFORE else self.include_dirs
            kept.append(value)


def _name(define: str) -> str:
    return define.strip().partition("=")[0].partition("(")[0]


def _options(flags: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Name and value of every option that is meant here, in order; values of foreign options are skipped."""
    words = iter(flags)
    for word in words:
        name, separator, value = word.partition("=")
        if word in _OPTIONS:
            yield word, next(words, "")
        elif separator and name in _OPTIONS:
            yield name, value
        elif word.startswith(_LETTERS):
            yield word[:2], word[2:].removeprefix("=")
        elif word in FOREIGN_OPTIONS:
            next(words, None)


def _items(value: str) -> list[str]:
    """The items of a list of nvcc; a comma in quotes or behind a backslash belongs to its item."""
    return [item.replace("\\,", ",") for item in _ITEM.findall(value)]
