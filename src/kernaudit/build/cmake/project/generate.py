"""The generation step: what each source of each target is compiled with, once the configuration has finished."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kernaudit.build.arch_lists import ArchListError
from kernaudit.build.cmake.files.layout import in_tree, shown
from kernaudit.build.cmake.lib.errors import LibError
from kernaudit.build.cmake.lib.genex import evaluate_genex
from kernaudit.build.cmake.lib.lists import expand_list
from kernaudit.build.cmake.modules.cuda_legacy import NVCC_FLAGS
from kernaudit.build.cmake.project import definitions as defs
from kernaudit.build.cmake.project.flags import GencodeReader, Gencodes, split_flags, unique_options, words_of
from kernaudit.build.cmake.project.sources import missing_file, target_sources
from kernaudit.build.cmake.project.usage import Usage
from kernaudit.build.cmake.truth import is_false
from kernaudit.build.cmake.unknown import contains_unknown, is_unknown
from kernaudit.build.preprocessor_flags import read_preprocessor_flags
from kernaudit.model.build import UNREAD_INCLUDE
from kernaudit.model.evidence import AssumptionKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kernaudit.build.cmake.interpreter import Interpreter
    from kernaudit.build.cmake.lib.genex_context import GenexContext
    from kernaudit.build.cmake.project.evidence import Site
    from kernaudit.build.cmake.project.model import Entry, Target
    from kernaudit.build.cmake.project.sources import TargetSource
    from kernaudit.build.cmake.project.state import ProjectState
    from kernaudit.model.arch import Gencode

__all__ = ["CompiledSource", "Generator"]

_BUILD_TYPE = "CMAKE_BUILD_TYPE"


@dataclass(frozen=True, slots=True)
class CompiledSource:
    """One source of one target, with everything that decided how it is compiled.

    Attributes:
        sites: the calls whose options gave it gencodes, in order; empty where the target or the variable decided.
        problem: why its gencodes are not known.
    """

    target: Target
    source: TargetSource
    gencodes: tuple[Gencode, ...]
    defines: tuple[str, ...]
    include_dirs: tuple[str, ...]
    sites: tuple[Site, ...] = ()
    problem: str | None = None
    pre_includes: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        """The path as reports print it."""
        return shown(self.source.path)


@dataclass(frozen=True, slots=True)
class _Given:
    """What the preprocessor gets on the command line."""

    defines: tuple[str, ...]
    include_dirs: tuple[str, ...]
    pre_includes: tuple[str, ...]
    problem: str | None


@dataclass(frozen=True, slots=True)
class _TargetSide:
    """What all sources of one language in one target share."""

    context: GenexContext
    before: Gencodes
    after: Gencodes
    sites: tuple[Site, ...]
    definitions: tuple[str, ...]
    flags: tuple[str, ...]
    include_dirs: tuple[str, ...]
    given: _Given


@dataclass(slots=True)
class Generator:
    """Generates every target of one evaluation.

    Attributes:
        around: what nvcc's environment puts before and behind every command line.
        assumed_config: nobody chose the build type.

    Raises (from `run`):
        ConfigureError: cmake would stop: a missing source, an empty CUDA_ARCHITECTURES, a malformed expression.
    """

    interp: Interpreter
    state: ProjectState
    around: tuple[list[str], list[str]] = ([], [])
    assumed_config: bool = True
    usage: Usage = field(init=False)
    reader: GencodeReader = field(init=False)

    def __post_init__(self) -> None:
        self.reader = GencodeReader(self.state.request)

    def run(self) -> list[CompiledSource]:
        """Return the sources of all targets, in the order of targets and of their sources."""
        config = self.interp.get(_BUILD_TYPE) or "Release"
        self.usage = Usage(self.state, config)
        found: list[CompiledSource] = []
        for target in list(self.state.targets.values()):
            if target.compiled:
                self.interp.site = target.site.command
                try:
                    found += self._target(target)
                except LibError as error:
                    self.interp.fail(str(error))
        return found

    def _target(self, target: Target) -> Iterator[CompiledSource]:
        nvcc = NVCC_FLAGS in target.properties
        sides: dict[str, _TargetSide] = {}
        for source in target_sources(self.state, self.usage, target, nvcc=nvcc):
            absent = missing_file(self.state, source)
            if absent is not None:
                self.interp.site = source.site.command
                self.interp.fail(f"Cannot find source file:\n  {absent}")
            side = sides.get(source.language)
            if side is None:
                side = sides[source.language] = self._side(target, source.language, nvcc=nvcc)
            yield self._compile(target, source, side)

    # -- what the target decides -----------------------------------------------------------------------------------

    def _side(self, target: Target, language: str, *, nvcc: bool) -> _TargetSide:
        context = self.usage.context(target, language)
        entries = self.usage.entries(target, "COMPILE_OPTIONS", language)
        flags, options = self._language_flags(target, language), self._options(target, entries, context)
        before = after = Gencodes()
        sites: tuple[Site, ...] = ()
        if language == "CUDA":
            self._look_for_config(target, entries)
            before = self.reader.read(self.around[0]) + self._variable_gencodes(target, flags, nvcc=nvcc)
            after = self.reader.read(options)
            flags = [*self.around[0], *flags, *self.around[1]]
            sites = self._sites(entries, context)
        shared = [*self._definition_entries(target, language)]
        symbol = defs.export_symbol(target)
        definitions = (*defs.definitions_of(shared, context), *([symbol] if symbol else []))
        includes = self.usage.entries(target, "INCLUDE_DIRECTORIES", language)
        include_dirs = defs.include_directories(includes, context, target.directory.source)
        words = (*flags, *options)
        given = self._given(target, language, definitions, words, include_dirs)
        return _TargetSide(context, before, after, sites, definitions, words, include_dirs, given)

    def _given(
        self,
        target: Target,
        language: str,
        definitions: tuple[str, ...],
        words: tuple[str, ...],
        include_dirs: tuple[str, ...],
    ) -> _Given:
        """Return what definitions and flags say to the preprocessor; cmake writes the definitions first."""
        found = read_preprocessor_flags(words, definitions, nvcc=language == "CUDA")
        more = defs.tree_paths(found.include_dirs, target.directory.source)
        made = next((one for one in found.before if self._is_made(one)), None)
        return _Given(
            self._told(found.defines),
            tuple(dict.fromkeys((*include_dirs, *more))),
            tuple(defs.tree_files(found.before)),
            None if made is None else f"{UNREAD_INCLUDE} {shown(made)}, which is no file of the tree",
        )

    def _is_made(self, written: str) -> bool:
        """Whether a file that a flag includes is one of the project's that cannot be read: the build makes it."""
        if contains_unknown(written):
            return True
        path = written if written.startswith("/") else ""
        known = self.state.files.is_written(path) or (in_tree(path) is not None and self.state.files.is_file(path))
        return bool(path) and not known

    def _language_flags(self, target: Target, language: str) -> list[str]:
        config = self.usage.config.upper()
        variables = target.directory.flags
        names = (f"CMAKE_{language}_FLAGS", f"CMAKE_{language}_FLAGS_{config}")
        if language == "CUDA" and self.reader.read(split_flags(variables.get(names[1], ""))).values:
            self._assume_config(target, f"the arch flags of {names[1]}")
        return split_flags(" ".join(variables.get(name, "") for name in names))

    def _look_for_config(self, target: Target, entries: list[Entry]) -> None:
        if any("$<CONFIG" in entry.text and "arch" in entry.text for entry in entries):
            self._assume_config(target, "arch flags behind $<CONFIG>")

    def _assume_config(self, target: Target, what: str) -> None:
        """Say that a build type decides the images, where nobody chose it."""
        if self.assumed_config and self.interp.get(_BUILD_TYPE) == self.usage.config:
            self.interp.site = target.site.command
            text = f"{_BUILD_TYPE} is taken as {self.usage.config}: {what} reach {target.name}"
            self.interp.assume(AssumptionKind.UNKNOWN_CONDITION, text, _BUILD_TYPE)

    @staticmethod
    def _options(target: Target, entries: list[Entry], context: GenexContext) -> list[str]:
        written = evaluate_genex(target.properties.get("COMPILE_FLAGS", ""), context)
        return [*split_flags(f"{target.directory.define_flags} {written}"), *unique_options(entries, context)]

    def _variable_gencodes(self, target: Target, flags: Sequence[str], *, nvcc: bool) -> Gencodes:
        if nvcc:
            return self.reader.read([part for part in target.properties[NVCC_FLAGS].split(";") if part])
        written = self.reader.read(flags) + self._property_gencodes(target)
        if is_false(target.properties.get("CUDA_PTX_COMPILATION", "")):
            return written
        return written + Gencodes(problem="CUDA_PTX_COMPILATION writes PTX to files instead of images into the build")

    def _property_gencodes(self, target: Target) -> Gencodes:
        context = self.usage.context(target, "CUDA")
        value = evaluate_genex(target.properties.get("CUDA_ARCHITECTURES", ""), context)
        if contains_unknown(value):
            stand_in = self.state.stand_in(self.interp, value)
            if stand_in is None:
                return Gencodes(problem=value)
            value = stand_in
        if not value:
            if self.interp.policies.is_new("CMP0104"):
                self.interp.fail(f'CUDA_ARCHITECTURES is empty for target "{target.name}".')
            return Gencodes()
        if is_false(value):
            return Gencodes()
        try:
            return Gencodes(self.state.request.cmake_gencodes(value))
        except ArchListError as error:
            if "native" in value and self.state.request.device is None:
                return Gencodes(problem=str(error))
            self.interp.fail(f'target "{target.name}": {error}')

    def _sites(self, entries: list[Entry], context: GenexContext) -> tuple[Site, ...]:
        return tuple(
            entry.site
            for entry in entries
            if "arch" in entry.text and self.reader.read(words_of([entry], context)).values
        )

    def _definition_entries(self, target: Target, language: str) -> Iterator[Entry]:
        yield from self.usage.entries(target, "COMPILE_DEFINITIONS", language)
        yield from target.directory.lists.get("COMPILE_DEFINITIONS", ())

    def _reason(self, problem: str | None) -> str | None:
        """Return why gencodes are not known: where the unknown value came from, or what the compiler would refuse."""
        unknown = None if problem is None else self.interp.unknowns.first([problem])
        return problem if unknown is None else f"{unknown.origin} decides the architectures"

    # -- what the source decides -----------------------------------------------------------------------------------

    def _compile(self, target: Target, source: TargetSource, side: _TargetSide) -> CompiledSource:
        file = source.file
        gencodes, given, sites = side.before + side.after, side.given, side.sites
        last = self.reader.read(self.around[1]) if source.language == "CUDA" else Gencodes()
        if file is not None and (file.options or file.definitions or file.properties):
            words = split_flags(evaluate_genex(file.properties.get("COMPILE_FLAGS", ""), side.context))
            words += words_of(file.options, side.context)
            if source.language == "CUDA":
                gencodes += self.reader.read(words)
                own = dict.fromkeys(entry.site for entry in file.options if "arch" in entry.text)
                sites = (*sites, *own)
            definitions = (*side.definitions, *defs.definitions_of(file.definitions, side.context))
            own_dirs = expand_list(evaluate_genex(file.properties.get("INCLUDE_DIRECTORIES", ""), side.context))
            dirs = (*defs.tree_paths(own_dirs, target.directory.source), *side.include_dirs)
            given = self._given(target, source.language, definitions, (*side.flags, *words), dirs)
        gencodes += last
        problem = self._reason(gencodes.problem) or given.problem
        return CompiledSource(
            target, source, gencodes.values, given.defines, given.include_dirs, sites, problem, given.pre_includes
        )

    def _told(self, defines: Iterable[str]) -> tuple[str, ...]:
        """Return definitions as reports show them: sorted, each once, without those whose very name is not known."""
        describe = self.interp.unknowns.describe
        return tuple(sorted({describe(define) for define in defines if define and not is_unknown(define)}))
