"""Which files a target compiles, and as what language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.build.cmake.files.globbing import has_wildcard
from kernaudit.build.cmake.files.layout import join, shown
from kernaudit.build.cmake.lib.genex import evaluate_genex
from kernaudit.build.cmake.lib.lists import split_list
from kernaudit.build.cmake.project.languages import language_of
from kernaudit.build.cmake.truth import is_true
from kernaudit.build.cmake.unknown import contains_unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.build.cmake.project.evidence import Site
    from kernaudit.build.cmake.project.model import Entry, SourceFile, Target
    from kernaudit.build.cmake.project.state import ProjectState
    from kernaudit.build.cmake.project.usage import Usage

__all__ = ["TargetSource", "missing_file", "target_sources"]


@dataclass(frozen=True, slots=True)
class TargetSource:
    """A file of a target; `file` is its property record where anything was set for it."""

    path: str
    language: str
    site: Site
    glob: bool
    external: bool
    file: SourceFile | None


def target_sources(state: ProjectState, usage: Usage, target: Target, *, nvcc: bool) -> Iterator[TargetSource]:
    """Yield what a target compiles, each file once; `nvcc` targets compile `.cu` without CUDA being a language."""
    seen: set[str] = set()
    for entry, path in _paths(state, usage, target):
        if path in seen:
            continue
        seen.add(path)
        record = target.directory.sources.get(path)
        language = _language(state, record, path, nvcc=nvcc)
        if language is not None:
            external = state.files.is_external(path)
            yield TargetSource(path, language, entry.site, _is_pattern(state, path), external, record)


def _paths(state: ProjectState, usage: Usage, target: Target) -> Iterator[tuple[Entry, str]]:
    context = usage.context(target, "")
    entries = usage.entries(target, "SOURCES", "")
    for entry in entries:
        text = evaluate_genex(entry.text, context) if "$<" in entry.text else entry.text
        for item in split_list(text):
            if item and not contains_unknown(item):
                yield entry, _resolve(state, target, entry, item)


def _is_pattern(state: ProjectState, path: str) -> bool:
    """Tell whether a source stands for files that a `file(GLOB)` could not see; `a[1].cu` may be a plain name."""
    files = state.files
    if not has_wildcard(path):
        return False
    return files.is_external(path) or (bool(files.open_patterns) and not files.is_file(path))


def _resolve(state: ProjectState, target: Target, entry: Entry, item: str) -> str:
    path = join(entry.base or target.directory.source, item)
    if not item.startswith("/") and not state.files.is_file(path):
        built = join(target.directory.binary, item)
        if built in state.files.generated or state.files.is_written(built):
            return built
    return path


def _language(state: ProjectState, record: SourceFile | None, path: str, *, nvcc: bool) -> str | None:
    if record is not None:
        properties = record.properties
        if is_true(properties.get("HEADER_FILE_ONLY", "")) or is_true(properties.get("EXTERNAL_OBJECT", "")):
            return None
        written = properties.get("LANGUAGE")
        if written:
            return written if written in state.languages else None
    language = language_of(path)
    if language == "CUDA" and nvcc:
        return language
    return language if language in state.languages else None


def missing_file(state: ProjectState, source: TargetSource) -> str | None:
    """Return how to show a source that is nowhere, or None if it is in the tree or will be made or fetched."""
    files = state.files
    known = (
        source.glob
        or source.external
        or source.path in files.generated
        or files.is_file(source.path)
        or files.is_opened(source.path)
    )
    return None if known else shown(source.path)
