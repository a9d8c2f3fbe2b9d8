"""The C++ and CUDA sources of one tree: read once, preprocessed per unit and target, parsed once per distinct text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.discover.reading import UnreadableFile
from kernaudit.sources.condition import parse_condition
from kernaudit.sources.directives import Include, SourceFile, read_directives
from kernaudit.sources.environment import Environment
from kernaudit.sources.include_paths import IncludeResolver
from kernaudit.sources.macro import Macro, parse_define
from kernaudit.sources.preprocess import Preprocessor
from kernaudit.sources.syntax import FileText, SyntaxStore

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kernaudit.discover.tree import SourceTree
    from kernaudit.model.library_macro import LibraryMacro, LibraryMacros
    from kernaudit.sources.preprocess import ActiveFile, UnitText

__all__ = ["Closure", "SourceProject"]


class Closure:
    """The files that a unit can include, whatever its conditions.

    Attributes:
        files: paths in the tree.
        missing: includes that name no file of the tree.
        defined: macro names that any of the files defines.
    """

    __slots__ = ("defined", "files", "missing")

    def __init__(self, files: tuple[str, ...], missing: frozenset[str], defined: frozenset[str]) -> None:
        self.files, self.missing, self.defined = files, missing, defined


class SourceProject:
    """All sources of a tree.

    Args:
        tree: where files come from.
        units: the files that are compiled; macros of their include closures are known.
        library: macros that the compiler, editors and fetched libraries define.
        defines: `-D` of the command line, name -> value.
        include_dirs: include directories of the build, relative to the root.
        names: macros that some unit's own command line defines, beside `defines`.
        texts: files that are not in the tree, by the path that they would have.
    """

    def __init__(  # noqa: PLR0913 - what a compile depends on
        self,
        tree: SourceTree,
        units: Iterable[str],
        library: LibraryMacros,
        *,
        defines: Mapping[str, str],
        include_dirs: tuple[str, ...] = (),
        names: frozenset[str] = frozenset(),
        texts: Mapping[str, str] | None = None,
    ) -> None:
        self._tree = tree
        self._given = dict(texts or {})
        self._library = library
        self._includes = IncludeResolver(tree, include_dirs)
        self._files: dict[str, SourceFile | None] = {}
        self._closures: dict[str, Closure] = {}
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
            universe |= self.closure(unit).defined
        self._universe = frozenset(universe)
        self._preprocessor: Preprocessor | None = None
        self._bases: dict[object, dict[str, Macro]] = {}
        self._entries: dict[object, Macro] = {}
        self._answers: dict[object, bool] = {}
        self._prefixes: dict[str, tuple[str, ...]] = {}

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

    def resolve(self, path: str, include: Include) -> str | None:
        """Return the file of the tree that an include names."""
        return self._includes.resolve(path, include.path, quoted=include.quoted)

    def closure(self, unit: str) -> Closure:
        """Return the static include closure of a unit."""
        found = self._closures.get(unit)
        if found is None:
            found = self._closures[unit] = self._close(unit)
        return found

    def _close(self, unit: str) -> Closure:
        seen: dict[str, None] = {unit: None}
        missing: set[str] = set()
        defined: set[str] = set()
        pending = [unit]
        while pending:
            path = pending.pop()
            file = self.file(path)
            if file is None:
                continue
            defined.update(macro.name for macro in file.defines)
            for include in file.includes:
                target = self.resolve(path, include)
                if target is None:
                    missing.add(include.path)
                elif target not in seen:
                    seen[target] = None
                    pending.append(target)
        return Closure(tuple(seen), frozenset(missing), frozenset(defined))

    def weight(self, unit: str) -> int:
        """Return a measure of the work that a unit is: bytes, most of all its own."""
        sizes = [file.size for path in self.closure(unit).files if (file := self.file(path)) is not None]
        return sum(sizes) // 4 + (sizes[0] if sizes else 0)

    def mentioned(self, unit: str) -> frozenset[str]:
        """Return those of `names` that stand anywhere in what a unit can include, or that library macros look at."""
        in_text = (self._mentioned_in(path) for path in self.closure(unit).files)
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
        defines: Mapping[str, str] | None = None,
        *,
        unknown_is: bool | None = False,
    ) -> UnitText:
        """Return the active text of a unit compiled for an image with these macros and its own `-D`."""
        if self._preprocessor is None:
            universe = self._universe | frozenset(image_macros)
            self._preprocessor = Preprocessor(self.file, self.resolve, universe, self._library_names)
        closure = self.closure(unit)
        base = self._base(image_macros, defines or {}, closure.defined)
        return self._preprocessor.run(unit, base, self._external(unit), unknown_is=unknown_is)

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

    def _external(self, unit: str) -> tuple[str, ...]:
        """Prefixes of macros that headers outside the tree define: `torch/x.h` may define `TORCH_...`."""
        found = self._prefixes.get(unit)
        if found is None:
            missing = self.closure(unit).missing
            prefixes = {f"{path.partition('/')[0].upper()}_" for path in missing if "/" in path}
            for header, prefix in self._library.prefixes:
                if any(path.startswith(header) for path in missing):
                    prefixes.add(prefix)
            found = self._prefixes[unit] = tuple(sorted(prefixes))
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
