"""What is fuzzed: each target takes bytes and may end in an error for the user, and in nothing else."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from kernaudit.config.load import parse_config
from kernaudit.errors import KernauditError
from kernaudit.gate.baseline import parse_baseline
from kernaudit.gate.comments import find_comments
from kernaudit.gate.sides import side_of_text
from kernaudit.render.base import View
from kernaudit.render.registry import find_format
from kernaudit.ruleset.load import load_rules
from kernaudit.scan.cmake_eval import cmake_eval_document
from kernaudit.scan.code_reading import CodeReading
from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan
from kernaudit.scan.query import query

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["TARGETS"]

_BUILD = b"""\
cmake_minimum_required(VERSION 3.26)
set(CMAKE_CUDA_ARCHITECTURES 80 90a 100f)
project(x LANGUAGES CXX CUDA)
add_library(x k.cu)
"""
_KERNEL = b"__global__ void k(float* x) { x[threadIdx.x] = 1.0f; }\n"
_SETUP_HEAD = b"from torch.utils.cpp_extension import CUDAExtension, BuildExtension\nfrom setuptools import setup\n"


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _cmake(data: bytes) -> None:
    cmake_eval_document(_text(data))


def _scan(files: dict[str, bytes]) -> None:
    with tempfile.TemporaryDirectory(prefix="kernaudit-fuzz-") as folder:
        root = Path(folder)
        for name, data in files.items():
            (root / name).write_bytes(data)
        options = ScanOptions(root, to=("9.0", "10.0"), code=CodeReading.ALWAYS, cache=False, jobs=1)
        report = run_scan(options)
        for name in ("json", "table", "sarif"):
            find_format(name).render(report, View())


def _build(data: bytes) -> None:
    _scan({"CMakeLists.txt": data, "k.cu": _KERNEL})


def _source(data: bytes) -> None:
    _scan({"CMakeLists.txt": _BUILD, "k.cu": data})


def _setup(data: bytes) -> None:
    _scan({"setup.py": data, "k.cu": _KERNEL})


def _yaml(data: bytes) -> None:
    parse_config("kernaudit.yaml", _text(data))


def _toml(data: bytes) -> None:
    parse_config("pyproject.toml", _text(data))


def _baseline(data: bytes) -> None:
    parse_baseline("baseline.json", _text(data))


def _report(data: bytes) -> None:
    side_of_text(_text(data), "report.json")


def _rules(data: bytes) -> None:
    with tempfile.TemporaryDirectory(prefix="kernaudit-fuzz-") as folder:
        (Path(folder) / "instructions").mkdir()
        (Path(folder) / "instructions" / "x.yaml").write_bytes(data)
        query(["wgmma.fence.sync.aligned;"], (Path(folder),), "13.0")
        assert load_rules().devices


def _ptx(data: bytes) -> None:
    query(_text(data).split("\n"), (), "13.0")


def _comments(data: bytes) -> None:
    list(find_comments("k.cu", _text(data)))


def _guarded(target: Callable[[bytes], None]) -> Callable[[bytes], None]:
    def run(data: bytes) -> None:
        with suppress(KernauditError):
            target(data)

    return run


TARGETS: dict[str, Callable[[bytes], None]] = {
    name: _guarded(target)
    for name, target in {
        "cmake": _cmake,
        "build": _build,
        "source": _source,
        "setup": _setup,
        "yaml": _yaml,
        "toml": _toml,
        "baseline": _baseline,
        "report": _report,
        "rules": _rules,
        "ptx": _ptx,
        "comments": _comments,
    }.items()
}
"""Name -> what is done with an input; a folder of `seeds` and of `found` has the same name."""
