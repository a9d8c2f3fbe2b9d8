"""`init`: the commented configuration of a tree, with what the tree fixes by name."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING

from kernaudit.build.cmake.evaluate import evaluate_cmake
from kernaudit.build.cmake.programs import ProgramCache
from kernaudit.build.roots import find_roots
from kernaudit.config.template import FoundPin, config_text
from kernaudit.discover.tree import SourceTree
from kernaudit.errors import InputError
from kernaudit.model.build import BuildRequest
from kernaudit.ruleset.load import load_rules
from kernaudit.scan.columns import evaluate_columns
from kernaudit.scan.options import silent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from kernaudit.model.build import BuildEvaluation
    from kernaudit.ruleset.load import Rules

__all__ = ["init_text"]

_REQUIREMENTS = re.compile(r"(^|/)requirements([^/]*|/[^/]*)\.(txt|in)$")
_OTHER = re.compile(r"cpu|rocm|xpu|hpu|tpu|neuron|docs?|lint|test|dev")
"""Requirements of other hardware, or of work on the project."""
_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)(?:\[[^\]]*\])?\s*([=~<>!][^;#\s]*)?")
_REQUIRES = re.compile(r"(?:dependencies|requires|requirements)\b['\"]?\s*[=:\]]", re.IGNORECASE)
_CLOSED = re.compile(r"\s*(?:\]|\[|[\w-]+\s*[=:]\s*[^=])")
_QUOTED = re.compile(r"""['"]([A-Za-z0-9][^'"]*)['"]""")
_SUBMODULE = re.compile(r"^\s*url\s*=\s*(\S+)\s*$")
_MAX_FILES = 200


def init_text(path: Path, folders: tuple[Path, ...] = ()) -> str:
    """The text of `kernaudit.yaml` for a tree.

    Fetched projects are pins; submodules and required packages are, if the knowledge base knows them.

    Raises:
        InputError: the path cannot be read.
        RuleError: a rule file breaks its schema.
    """
    rules, tree = load_rules(folders), SourceTree(path)
    pins = [*_fetched(tree, rules), *_submodules(tree, rules), *_packages(tree, rules)]
    cost = {name: (f"{default.value:g}", default.unit) for name, default in rules.cost.inputs.items()}
    return config_text(pins, cost)


def _fetched(tree: SourceTree, rules: Rules) -> Iterator[FoundPin]:
    programs = ProgramCache()

    def evaluate(root: str, request: BuildRequest) -> BuildEvaluation:
        return evaluate_cmake(tree, root, request, programs, rules)

    asked = BuildRequest(rules.toolkit(None))
    for column in evaluate_columns(find_roots(tree, programs), rules.device_set(), asked, evaluate, silent):
        for build in column.evaluations:
            for project in build.externals:
                if project.tag is not None:
                    yield FoundPin(project.name, project.tag, str(project.location))


def _submodules(tree: SourceTree, rules: Rules) -> Iterator[FoundPin]:
    urls = {url.casefold(): entry for entry in rules.kernels for keys in entry.keys for url in keys.urls}
    for number, line in _lines(tree, ".gitmodules"):
        match = _SUBMODULE.match(line)
        address = "/".join(re.split(r"[/:]", match[1].removesuffix(".git"))[-2:]).casefold() if match else ""
        entry = urls.get(address)
        names = [] if entry is None else [name for keys in entry.keys for name in (*keys.externals, *keys.packages)]
        if names:
            yield FoundPin(names[0], f"submodule {address}", f".gitmodules:{number}")


def _packages(tree: SourceTree, rules: Rules) -> Iterator[FoundPin]:
    known = {_plain(name) for entry in rules.kernels for keys in entry.keys for name in keys.packages}
    files = [path for path in tree.covered() if _REQUIREMENTS.search(path) and not _OTHER.search(path)]
    found: dict[str, FoundPin] = {}
    for path, number, text in chain(_listed(tree, files[:_MAX_FILES]), _declared(tree)):
        match = _REQUIREMENT.match(text)
        if match and _plain(match[1]) in known:
            found.setdefault(_plain(match[1]), FoundPin(match[1], match[2] or "no version", f"{path}:{number}"))
    yield from found.values()


def _listed(tree: SourceTree, files: Iterable[str]) -> Iterator[tuple[str, int, str]]:
    """The lines of requirement files."""
    for path in files:
        yield from ((path, number, line) for number, line in _lines(tree, path))


def _declared(tree: SourceTree) -> Iterator[tuple[str, int, str]]:
    """What the package's own files require: strings behind `dependencies`, `requires`, `install_requires`, ..."""
    for path in ("pyproject.toml", "setup.py", "setup.cfg"):
        inside = False
        for number, line in _lines(tree, path):
            begins = _REQUIRES.search(line)
            inside = begins is not None or (inside and not _CLOSED.match(line))
            text = line[begins.end() :] if begins else line
            if inside:
                words = _QUOTED.findall(text) if path != "setup.cfg" else [text]
                yield from ((path, number, word) for word in words)


def _lines(tree: SourceTree, path: str) -> list[tuple[int, str]]:
    with suppress(InputError):
        return list(enumerate(tree.read_text(path).splitlines(), 1))
    return []


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).casefold()
