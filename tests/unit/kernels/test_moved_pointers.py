"""To move a pointer is no effect, to write through it is; nvcc 13.0 leaves the bodies that stand here."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kernaudit.facts.bodies import Body

from .test_read import kernel, read

if TYPE_CHECKING:
    from pathlib import Path

MOVED = {
    "a parameter": "p += blockIdx.x;",
    "a copy": "float* q = p; q++; q = q + 1;",
    "with a type that is worked out": "auto q = p; q += 1; auto* r = p; --r;",
    "a read only one": "const float* q = p + threadIdx.x; q += blockDim.x; float s = q[0]; s += q[1];",
    "one in an array of the kernel": "float v[4]; float* q = v; *q++ = 1; q[0] = 2;",
}


@pytest.mark.parametrize("name", MOVED)
def test_moving_a_pointer_is_no_effect(tmp_path: Path, name: str) -> None:
    text = f"__global__ void k(float* p) {{ {MOVED[name]} }}\n"
    assert kernel(read(tmp_path, {"u.cu": text}, "sm_80")).body.body is Body.EMPTY


@pytest.mark.parametrize("written", ["*p = 1;", "p[0] = 1;", "*p++ = 1;", "atomicAdd(p, 1.f);", "__stcs(p, 1.f);"])
def test_what_is_written_behind_it_is_one(tmp_path: Path, written: str) -> None:
    text = f"__global__ void k(float* p) {{ p += blockIdx.x; {written} }}\n"
    assert kernel(read(tmp_path, {"u.cu": text}, "sm_80")).body.body is Body.CODE


def test_a_guard_behind_a_moved_pointer_empties_the_kernel(tmp_path: Path) -> None:
    text = "__global__ void k(float* p) {\n  p += blockIdx.x;\n#if __CUDA_ARCH__ >= 900\n  p[0] = 1;\n#endif\n}\n"
    assert kernel(read(tmp_path, {"u.cu": text}, "sm_80")).body.body is Body.EMPTY
    assert kernel(read(tmp_path, {"u.cu": text}, "sm_90")).body.body is Body.CODE


def test_an_atomic_is_an_effect_whatever_else_the_kernel_does(tmp_path: Path) -> None:
    text = '__global__ void k(int* p) { atomicAdd(p, 1); if (p[1]) { asm volatile("trap;"); } }\n'
    assert kernel(read(tmp_path, {"u.cu": text}, "sm_80")).body.body is Body.CODE
