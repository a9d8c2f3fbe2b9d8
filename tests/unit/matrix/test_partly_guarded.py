"""Kernels that end on some paths because of what they are compiled for."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernaudit.model.report import Report
from kernaudit.model.verdict import NoteKind
from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

CMAKE = "cmake_minimum_required(VERSION 3.26)\nproject(x LANGUAGES CUDA)\nadd_library(core core.cu)\n"
CODE = """
#if defined(__CUDA_ARCH_FAMILY_SPECIFIC__) && __CUDA_ARCH__ >= 1000
  #define NATIVE 1
#else
  #define NATIVE 0
#endif
__device__ unsigned pack(float a, float b) {
#if NATIVE
  unsigned byte;
  asm volatile("{ .reg .b8 t; cvt.rn.satfinite.e2m1x2.f32 t, %1, %2; mov.b32 %0, {t, t, t, t}; }"
               : "=r"(byte) : "f"(a), "f"(b));
  return byte;
#else
  asm volatile("trap;");
  return 0;
#endif
}
__global__ void half_of_it(unsigned* out, float const* in) {
  if (threadIdx.x < 32) {
    out[threadIdx.x] = pack(in[0], in[1]);
  } else {
    out[threadIdx.x] = 1;
  }
}
template <typename T> __global__ void by_type(T* out) {
#if __CUDA_ARCH__ < 800
  if constexpr (sizeof(T) == 2) {
    return;
  } else {
#endif
    out[0] = T(1);
#if __CUDA_ARCH__ < 800
  }
#endif
}
"""


@pytest.fixture
def report(tmp_path: Path) -> Report:
    (tmp_path / "CMakeLists.txt").write_text(CMAKE)
    (tmp_path / "core.cu").write_text(CODE)
    options = ScanOptions(tmp_path, to=("7.5", "9.0", "10.0"), request="75;90;100f", jobs=1, cache=False)
    return run_scan(options)


def _notes(report: Report, name: str, device: str) -> list[tuple[int | None, str]]:
    cell = next(one for one in report.kernels if one.name == name).cells[device]
    return [
        (note.location.line if note.location else None, note.text)
        for note in cell.notes
        if note.kind is NoteKind.PARTLY_GUARDED
    ]


def test_a_trap_on_one_path_of_two_is_a_note(report: Report) -> None:
    [(line, text)] = _notes(report, "half_of_it", "sm_90a")
    assert (line, text.startswith("compiled for sm_90 it traps on some path")) == (14, True)
    assert _notes(report, "half_of_it", "sm_100") == []


def test_a_return_for_some_types_is_a_note(report: Report) -> None:
    [(line, text)] = _notes(report, "by_type", "sm_75")
    assert (line, "returns at once for some template arguments" in text) == (27, True)
    assert _notes(report, "by_type", "sm_90a") == []


def test_a_trap_stands_for_an_instruction_that_no_target_has(tmp_path: Path) -> None:
    (tmp_path / "CMakeLists.txt").write_text(CMAKE)
    (tmp_path / "core.cu").write_text(CODE)
    whole = run_scan(ScanOptions(tmp_path, to=("9.0", "10.3"), request="100a", jobs=1, cache=False))
    cells = next(one for one in whole.kernels if one.name == "half_of_it").cells
    assert [one.kind.value for one in cells["sm_90a"].remedies] == ["port"]
    assert [one.kind.value for one in cells["sm_103"].remedies] == ["rebuild"]
    assert cells["sm_103"].if_rebuilt.target == "sm_103f"
