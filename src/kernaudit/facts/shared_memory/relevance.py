"""Which host functions matter: those that launch kernels or raise limits, and those that call them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kernaudit.facts.scope import all_functions
from kernaudit.facts.shared_memory.demand import may_launch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kernaudit.facts.scope import UnitScope
    from kernaudit.sources.outline import Function
    from kernaudit.sources.syntax import Declaration, FileText

__all__ = [
    "Words",
    "called_as",
    "is_instantiated",
    "is_plain",
    "is_promised",
    "reaching",
    "relevant_functions",
    "roots",
]

_WORD: Final = re.compile(r"[A-Za-z_]\w*")


class Words:
    """The words of declarations and functions, and which texts hit; each is looked through once."""

    def __init__(self) -> None:
        self._declared: dict[int, tuple[Declaration, frozenset[str]]] = {}
        self._functions: dict[int, tuple[Function, frozenset[str]]] = {}
        self._hits: dict[tuple[int, int], tuple[FileText, tuple[Declaration, ...]]] = {}

    def hits(self, file: FileText, hits: Callable[[str], bool]) -> tuple[Declaration, ...]:
        """Return the declarations of a file that hit."""
        key = (id(file), id(hits))
        known = self._hits.get(key)
        if known is None:
            found = tuple(d for d in file.declarations if hits(d.kept)) if may_launch(file.text) else ()
            known = self._hits[key] = (file, found)
        return known[1]

    def declared(self, declaration: Declaration) -> frozenset[str]:
        """Return the words of a declaration."""
        known = self._declared.get(id(declaration))
        if known is None:
            words = frozenset(_WORD.findall(declaration.kept))
            known = self._declared[id(declaration)] = (declaration, words)
        return known[1]

    def of(self, function: Function) -> frozenset[str]:
        """Return the words of a function."""
        known = self._functions.get(id(function))
        if known is None:
            words = frozenset(_WORD.findall(function.converter.source(function.node)))
            known = self._functions[id(function)] = (function, words)
        return known[1]


def relevant_functions(
    scope: UnitScope, words: Words, hits: Callable[[str], bool], callable_: Callable[[Function], bool]
) -> list[Function]:
    """Return the functions whose text hits, and those that call them, directly or through others.

    Args:
        scope: the unit.
        words: shared by all units.
        hits: tells it from the text of a declaration or a body.
        callable_: which functions count at all.
    """
    declarations = _reaching_declarations(scope.files, words, hits)
    functions = [f for d in declarations for f in all_functions(d.outline) if f.has_body and callable_(f)]
    return reaching(functions, lambda function: hits(function.text), words)


def _reaching_declarations(files: Sequence[FileText], words: Words, hits: Callable[[str], bool]) -> list[Declaration]:
    found = [declaration for file in files for declaration in words.hits(file, hits)]
    chosen = set(map(id, found))
    names = frozenset(name for declaration in found for name in declaration.names)
    while names:
        near = [d for file in files if not names.isdisjoint(file.words) for d in file.declarations]
        new = [d for d in near if id(d) not in chosen and not names.isdisjoint(words.declared(d))]
        chosen.update(map(id, new))
        names = frozenset(name for declaration in new for name in declaration.names)
    return [declaration for file in files for declaration in file.declarations if id(declaration) in chosen]


def reaching(functions: Sequence[Function], hits: Callable[[Function], bool], words: Words) -> list[Function]:
    """Return those of some functions that hit, and those that call them, directly or through others of them."""
    found = [f for f in functions if hits(f)]
    chosen = set(map(id, found))
    names = {called_as(f) for f in found}
    while names:
        new = [f for f in functions if id(f) not in chosen and not names.isdisjoint(words.of(f))]
        chosen.update(map(id, new))
        names = {called_as(f) for f in new}
    return [f for f in functions if id(f) in chosen]


def called_as(function: Function) -> str:
    """Return under which word a function is called: an operator or a constructor by its class."""
    holder = function.scope[-1] if function.owner is not None or function.qualified else None
    if holder is not None and (function.name.startswith("operator") or function.name == holder):
        return holder
    return function.name


def roots(scope: UnitScope, relevant: Sequence[Function], words: Words) -> list[Function]:
    """Return where walks begin: functions that no relevant one calls, and those that other units call too.

    A function that a header declares may be called from another unit with other arguments.
    """
    found: list[Function] = []
    for function in filter(is_plain, relevant):
        name = called_as(function)
        called = any(other is not function and name in words.of(other) for other in relevant)
        declared = any(not f.has_body and not f.kernel for f in scope.functions(function.name))
        if declared or not called:
            found.append(function)
    return found


def is_promised(scope: UnitScope, function: Function) -> bool:
    """Whether `extern template` leaves a function's instantiations to other units, and this unit makes none itself."""
    if not function.template or function.special is not None:
        return False
    made = [instantiation.external for instantiation in scope.instantiations(function.name)]
    return bool(made) and all(made)


def is_instantiated(scope: UnitScope, function: Function) -> bool:
    """Whether a unit instantiates a template explicitly."""
    return bool(function.template) and any(not made.external for made in scope.instantiations(function.name))


def is_plain(function: Function) -> bool:
    """Whether a function exists without somebody instantiating it."""
    owner = function.owner
    return (function.template is None or function.special is not None) and (owner is None or owner.template is None)
