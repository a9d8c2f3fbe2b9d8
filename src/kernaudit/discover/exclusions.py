"""Which parts of a tree an audit leaves out by default, and which the user names with --include and --exclude."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernaudit.model.evidence import Skipped, SkipReason

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from pathspec import GitIgnoreSpec

__all__ = ["Exclusions"]

_TESTS = "tests"
_BENCHMARKS = "benchmarks"
_EXAMPLES = "examples"
_THIRD_PARTY = "third-party code"
_HIP = "code for AMD GPUs"
_BUILD_OUTPUT = "output of an earlier build"

_DIRECTORIES: Mapping[str, str] = {
    **dict.fromkeys(("test", "tests", "testing", "unittest", "unittests", "unit_test", "unit_tests"), _TESTS),
    **dict.fromkeys(("bench", "benches", "benchmark", "benchmarks", "microbenchmarks"), _BENCHMARKS),
    **dict.fromkeys(("demo", "demos", "example", "examples", "samples", "tutorial", "tutorials"), _EXAMPLES),
    **dict.fromkeys(
        (
            "third_party",
            "third-party",
            "thirdparty",
            "3rdparty",
            "3rd_party",
            "3rd-party",
            "submodules",
            "node_modules",
        ),
        _THIRD_PARTY,
    ),
    **dict.fromkeys(("amd", "hip", "rocm"), _HIP),
    "_deps": _BUILD_OUTPUT,
}
"""Directory names, in any letter case. Missing on purpose: `vendor`, where packages ship what they are about, and
`sample`, which in inference engines is what is done with logits."""

_MARKERS: Mapping[str, tuple[str, str]] = {
    "CMakeCache.txt": (_BUILD_OUTPUT, "CMakeCache.txt"),
    "pyvenv.cfg": (_THIRD_PARTY, "pyvenv.cfg"),
}
"""Files that tell what the directory is which holds them."""


@dataclass(frozen=True, slots=True)
class _State:
    """What a directory inherits: the highest directory that was left out, and why."""

    top: str
    reason: SkipReason
    detail: str


class Exclusions:
    """Answers for every path of one tree whether the audit covers it.

    Patterns have the syntax of `.gitignore` and are relative to the root. `exclude` wins over `include`, and
    `include` wins over the defaults (tests, benchmarks, examples, third-party code, code for AMD GPUs, build output).

    Raises:
        ValueError: a pattern is malformed.
    """

    def __init__(
        self, children: Mapping[str, Collection[str]], *, include: Iterable[str] = (), exclude: Iterable[str] = ()
    ) -> None:
        self._include = _compile(include)
        self._exclude = _compile(exclude)
        self._states: dict[str, _State | None] = {"": None}
        for directory in sorted(children):  # parents sort before their children
            if directory:
                self._states[directory] = self._judge(directory, children[directory])

    def of(self, path: str) -> Skipped | None:
        """Return what a file is left out with (the path is the highest directory that is), or None if it is covered."""
        parent, _, name = path.rpartition("/")
        state = self._states.get(parent)
        if state is not None and state.reason is SkipReason.EXCLUDED and state.detail == _BY_USER:
            return Skipped(state.top, state.reason, state.detail)
        if self._exclude is not None and self._exclude.match_file(path):
            return Skipped(path, SkipReason.EXCLUDED, _BY_USER)
        if self._include is not None and self._include.match_file(path):
            return None
        if state is not None:
            return Skipped(state.top, state.reason, state.detail)
        return Skipped(path, SkipReason.EXCLUDED, _HIP) if _is_hip(name) else None

    def _judge(self, directory: str, names: Collection[str]) -> _State | None:
        parent, _, name = directory.rpartition("/")
        inherited = self._states.get(parent)
        if inherited is not None and inherited.detail == _BY_USER:
            return inherited
        if self._exclude is not None and self._exclude.match_file(directory + "/"):
            return _State(directory, SkipReason.EXCLUDED, _BY_USER)
        if self._include is not None and self._include.match_file(directory + "/"):
            return None
        return inherited or _default(directory, name, names)


_BY_USER = "--exclude"


def _default(directory: str, name: str, names: Collection[str]) -> _State | None:
    detail = _DIRECTORIES.get(name.lower())
    for marker, (kind, shown) in _MARKERS.items():
        if detail is None and marker in names:
            detail = f"{kind} ({shown})"
    if detail is None:
        return None
    vendored = detail.startswith((_THIRD_PARTY, _BUILD_OUTPUT))
    return _State(directory, SkipReason.VENDORED if vendored else SkipReason.EXCLUDED, detail)


def _is_hip(name: str) -> bool:
    """Files that hipify writes beside their CUDA originals."""
    stem, _, suffix = name.lower().rpartition(".")
    return suffix == "hip" or (suffix in {"cu", "cuh", "cpp", "h"} and stem.endswith("_hip"))


def _compile(patterns: Iterable[str]) -> GitIgnoreSpec | None:
    lines = [pattern for pattern in patterns if pattern.strip()]
    if not lines:
        return None
    from pathspec import GitIgnoreSpec  # noqa: PLC0415 - most runs name no pattern

    return GitIgnoreSpec.from_lines(lines)
