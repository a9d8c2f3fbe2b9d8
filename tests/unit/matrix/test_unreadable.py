from __future__ import annotations

from pathlib import Path

import pytest

from kernaudit.errors import NothingFoundError
from kernaudit.model.evidence import SkipReason
from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

PORTABLE = "__global__ void k(float* p) { p[0] = 1; }\n"


@pytest.mark.parametrize(("name", "data"), [("binary.cu", bytes(range(256)) * 8), ("nul.cu", b"int x;\0\n")])
def test_a_source_that_cannot_be_read_keeps_its_row_and_claims_nothing(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / "CMakeLists.txt").write_text(
        f"project(x LANGUAGES CUDA)\nset(CMAKE_CUDA_ARCHITECTURES 90)\nadd_library(a k.cu {name})\n"
    )
    (tmp_path / "k.cu").write_text(PORTABLE)
    (tmp_path / name).write_bytes(data)
    report = run_scan(ScanOptions(tmp_path, to=("8.0,9.0",), cache=False, jobs=1))
    status = {row.file: {device: cell.status.value for device, cell in row.cells.items()} for row in report.kernels}
    assert status["k.cu"] == {"sm_80": "not-built", "sm_90a": "native"}
    assert status[name] == {"sm_80": "not-built", "sm_90a": "unknown"}
    assert [one.path for one in report.skipped] == [name]


@pytest.mark.parametrize("text", ["(}", "(", "__global__ void f(float*) }"])
def test_a_source_that_cannot_be_parsed_is_listed(tmp_path: Path, text: str) -> None:
    (tmp_path / "k.cu").write_text("// a line before it\n" + text)
    report = run_scan(ScanOptions(tmp_path, to=("9.0",), cache=False, jobs=1))
    assert [(one.path, one.reason, (one.detail or "")[:7]) for one in report.skipped] == [
        ("k.cu", SkipReason.PARSE_ERROR, "line 2:")
    ]


def test_a_kernel_without_an_end_is_an_unknown_row(tmp_path: Path) -> None:
    (tmp_path / "CMakeLists.txt").write_text(
        "project(x LANGUAGES CUDA)\nset(CMAKE_CUDA_ARCHITECTURES 90)\nadd_library(a k.cu)\n"
    )
    (tmp_path / "k.cu").write_text("// a line before it\n__global__ void f(float* x) { ((( ")
    report = run_scan(ScanOptions(tmp_path, to=("9.0",), cache=False, jobs=1))
    assert [(row.name, row.line, row.cells["sm_90a"].status.value) for row in report.kernels] == [("f", 2, "unknown")]


@pytest.mark.parametrize(
    "text", ["int f();", "__global__ void f(int*);", 'auto s = R"(__global__ void k() {})";', "{}"]
)
def test_a_source_without_a_kernel_is_nothing_to_report(tmp_path: Path, text: str) -> None:
    (tmp_path / "k.cu").write_text(text)
    with pytest.raises(NothingFoundError):
        run_scan(ScanOptions(tmp_path, to=("9.0",), cache=False, jobs=1))


def test_sources_that_the_build_writes_are_unknown(tmp_path: Path) -> None:
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.20)\nproject(p LANGUAGES CXX CUDA)\nset(CMAKE_CUDA_ARCHITECTURES 90 100)\n"
        "add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/made.cu COMMAND python gen.py)\n"
        "configure_file(filled.cu.in ${CMAKE_BINARY_DIR}/filled.cu @ONLY)\n"
        "add_library(p ${CMAKE_BINARY_DIR}/made.cu ${CMAKE_BINARY_DIR}/filled.cu here.cu)\n"
    )
    (tmp_path / "filled.cu.in").write_text(
        "__global__ void f(float* p) {\n#if __CUDA_ARCH__ < 1000\n*p = 1;\n#endif\n}\n"
    )
    (tmp_path / "here.cu").write_text("__global__ void here(float* p) { *p = 1; }\n")
    report = run_scan(ScanOptions(tmp_path, to=("9.0", "10.0"), jobs=1, cache=False))
    found = {row.name: {str(cell.status) for cell in row.cells.values()} for row in report.kernels}
    assert found == {"here": {"native"}, "made.cu": {"unknown"}, "filled.cu": {"unknown"}}
