"""The C++ and CUDA sources of one tree: read once, preprocessed per unit and target, parsed once per distinct text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kernaudit.discover.reading import UnreadableFile
from kernaudit.model.build import CommandLine
from kernaudit.sources.closure import IncludeClosure
from kernaudit.sources.condition import parse_condition
from kernaudit.sources.directives import Include, SourceFile, read_directives
from kernaudit.sources.environment import Environment
from kernaudit.sources.include_paths import IncludeResolver
from kernaudit.sources.macro import Macro, parse_define
from kernaudit.sources.preprocess import Preprocessor
from kernaudit.sources.syntax import FileText, SyntaxStore

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.discover.tree import SourceTree
    from kernaudit.model.library_macro import LibraryMacro, LibraryMacros
    from kernaudit.sources.closure import Closure
    from kernaudit.sources.preprocess import ActiveFile, UnitText

__all__ = ["SourceProject"]


_Place = tuple[str, tuple[str, ...], tuple[str, ...]]
_PLAIN = CommandLine()


class SourceProject:
    """All sources of a tree.

    Args:
        tree: where files come from.
        units: the files that are compiled; macros of their include closures are known.
        library: macros that the compiler, editors and fetched libraries define.
        defines: `-D` of the command line, name -> value.
        names: macros that some unit's own command line defines, beside `defines`.
        texts: files that are not in the tree, by the path that they would have.
        commands: the command lines with which the builds compile units.
    """

    def __init__(  # noqa: PLR0913 - what a compile depends on
        self,
        tree: SourceTree,
        units: Iterable[str],
        library: LibraryMacros,
        *,
        defines: Mapping[str, str],
        names: frozenset[str] = frozenset(),
        texts: Mapping[str, str] | None = None,
        commands: Mapping[str, Sequence[CommandLine]] | None = None,
    ) -> None:
        self._tree = tree
        self._given = dict(texts or {})
        self._library = library
        self._includes = IncludeResolver(tree, self._given.keys())
        self._files: dict[str, SourceFile | None] = {}
        self._closures: dict[_Place, Closure] = {}
        self._relevant: dict[tuple[str, CommandLine], CommandLine] = {}
        self._texts: dict[tuple[str, str], FileText] = {}
        self.syntax = SyntaxStore()
        self._defines = {name: Macro(name, value, words=_words(value)) for name, value in defines.items()}
        tests = (parse_condition(entry.when).names for entry in library.macros if entry.when is not None)
        self._library_tests = frozenset().union(*tests)
        self._library_names = frozenset(m.name for m in library.macros) | library.undefined
        self.units = tuple(units)
        self._names = names
        self._mentioned: dict[str, frozenset[str]] = {}
        universe = set(self._defines) | names | self._library_names
        for unit in self.units:
            for command in (commands or {}).get(unit, ()) or (_PLAIN,):
                universe |= self.closure(unit, command).defined
        self._universe = frozenset(universe)
        self._preprocessor: Preprocessor | None = None
        self._bases: dict[object, dict[str, Macro]] = {}
        self._entries: dict[object, Macro] = {}
        self._answers: dict[object, bool] = {}
        self._prefixes: dict[Closure, tuple[str, ...]] = {}

    def file(self, path: str) -> SourceFile | None:
        """Return a file split into directives, or None if it cannot be read."""
        if path not in self._files:
            try:
                self._files[path] = read_directives(path, self._read(path))
            except UnreadableFile:
                self._files[path] = None
        return self._files[path]

    def is_given(self, path: str) -> bool:
        """Whether a file is not in the tree, and its text was given."""
        return path in self._given

    def content(self, path: str) -> bytes:
        """Return what names a file's contents."""
        return self._given[path].encode() if path in self._given else self._tree.content_hash(path)

    def _read(self, path: str) -> str:
        return self._given[path] if path in self._given else self._tree.read_text(path)

    def resolve(self, path: str, include: Include, include_dirs: tuple[str, ...] = ()) -> str | None:
        """Return the file of the tree that an include names."""
        return self._includes.resolve(path, include.path, include_dirs, quoted=include.quoted)

    def closure(self, unit: str, command: CommandLine = _PLAIN) -> Closure:
        """Return the static include closure of a unit that is compiled with this command line."""
        key = (unit, command.before, command.include_dirs)
        found = self._closures.get(key)
        if found is None:
            found = self._closures[key] = IncludeClosure(self, command).of(unit)
        return found

    def before(self, unit: str, command: CommandLine) -> tuple[str, ...]:
        """Return the files of the tree that a command line includes before the first line of a unit."""
        asked = (Include(0, path, quoted=True) for path in command.before)
        found = (
            one.path
            if one.path in self._given or self._tree.is_file(one.path)
            else self.resolve(unit, one, command.include_dirs)
            for one in asked
        )
        return tuple(path for path in found if path is not None)

    def weight(self, unit: str, command: CommandLine = _PLAIN) -> int:
        """Return a measure of the work that a unit is: bytes, most of all its own."""
        sizes = [file.size for path in self.closure(unit, command).files if (file := self.file(path)) is not None]
        return sum(sizes) // 4 + (sizes[0] if sizes else 0)

    def relevant(self, unit: str, command: CommandLine) -> CommandLine:
        """Return what of a command line a unit can see; the rest changes nothing about it."""
        key = (unit, command)
        found = self._relevant.get(key)
        if found is None:
            found = self._relevant[key] = self._reduced(unit, command)
        return found

    def _reduced(self, unit: str, command: CommandLine) -> CommandLine:
        """Without directories that change no include, and macros that nothing in the closure mentions."""
        narrow = replace(command, include_dirs=())
        if self.closure(unit, narrow).files == self.closure(unit, command).files:
            command = narrow
        words = self._mentioned_by(unit, command)
        kept = {one for one in command.defines if one.partition("=")[0].partition("(")[0] in words}
        return replace(command, defines=tuple(sorted(kept)))

    def _mentioned_by(self, unit: str, command: CommandLine) -> frozenset[str]:
        """Those of `names` that stand anywhere in what a unit can include, or that library macros look at."""
        in_text = (self._mentioned_in(path) for path in self.closure(unit, command).files)
        return frozenset().union(self._names & self._library_tests, *in_text)

    def _mentioned_in(self, path: str) -> frozenset[str]:
        found = self._mentioned.get(path)
        if found is None:
            text = "" if self.file(path) is None else self._read(path)
            found = self._mentioned[path] = frozenset(name for name in self._names if name in text)
        return found

    # -- preprocessing -----------------------------------------------------------------------------------------

    def preprocess(
        self,
        unit: str,
        image_macros: Mapping[str, str],
        command: CommandLine = _PLAIN,
        *,
        unknown_is: bool | None = False,
    ) -> UnitText:
        """Return the active text of a unit compiled for an image with these macros and its own command line."""
        if self._preprocessor is None:
            universe = self._universe | frozenset(image_macros)
            self._preprocessor = Preprocessor(self.file, self.resolve, universe, self._library_names)
        closure = self.closure(unit, command)
        return self._preprocessor.run(
            unit,
            self._base(image_macros, command.macros, closure.defined),
            self._external(closure),
            unknown_is=unknown_is,
            before=self.before(unit, command) if command.before else (),
            include_dirs=command.include_dirs,
        )

    def _base(
        self, image_macros: Mapping[str, str], defines: Mapping[str, str], defined: frozenset[str]
    ) -> dict[str, Macro]:
        """Macros before the first line: one object per definition, so that equal starts compare equal."""
        shadowed = defined & self._library_names
        key = (tuple(image_macros.items()), tuple(defines.items()), shadowed)
        found = self._bases.get(key)
        if found is None:
            found = self._bases[key] = self._make_base(image_macros, defines, shadowed)
        return found

    def _make_base(
        self, image_macros: Mapping[str, str], defines: Mapping[str, str], shadowed: frozenset[str]
    ) -> dict[str, Macro]:
        given = {name: self._shared(name, value) for name, value in defines.items()} | self._defines
        macros = {name: self._shared(name, value) for name, value in image_macros.items()} | given
        for entry in self._library.macros:
            if entry.name not in shadowed and entry.name not in given and self._applies(entry, macros):
                macros[entry.name] = self._shared_entry(entry)
        return macros

    def _shared(self, name: str, value: str) -> Macro:
        key = ("given", name, value)
        found = self._entries.get(key)
        if found is None:
            found = self._entries[key] = Macro(name, value, words=_words(value))
        return found

    def _shared_entry(self, entry: LibraryMacro) -> Macro:
        found = self._entries.get(id(entry))
        if found is None:
            head = entry.name if entry.params is None else f"{entry.name}({','.join(entry.params)})"
            made = parse_define(f"{head} {entry.value}", f"rules/{entry.rule}")
            found = self._entries[id(entry)] = made if made is not None else Macro(entry.name, entry.value)
        return found

    def _applies(self, entry: LibraryMacro, macros: Mapping[str, Macro]) -> bool:
        """Whether an entry's condition holds; worked out once per set of the macros that it looks at."""
        if entry.when is None:
            return True
        condition = parse_condition(entry.when)
        key = (id(entry), *(id(macros.get(name)) for name in sorted(condition.names)))
        found = self._answers.get(key)
        if found is None:
            environment = Environment(macros, frozenset(macros), (), unknown_is=False)
            found = self._answers[key] = bool(environment.evaluate(condition))
        return found

    def _external(self, closure: Closure) -> tuple[str, ...]:
        """Prefixes of macros that headers outside the tree define: `torch/x.h` may define `TORCH_...`."""
        found = self._prefixes.get(closure)
        if found is None:
            missing = closure.missing
            prefixes = {f"{path.partition('/')[0].upper()}_" for path in missing if "/" in path}
            for header, prefix in self._library.prefixes:
                if any(path.startswith(header) for path in missing):
                    prefixes.add(prefix)
            found = self._prefixes[closure] = tuple(sorted(prefixes))
        return found

    # -- parsing -----------------------------------------------------------------------------------------------

    def text(self, active: ActiveFile) -> FileText:
        """Return an active text cut into declarations; equal texts of a file are one object."""
        key = (active.file.path, active.text)
        found = self._texts.get(key)
        if found is None:
            found = self._texts[key] = self.syntax.file(*key, active.words)
        return found


def _words(value: str) -> frozenset[str]:
    made = parse_define(f"X {value}")
    return made.words if made is not None else frozenset()
