"""What the preprocessor leaves of a unit: the active text of every file in its include closure.

Every file is read and split once. Running through a file is remembered together with the macros it looked up, so
that the next unit or target that defines these macros alike gets the same answer without running again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kernaudit.sources.directives import (
    Chunk,
    ComputedInclude,
    Conditional,
    Define,
    ErrorDirective,
    Include,
    KeptMacro,
    Undef,
    read_include,
)
from kernaudit.sources.environment import Environment, Trace
from kernaudit.sources.file_questions import with_files
from kernaudit.sources.macro import IDENTIFIER
from kernaudit.sources.open_braces import OpenBraces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kernaudit.sources.directives import Branch, Item, SourceFile
    from kernaudit.sources.macro import Macro

__all__ = ["ActiveFile", "Decision", "ErrorHit", "Preprocessor", "UnitText"]

_WORD = re.compile(r"\b__CUDA_ARCH\w*")
_NAMED_IN_STRING = re.compile(r'"[^"\n]*__CUDA_ARCH')
_MAX_TAKEN_IN = 1_000_000
"""Characters that files included inside of code may bring into one file; what is more stays apart."""
_MAX_FILES = 50_000
"""Texts that one unit may be made of; files that include each other twice over and over end there."""
_MAX_INCLUDE_DEPTH = 60
_MAX_VARIANTS = 24


@dataclass(frozen=True, slots=True)
class Decision:
    """One branch of a conditional that was looked at.

    Attributes:
        line: of the `#if`, `#elif` or `#else`.
        end: last line that the branch controls.
        text: the condition; of an `#else`, `else`.
        holds: its value, None where it is not known.
        taken: whether the branch is active.
        values: the macros it looks at, as text.
    """

    line: int
    end: int
    text: str
    holds: bool | None
    taken: bool
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ErrorHit:
    """An `#error` that is active."""

    path: str
    line: int
    text: str


class ActiveFile:
    """The active text of one file in one macro environment; line numbers are those of the file.

    Two environments that leave the same text share one object, so that it is parsed once.
    """

    __slots__ = ("decisions", "file", "text", "words")

    def __init__(self, file: SourceFile, text: str, decisions: tuple[Decision, ...], words: frozenset[str]) -> None:
        self.file, self.text, self.decisions, self.words = file, text, decisions, words


@dataclass(frozen=True, slots=True)
class UnitText:
    """A unit after preprocessing: files in the order in which they end, includes before what includes them.

    `numbers` are what the names stand for that the texts keep although they are macros.
    """

    files: tuple[ActiveFile, ...]
    errors: tuple[ErrorHit, ...]
    undecided: tuple[Decision, ...]
    missing: tuple[str, ...]
    numbers: tuple[tuple[str, int], ...] = ()


class _Outcome:
    """What running through a file gave, and what it depended on."""

    __slots__ = ("errors", "files", "trace")

    def __init__(self, trace: Trace, files: list[ActiveFile], errors: list[ErrorHit]) -> None:
        self.trace, self.files, self.errors = trace, tuple(files), tuple(errors)


class Preprocessor:
    """Preprocesses units of one tree; keeps what it learnt between units and targets.

    Args:
        load: path -> the file split into directives, or None if it cannot be read.
        resolve: (including path, include, include directories) -> path in the tree or None.
        universe: names that anything defines.
        settled: names of which it is known when they are defined, although their headers are not in the tree.
    """

    def __init__(
        self,
        load: Callable[[str], SourceFile | None],
        resolve: Callable[[str, Include, tuple[str, ...]], str | None],
        universe: frozenset[str],
        settled: frozenset[str] = frozenset(),
    ) -> None:
        self._load, self._resolve, self._universe, self._settled = load, resolve, universe, settled
        self._outcomes: dict[tuple[str, bool | None, tuple[str, ...]], list[_Outcome]] = {}
        self._texts: dict[tuple[str, str], ActiveFile] = {}
        self._candidates: dict[Chunk, tuple[str, ...]] = {}
        self._opened: dict[tuple[Chunk, tuple[Macro | None, ...]], str] = {}
        self._expansions: dict[tuple[Chunk, tuple[Macro | None, ...]], str] = {}

    def run(  # noqa: PLR0913 - what a compile depends on
        self,
        path: str,
        macros: dict[str, Macro],
        external: tuple[str, ...],
        *,
        unknown_is: bool | None = False,
        before: tuple[str, ...] = (),
        include_dirs: tuple[str, ...] = (),
    ) -> UnitText:
        """Preprocess one unit.

        Args:
            path: the unit's main file.
            macros: what the compiler and the command line define.
            external: prefixes of names that headers outside the tree define.
            unknown_is: which way a condition goes that is not known; None: both, one text after the other.
            before: files that the command line includes before the first line.
            include_dirs: where included files are looked for.
        """
        environment = Environment(macros, self._universe, external, unknown_is=unknown_is, settled=self._settled)
        run = _Run(self, environment, include_dirs)
        for one in (*before, path):
            run.enter(one)
        undecided = tuple(d for file in run.files for d in file.decisions if d.holds is None)
        numbers = tuple((name, int(macro.body)) for name, macro in environment.numbers.items())
        return UnitText(tuple(run.files), tuple(run.errors), undecided, (), numbers)

    # -- used by one run ---------------------------------------------------------------------------------------

    def load(self, path: str) -> SourceFile | None:
        """Return a file split into directives."""
        return self._load(path)

    def resolve(self, path: str, include: Include, include_dirs: tuple[str, ...]) -> str | None:
        """Return the file of the tree that an include names."""
        return self._resolve(path, include, include_dirs)

    def candidates(self, chunk: Chunk) -> tuple[str, ...]:
        """The words of a chunk that may be macros."""
        found = self._candidates.get(chunk)
        if found is None:
            found = self._candidates[chunk] = tuple(sorted(chunk.words & self._universe))
        return found

    def expanded(self, chunk: Chunk, candidates: tuple[str, ...], environment: Environment) -> str:
        """The text of a chunk with its macros replaced; the same definitions give the same string."""
        names, looked_at = environment.inputs(candidates)
        if not names:
            return chunk.text
        key = (chunk, looked_at)
        found = self._expansions.get(key)
        if found is None:
            found = self._expansions[key] = self._open(chunk, names, looked_at, environment)
        return found

    def _open(
        self, chunk: Chunk, names: frozenset[str], looked_at: tuple[Macro | None, ...], environment: Environment
    ) -> str:
        """The expansion, with numbers of the target left as names where they stand for themselves."""
        text = environment.expand(chunk.text, names)
        left = [one for one in looked_at if one is not None and environment.numbers.get(one.name) is one]
        if not left:
            return text
        rest = tuple(None if one in left else one for one in looked_at)
        kept = self._opened.get((chunk, rest))
        if kept is None:
            kept = environment.expand_but(chunk.text, names, frozenset(one.name for one in left))
            self._opened[chunk, rest] = kept
        return kept if _is_opened(kept, text, left) else text

    def known(self, path: str, environment: Environment, include_dirs: tuple[str, ...]) -> _Outcome | None:
        """An earlier run through this file whose lookups would give the same answers now."""
        macros = environment.macros
        for outcome in self._outcomes.get((path, environment.unknown_is, include_dirs), ()):
            if all(macros.get(name) is macro for name, macro in outcome.trace.read.items()):
                return outcome
        return None

    def remember(self, path: str, environment: Environment, include_dirs: tuple[str, ...], outcome: _Outcome) -> None:
        """Keep what a run through a file gave; the most recent ones are tried first."""
        kept = self._outcomes.setdefault((path, environment.unknown_is, include_dirs), [])
        kept.insert(0, outcome)
        del kept[_MAX_VARIANTS:]

    def active(
        self, file: SourceFile, text: str, decisions: tuple[Decision, ...], words: Iterable[frozenset[str]]
    ) -> ActiveFile:
        """The one object for this text of this file and these decisions; equal texts are one string."""
        known = self._texts.get((file.path, text))
        if known is None:
            known = self._texts[file.path, text] = ActiveFile(file, text, decisions, frozenset().union(*words))
        if known.decisions == decisions:
            return known
        return ActiveFile(file, known.text, decisions, known.words)


def _is_opened(kept: str, text: str, left: list[Macro]) -> bool:
    """Whether a text says the same with its numbers in place of their names; assembly must have the numbers."""
    values = {one.name: one.body for one in left}
    closed = _WORD.sub(lambda match: values.get(match[0], match[0]), kept)
    return closed == text and not ("asm" in kept and _NAMED_IN_STRING.search(kept))


class _Run:
    """One unit on its way through the preprocessor."""

    def __init__(self, owner: Preprocessor, environment: Environment, include_dirs: tuple[str, ...]) -> None:
        self.owner, self.environment, self.include_dirs = owner, environment, include_dirs
        self.files: list[ActiveFile] = []
        self.errors: list[ErrorHit] = []
        self.depth = 0

    def enter(self, path: str) -> None:
        """Run through a file, or repeat what an equal run gave."""
        environment = self.environment
        if len(self.files) > _MAX_FILES:
            return
        outcome = self.owner.known(path, environment, self.include_dirs)
        if outcome is None:
            file = self.owner.load(path)
            if file is None or self.depth >= _MAX_INCLUDE_DEPTH:
                return
            self._walk_file(file)
            return
        for name in outcome.trace.read:
            environment.read(name)
        for name, macro in outcome.trace.written.items():
            environment.define(name, macro)
        self.files.extend(outcome.files)
        self.errors.extend(outcome.errors)

    def _walk_file(self, file: SourceFile) -> None:
        environment = self.environment
        trace = Trace()
        environment.traces.append(trace)
        first_file, first_error = len(self.files), len(self.errors)
        if not (environment.included(file.path) and file.once):
            environment.include(file.path)
            self.depth += 1
            pass_ = _FilePass(self, file)
            pass_.items(file.items)
            self.depth -= 1
            active = pass_.finish()
            if active is not None:
                self.files.append(active)
        environment.traces.pop()
        outcome = _Outcome(trace, self.files[first_file:], self.errors[first_error:])
        self.owner.remember(file.path, environment, self.include_dirs, outcome)


class _FilePass:
    """Builds the active text of one file."""

    def __init__(self, run: _Run, file: SourceFile) -> None:
        self.run, self.file = run, file
        self.environment = run.environment
        self.parts: list[str] = []
        self.words: list[frozenset[str]] = []
        self.line = 1
        self.decisions: list[Decision] = []
        self.braces, self.seen, self.room = OpenBraces(), 0, _MAX_TAKEN_IN

    def items(self, items: Iterable[Item]) -> None:
        for item in items:
            kind = type(item)
            if kind is Chunk:
                self._chunk(item)  # type: ignore[arg-type]
            elif kind is Conditional:
                self._conditional(item)  # type: ignore[arg-type]
            elif kind is Define:
                self.environment.define(item.macro.name, item.macro)  # type: ignore[union-attr]
            elif kind is Include:
                self._include(item)  # type: ignore[arg-type]
            elif kind is ComputedInclude:
                self._computed(item)  # type: ignore[arg-type]
            elif kind is KeptMacro:
                (self.environment.push if item.pushes else self.environment.pop)(item.name)  # type: ignore[union-attr]
            elif kind is Undef:
                self.environment.define(item.name, None)  # type: ignore[union-attr]
            elif kind is ErrorDirective:
                self.run.errors.append(ErrorHit(self.file.path, item.line, item.text))  # type: ignore[union-attr]

    def finish(self) -> ActiveFile | None:
        if not self.parts and not self.decisions:
            return None
        return self.run.owner.active(self.file, "".join(self.parts), tuple(self.decisions), self.words)

    def _chunk(self, chunk: Chunk) -> None:
        candidates = self.run.owner.candidates(chunk)
        text = self.run.owner.expanded(chunk, candidates, self.environment) if candidates else chunk.text
        self.words.append(chunk.words)
        if text is not chunk.text:
            self.words.append(self.environment.words_of(candidates))
        if chunk.line > self.line:
            self.parts.append("\n" * (chunk.line - self.line))
        self.parts.append(text)
        self.line = max(chunk.line, self.line) + text.count("\n")

    def _find(self, include: Include) -> str | None:
        return self.run.owner.resolve(self.file.path, include, self.run.include_dirs)

    def _include(self, include: Include) -> None:
        path = self._find(include)
        if path is None:
            return
        first = len(self.run.files)
        self.run.enter(path)
        size = sum(len(file.text) for file in self.run.files[first:])
        if 0 < size <= self.room and self._is_inside_code():
            self.room -= size
            self._take_in(self.run.files[first:], include.line)
            del self.run.files[first:]

    def _is_inside_code(self) -> bool:
        self.braces.take("".join(self.parts[self.seen :]))
        self.seen = len(self.parts)
        return self.braces.inside_code

    def _take_in(self, files: Iterable[ActiveFile], line: int) -> None:
        """Put what is included in the middle of a function or a class where it stands, on the line of the include."""
        if line > self.line:
            self.parts.append("\n" * (line - self.line))
            self.line = line
        for file in files:
            self.parts.append(f" {' '.join(file.text.splitlines())} ")
            self.words.append(file.words)
            self.decisions += [replace(one, line=line, end=line) for one in file.decisions]

    def _computed(self, item: ComputedInclude) -> None:
        names, _ = self.environment.inputs(tuple(sorted(set(IDENTIFIER.findall(item.text)))))
        include = read_include(self.environment.expand(item.text, names), item.line) if names else None
        if include is not None:
            self._include(include)

    def _conditional(self, item: Conditional) -> None:
        done = False
        for index, branch in enumerate(item.branches):
            holds = None if done else self._holds(branch)
            either = holds is None and self.environment.unknown_is is None
            taken = not done and (either or bool(self.environment.unknown_is if holds is None else holds))
            if not done or branch.condition is None:
                self._decide(item, index, branch, holds, taken)
            if taken:
                done = not either
                self.items(branch.items)

    def _holds(self, branch: Branch) -> bool | None:
        if branch.condition is None:
            return True
        value = self.environment.evaluate(with_files(branch.condition, self._find))
        if value is None and branch.guards is not None:
            return True
        return None if value is None else bool(value)

    def _decide(self, item: Conditional, index: int, branch: Branch, holds: bool | None, taken: bool) -> None:
        condition = branch.condition
        if branch.guards is not None:
            return
        following = item.branches[index + 1].line if index + 1 < len(item.branches) else item.end
        text = "else" if condition is None else condition.text
        values = () if condition is None else self.environment.values_of(condition.names)
        self.decisions.append(
            Decision(branch.line, following - 1, text, holds if taken or condition else False, taken, values)
        )
