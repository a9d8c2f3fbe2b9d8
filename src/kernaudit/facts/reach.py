"""Which functions a kernel may reach, by name: an upper bound that costs no walk.

A function is reached if its name stands in reached text; a method, if its class does too. Bases, member types and
aliases of a mentioned class count as mentioned.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kernaudit.facts.scope import all_functions

if TYPE_CHECKING:
    from kernaudit.facts.scope import UnitScope
    from kernaudit.sources.ast import Tuple
    from kernaudit.sources.outline import ClassDef, Function, Outline
    from kernaudit.sources.syntax import ParsedText

__all__ = ["FileIndex", "ReachFinder"]

_WORD = re.compile(r"[A-Za-z_]\w*")


class FileIndex:
    """What one parsed text declares, by name, at any depth; made once per text."""

    __slots__ = ("aliases", "classes", "functions", "methods", "names")

    def __init__(self, parsed: ParsedText) -> None:
        self.functions: dict[str, list[Function]] = {}
        self.methods: dict[str, list[tuple[str, Function]]] = {}
        self.classes: dict[str, list[ClassDef]] = {}
        self.aliases: dict[str, list[Tuple]] = {}
        self._add(parsed.outline, None, 0)
        self.names = frozenset(self.functions) | frozenset(self.classes) | frozenset(self.aliases) | frozenset(self.methods)

    def _add(self, outline: Outline, owner: ClassDef | None, depth: int) -> None:
        for name, functions in outline.functions.items():
            for function in functions:
                if not function.has_body:
                    continue
                holder = owner.name if owner is not None else function.scope[-1] if function.qualified else None
                if holder is None:
                    self.functions.setdefault(name, []).append(function)
                else:
                    self.methods.setdefault(name, []).append((holder, function))
        for name, aliases in outline.aliases.items():
            self.aliases.setdefault(name, []).extend(alias.type for alias in aliases)
        for name, classes in outline.classes.items():
            self.classes.setdefault(name, []).extend(classes)
            if depth < 8:
                for made in classes:
                    self._add(made.members, made, depth + 1)


class ReachFinder:
    """Reach in one unit."""

    def __init__(self, scope: UnitScope, indexes: tuple[FileIndex, ...], words: dict[int, frozenset[str]]) -> None:
        self._scope, self._indexes, self._words = scope, indexes, words

    def of(self, kernel: Function) -> tuple[Function, ...]:
        """Return the kernel and every function it may reach, in the order in which they are met."""
        reached: dict[int, Function] = {id(kernel): kernel}
        mentioned: set[str] = set()
        waiting: dict[str, list[Function]] = {}
        pending = [kernel]
        while pending:
            new = self._mentions(pending.pop()) - mentioned
            while new:
                name = new.pop()
                if name in mentioned:
                    continue
                mentioned.add(name)
                for function in self._candidates(name, mentioned, waiting, new):
                    if id(function) not in reached:
                        reached[id(function)] = function
                        pending.append(function)
        return tuple(reached.values())

    def _candidates(
        self, name: str, mentioned: set[str], waiting: dict[str, list[Function]], new: set[str]
    ) -> list[Function]:
        found: list[Function] = list(waiting.pop(name, ()))
        for index in self._indexes:
            if name not in index.names:
                continue
            found.extend(index.functions.get(name, ()))
            for holder, method in index.methods.get(name, ()):
                if holder in mentioned:
                    found.append(method)
                else:
                    waiting.setdefault(holder, []).append(method)
            for made in index.classes.get(name, ()):
                new |= _class_mentions(made) - mentioned
                found.extend(made.members.functions.get("operator()", ()))
            for alias in index.aliases.get(name, ()):
                new |= _type_words(alias) - mentioned
        return found

    def _mentions(self, function: Function) -> set[str]:
        found = self._words.get(id(function))
        if found is None:
            found = self._words[id(function)] = frozenset(_WORD.findall(function.text))
        return set(found)


def _class_mentions(made: ClassDef) -> set[str]:
    found: set[str] = set()
    for base in made.bases:
        found |= _type_words(base)
    for field in made.members.fields.values():
        found |= _type_words(field.type)
    return found


def _type_words(part: object) -> set[str]:
    if isinstance(part, str):
        return set(_WORD.findall(part))
    found: set[str] = set()
    if isinstance(part, tuple):
        for inner in part:
            found |= _type_words(inner)
    return found


def defined_functions(scope: UnitScope) -> tuple[Function, ...]:
    """Return every function of a unit that is no template and no method of one: the compiler checks these bodies."""
    found: list[Function] = []
    for file in scope.files:
        found.extend(
            function
            for function in all_functions(file.outline)
            if function.has_body and function.template is None and not _in_template(function)
        )
    return tuple(found)


def _in_template(function: Function) -> bool:
    return function.owner is not None and function.owner.template is not None
