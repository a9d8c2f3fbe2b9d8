"""Which statements mention a name, and which of them ask for the device: the callers that may keep a kernel away."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from kernaudit.sources.python.module import words_of

if TYPE_CHECKING:
    import ast
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.sources.python.module import PythonModule
    from kernaudit.sources.python.pieces import Piece

__all__ = ["Mention", "References", "piece_at", "standing_places", "wrappers_of"]

_TELLING = re.compile(r"capability|support|is_sm\d|arch")
"""Imported names that may hold an answer about the device."""
_ROUNDS = 3
_QUOTES = ('"""', "'''")


@dataclass(frozen=True, slots=True)
class Mention:
    """A top-level statement that holds a name, or `word` that stands for it in the file."""

    module: PythonModule
    piece: Piece
    word: str = ""


class References:
    """The words of the files that hold kernels or gates.

    Args:
        modules: those files.
        gate_files: those of them that may hold gates.
        gate_words: words that ask for the device.
    """

    def __init__(self, modules: Iterable[PythonModule], gate_files: Iterable[str], gate_words: Iterable[str]) -> None:
        self.modules = tuple(modules)
        self._gate_files = frozenset(gate_files)
        self._gate_words = tuple(sorted(set(gate_words)))
        self._by_word: dict[str, tuple[Mention, ...]] = {}
        self._gates: dict[str, frozenset[int]] = {}
        self._seen: dict[str, tuple[frozenset[str], frozenset[int]]] = {}
        self._other_words: dict[str, dict[str, str]] = {}
        self._holding: dict[str, list[PythonModule]] = {}

    def of(self, name: str) -> tuple[Mention, ...]:
        """The statements that mention a name, without imports and what defines it."""
        found = self._by_word.get(name)
        if found is None:
            holding = self._holding.get(name, ())
            words = [(module, word) for module in holding for word in (name, *self._words_for(module, name))]
            mentions = (one for module, word in words for one in _mentions(module, word))
            found = self._by_word[name] = tuple(one for one in mentions if not self._renames(one, name))
        return found

    def _renamed(self, module: PythonModule) -> dict[str, str]:
        found = self._other_words.get(module.path)
        if found is None:
            found = self._other_words[module.path] = _renamed(module)
        return found

    def _renames(self, mention: Mention, name: str) -> bool:
        """Whether all that a statement does is to give a name another word."""
        piece = mention.piece
        return piece.kind == "name" and self._renamed(mention.module).get(piece.name or "") == name

    def _words_for(self, module: PythonModule, name: str) -> list[str]:
        return sorted(word for word, meant in self._renamed(module).items() if meant == name)

    def look_for(self, names: frozenset[str]) -> None:
        """Find out which files hold which of these names; `of` answers for them alone."""
        for module in self.modules:
            for name in names & module.words:
                self._holding.setdefault(name, []).append(module)

    def is_gate(self, mention: Mention) -> bool:
        """Whether a statement asks for the device, itself or by what its file makes of an answer."""
        return self.asks(mention.module, mention.piece)

    def asks(self, module: PythonModule, piece: Piece) -> bool:
        """The same for a piece of a file."""
        return piece.start in self._asking(module)

    def _asking(self, module: PythonModule) -> frozenset[int]:
        found = self._gates.get(module.path)
        if found is None:
            told, asked = self._told, module.path in self._gate_files
            before, found = self._seen.get(module.path, (None, frozenset[int]()))
            if before != told.intersection(map(_last, module.imports.values())):
                found = _gate_pieces(module, self._gate_words, told, within=asked)
            self._gates[module.path] = found
        return found

    def asking_members(self, module: PythonModule, members: Sequence[tuple[ast.stmt, str]]) -> frozenset[int]:
        """The lines of the members of a class, each with its text, that ask for the device or use one that does."""
        names = {piece.name for piece in module.pieces if piece.name and piece.start in self._asking(module)}
        names.update(name for name in module.imports if _TELLING.search(name))
        words = {one: words_of(text) for one, text in members}
        found = {one for one, text in members if any(word in text for word in self._gate_words)}
        for _ in range(_ROUNDS):
            names.update(getattr(one, "name", "") for one in found)
            new = {one for one in words if one not in found and not names.isdisjoint(words[one])}
            if not new:
                break
            found |= new
        return frozenset(one.lineno for one in found)

    @cached_property
    def _told(self) -> frozenset[str]:
        """Names of functions and variables that hold an answer about the device, wherever they stand."""
        told: set[str] = set()
        new = {name for module in self.modules for name in self._telling_names(module, frozenset())}
        for _ in range(_ROUNDS):
            told |= new
            asked = [one for one in self.modules if not new.isdisjoint(map(_last, one.imports.values()))]
            new = {name for module in asked for name in self._telling_names(module, frozenset(told))} - told
            if not new:
                break
        return frozenset(told)

    def _telling_names(self, module: PythonModule, told: frozenset[str]) -> set[str]:
        starts = _gate_pieces(module, self._gate_words, told, within=module.path in self._gate_files)
        self._seen[module.path] = (told.intersection(map(_last, module.imports.values())), starts)
        named = (piece for piece in module.pieces if piece.start in starts and piece.kind != "class")
        return {piece.name for piece in named if piece.name is not None and "_" in piece.name}

    @cached_property
    def gate_mentions(self) -> tuple[Mention, ...]:
        """All statements that ask for the device."""
        return tuple(
            Mention(module, piece) for module in self.modules for piece in module.pieces if self.asks(module, piece)
        )

    def candidates(self, wrappers: Mapping[str, frozenset[str]], names: frozenset[str]) -> frozenset[str]:
        """The names that statements with gates mention, and those that reach them through the functions that launch.

        Args:
            wrappers: function -> the names that it mentions.
            names: what may be kept away: kernels, ops, libraries.
        """
        wanted = names | wrappers.keys()
        found: set[str] = set()
        for mention in self.gate_mentions:
            words = mention.module.piece_words(mention.piece)
            found |= wanted & words
            found |= {name for word, name in self._renamed(mention.module).items() if name in wanted and word in words}
        for _ in range(_ROUNDS):
            new = {one for name in found & wrappers.keys() for one in wrappers[name]} - found
            if not new:
                break
            found |= new
        return frozenset(found)


def wrappers_of(modules: Iterable[PythonModule], names: frozenset[str]) -> dict[str, frozenset[str]]:
    """Return the functions of these files that mention names, with the names."""
    found: dict[str, frozenset[str]] = {}
    for module in modules:
        for piece in module.pieces if not names.isdisjoint(module.words) else ():
            if piece.kind == "def" and piece.name is not None and piece.name not in names:
                inside = names & module.piece_words(piece)
                if inside:
                    found[piece.name] = found.get(piece.name, frozenset()) | inside
    return found


def _mentions(module: PythonModule, name: str) -> Iterable[Mention]:
    places = _places(module.text, name)
    for index in sorted({piece_at(module, at) for at in places if not _in_import(module.text, at)}):
        piece = module.pieces[index] if index >= 0 else None
        if piece is not None and piece.kind != "import" and piece.name not in (name, "__all__"):
            yield Mention(module, piece, name)


def _renamed(module: PythonModule) -> dict[str, str]:
    """Words under which a file imports a name, or that it sets to one, with the names."""
    found = {word: _last(target) for word, target in module.imports.items() if _last(target) != word}
    found.update((word, _last(target)) for word, target in module.aliases.items())
    return found


def standing_places(module: PythonModule, name: str) -> Iterable[int]:
    """Yield where a file uses a name by itself: not in quotes, comments, imports, nor where it is defined."""
    text = module.text
    for at in _places(text, name):
        index = piece_at(module, at)
        plain = index >= 0 and module.pieces[index].kind != "import"
        named = _in_import(text, at) or _in_import_list(text, at) or text.endswith("def ", 0, at)
        if plain and not named and not any(text.count(quotes, 0, at) % 2 for quotes in _QUOTES):
            yield at


def _in_import_list(text: str, at: int) -> bool:
    """Whether a place is between the parentheses of an import."""
    opened = text.rfind("(", 0, at)
    return opened > text.rfind(")", 0, at) and text[max(0, opened - 8) : opened].rstrip().endswith("import")


def _places(text: str, name: str) -> Iterable[int]:
    """Where a name stands by itself, and in no quotes."""
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        around = text[at - 1 : at] + text[end : end + 1]
        if not any(one.isalnum() or one in "_\"'" for one in around):
            yield at
        at = text.find(name, end)


def _finds(text: str, word: str) -> Iterable[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + 1)


def _stands(text: str, name: str) -> Iterable[int]:
    """Where a name is a word."""
    for at in _finds(text, name):
        around = text[at - 1 : at] + text[at + len(name) : at + len(name) + 1]
        if not any(one.isalnum() or one == "_" for one in around):
            yield at


def piece_at(module: PythonModule, at: int) -> int:
    """Return the index of the piece that a place of a file is in, -1 before the first."""
    return bisect_right(module.starts, at) - 1


def _in_import(text: str, at: int) -> bool:
    """Whether a place is in a line that imports, or in a comment."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return "#" in line or line.lstrip().startswith("import ")


def _gate_pieces(
    module: PythonModule, gate_words: Iterable[str], told: frozenset[str], *, within: bool
) -> frozenset[int]:
    """Statements with a word that asks for the device; those that use what such a one defines; and so on."""
    found: set[int] = set()
    places = [at for word in gate_words for at in _finds(module.text, word)] if within else []
    named = [name for name, target in module.imports.items() if _TELLING.search(name) or _last(target) in gate_words]
    named += [name for name, target in module.imports.items() if _last(target) in told and name not in named]
    while True:
        if named:
            places += [at for name in named if name in module.words for at in _stands(module.text, name)]
        new = _new_pieces(module, places, found)
        if not new:
            break
        found.update(piece.start for piece in new)
        named = [piece.name for piece in new if piece.name is not None and piece.kind != "class"]
        named += [name for piece in new for name in module.set_by(piece)]
        places = []
    return frozenset(found)


def _last(target: str) -> str:
    return target.rpartition(".")[2]


def _new_pieces(module: PythonModule, places: Sequence[int], found: set[int]) -> list[Piece]:
    indexes = {piece_at(module, at) for at in places}
    pieces = [module.pieces[index] for index in sorted(indexes) if index >= 0]
    return [piece for piece in pieces if piece.kind != "import" and piece.start not in found]
