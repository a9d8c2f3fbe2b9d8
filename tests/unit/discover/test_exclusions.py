from __future__ import annotations

import pytest

from kernaudit.discover.exclusions import Exclusions
from kernaudit.model.evidence import SkipReason


def _rules(*files: str, include: tuple[str, ...] = (), exclude: tuple[str, ...] = ()) -> Exclusions:
    children: dict[str, list[str]] = {"": []}
    for path in files:
        parts = path.split("/")
        for depth in range(len(parts)):
            children.setdefault("/".join(parts[:depth]), []).append(parts[depth])
    return Exclusions(children, include=include, exclude=exclude)


@pytest.mark.parametrize(
    ("path", "top", "reason"),
    [
        ("tests/a.cu", "tests", SkipReason.EXCLUDED),
        ("lib/Test/deep/a.cu", "lib/Test", SkipReason.EXCLUDED),
        ("benchmarks/a.py", "benchmarks", SkipReason.EXCLUDED),
        ("examples/tests/a.cu", "examples", SkipReason.EXCLUDED),
        ("3rdparty/cutlass/a.h", "3rdparty", SkipReason.VENDORED),
        ("third_party/a.h", "third_party", SkipReason.VENDORED),
        ("csrc/rocm/attention.cu", "csrc/rocm", SkipReason.EXCLUDED),
        ("csrc/topk_hip.cu", "csrc/topk_hip.cu", SkipReason.EXCLUDED),
        ("csrc/topk.hip", "csrc/topk.hip", SkipReason.EXCLUDED),
    ],
)
def test_what_is_left_out_by_default(path: str, top: str, reason: SkipReason) -> None:
    found = _rules(path).of(path)
    assert found is not None
    assert (found.path, found.reason) == (top, reason)


@pytest.mark.parametrize(
    "path",
    [
        "csrc/a.cu",
        "vendor/llama.cpp/ggml/a.cu",
        "engine/sample/topk.py",
        "csrc/latest/a.cu",
        "tests.cu",
        "csrc/chip.cu",
        "csrc/test_mode.cu",
    ],
)
def test_what_stays(path: str) -> None:
    assert _rules(path).of(path) is None


def test_a_marker_file_tells_an_earlier_build_and_a_virtual_environment() -> None:
    rules = _rules("out/CMakeCache.txt", "out/x/a.cu", "env/pyvenv.cfg", "env/lib/b.py", "src/a.cu")
    assert rules.of("out/x/a.cu") is not None
    assert rules.of("env/lib/b.py") is not None
    assert rules.of("src/a.cu") is None


def test_include_brings_back_a_part() -> None:
    rules = _rules("tests/kernels/a.cu", "tests/b.cu", "tests/kernels/bench/c.cu", include=("tests/kernels",))
    assert rules.of("tests/kernels/a.cu") is None
    assert rules.of("tests/kernels/bench/c.cu") is None
    assert rules.of("tests/b.cu") is not None


def test_include_of_single_files() -> None:
    rules = _rules("tests/a.cu", "tests/a.py", include=("*.cu",))
    assert rules.of("tests/a.cu") is None
    assert rules.of("tests/a.py") is not None


def test_exclude_wins_over_include() -> None:
    rules = _rules("tests/a.cu", "tests/slow/b.cu", "src/c.cu", include=("tests",), exclude=("tests/slow", "/src/*.cu"))
    assert rules.of("tests/a.cu") is None
    slow, single = rules.of("tests/slow/b.cu"), rules.of("src/c.cu")
    assert slow is not None
    assert single is not None
    assert (slow.path, slow.detail) == ("tests/slow", "--exclude")
    assert single.path == "src/c.cu"
