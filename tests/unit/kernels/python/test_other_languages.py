"""Kernels of Gluon and TileLang from small files: what they need is known beforehand."""

from __future__ import annotations

from pathlib import Path

import pytest

from unit.kernels.python.reading import cells, read_python, statuses

CUTE = """import cutlass.cute as cute

class K:
    @cute.kernel
    def run(self, x):
        # one thread in each block writes the shared scale
        {0}
"""
GLUON = """from triton.experimental import gluon
from triton.experimental.gluon import language as gl
from triton.experimental.gluon.language.nvidia import blackwell, hopper

@gluon.jit
def run(x, y):
    {0}
"""
TILELANG = """import tilelang
import tilelang.language as T

@tilelang.jit
def build(M, N):
    @T.prim_func
    def main(A: T.Tensor((M, N), "float16")):
        with T.Kernel(M) as bx:
            {0}
    return main
"""


def test_plain_gluon_runs_from_8_0_on(tmp_path: Path) -> None:
    (kernel,) = read_python(tmp_path, {"k.py": GLUON.format("gl.store(y, gl.load(x))")}).kernels
    assert (kernel.name, kernel.language) == ("run", "gluon")
    assert statuses(kernel, "7.5", "8.0", "9.0", "10.0", "12.0") == {
        "7.5": "runtime-rejected",
        "8.0": "native",
        "9.0": "native",
        "10.0": "native",
        "12.0": "native",
    }


@pytest.mark.parametrize(
    ("call", "has"),
    [
        ("hopper.warpgroup_mma(x, y, y)", {"9.0"}),
        ("gl.nvidia.hopper.warpgroup_mma_wait(0)", {"9.0"}),
        ("blackwell.tcgen05_mma(x, y, y)", {"10.0"}),
        ("blackwell.tma.async_gather(x, y)", {"10.0"}),
        ("hopper.tma.async_copy_global_to_shared(x, y)", {"9.0", "10.0", "12.0"}),
        ("hopper.tma.store_wait(0)", {"9.0", "10.0", "12.0"}),
        ("hopper.mbarrier.expect(x, 128)", {"9.0", "10.0", "12.0"}),
        ("gl.amd.cdna3.mfma(x, y)", set()),
    ],
)
def test_gluon_needs_what_it_names(tmp_path: Path, call: str, has: set[str]) -> None:
    (kernel,) = read_python(tmp_path, {"k.py": GLUON.format(call)}).kernels
    found = statuses(kernel, "8.0", "9.0", "10.0", "12.0")
    assert {device for device, status in found.items() if status == "native"} == has
    assert set(found.values()) <= {"native", "missing-instruction", "runtime-rejected"}


def test_shared_memory_that_gluon_lays_out_is_not_read(tmp_path: Path) -> None:
    (kernel,) = read_python(tmp_path, {"k.py": GLUON.format("gl.allocate_shared_memory(x, [64], y)")}).kernels
    cell = cells(kernel, "9.0")["9.0"]
    assert (str(cell.status), [str(one.layer) for one in cell.reasons]) == ("unknown", ["smem"])


def test_a_tilelang_program_is_one_kernel(tmp_path: Path) -> None:
    kernels = read_python(tmp_path, {"k.py": TILELANG.format("A[bx, 0] = 0")}).kernels
    assert {one.language for one in kernels} == {"tilelang"}
    assert [statuses(one, "8.0", "9.0", "10.0", "12.0") for one in kernels] == [
        {"8.0": "native", "9.0": "native", "10.0": "native", "12.0": "native"}
    ] * len(kernels)


@pytest.mark.parametrize(
    ("call", "has"),
    [
        ("T.wgmma_gemm(A, A, A)", {"9.0"}),
        ("T.tcgen05_gemm(A, A, A)", {"10.0"}),
        ("T.tma_load(A, A)", {"9.0", "10.0", "12.0"}),
        ("T.pdl_sync()", {"9.0", "10.0", "12.0"}),
    ],
)
def test_tilelang_needs_what_it_names(tmp_path: Path, call: str, has: set[str]) -> None:
    (kernel,) = read_python(tmp_path, {"k.py": TILELANG.format(call)}).kernels
    found = statuses(kernel, "8.0", "9.0", "10.0", "12.0")
    assert {device for device, status in found.items() if status == "native"} == has
    assert {found[device] for device in {"8.0", "9.0", "10.0", "12.0"} - has} == {"missing-instruction"}


def test_shared_memory_of_tilelang_is_not_read(tmp_path: Path) -> None:
    (kernel,) = read_python(tmp_path, {"k.py": TILELANG.format("T.alloc_shared((128, 64), 'float16')")}).kernels
    cell = cells(kernel, "9.0")["9.0"]
    assert (str(cell.status), [str(one.layer) for one in cell.reasons]) == ("unknown", ["smem"])


@pytest.mark.parametrize(
    ("line", "want"), [("x[0] = 1", "native"), ("y = storage.smem.get_tensor(x)  # one line", "unknown")]
)
def test_a_comment_about_shared_memory_takes_none(tmp_path: Path, line: str, want: str) -> None:
    (kernel,) = read_python(tmp_path, {"k.py": CUTE.format(line)}).kernels
    assert statuses(kernel, "9.0") == {"9.0": want}
