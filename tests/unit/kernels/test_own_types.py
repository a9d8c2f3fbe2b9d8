"""Kernel types whose class stands in the tree: their own body tells what remains, an alias alone does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

if TYPE_CHECKING:
    from pathlib import Path

BUILD = """project(x LANGUAGES CUDA CXX)
set(CMAKE_CUDA_ARCHITECTURES 80-real 90a-real 100a-real)
add_library(a k.cu)
"""
HEAD = """namespace cutlass::fmha::kernel {
template <class Element, class Part>
struct Made {
  struct Params { const float* from; Element* to; float scale; };
  using ArchTag = cutlass::arch::Sm90;
"""
TAIL = """};
}
void run() {
  using Op = cutlass::device::Wrapper<cutlass::fmha::kernel::Made<half_t, Unseen>>;
  Op::launch();
}
"""
PLAIN = """
  CUTLASS_DEVICE void copy(Params const& params) {
    params.to[threadIdx.x] = static_cast<Element>(params.scale * params.from[threadIdx.x]);
  }
  CUTLASS_DEVICE void operator()(Params const& params, char* smem) { copy(params); }
"""
GUARDED = """
  CUTLASS_DEVICE void operator()(Params const& params, char* smem) {
#if defined(__CUDA_ARCH_FEAT_SM100_ALL)
    params.to[0] = params.from[0];
#else
    if (threadIdx.x == 0) printf("not for this GPU");
#endif
  }
"""
CALLED = "  CUTLASS_DEVICE void operator()(Params const& params, char* smem) { Part part; part.mma(params.to); }\n"
BUILT = "  CUTLASS_DEVICE void operator()(Params const& params, char* smem) { auto p = Part{}; p.mma(params.to); }\n"
ASSEMBLY = """
  CUTLASS_DEVICE void operator()(Params const& params, char* smem) {
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    params.to[0] = params.from[0];
  }
"""
TAGGED = """
  using Schedule = cutlass::gemm::KernelTmaWarpSpecialized;
  CUTLASS_DEVICE void operator()(Params const& params, char* smem) { collective<Schedule>(params.to); }
"""


def _statuses(root: Path, body: str) -> dict[str, tuple[str, str | None]]:
    (root / "CMakeLists.txt").write_text(BUILD)
    (root / "k.cu").write_text(HEAD + body + TAIL)
    report = run_scan(ScanOptions(root, to=("8.0", "9.0", "10.0"), cache=False, jobs=1))
    [row] = report.kernels
    assert row.name == "Made"
    return {device: (cell.status, cell.detail) for device, cell in row.cells.items()}


def test_plain_code_runs_whatever_its_alias_says(tmp_path: Path) -> None:
    assert _statuses(tmp_path, PLAIN) == dict.fromkeys(("sm_80", "sm_90a", "sm_100"), ("native", None))


def test_a_guard_in_the_body_is_stronger_than_the_alias(tmp_path: Path) -> None:
    refused = ("guarded-out", "print")
    assert _statuses(tmp_path, GUARDED) == {"sm_80": refused, "sm_90a": refused, "sm_100": ("native", None)}


def test_what_the_library_does_inside_is_taken_as_for_the_alias_alone(tmp_path: Path) -> None:
    refused = ("guarded-out", "trap")
    expected = {"sm_80": refused, "sm_90a": ("native", None), "sm_100": refused}
    for number, body in enumerate((CALLED, BUILT, TAGGED, ASSEMBLY)):
        root = tmp_path / str(number)
        root.mkdir()
        assert _statuses(root, body) == expected, body
