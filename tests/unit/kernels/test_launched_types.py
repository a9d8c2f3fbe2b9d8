"""Kernels that host code hands to the library's `device_kernel` as a type of the tree, whatever its namespace."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

if TYPE_CHECKING:
    from pathlib import Path

BUILD = """project(x LANGUAGES CUDA CXX)
set(CMAKE_CUDA_ARCHITECTURES 80-real 90a-real 100a-real)
add_library(a k.cu)
"""
KERNELS = """#include "cutlass/device_kernel.h"
namespace mine {
template <typename Kernel>
struct enable_hopper : Kernel {
  template <typename... Args>
  CUTLASS_DEVICE void operator()(Args&&... args) {
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ == 900)
    Kernel::operator()(std::forward<Args>(args)...);
#endif
  }
};
template <class Tag>
struct Forward {
  using ArchTag = cutlass::arch::Sm90;
  CUTLASS_DEVICE void operator()(float* to, char* smem) { Tag::run(to, smem); }
};
}
"""
WRAPPED = "  using Made = std::conditional_t<(A > 8), mine::enable_hopper<mine::Forward<int>>, Nothing>;\n"
ALONE = "  using Made = mine::Forward<int>;\n"
ELSEWHERE = "  using Made = other::Unseen<int>;\n"
LAUNCH = "template <int A> void start(float* x) {{\n{}  launch(cutlass::device_kernel<Made>, x);\n}}\n"
PLAIN = "__global__ void plain(float* x) { *x = 1; }\n"
USE = "template void start<9>(float*);\n"
GENERIC = "template <class Made> void start(float* x) { launch(cutlass::device_kernel<Made>, x); }\n"
RENAMED = "template <class K> void start(float* x) { using Made = K; launch(cutlass::device_kernel<Made>, x); }\n"


def _rows(root: Path, code: str) -> dict[str, list[tuple[str, str | None]]]:
    (root / "CMakeLists.txt").write_text(BUILD)
    (root / "k.cu").write_text(KERNELS + code)
    report = run_scan(ScanOptions(root, to=("8.0", "9.0", "10.0"), cache=False, jobs=1))
    return {row.name: [(str(cell.status), cell.detail) for cell in row.cells.values()] for row in report.kernels}


def test_a_wrapper_empties_the_kernel_elsewhere(tmp_path: Path) -> None:
    """Where it lets the kernel through, the kernel's own tag tells."""
    empty = ("guarded-out", "silent-no-op")
    assert _rows(tmp_path, LAUNCH.format(WRAPPED) + USE) == {"Forward": [empty, ("native", None), empty]}


def test_a_kernel_without_a_wrapper_is_its_tag_s(tmp_path: Path) -> None:
    trap = ("guarded-out", "trap")
    assert _rows(tmp_path, LAUNCH.format(ALONE) + USE) == {"Forward": [trap, ("native", None), trap]}


def test_a_kernel_that_the_tree_lacks_is_a_row_that_nobody_knows(tmp_path: Path) -> None:
    """Named after the function that makes it; the tag of another kernel of the unit does not count for it."""
    rows = _rows(tmp_path, LAUNCH.format(ELSEWHERE) + USE)
    assert list(rows) == ["start"]
    assert rows["start"][0][0] != "native"


@pytest.mark.parametrize("code", [GENERIC, RENAMED, LAUNCH.format(ALONE)], ids=["parameter", "alias", "not used"])
def test_what_nobody_fills_in_is_no_kernel(tmp_path: Path, code: str) -> None:
    assert list(_rows(tmp_path, code + PLAIN)) == ["plain"]
