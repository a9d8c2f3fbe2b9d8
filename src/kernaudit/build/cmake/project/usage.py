"""What a target gets from the targets it links: usage requirements, followed through every link interface."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.lib.genex import evaluate_genex
from kernaudit.build.cmake.lib.genex_context import Compiler, GenexContext
from kernaudit.build.cmake.project.languages import GNU_VERSION

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kernaudit.build.cmake.project.model import Entry, Target
    from kernaudit.build.cmake.project.state import ProjectState

__all__ = ["Usage"]


@dataclass(slots=True)
class Usage:
    """Answers for all targets of one evaluation, after the configuration finished."""

    state: ProjectState
    config: str
    _linked: dict[tuple[str, str, str], tuple[Target, ...]] = field(default_factory=dict)
    _contexts: dict[tuple[str, str], GenexContext] = field(default_factory=dict)
    _context: GenexContext = field(init=False)

    def __post_init__(self) -> None:
        toolkit = self.state.request.toolkit
        compilers = {
            language: Compiler("NVIDIA", toolkit.version) if language == "CUDA" else Compiler("GNU", GNU_VERSION, "GNU")
            for language in self.state.languages
        }
        self._context = GenexContext(config=self.config, compilers=compilers, targets=self)

    def context(self, target: Target, language: str) -> GenexContext:
        """Return where expressions of a target are evaluated for one language."""
        key = (target.name, language)
        found = self._contexts.get(key)
        if found is None:
            found = self._contexts[key] = self._context.for_language(language).for_target(target.name)
        return found

    # -- the questions that generator expressions ask --------------------------------------------------------------

    def exists(self, name: str) -> bool:
        """Tell whether there is a target or alias of this name."""
        return self.state.has_target(name)

    def property(self, target: str, name: str, context: GenexContext) -> str | None:
        """Return an evaluated property, with what the target gets from those it links."""
        found = self.state.target(target)
        if found is None:
            return None
        if name in found.lists or name in _TRANSITIVE:
            entries = self.entries(found, name, context.language)
            return ";".join(evaluate_genex(entry.text, context) for entry in entries) if entries else None
        computed = {"NAME": found.name, "TYPE": found.type, "SOURCE_DIR": found.directory.source}.get(name)
        value = found.properties.get(name) if computed is None else computed
        return None if value is None else evaluate_genex(value, context)

    # -- usage requirements ----------------------------------------------------------------------------------------

    def entries(self, target: Target, name: str, language: str) -> list[Entry]:
        """Return the entries of a list property: the target's own, then the interfaces of all it links."""
        plain = name.removeprefix("INTERFACE_")
        own = list(target.lists.get(name, ()))
        links = "LINK_LIBRARIES" if plain == name else "INTERFACE_LINK_LIBRARIES"
        for linked in self.linked(target, language, links):
            own += linked.lists.get(f"INTERFACE_{plain}", ())
        return own

    def linked(self, target: Target, language: str, links: str = "LINK_LIBRARIES") -> tuple[Target, ...]:
        """Return the targets whose interface reaches this one through a link property, nearest first, each once."""
        key = (target.name, language, links)
        found = self._linked.get(key)
        if found is None:
            ordered: dict[str, Target] = {}
            self._follow(target.lists.get(links, ()), self.context(target, language), ordered)
            found = self._linked[key] = tuple(ordered.values())
        return found

    def _follow(self, entries: Iterable[Entry], context: GenexContext, seen: dict[str, Target]) -> None:
        pending = [list(self._items(entries, context))]
        while pending:
            level = pending[-1]
            if not level:
                pending.pop()
                continue
            target = self.state.target(level.pop(0))
            if target is not None and target.name not in seen:
                seen[target.name] = target
                pending.append(list(self._items(target.lists.get("INTERFACE_LINK_LIBRARIES", ()), context)))

    @staticmethod
    def _items(entries: Iterable[Entry], context: GenexContext) -> Iterator[str]:
        """Yield the names of link items that carry usage requirements."""
        for entry in entries:
            for item in evaluate_genex(entry.text, context).split(";"):
                if item:
                    yield item


_TRANSITIVE: Final = frozenset(
    {
        "COMPILE_DEFINITIONS",
        "COMPILE_OPTIONS",
        "INCLUDE_DIRECTORIES",
        "INTERFACE_COMPILE_DEFINITIONS",
        "INTERFACE_COMPILE_OPTIONS",
        "INTERFACE_INCLUDE_DIRECTORIES",
    }
)
