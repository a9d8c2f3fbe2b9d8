"""Small trees modelled on pinned kernels, scanned as a whole: what is kept, ported or gone back from, with which note.

The text book answers on reports written by hand are in `unit/decisions/test_textbook.py`; here the rows come from code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.model.decision import Answer, BranchKind, Decision
from kernaudit.render.base import View
from kernaudit.render.registry import find_format
from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from kernaudit.model.report import Report

HEAD = "cmake_minimum_required(VERSION 3.25)\nproject(x LANGUAGES CXX CUDA)\n"
WGMMA = (
    '__global__ void {name}(float* p) {{\n  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");\n  *p = 1;\n}}\n'
)
PLAIN = "__global__ void {name}(float* p) {{ *p = 1; }}\n"


def _scan(root: Path, files: Mapping[str, str], today: str, to: str, pins: str = "") -> Report:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (root / "kernaudit.yaml").write_text(pins or "{}\n")
    options = ScanOptions(root, from_=today, to=(to,), jobs=1, cache=False, as_of="2026-11-30")
    return run_scan(options)


def _of(report: Report, pin: str) -> Decision:
    (decision,) = [one for one in report.decisions if one.pin == pin]
    return decision


def _lines(decision: Decision) -> dict[BranchKind, str]:
    return {branch.kind: branch.line for branch in decision.branches}


def test_flashmla_sparse_is_kept_with_what_was_measured(tmp_path: Path) -> None:
    path = "csrc/sm100/decode/sparse/head64/v32.cu"
    build = f"{HEAD}add_library(flash_mla MODULE {path})\n"
    build += "set_property(TARGET flash_mla PROPERTY CUDA_ARCHITECTURES 90a-real 100f-real)\n"
    pins = "pins:\n  - {kernel: sparse_decode, owner: serving}\n"
    code = PLAIN.format(name="sparse_decode")
    report = _scan(tmp_path / "FlashMLA", {"CMakeLists.txt": build, path: code}, "h100", "b200", pins)
    decision = _of(report, "1:kernel:sparse_decode")
    assert (report.pins[0].entry, decision.answer) == ("flashmla-sparse", Answer.KEEP)
    assert decision.line == "sm_100: keep, native with untuned"
    shown = find_format("table").render(report, View(width=200))
    assert "untuned: up to 350 TFLOPS on B200 against 410 on H800" in shown
    assert "(2025-10-01)" in shown
    (row,) = report.kernels
    assert [str(note.kind) for note in row.cells["sm_100"].notes] == ["untuned"]


def test_marlin_of_autoawq_is_kept_on_ada_beside_exllama(tmp_path: Path) -> None:
    path = "awq_ext/marlin/marlin_cuda_kernel.cu"
    build = f"{HEAD}add_library(marlin_cuda MODULE {path})\n"
    build += "set_property(TARGET marlin_cuda PROPERTY CUDA_ARCHITECTURES 80-real)\n"
    pins = "pins:\n  - {kernel: Marlin}\n"
    files = {"CMakeLists.txt": build, path: PLAIN.format(name="Marlin")}
    report = _scan(tmp_path / "AutoAWQ_kernels", files, "a100", "l4", pins)
    decision = _of(report, "1:kernel:Marlin")
    assert (report.pins[0].entry, decision.line) == ("autoawq-marlin", "sm_89: keep, compatible-sass with untuned")
    shown = find_format("table").render(report, View(width=200))
    assert "45.24 ms per token against 17.36 through ExLlamaV2 (4-bit 7B, batch 1, L4)" in shown


def test_marlin_of_vllm_has_no_such_note(tmp_path: Path) -> None:
    path = "csrc/quantization/marlin/marlin.cu"
    build = f"{HEAD}add_library(_C MODULE {path})\nset_property(TARGET _C PROPERTY CUDA_ARCHITECTURES 80-real)\n"
    files = {"CMakeLists.txt": build, path: PLAIN.format(name="Marlin")}
    report = _scan(tmp_path / "vllm", files, "a100", "l4", "pins:\n  - {kernel: Marlin}\n")
    assert report.pins[0].entry == "marlin"
    assert "ExLlamaV2" not in find_format("table").render(report, View(width=200))


FETCHED = """\
include(FetchContent)
FetchContent_Declare(flashmla GIT_REPOSITORY https://github.com/vllm-project/FlashMLA GIT_TAG abc123)
FetchContent_MakeAvailable(flashmla)
add_library(_flashmla_C MODULE ${flashmla_SOURCE_DIR}/csrc/sm90/decode/dense/bf16.cu)
set_property(TARGET _flashmla_C PROPERTY CUDA_ARCHITECTURES 90a-real 100f-real)
"""


def test_flashmla_dense_that_is_only_fetched_stays_unknown_beside_what_is_known(tmp_path: Path) -> None:
    report = _scan(tmp_path / "vllm-0.33.0", {"CMakeLists.txt": HEAD + FETCHED}, "h100", "b200")
    (pin,) = report.pins
    decision = _of(report, pin.id)
    assert (pin.entry, str(pin.location)) == ("flashmla-dense-decode", "CMakeLists.txt:4")
    assert decision.line.startswith("sm_100: unknown; cheapest: revert, USD 8.39k")
    lines = _lines(decision)
    assert lines[BranchKind.REVERT].startswith("revert to FLASHINFER_MLA: ")
    assert lines[BranchKind.WAIT] == "wait: no date, upstream: declined (seen 2025-08-20)"
    assert {str(row.cells["sm_100"].status) for row in report.kernels} == {"unknown"}


def test_machete_is_ported_or_goes_back_to_marlin_by_jit(tmp_path: Path) -> None:
    machete, marlin = "csrc/quantization/machete/machete.cu", "csrc/quantization/marlin/marlin.cu"
    build = (
        f"{HEAD}add_library(_C MODULE {machete} {marlin})\nset_property(TARGET _C PROPERTY CUDA_ARCHITECTURES OFF)\n"
        f"set_property(SOURCE {machete} PROPERTY COMPILE_OPTIONS -gencode=arch=compute_90a,code=sm_90a)\n"
        f"set_property(SOURCE {marlin} PROPERTY COMPILE_OPTIONS -gencode=arch=compute_80,code=[sm_80,compute_80])\n"
    )
    files = {
        "CMakeLists.txt": build,
        machete: WGMMA.format(name="machete_mm"),
        marlin: PLAIN.format(name="Marlin"),
    }
    report = _scan(tmp_path / "vllm-0.33.0", files, "h100", "b200", "pins:\n  - {kernel: machete_mm}\n")
    lines = _lines(_of(report, "1:kernel:machete_mm"))
    assert lines[BranchKind.REVERT] == "revert to Marlin by JIT: what is given up was not published, cost unknown"
    assert lines[BranchKind.PORT] == "port wgmma: 4 lines, library, 2.01 weeks, USD 10k..10.1k"
    assert lines[BranchKind.WAIT].startswith("wait (absent upstream): 65.4 weeks more after 667 days (native, n=61, 1 ")
