"""What a generator expression may ask about: the build, the language being compiled, the targets."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["Compiler", "GenexContext", "NoTargets", "Targets"]


@dataclass(frozen=True, slots=True)
class Compiler:
    """Identification of one language's compiler, as CMAKE_<LANG>_COMPILER_ID and _VERSION say it."""

    id: str
    version: str
    frontend_variant: str = ""


class Targets(Protocol):
    """The targets of the project."""

    def exists(self, name: str) -> bool:
        """Whether there is a target or alias of this name."""

    def property(self, target: str, name: str, context: GenexContext) -> str | None:
        """The evaluated property of a target (usage requirements of what it links included), None if unset."""


class NoTargets:
    """A project without targets."""

    def exists(self, name: str) -> bool:  # noqa: ARG002 - the protocol's shape
        """Nothing exists."""
        return False

    def property(self, target: str, name: str, context: GenexContext) -> str | None:  # noqa: ARG002
        """Nothing is set."""
        return None


@dataclass(frozen=True, slots=True)
class GenexContext:
    """Where an expression is evaluated.

    Attributes:
        language: the language of the source being compiled; empty outside compilation.
        config: the build type.
        target: the target whose property is evaluated (the head target); empty outside targets.
        compilers: by language, those that are enabled.
        targets: looks up targets and their properties.
        platform: CMAKE_SYSTEM_NAME.
        install_prefix: for `$<INSTALL_PREFIX>`.
        linking: link items are evaluated for the link line, not for usage requirements.
        link_language: the language whose linker is used.
        unknown: makes the marker of an unknown value from its origin, for expressions that are not modelled.
        open: the properties (target, name) whose evaluation led here.
        depth: how many texts made by expressions are evaluated inside each other here.
        properties: properties that were looked up, by target, name, head target, language and linking.
        cache: results of expressions that name no target, by text and language.
    """

    language: str = ""
    config: str = "Release"
    target: str = ""
    compilers: Mapping[str, Compiler] = field(default_factory=dict)
    targets: Targets = field(default_factory=NoTargets)
    platform: str = "Linux"
    install_prefix: str = "/usr/local"
    linking: bool = False
    link_language: str = ""
    unknown: Callable[[str], str] | None = None
    open: frozenset[tuple[str, str]] = frozenset()
    depth: int = 0
    properties: dict[tuple[str, str, str, str, bool], str] = field(default_factory=dict, compare=False, repr=False)
    cache: dict[tuple[str, str, bool, str], str] = field(default_factory=dict, compare=False, repr=False)

    def deeper(self) -> GenexContext:
        """The same place inside one more text that an expression made."""
        return replace(self, depth=self.depth + 1)

    def inside(self, target: str, name: str) -> GenexContext:
        """The same place inside a property."""
        return replace(self, open=self.open | {(target, name)}, depth=self.depth + 1)

    def for_language(self, language: str) -> GenexContext:
        """The same place, compiling another language; the caches are shared."""
        return replace(self, language=language)

    def for_target(self, target: str) -> GenexContext:
        """The same place for another head target; the caches are shared."""
        return replace(self, target=target)
