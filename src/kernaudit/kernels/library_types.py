"""Kernels that are types: CUTLASS kernel types, which one generic `device_kernel` of the library launches.

The library is usually fetched, so its kernels cannot be read. What the tree says of them is enough for a verdict: the
architecture tag and schedule with which the type is made, and wrappers of the tree around it (`enable_sm90<Kernel>`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.kernels.launched_types import launched_types

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kernaudit.facts.scope import UnitScope
    from kernaudit.sources.outline import ClassDef
    from kernaudit.sources.syntax import Declaration, FileText

__all__ = ["KernelType", "TypeFinder", "may_hold_types"]

_SITE = re.compile(r"kernel(?<!\wkernel)::(\w+)\s*<")
_WRAPPED = re.compile(r"(\w+)\s*<\s*(?:typename\s+)?$")
_WORDS = frozenset({"kernel", "device_kernel"})
_CLOSING = {"<": 1, ">": -1, "(": 1, ")": -1}
_MAX_ARGUMENTS = 4000
_CALL = "operator()"
_NEAR = 1000
"""How far before a kernel's name the wrapper stands whose argument it is, at most."""
_NOT_KERNELS = re.compile(r"(?:Scheduler|Params|Arguments|Storage|Policy|Traits|Config)\b|Scheduler")


@dataclass(frozen=True, slots=True)
class KernelType:
    """One place where a kernel type is made.

    Attributes:
        name: of the class or function that makes it, or of the kernel's own class where the tree has it.
        path, line: where.
        texts: what tells the architecture, nearest first: each is tried where the one before says nothing.
        arguments: what an instantiation of the maker says about the architecture, as text.
        wrappers: classes of the tree around the kernel.
        own: the kernel's own class, where the tree has it: its call operator is the kernel's body.
        mentions: where the unit names this instantiation of the maker; empty where it is the maker alone.
    """

    name: str
    path: str
    line: int
    texts: tuple[tuple[str, int, str], ...]
    arguments: tuple[str, ...] | None
    wrappers: tuple[ClassDef, ...]
    mentions: tuple[tuple[str, int], ...] = ()
    own: ClassDef | None = None

    @property
    def full_name(self) -> str:
        """The name with the arguments that tell instantiations apart."""
        return self.name if self.arguments is None else f"{self.name}<{', '.join(self.arguments)}>"


def may_hold_types(words: frozenset[str]) -> bool:
    """Whether a text with these words may make a kernel type."""
    return not _WORDS.isdisjoint(words)


class TypeFinder:
    """Finds kernel types in one text of a unit.

    Args:
        files: the unit's files.
        scope: the same files by name.
        tells: whether a piece of text names an architecture.
    """

    def __init__(self, files: Sequence[FileText], scope: UnitScope, tells: Tells) -> None:
        self._files, self._scope, self._tells = files, scope, tells

    def find(self) -> list[KernelType]:
        """Return the types that the unit makes, in file and line order."""
        found: dict[tuple[str, tuple[str, ...] | None, int], KernelType] = {}
        for file in self._files:
            if may_hold_types(file.words):
                for declaration in file.declarations:
                    for made in self._in_declaration(declaration):
                        found.setdefault((made.name, made.arguments, made.line), made)
        return sorted(found.values(), key=lambda one: (one.path, one.line))

    def _in_declaration(self, declaration: Declaration) -> Iterator[KernelType]:
        text = declaration.kept
        if "device_kernel" in text:
            yield from self._launched(declaration)
        if "kernel::" not in text:
            return
        maker = _maker(declaration)
        for match in _SITE.finditer(text):
            if maker is None or _NOT_KERNELS.search(match[1]):
                continue
            start = _qualified_start(text, match.start())
            line = declaration.line + text.count("\n", 0, start)
            own = next(iter(self._scope.classes(match[1])), None)
            if own is not None:
                yield self._of_class(match[1], own)
            else:
                yield from self._of_library(
                    maker, declaration, line, _WRAPPED.search(text, max(0, start - _NEAR), start)
                )

    def _launched(self, declaration: Declaration) -> Iterator[KernelType]:
        """Kernels that the declaration launches as types; one that the tree does not hold is its maker's."""
        maker = _maker(declaration)
        if maker is None or not self._is_used(maker, declaration):
            return
        for one in launched_types(declaration.kept):
            known = {name: made for name in one.names if (made := self._callable(name)) is not None}
            inner = [name for name in known if not any(name in one.around.get(other, ()) for other in known)]
            for name in inner:
                around = tuple(known[other] for other in one.around.get(name, ()) if other in known)
                yield self._of_class(name, known[name], around)
            if not known and "kernel::" not in one.text:
                line = declaration.line + declaration.kept.count("\n", 0, one.at)
                texts = ((declaration.path, line, one.text), (declaration.path, declaration.line, declaration.kept))
                yield KernelType(maker, declaration.path, line, (*texts, *self._everything()), None, ())

    def _callable(self, name: str) -> ClassDef | None:
        """The class of the tree that has a call operator, as kernels and what wraps them have."""
        classes = self._scope.classes(name)
        return next((one for one in classes if any(f.has_body for f in one.members.functions.get(_CALL, ()))), None)

    def _of_class(self, name: str, made: ClassDef, wrappers: tuple[ClassDef, ...] = ()) -> KernelType:
        """A kernel whose class stands in the tree: its own text tells."""
        text = (made.path, made.parsed.line, made.parsed.kept)
        return KernelType(name, made.path, made.line, (text, *self._everything()), None, wrappers, own=made)

    def _of_library(
        self, maker: str, declaration: Declaration, line: int, wrapped: re.Match[str] | None
    ) -> Iterator[KernelType]:
        own = (declaration.path, declaration.line, declaration.kept)
        wrapper = "" if wrapped is None else wrapped[1]
        wrappers = tuple(self._scope.classes(wrapper))
        if (wrappers or not wrapper) and self._tells(declaration.kept):
            if self._is_used(maker, declaration):
                yield KernelType(maker, declaration.path, line, (own,), None, wrappers)
            return
        given: dict[tuple[str, ...], list[_Mention]] = {}
        for mention in self._given(maker, declaration):
            given.setdefault(mention.telling, []).append(mention)
        if not given and self._is_used(maker, declaration):
            yield KernelType(maker, declaration.path, line, (own, *self._everything()), None, wrappers)
        for arguments, mentions in given.items():
            first, places = mentions[0], tuple((one.place[0], one.place[1]) for one in mentions)
            alone = None if len(given) == 1 else arguments
            around = (*wrappers, *first.classes)
            yield KernelType(maker, declaration.path, line, (first.place, own), alone, around, places)

    def _given(self, maker: str, own: Declaration) -> Iterator[_Mention]:
        """With which telling arguments the unit instantiates the maker."""
        pattern = re.compile(rf"\b{re.escape(maker)}\s*<")
        for declaration in self._mentions(maker, own):
            for match in pattern.finditer(declaration.kept):
                words = _arguments(declaration.kept, match.end())
                classes = {word: made for word in words for made in self._scope.classes(word.rpartition("::")[2])}
                telling = tuple(word.rpartition("::")[2] for word in words if self._tells(word) or word in classes)
                if any(self._tells(word) for word in words):
                    line = declaration.line + declaration.kept.count("\n", 0, match.start())
                    place = (declaration.path, line, f"{maker}<{', '.join(words)}>")
                    yield _Mention(telling, place, tuple(classes.values()))

    def _is_used(self, maker: str, own: Declaration) -> bool:
        """Whether the unit mentions the maker anywhere else; a function that is no template is there anyway."""
        if not own.kept.lstrip().startswith("template"):
            return True
        return next(iter(self._mentions(maker, own)), None) is not None

    def _mentions(self, name: str, own: Declaration) -> Iterator[Declaration]:
        word = re.compile(rf"\b{re.escape(name)}\b")
        for file in self._files:
            if name in file.words:
                for declaration in file.declarations:
                    if declaration is not own and name in declaration.kept and word.search(declaration.kept):
                        yield declaration

    def _everything(self) -> Iterable[tuple[str, int, str]]:
        """The whole unit, for a type whose maker says nothing."""
        return tuple((file.path, 1, file.text) for file in self._files)


@dataclass(frozen=True, slots=True)
class _Mention:
    """One instantiation of a maker: the arguments that tell an architecture, place and text, classes among them."""

    telling: tuple[str, ...]
    place: tuple[str, int, str]
    classes: tuple[ClassDef, ...]


class Tells:
    """Whether a text names an architecture; asked often, so answers are kept."""

    def __init__(self, known: re.Pattern[str]) -> None:
        self._known = known
        self._answers: dict[str, bool] = {}

    def __call__(self, text: str) -> bool:
        """Return whether it does."""
        found = self._answers.get(text)
        if found is None:
            found = self._answers[text] = self._known.search(text) is not None
        return found


def _qualified_start(text: str, start: int) -> int:
    """Where a name starts with all that qualifies it."""
    while text.startswith("::", start - 2):
        begin = start - 2
        while begin and (text[begin - 1].isalnum() or text[begin - 1] == "_"):
            begin -= 1
        if begin == start - 2:
            break
        start = begin
    return start


def _maker(declaration: Declaration) -> str | None:
    """The class or function whose declaration this is: the first name of its outline that has a body."""
    outline = declaration.outline
    for name, classes in outline.classes.items():
        if classes:
            return name
    for name, functions in outline.functions.items():
        if any(function.has_body for function in functions):
            return name
    return next(iter(outline.aliases), None)


def _arguments(text: str, start: int) -> tuple[str, ...]:
    """The template arguments from `start` on, each as text; empty where they do not end."""
    depth, begin = 1, start
    found: list[str] = []
    for index in range(start, min(len(text), start + _MAX_ARGUMENTS)):
        character = text[index]
        depth += _CLOSING.get(character, 0)
        if depth == 0 or (depth == 1 and character == ","):
            found.append(" ".join(text[begin:index].split()))
            begin = index + 1
        if depth == 0:
            return tuple(found)
        if character in ";{}":
            return ()
    return ()
