"""The macros that are defined at one point of one compile, and the value of a condition there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kernaudit.sources.condition import Condition, Value, evaluate, parse_condition
from kernaudit.sources.macro import ExpansionLimit, Macro, expand_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernaudit.sources.condition import Node

__all__ = ["Environment", "open_numbers"]

_NUMBERS = ("__CUDA_ARCH__", "__CUDA_ARCH_LIST__")
_DEFINED = re.compile(r"\bdefined\s*(?:\(\s*([A-Za-z_]\w*)\s*\)|([A-Za-z_]\w*))")
_OPERATORS = frozenset(
    {"__has_include", "__has_include_next", "__has_attribute", "__has_cpp_attribute", "__has_builtin"}
)
"""Words that GCC, with which nvcc preprocesses, takes in `#if`; `#ifdef` finds them defined."""
_PUSHED = "\0push "
_INCLUDED = "\0"
"""Prefix of the pseudo names that remember which files were included."""


class Environment:
    """Macro name -> definition, with a trace of what was looked up so that a result can be used again.

    Attributes:
        macros: what is defined now.
        universe: every name that any file of the tree, the compiler or a library defines; other words are no macros.
        external: prefixes of names that headers outside the tree define: their absence proves nothing.
        settled: names with such a prefix of which it is known when they are defined.
        unknown_is: the value taken for a condition that is not known; None where both ways are taken.
        numbers: macros of the image that stand for a number and that texts keep by name; see `open_numbers`.
    """

    def __init__(
        self,
        macros: Mapping[str, Macro],
        universe: frozenset[str],
        external: tuple[str, ...],
        *,
        unknown_is: bool | None,
        settled: frozenset[str] = frozenset(),
    ) -> None:
        self.macros = dict(macros)
        self.universe = universe
        self.external = external
        self.unknown_is = unknown_is
        self.settled = settled
        self.traces: list[Trace] = []
        self.numbers = open_numbers(self.macros)

    # -- definitions -------------------------------------------------------------------------------------------

    def read(self, name: str) -> Macro | None:
        """Return the definition of a name, and remember that it was asked for."""
        macro = self.macros.get(name)
        for trace in reversed(self.traces):
            if name in trace.written:
                break
            trace.read.setdefault(name, macro)
        return macro

    def define(self, name: str, macro: Macro | None) -> None:
        """Define a name, or with None make it undefined."""
        if macro is None:
            self.macros.pop(name, None)
        else:
            self.macros[name] = macro
        for trace in self.traces:
            trace.written[name] = macro

    def included(self, path: str) -> bool:
        """Whether a file was included before."""
        return self.read(_INCLUDED + path) is not None

    def include(self, path: str) -> None:
        """Remember that a file is included."""
        self.define(_INCLUDED + path, _SEEN)

    def push(self, name: str) -> None:
        """Remember what a name means now (`#pragma push_macro`)."""
        self.define(f"{_PUSHED}{self._pushed(name)} {name}", self.read(name) or _NOTHING)

    def pop(self, name: str) -> None:
        """Let a name mean what it did when it was last remembered (`#pragma pop_macro`)."""
        depth = self._pushed(name) - 1
        if depth < 0:
            return
        kept = self.read(f"{_PUSHED}{depth} {name}")
        self.define(name, None if kept is _NOTHING else kept)
        self.define(f"{_PUSHED}{depth} {name}", None)

    def _pushed(self, name: str) -> int:
        depth = 0
        while self.read(f"{_PUSHED}{depth} {name}") is not None:
            depth += 1
        return depth

    # -- conditions --------------------------------------------------------------------------------------------

    def evaluate(self, condition: Condition) -> Value:
        """Return the value of a condition: a number, or None where it is not known."""
        evaluation = _Evaluation(self)
        value = evaluation.value(condition.node)
        if not evaluation.loose and not condition.malformed:
            return value
        try:
            text = self._spelled_out(condition)
        except ExpansionLimit:
            return None
        return _Evaluation(self, spelled_out=True).value(parse_condition(text).node)

    def _spelled_out(self, condition: Condition) -> str:
        """A condition with its macros replaced in the text: operators inside and around a macro bind as they come."""
        text = _DEFINED.sub(self._whether_defined, condition.text)
        names, _ = self.inputs(tuple(sorted(condition.names)))
        return expand_text(text, self.macros, names) if names else text

    def _whether_defined(self, match: re.Match[str]) -> str:
        name = match[1] or match[2]
        if self.read(name) is not None:
            return "1"
        return match[0] if self.is_external(name) else "0"

    def is_external(self, name: str) -> bool:
        """Whether only a header outside the tree could define this name."""
        return bool(self.external) and name.startswith(self.external) and name not in self.settled

    def values_of(self, names: frozenset[str]) -> tuple[tuple[str, str], ...]:
        """Return the definitions of names as text, sorted, for evidence; an undefined one is `undefined`."""
        found = ((name, self.macros.get(name)) for name in sorted(names))
        return tuple((name, "undefined" if macro is None else macro.body) for name, macro in found)

    # -- text --------------------------------------------------------------------------------------------------

    def inputs(self, candidates: tuple[str, ...]) -> tuple[frozenset[str], tuple[Macro | None, ...]]:
        """Return which of the words are macros, and every definition that their expansion can look at.

        Equal definitions give equal expansions, so the second part is a key.
        """
        usable: list[str] = []
        looked_at: list[Macro | None] = []
        seen: set[str] = set(candidates)
        pending = list(candidates)
        while pending:
            name = pending.pop()
            macro = self.read(name)
            looked_at.append(macro)
            if macro is None:
                continue
            usable.append(name)
            if macro.words:
                new = (macro.words & self.universe) - seen
                if new:
                    seen |= new
                    pending.extend(sorted(new))
        return frozenset(usable).intersection(candidates), tuple(looked_at)

    def expand(self, text: str, names: frozenset[str]) -> str:
        """Return a text with the macros of these names replaced."""
        try:
            return expand_text(text, self.macros, names)
        except ExpansionLimit:
            return text

    def expand_but(self, text: str, names: frozenset[str], left: frozenset[str]) -> str:
        """Return a text with the macros of these names replaced, those of `left` by nothing: their names stay."""
        if names <= left:
            return text
        try:
            return expand_text(text, {n: m for n, m in self.macros.items() if n not in left}, names - left)
        except ExpansionLimit:
            return text

    def words_of(self, names: tuple[str, ...]) -> frozenset[str]:
        """Return every word that the expansion of these names can bring in."""
        found: set[str] = set()
        pending = list(names)
        while pending:
            macro = self.macros.get(pending.pop())
            if macro is not None and not macro.words <= found:
                pending.extend(macro.words - found)
                found |= macro.words
        return frozenset(found)


def open_numbers(macros: Mapping[str, Macro]) -> dict[str, Macro]:
    """Return the macros that tell a target's number, where this compile has one.

    Texts of two targets often differ in such a number alone. Left as a name it can be looked up like any other, and
    what does not look it up is the same for both.
    """
    if _NUMBERS[0] not in macros:
        return {}
    found = ((name, macros.get(name)) for name in _NUMBERS)
    return {name: one for name, one in found if one is not None and one.params is None and one.body.isdecimal()}


class Trace:
    """What a stretch of preprocessing looked up (with the answer) and what it defined."""

    __slots__ = ("read", "written")

    def __init__(self) -> None:
        self.read: dict[str, Macro | None] = {}
        self.written: dict[str, Macro | None] = {}


class _Evaluation:
    """One evaluation; a macro is not replaced inside its own replacement."""

    def __init__(self, environment: Environment, *, spelled_out: bool = False) -> None:
        self.environment, self.spelled_out = environment, spelled_out
        self.active: set[str] = set()
        self.loose = False

    def value(self, node: Node) -> Value:
        return evaluate(node, self._lookup)

    def _lookup(self, kind: str, node: Node) -> Value:
        name = str(node[1])
        macro = self.environment.read(name)
        if kind == "defined":
            if macro is not None or name in _OPERATORS:
                return 1
            return None if self.environment.is_external(name) else 0
        if macro is None or name in self.active or self.spelled_out:
            unknown = kind == "call" or self.environment.is_external(name)
            return None if unknown and macro is None else 0
        if kind == "name" and macro.params is not None:
            return 0
        self.loose = self.loose or ("#" in macro.body and "defined" not in macro.words)  # it pastes what it gets
        text = macro.body if kind == "name" or macro.params is None else self._expanded(macro, str(node[2]))
        return self._nested(name, text)

    def _expanded(self, macro: Macro, arguments: str) -> str:
        """A use with its arguments put in; names inside are left for the evaluation, so that `defined` works."""
        try:
            return expand_text(macro.name + arguments, {macro.name: macro}, frozenset({macro.name}))
        except ExpansionLimit:
            return ""

    def _nested(self, name: str, text: str) -> Value:
        if not text:
            self.loose = True
            return None  # `#if X` with an empty X is no expression, but `#if X + 0` is one
        self.active.add(name)
        try:
            condition = parse_condition(text)
            self.loose = self.loose or (condition.loose and _DEFINED.search(text) is None)
            return self.value(condition.node)
        finally:
            self.active.discard(name)


_SEEN = Macro("", "")
_NOTHING = Macro("", "")
