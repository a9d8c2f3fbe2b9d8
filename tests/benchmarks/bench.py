"""Measures scans against one raw parse of the same files: bench.py [TREE] [--runs N]

All figures come from one run on one machine, so that the ratios mean something where the seconds do not. Without TREE
it is vLLM 0.33.0 from the cache of public trees. The unit is one single-core tree-sitter parse of the C++/CUDA files
that the scan covers; every figure is the best of N.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from kernaudit.build.cmake.evaluate import answer
from kernaudit.build.cmake.programs import ProgramCache
from kernaudit.build.cmake.reader import CmakeProject
from kernaudit.discover import FileKind, SourceTree, UnreadableFile, classify
from kernaudit.model.build import BuildRequest
from kernaudit.ruleset.load import load_rules
from realworld.trees import tree as public_tree

DEFAULT_TREE = "vllm-0.33.0"


@dataclass(frozen=True)
class Figures:
    """One run; seconds of wall time, bytes."""

    files: int
    source_bytes: int
    parse: float
    scan: float
    warm: float
    scan_peak: int
    build: float
    one_evaluation: float
    evaluations: int
    all_evaluations: float

    @property
    def scan_ratio(self) -> float:
        """Scan time in units of the raw parse."""
        return self.scan / self.parse

    @property
    def build_ratio(self) -> float:
        """The same without the code behind the images."""
        return self.build / self.parse

    @property
    def evaluations_ratio(self) -> float:
        """Time of all build evaluations in units of the raw parse."""
        return self.all_evaluations / self.parse

    def report(self) -> str:
        """Return the figures as text."""
        return "\n".join(
            (
                f"sources covered    {self.files:8,} files  {self.source_bytes / 1e6:8.2f} MB of C++/CUDA",
                f"raw parse          {self.parse:8.3f} s    the unit",
                f"scan --to all      {self.scan:8.3f} s    {self.scan_ratio:8.2f} x   (goal 6; no cache)",
                f"with --code never  {self.build:8.3f} s    {self.build_ratio:8.2f} x   (at most 3; no cache)",
                f"the same again     {self.warm:8.3f} s    {self.warm / self.parse:8.2f} x   (at most 0.6)",
                f"peak memory        {self.scan_peak / 1e6:8.0f} MB                (goal 400)",
                f"one evaluation     {self.one_evaluation:8.3f} s    {self.one_evaluation / self.parse:8.2f} x",
                f"{self.evaluations} evaluations     {self.all_evaluations:8.3f} s    "
                f"{self.evaluations_ratio:8.2f} x   (at most 0.4)",
            )
        )


def measure(root: Path, runs: int = 3) -> Figures:
    """Measure a tree whose root has a CMakeLists.txt."""
    sources = _sources(root)
    scans = [_scan(root, "--no-cache") for _ in range(runs)]
    return Figures(
        files=len(sources),
        source_bytes=sum(len(data) for _, data in sources),
        parse=_best(lambda: _parse(sources), runs),
        scan=min(seconds for seconds, _ in scans),
        warm=_unchanged(root, runs),
        scan_peak=max(peak for _, peak in scans),
        build=min(_scan(root, "--no-cache", "--code", "never")[0] for _ in range(runs)),
        one_evaluation=_best(lambda: _evaluate(root, 1), runs),
        evaluations=len(load_rules().devices),
        all_evaluations=_best(lambda: _evaluate(root, None), runs),
    )


def _unchanged(root: Path, runs: int) -> float:
    """Return the seconds of a scan after one that filled a cache of its own."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "KERNAUDIT_CACHE_DIR": folder}
        _scan(root, environment=environment)
        return min(_scan(root, environment=environment)[0] for _ in range(runs))


def _best(action: Callable[[], float], runs: int) -> float:
    return min(action() for _ in range(runs))


def _sources(root: Path) -> list[tuple[FileKind, bytes]]:
    tree = SourceTree(root)
    found = []
    for path in tree.covered():
        kind = classify(path)
        if kind in (FileKind.CUDA, FileKind.CXX):
            try:
                found.append((kind, tree.read_bytes(path)))
            except UnreadableFile:
                continue
    return found


def _parse(sources: list[tuple[FileKind, bytes]]) -> float:
    import tree_sitter_cpp  # noqa: PLC0415
    import tree_sitter_cuda  # noqa: PLC0415
    from tree_sitter import Language, Parser  # noqa: PLC0415

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the CUDA grammar still hands over a plain pointer
        parsers = {
            FileKind.CUDA: Parser(Language(tree_sitter_cuda.language())),
            FileKind.CXX: Parser(Language(tree_sitter_cpp.language())),
        }
    started = time.perf_counter()
    for kind, data in sources:
        parsers[kind].parse(data)
    return time.perf_counter() - started


def _scan(root: Path, *options: str, environment: Mapping[str, str] | None = None) -> tuple[float, int]:
    """Return wall seconds and peak bytes of one scan in a process of its own, from start to exit."""
    command = [sys.executable, "-m", "kernaudit", "scan", str(root), "--to", "all", "--format", "json", *options]
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)  # it was waited for, behind the back of Popen
    if process.returncode != 0:
        message = f"{' '.join(command)} failed"
        raise RuntimeError(message)
    return seconds, usage.ru_maxrss * 1024


def _evaluate(root: Path, columns: int | None) -> float:
    """Return the seconds of evaluating the build once per device, from the first look at the tree."""
    rules = load_rules()
    toolkit, devices = rules.toolkit("13.0"), rules.devices[:columns]
    started = time.perf_counter()
    project = CmakeProject(SourceTree(root), "CMakeLists.txt", rules, ProgramCache())
    for device in devices:
        answer(project, BuildRequest(toolkit, device=device.capability))
    return time.perf_counter() - started


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tree", nargs="?", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    print(measure(arguments.tree or public_tree(DEFAULT_TREE), arguments.runs).report())


if __name__ == "__main__":
    main()
