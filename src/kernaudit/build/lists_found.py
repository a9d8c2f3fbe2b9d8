"""Arch lists written in files that no build reads: Dockerfiles, scripts, CI files, pyproject.

They tell which list a team builds its wheels or images with. They are reported, and never used unless the user
names one (design section 5).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kernaudit.discover.reading import UnreadableFile
from kernaudit.model.build import ArchListFound
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.discover.tree import SourceTree

__all__ = ["find_arch_lists"]

_NAMES = ("Dockerfile", "Containerfile", "Makefile")
_SUFFIXES = frozenset({"dockerfile", "sh", "bash", "mk", "env", "hcl"})
_YAML = frozenset({"yml", "yaml"})
_CI_NAMES = ("azure-pipelines", ".gitlab-ci")
_CI_FOLDER = re.compile(r"(?:^|/)(?:\.[a-z]+|ci)/")
_ASSIGNMENT = re.compile(
    r"""(?x) (?<![\w$\{]) (?: -D )?
        (?P<variable> \w* (?: CUDA_ARCH_LIST | CUDA_ARCHITECTURES | CUDA_ARCHS | cuda_arch_list ) )
        \s* [=:] \s*
        (?: "(?P<double>[^"\n]*)" | '(?P<single>[^'\n]*)' | (?P<bare>[^\s"'\\]+) )"""
)
_ARCH = re.compile(r"(?<![\w.])(?:\d{1,2}\.\d|\d{2,3})[af]?(?![\w.])")
_HINT = re.compile(rb"cuda_arch|CUDA_ARCH")
_MOST_CHARACTERS = 200


def find_arch_lists(tree: SourceTree) -> tuple[ArchListFound, ...]:
    """Return the assignments of arch lists with literal entries, by place; files that cannot be read are skipped."""
    return tuple(found for path in tree.covered() if _may_hold_list(path) for found in _in_file(tree, path))


def _may_hold_list(path: str) -> bool:
    name = path.rpartition("/")[2]
    suffix = name.rpartition(".")[2].lower()
    if suffix in _YAML:
        return name.startswith(_CI_NAMES) or _CI_FOLDER.search(path) is not None
    return suffix in _SUFFIXES or name.startswith(_NAMES) or name == "pyproject.toml"


def _in_file(tree: SourceTree, path: str) -> Iterable[ArchListFound]:
    try:
        if _HINT.search(tree.read_bytes(path)) is None:
            return
        text = tree.read_text(path)
    except UnreadableFile:
        return
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.lstrip().startswith("#"):
            yield from (_found(match, Location(path, number)) for match in _ASSIGNMENT.finditer(line) if _real(match))


def _real(match: re.Match[str]) -> bool:
    return _ARCH.search(_value(match)) is not None


def _value(match: re.Match[str]) -> str:
    return match["double"] or match["single"] or match["bare"] or ""


def _found(match: re.Match[str], location: Location) -> ArchListFound:
    return ArchListFound(location, match["variable"].removeprefix("-D"), _value(match)[:_MOST_CHARACTERS])
