"""`torch.utils.cpp_extension.load`: sources that Python names in strings, with torch's rule for the architectures."""

from __future__ import annotations

import fnmatch
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kernaudit.build.arch_lists import ArchListError, parse_torch_list
from kernaudit.build.jit.mentions import Mention
from kernaudit.build.jit.rule import JitTarget
from kernaudit.discover import UnreadableFile
from kernaudit.model.evidence import Location

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernaudit.build.cmake.files import TreeView
    from kernaudit.discover import SourceTree
    from kernaudit.model.build import BuildRequest
    from kernaudit.model.runtime_compile import RuntimeCompileNames
    from kernaudit.ruleset.load import Rules

__all__ = ["TorchLoad", "find_torch_load"]

_LIST: Final = "TORCH_CUDA_ARCH_LIST"
_NAMED: Final = re.compile(r"""["']([^"'\n]*\.cu)["']""")
_ARCH: Final = re.compile(
    r"""-gencode|generate-code|gpu-architecture|compute_[0-9]{2,3}[af]?\b|(?:["']|-[^\s"']+ )-arch="""
)
_WORDS: Final = (b".cu", b"cpp_extension", b"compute_", b"gencode", b"-arch=", b"gpu-architecture")
_HOLE: Final = re.compile(r"\{[^{}]*\}")
_MOST_FILES: Final = 2_000
"""Trees with more Python than that are not searched: reading it all takes longer than their builds do."""


@dataclass(frozen=True, slots=True)
class TorchLoad:
    """The file that calls torch, and where; `problem` is a file whose arch flags may reach any of the calls."""

    file: str
    line: int
    rules: Rules
    problem: str | None = None

    def target(self, view: TreeView, request: BuildRequest) -> JitTarget:  # noqa: ARG002 - the shape of a rule
        """Return what torch asks for: the list of the environment, else the device itself."""
        place = Location(self.file, self.line)
        if self.problem is not None:
            return JitTarget((), place, self.problem)
        text = request.env.get(_LIST) or request.request or (str(request.device) if request.device else None)
        if text is None:
            return JitTarget((), place, f"{_LIST}, which is not set, and no device")
        device = next((one for one in self.rules.devices if one.capability == request.device), None)
        try:
            found = parse_torch_list(text, request.toolkit, self.rules, device=device, reader="setuptools")
        except ArchListError as error:
            return JitTarget((), place, str(error))
        return JitTarget(found, place, None)


def find_torch_load(
    tree: SourceTree, names: RuntimeCompileNames, rules: Rules
) -> tuple[TorchLoad, tuple[Mention, ...]] | None:
    """Return the call of torch and the CUDA sources that Python names, None for a tree without either.

    A file that names sources and architectures leaves its own sources undecided; a file with architectures that
    names no source leaves all of them undecided, since nobody follows where they go.
    """
    paths = [path for path in tree.covered() if path.endswith(".py")]
    cuda = [path for path in tree.covered() if path.endswith(".cu")]
    if not cuda or len(paths) > _MOST_FILES:
        return None
    texts = dict(_texts(tree, paths))
    calls = ((path, line) for path, text in texts.items() if (line := _call(text, names)) is not None)
    call = next(calls, None)
    if call is None:
        return None
    found = [one for path, text in texts.items() for one in _mentions(path, text, cuda)]
    naming = {one.location.file for one in found}
    mentions: dict[str, Mention] = {}
    for one in found:  # of several files that may mean a source, one with flags of its own is enough for doubt
        if one.path not in mentions or (one.problem and not mentions[one.path].problem):
            mentions[one.path] = one
    stray = next((path for path, text in texts.items() if path not in naming and _ARCH.search(text)), None)
    problem = None if stray is None else f"{stray} names architectures; whether they reach this source is not known"
    return TorchLoad(*call, rules, problem), tuple(mentions[path] for path in sorted(mentions))


def _texts(tree: SourceTree, paths: list[str]) -> Iterator[tuple[str, str]]:
    for path in paths:
        try:
            data = tree.read_bytes(path)
            if any(word in data for word in _WORDS):
                yield path, tree.read_text(path)
        except UnreadableFile:
            continue


def _call(text: str, names: RuntimeCompileNames) -> int | None:
    """Return the line of a call that compiles, in a file that imports the function for it."""
    for function in names.loads:
        if re.search(
            rf"from torch\.utils\.cpp_extension import [^\n#]*\b{function}\b|cpp_extension\.{function}\b", text
        ):
            call = re.search(rf"\b{function}\(", text)
            return None if call is None else text.count("\n", 0, call.start()) + 1
    return None


def _mentions(file: str, text: str, cuda: list[str]) -> Iterator[Mention]:
    problem = "the file that names this source names architectures of its own" if _ARCH.search(text) else None
    for match in _NAMED.finditer(text):
        pattern = _HOLE.sub("*", match[1]).rpartition("/")[2]
        line = text.count("\n", 0, match.start()) + 1
        if pattern.strip("*.cu"):
            for path in fnmatch.filter(cuda, f"*{pattern}"):
                if fnmatch.fnmatchcase(path.rpartition("/")[2], pattern):
                    yield Mention(path, Location(file, line), problem)
