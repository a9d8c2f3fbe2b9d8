"""What dotted names mean to the kernel languages: short module names, requirements, decorators."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.model.python_api import DotRule, PythonLanguage, Requirement

__all__ = ["LanguageNames"]


def _pattern(names: Iterable[str]) -> re.Pattern[str]:
    texts = (re.escape(name).replace(r"\*", ".*") for name in names)
    return re.compile("|".join(f"(?:{text})" for text in texts) or r"(?!)")


class LanguageNames:
    """The names of all languages, looked up once each."""

    def __init__(self, languages: Sequence[PythonLanguage]) -> None:
        self.languages = {one.id: one for one in languages}
        self._imports: list[tuple[str, str]] = sorted(
            ((imported, short) for one in languages for short, found in one.modules.items() for imported in found),
            key=lambda pair: -len(pair[0]),
        )
        self._shorts = frozenset(short for _, short in self._imports)
        self._requirements = [(_pattern(need.names), one.id, need) for one in languages for need in one.requires]
        self._dots = [(_pattern(dot.names), dot) for one in languages for dot in one.dots]
        self._assembly = _pattern(name for one in languages for name in one.inline_assembly)
        self._allocates = _pattern(name for one in languages for name in one.allocates)
        self.short = lru_cache(maxsize=65536)(self._short)
        self.needs = lru_cache(maxsize=65536)(self._needs)

    def _short(self, dotted: str) -> str:
        """A dotted name with its module's short name: `triton.language.dot` and `x.tl.dot` are `tl.dot`."""
        for imported, short in self._imports:
            if dotted == imported or dotted.startswith(f"{imported}."):
                return short + dotted[len(imported) :]
        parts = dotted.split(".")
        for index in range(len(parts) - 2, 0, -1):
            if parts[index] in self._shorts:
                return ".".join(parts[index:])
        return dotted

    def _needs(self, dotted: str) -> tuple[tuple[str, Requirement], ...]:
        """The requirements that a name falls under, with their languages."""
        short = self.short(dotted)
        return tuple((language, need) for pattern, language, need in self._requirements if pattern.fullmatch(short))

    def is_assembly(self, dotted: str) -> bool:
        """Whether a name takes PTX as text."""
        return bool(self._assembly.fullmatch(self.short(dotted)) or self._assembly.fullmatch(dotted))

    def allocates(self, dotted: str) -> bool:
        """Whether a name makes shared memory of a size that the kernel says."""
        return bool(self._allocates.fullmatch(self.short(dotted)))

    def dot(self, dotted: str) -> DotRule | None:
        """The multiplication that a name is."""
        short = self.short(dotted)
        return next((dot for pattern, dot in self._dots if pattern.fullmatch(short)), None)

    def is_watched(self, dotted: str) -> bool:
        """Whether a name means anything here."""
        return bool(self.needs(dotted)) or self.is_assembly(dotted) or self.allocates(dotted)

    def language_of(self, decorator: str) -> PythonLanguage | None:
        """The language whose kernels a decorator marks."""
        short, last = self.short(decorator), decorator.rpartition(".")[2]
        for one in self.languages.values():
            if short in one.decorators or last in one.wrappers:
                return one
        return None

    @property
    def words(self) -> tuple[str, ...]:
        """Words one of which is in every file that holds a kernel."""
        found: dict[str, None] = {}
        for one in self.languages.values():
            found.update(dict.fromkeys((*one.decorators, *one.wrappers)))
            if one.calls == "launch":  # a class may take its kernel over from a class of another file
                roots = {imported.partition(".")[0] for imports in one.modules.values() for imported in imports}
                found.update((f"import {root}", None) for root in roots if root not in self._shorts)
        return (*found, "import jit", "import kernel", "import prim_func")

    def bytes_of(self, name: str) -> int | None:
        """How large an element of a type is, by the type's last name."""
        sizes: Mapping[str, int] = {k: v for one in self.languages.values() for k, v in one.element_bytes.items()}
        return sizes.get(name)
