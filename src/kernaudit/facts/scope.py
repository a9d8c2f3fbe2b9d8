"""What a name means in one translation unit: the declarations of all files of its include closure."""

from __future__ import annotations

from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from kernaudit.sources.recovery import every_function as all_functions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from kernaudit.sources.outline import Alias, ClassDef, Constant, Function, Instantiation, Outline
    from kernaudit.sources.syntax import Declaration, FileText

__all__ = ["UnitScope", "all_functions", "changed_declarations", "nearest"]

_Item = TypeVar("_Item", "Function", "ClassDef", "Alias", "Constant")

_MENTION = "*"
_STANDS_FOR_ONE = "#"
_NUMBER = "__CUDA_ARCH"


class UnitScope:
    """Lookup by unqualified name over the files of a unit, in inclusion order.

    Args:
        files: of the unit.
        numbers: names that are no declarations and stand for a number of the target.

    Attributes:
        files: of the unit.
        numbers: see above.
        looked_up: the questions that were asked, for `state`: two texts of which it says the same answer them alike.
    """

    def __init__(self, files: Sequence[FileText], numbers: Mapping[str, int] | None = None) -> None:
        self.files = tuple(files)
        self.numbers = numbers or {}
        self.looked_up: set[str] = set()
        self._indexes = [file.index for file in files]
        self._declared: dict[str, tuple[Declaration, ...]] = {}
        self._functions: dict[str, tuple[Any, ...]] = {}
        self._classes: dict[str, tuple[Any, ...]] = {}
        self._aliases: dict[str, tuple[Any, ...]] = {}
        self._constants: dict[str, tuple[Any, ...]] = {}
        self._arrays: dict[str, tuple[Any, ...]] = {}

    @cached_property
    def names(self) -> frozenset[str]:
        """Every name that some declaration of the unit may declare."""
        return frozenset().union(*self._indexes)

    @cached_property
    def operators(self) -> dict[str, list[Declaration]]:
        """The declarations of operators outside of classes, by the words of their heads."""
        found: dict[str, list[Declaration]] = {}
        for name in self.names:
            if name.startswith("operator"):
                for declaration in self.declarations(name):
                    for word in declaration.head_words:
                        found.setdefault(word, []).append(declaration)
        return found

    def declarations(self, name: str) -> tuple[Declaration, ...]:
        """Return the declarations that may declare a name."""
        self.looked_up.add(name)
        found = self._declared.get(name)
        if found is None:
            found = tuple(d for index in self._indexes if name in index for d in index[name])
            self._declared[name] = found
        return found

    def functions(self, name: str) -> tuple[Function, ...]:
        """Return definitions and declarations of a free function."""
        return self._find(name, self._functions, lambda outline: outline.functions.get(name))

    def classes(self, name: str) -> tuple[ClassDef, ...]:
        """Return the primary template and the specialisations of a class, or the plain class."""
        return self._find(name, self._classes, lambda outline: outline.classes.get(name))

    def aliases(self, name: str) -> tuple[Alias, ...]:
        """Return what `using name = ...` and typedefs give."""
        return self._find(name, self._aliases, lambda outline: outline.aliases.get(name))

    def constants(self, name: str) -> tuple[Constant, ...]:
        """Return namespace-level constants and enumerators."""
        return self._find(name, self._constants, lambda outline: outline.constants.get(name))

    def arrays(self, name: str) -> tuple[Constant, ...]:
        """Return namespace-level constants with several elements."""
        return self._find(name, self._arrays, lambda outline: outline.arrays.get(name))

    def instantiations(self, name: str) -> Iterator[Instantiation]:
        """Yield the explicit instantiations of a function."""
        for declaration in self.declarations(name):
            for made in declaration.outline.instantiations:
                if made.name == name:
                    yield made

    def mentioning(self, name: str) -> Iterator[Declaration]:
        """Yield every declaration in whose text the name stands."""
        yield from self._asked(_MENTION + name)

    def number(self, name: str) -> int | None:
        """Return the target's number that a name stands for; that it stands for one is looked up, not which."""
        if not name.startswith(_NUMBER):
            return None
        self.looked_up.add(_STANDS_FOR_ONE + name)
        return self.numbers.get(name)

    def state(self, question: str) -> tuple[object, ...]:
        """Return on what the answer to a question depends that was once looked up: declarations, or a number."""
        if question.startswith(_STANDS_FOR_ONE):
            self.looked_up.add(question)
            return (question[1:] in self.numbers,)
        if question in self.numbers:
            self.looked_up.add(question)
            return (self.numbers[question],)
        return self._asked(question)

    def _asked(self, question: str) -> tuple[Declaration, ...]:
        if not question.startswith(_MENTION):
            return self.declarations(question)
        self.looked_up.add(question)
        name = question[1:]
        found = self._declared.get(question)
        if found is None:
            files = (file for file in self.files if name in file.text)
            found = tuple(one for file in files for one in file.declarations if name in one.kept)
            self._declared[question] = found
        return found

    @contextmanager
    def tracing(self) -> Iterator[set[str]]:
        """Give the questions that are asked inside; around, they count as asked too."""
        around, self.looked_up = self.looked_up, set()
        try:
            yield self.looked_up
        finally:
            around |= self.looked_up
            self.looked_up = around

    def mentions(self, name: str) -> Iterator[Function]:
        """Yield every function and method with a body in whose text the name stands."""
        for declaration in self.mentioning(name):
            for function in all_functions(declaration.outline):
                if function.has_body and name in function.text:
                    yield function

    def _find(
        self,
        name: str,
        cache: dict[str, tuple[Any, ...]],
        get: Callable[[Outline], list[_Item] | None],
    ) -> tuple[_Item, ...]:
        self.looked_up.add(name)
        found = cache.get(name)
        if found is None:
            items: list[_Item] = []
            for declaration in self.declarations(name):
                items.extend(get(declaration.outline) or ())
            found = cache[name] = tuple(items)
        return found


def changed_declarations(left: UnitScope, right: UnitScope) -> set[Declaration]:
    """Return the declarations that only one of two texts of a unit has."""
    changed: set[Declaration] = set()
    texts = {file.path: file for file in left.files}
    for file in right.files:
        other = texts.pop(file.path, None)
        if other is None:
            changed.update(file.declarations)
        elif other is not file:
            changed.update(set(file.declarations).symmetric_difference(other.declarations))
    for file in texts.values():
        changed.update(file.declarations)
    return changed


def nearest(items: Sequence[_Item], scope: tuple[str, ...], qualifiers: tuple[str, ...] = ()) -> list[_Item]:
    """Keep the items that a use in `scope` with these qualifiers means: the same namespace wins over a foreign one."""
    if len(items) < 2:
        return list(items)
    fitting = [item for item in items if item.scope[-len(qualifiers) :] == qualifiers] if qualifiers else []
    pool = fitting or list(items)
    ranks = [_shared(item.scope, scope) for item in pool]
    best = max(ranks)
    if best == 0 or qualifiers:
        return pool
    return [item for item, rank in zip(pool, ranks, strict=True) if rank == best or not item.scope]


def _shared(left: tuple[str, ...], right: tuple[str, ...]) -> int:
    count = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        count += 1
    return count
