"""Code that a kernel template gets as an argument: each instantiation is what its own code makes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

if TYPE_CHECKING:
    from pathlib import Path

BUILD = """project(x LANGUAGES CUDA CXX)
set(CMAKE_CUDA_ARCHITECTURES 90a-real 100a-real)
add_library(a k.cu)
"""
HEAD = """template <class F> __global__ void each(float* p, F f) { f(p); }
template <class F> void par(float* p, const F& f) { each<<<1, 1>>>(p, f); }
"""
STORES = "q[0] = 1;"
ONLY_90 = "\n#if __CUDA_ARCH__ == 900\n    q[0] = 1;\n#else\n    __trap();\n#endif\n"
GONE = 'asm volatile("wgmma.fence.sync.aligned;"); q[0] = 1;'


def statuses(root: Path, launches: str, head: str = "") -> dict[str, list[str]]:
    (root / "CMakeLists.txt").write_text(BUILD)
    (root / "k.cu").write_text(f"{HEAD}{head}\nvoid go(float* p) {{ {launches} }}\n")
    report = run_scan(ScanOptions(root, to=("9.0", "10.0"), cache=False, jobs=1))
    return {
        kernel.id.partition("#")[2]: [str(cell.status) for cell in kernel.cells.values()] for kernel in report.kernels
    }


def lambda_of(body: str) -> str:
    return f"par(p, [] __device__ (float* q) {{ {body} }});"


def test_a_lambda_that_traps_is_no_kernel_that_runs(tmp_path: Path) -> None:
    found = statuses(tmp_path, lambda_of(ONLY_90))
    assert list(found.values()) == [["native", "guarded-out"]]


def test_a_lambda_with_an_instruction_that_is_gone_stops_the_build(tmp_path: Path) -> None:
    found = statuses(tmp_path, lambda_of(GONE))
    assert list(found.values()) == [["native", "missing-instruction"]]


def test_two_lambdas_of_one_kernel_are_told_apart(tmp_path: Path) -> None:
    found = statuses(tmp_path, lambda_of(STORES) + lambda_of(ONLY_90))
    assert sorted(found.values()) == [["native", "guarded-out"], ["native", "native"]]
    assert all("lambda@" in name for name in found)


@pytest.mark.parametrize(
    ("body", "want"), [(STORES, "native"), (ONLY_90, "guarded-out"), (GONE, "missing-instruction")]
)
def test_a_functor_and_a_function(tmp_path: Path, body: str, want: str) -> None:
    head = (
        f"__device__ void put(float* q) {{ {body} }}\n"
        "struct Put { __device__ void operator()(float* q) const { put(q); } };\n"
        "template <auto F> __global__ void named(float* p) { F(p); }\n"
        "template <class F> __global__ void typed(float* p) { F{}(p); }\n"
    )
    launches = "each<<<1, 1>>>(p, Put{}); named<put><<<1, 1>>>(p); typed<Put><<<1, 1>>>(p);"
    found = statuses(tmp_path, launches, head)
    assert {tuple(one) for one in found.values()} == {("native", want)}
    assert {name.partition("<")[0] for name in found} == {"each", "named", "typed"}
