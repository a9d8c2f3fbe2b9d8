"""Reads the Python code of a tree: kernels and gates; not again as long as no file changes that these hang on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kernaudit.discover import FileKind, classify
from kernaudit.discover.cache import cache_key
from kernaudit.kernels.python.read import PythonReader
from kernaudit.kernels.python.survey import PythonSurvey
from kernaudit.ruleset.python_rules import load_python_rules
from kernaudit.verdicts.python_kernel import PythonJudge

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kernaudit.discover.cache import Cache
    from kernaudit.discover.tree import SourceTree
    from kernaudit.matrix.column import Column
    from kernaudit.model.toolkit import Toolkit
    from kernaudit.ruleset.load import Rules
    from kernaudit.scan.pipeline import Asked

__all__ = ["python_files", "python_judge", "read_python"]

_GROUP = "python"


@dataclass(frozen=True, slots=True)
class _Kept:
    """A survey, and what the files held then."""

    hashes: Mapping[str, bytes]
    survey: PythonSurvey


def read_python(tree: SourceTree, columns: Sequence[Column], asked: Asked, cache: Cache, *, deep: bool) -> PythonSurvey:
    """Return the survey of the tree's Python files; `deep` looks for gates and walks the methods of kernels."""
    paths = python_files(tree)
    if not paths:
        return PythonSurvey()
    targets = frozenset(_libraries(columns))
    key = cache_key(str(tree.root), asked.program, tuple(sorted(targets)), deep)
    rules = asked.rules
    reader = PythonReader(tree, load_python_rules(rules.files), rules.instructions, rules.devices, targets, deep)
    kept = cache.get(_GROUP, key)
    if isinstance(kept, _Kept) and kept.hashes.keys() == set(paths):
        hashes = _hashes(tree, paths)
        changed = [path for path, found in hashes.items() if found != kept.hashes[path]]
        if not changed:
            return kept.survey
        if reader.still_holds(kept.survey, changed):
            cache.put(_GROUP, key, _Kept(hashes, kept.survey))
            return kept.survey
    survey = reader.read(paths)
    survey = replace(survey, skipped=(*survey.skipped, *tree.failed(paths)))
    cache.put(_GROUP, key, _Kept(_hashes(tree, paths), survey))
    return survey


def _hashes(tree: SourceTree, paths: Iterable[str]) -> dict[str, bytes]:
    """What files hold; those that were read before are not read again for it."""
    return {path: tree.content_hash(path) for path in paths}


def python_files(tree: SourceTree) -> tuple[str, ...]:
    """Return the files that are read here."""
    return tuple(path for path in tree.covered() if classify(path) is FileKind.PYTHON)


def _libraries(columns: Iterable[Column]) -> Iterable[str]:
    """The last names of the libraries that Python can import."""
    for column in columns:
        for build in column.evaluations:
            for source in build.sources:
                yield source.target.rpartition(".")[2]


def python_judge(rules: Rules, toolkit: Toolkit) -> PythonJudge:
    """Return what judges the kernels of a survey; `toolkit` compiles those whose language brings no assembler."""
    languages = {one.id: one for one in load_python_rules(rules.files).languages}
    assemblers = {
        name: None if one.assembler is None else rules.toolkit(one.assembler) for name, one in languages.items()
    }
    return PythonJudge(languages, assemblers, toolkit, rules.instructions)
