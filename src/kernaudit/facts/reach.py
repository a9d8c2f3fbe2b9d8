"""Which functions a kernel may reach, by name: an upper bound that costs no walk.

A function is reached if its name stands in reached text; a method, if its class does too. Bases, member types and
aliases of a mentioned class count as mentioned. What a template calls through a parameter (`Kernel::run(...)`) may be
the method of that name of any class.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.facts.given import Given, given_to
from kernaudit.facts.scope import all_functions

if TYPE_CHECKING:
    from kernaudit.facts.scope import UnitScope
    from kernaudit.sources.outline import ClassDef, Function

__all__ = ["Reach", "ReachFinder"]

_MAX_NESTING = 8


@dataclass(frozen=True, slots=True)
class Reach:
    """Functions in the order in which they are met, and every word that stands in their text."""

    functions: tuple[Function, ...]
    mentioned: frozenset[str]


class ReachFinder:
    """Reach in one unit."""

    def __init__(self, scope: UnitScope) -> None:
        self._scope = scope
        self._found: dict[int, Reach] = {}

    def of(self, kernel: Function) -> Reach:
        """Return the kernel and every function it may reach."""
        found = self._found.get(id(kernel))
        if found is None:  # what is found begins with the kernel, and so keeps it
            found = self._found[id(kernel)] = self._of(kernel)
        return found

    def _of(self, kernel: Function) -> Reach:
        search = _Search(self._scope)
        pending = [kernel]
        if kernel.template:
            search.given = given_to(kernel, self._scope)
            pending += search.take_in(search.given.words)
        while pending:
            function = pending.pop(0)
            if id(function) not in search.reached:
                search.reached[id(function)] = function
                pending.extend(search.mention(function.words))
                pending.extend(search.through_parameters(function))
        return Reach(tuple(search.reached.values()), frozenset(search.mentioned))


class _Search:
    """One search: what is reached and mentioned so far, and methods that wait for a name."""

    def __init__(self, scope: UnitScope) -> None:
        self.scope = scope
        self.reached: dict[int, Function] = {}
        self.mentioned: set[str] = set()
        self.waiting: dict[str, list[Function]] = {}
        self.dependent: set[str] = set()
        self.given = Given()

    def take_in(self, words: frozenset[str]) -> list[Function]:
        """Take in what is passed; return the functions for the device and what classes of these names are made of."""
        found: list[Function] = []
        for name in sorted(words):
            found += [f for f in self.scope.functions(name) if f.has_body and "__device__" in f.head]
        classes = frozenset(name for name in words if self.scope.classes(name) or self.scope.aliases(name))
        return found + self.mention(classes)

    def mention(self, words: frozenset[str]) -> list[Function]:
        """Take in words; return the functions that they make reachable."""
        found: list[Function] = []
        new = words - self.mentioned
        while new:
            self.mentioned |= new
            more: set[str] = set()
            for name in sorted(new & self.scope.names | new & self.waiting.keys()):  # what waits, waits for no new name
                found.extend(self.waiting.pop(name, ()))
                self._declared(name, found, more)
            new = frozenset(more - self.mentioned)
        return found

    def through_parameters(self, function: Function) -> list[Function]:
        """Return the methods that a template may call through its type parameters."""
        found: list[Function] = []
        for name in sorted(function.dependent_calls - self.dependent):
            self.dependent.add(name)
            if name == "operator()":
                found.extend(self.given.lambdas)
            for declaration in self.scope.mentioning(name):
                found += [m for m in all_functions(declaration.outline) if _is_method(m, name)]
        return found

    def _declared(self, name: str, found: list[Function], more: set[str]) -> None:
        for function in self.scope.functions(name):
            if function.has_body:
                if function.qualified and function.scope[-1] not in self.mentioned:
                    self.waiting.setdefault(function.scope[-1], []).append(function)
                else:
                    found.append(function)
        for made in self.scope.classes(name):
            self._class(made, found, more, 0)
        for alias in self.scope.aliases(name):
            more |= alias.words
        for constant in self.scope.constants(name):
            more |= constant.words
        if name.startswith("_") and f'operator""{name}' in self.scope.names:
            found.extend(f for f in self.scope.functions(f'operator""{name}') if f.has_body)

    def _class(self, made: ClassDef, found: list[Function], more: set[str], depth: int) -> None:
        members = made.members
        more |= made.member_words
        if members.asserts:
            self.mentioned.add("static_assert")
        found.extend(f for f in self.scope.functions(f"~{made.name}") if f.has_body)
        for declaration in self.scope.operators.get(made.name, ()):
            for name, functions in declaration.outline.functions.items():
                if name.startswith("operator"):
                    self.mentioned.add(name)
                    found.extend(f for f in functions if f.has_body)
        for name, methods in members.functions.items():
            if name in self.mentioned or name == made.name or name.startswith(("operator", "~")):
                found.extend(m for m in methods if m.has_body)
            else:
                self.waiting.setdefault(name, []).extend(m for m in methods if m.has_body)
        if depth < _MAX_NESTING:
            for classes in members.classes.values():
                for inner in classes:
                    self._class(inner, found, more, depth + 1)


def _is_method(function: Function, name: str) -> bool:
    return function.name == name and function.has_body and (function.owner is not None or function.qualified)
