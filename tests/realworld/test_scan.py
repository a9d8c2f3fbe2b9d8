"""`scan` on public trees: the answers that were worked out by reading and with the real cmake."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernaudit.model.report import Language, Report
from kernaudit.render.base import View
from kernaudit.render.registry import find_format
from kernaudit.scan.code_reading import CodeReading
from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

WORDS = {"n": "native", "c": "compatible-sass", "j": "ptx-jit", "-": "not-built", "?": "unknown"}
DEVICES = ("7.5", "8.0", "8.6", "8.9", "9.0", "10.0", "10.3", "11.0", "12.0", "12.1")
# vLLM 0.33.0, CUDA 13.0, one build per device: a family, and a letter per device of DEVICES.
VLLM_0_33 = """
COOPERATIVE_TOPK   ----nncnnc
MACHETE            ----n-----
W4A8               ----n-----
SCALED_MM_SM90     ----n-----
MARLIN             -nccjjjjnc
MARLIN_FP8         ---n----nc
SCALED_MM_2X       nncnjjjjjj
SCALED_MM_SM100    -----ncn--
MLA                -----ncn--
FP4_SM100          -----ncn--
SCALED_MM_SM120    --------nc
FP4_SM120          --------nc
FUSED_KDA_DECODE   ----nnc-nc
FUSED_GDN_DECODE   -nnnnncnnc
BEAM_KERNEL        ----nnc---
KIMI_K3_ATTN_RES   -----nc---
HADACORE           -nccnjjjjj
"""


@pytest.fixture(scope="module")
def vllm(vllm_0_33: Path) -> Report:
    return run_scan(ScanOptions(vllm_0_33, to=("all",), jobs=1, code=CodeReading.NEVER))


def _families(report: Report) -> dict[str, list]:
    found: dict[str, list] = {}
    for family in report.families:
        found.setdefault(family.name, []).append(family)
    return found


@pytest.mark.parametrize("row", VLLM_0_33.split("\n")[1:-1])
def test_vllm_0_33_families(row: str, vllm: Report) -> None:
    name, letters = row.split()
    ids = {device.capability: device.id for device in vllm.devices}
    for family in _families(vllm)[name]:
        if name == "MARLIN" and family.kind != "generated":
            continue
        got = {device: family.cells[ids[device]].status.value for device in DEVICES}
        assert got == {device: WORDS[letter] for device, letter in zip(DEVICES, letters, strict=True)}


def test_vllm_0_33_columns_and_findings(vllm: Report) -> None:
    by_capability = {device.capability: device for device in vllm.devices}
    assert by_capability["7.0"].message.startswith("No supported CUDA architectures")
    assert "100f>sm_100f" in by_capability["10.3"].effective
    remapped = {device for finding in vllm.findings if finding.id == "arch-remapped" for device in finding.devices}
    assert {"sm_103", "sm_121"} <= remapped
    assert {finding.devices for finding in vllm.findings if finding.id == "configure-error"} == {("sm_70",)}
    built = [kernel for kernel in vllm.kernels if kernel.language is Language.CUDA]
    assert built
    assert all(kernel.cells["sm_70"].status.value == "not-built" for kernel in built)


def test_vllm_0_33_names_the_gate_of_every_cell(vllm: Report) -> None:
    for kernel in vllm.kernels:
        for device, cell in kernel.cells.items():
            assert any(reason.location for reason in cell.reasons), (kernel.id, device)


def test_vllm_0_33_rows_for_what_is_fetched(vllm: Report) -> None:
    external = {family.external.name.lower() for family in vllm.families if family.external is not None}
    assert {"cutlass", "deepselect", "flashkda", "flashmla", "qutlass", "vllm-flash-attn"} <= external
    for kernel in vllm.kernels:
        if kernel.source_kind == "external":
            assert not any(cell.status.runs for cell in kernel.cells.values())


def test_vllm_0_33_under_other_toolkits(vllm_0_33: Path) -> None:
    older = run_scan(ScanOptions(vllm_0_33, to=("10.0",), cuda="12.4", jobs=1, code=CodeReading.NEVER))
    assert older.devices[0].status.value == "configure-error"
    unknown = run_scan(ScanOptions(vllm_0_33, to=("10.3",), cuda="12.8", jobs=1, code=CodeReading.NEVER))
    assert not unknown.summary.finishes
    assert "unknown-target" in {finding.id for finding in unknown.findings}
    assert {"sm_103"} <= {one.target for one in unknown.build_breaks}
    details = {cell.detail for kernel in unknown.kernels for cell in kernel.cells.values()}
    assert "unknown-target" in details


def test_vllm_0_33_table_at_80_columns(vllm: Report) -> None:
    lines = find_format("table").render(vllm, View(width=80)).split("\n")
    wide = [line for line in lines if len(line) > 80]
    assert wide == []


def test_vllm_0_6_builds_sm_90_only_for_any_blackwell(vllm_0_6: Path) -> None:
    report = run_scan(ScanOptions(vllm_0_6, to=("9.0", "10.0", "12.0"), jobs=1, code=CodeReading.NEVER))
    vanished = {device for one in report.findings if one.id == "arch-vanished" for device in one.devices}
    assert vanished == {"sm_100", "sm_120"}
    core = _families(report)["VLLM_EXT"][0]
    assert [core.cells[device].status.value for device in ("sm_90a", "sm_100", "sm_120")] == [
        "native",
        "not-built",
        "not-built",
    ]


def test_llama_cpp_python_takes_the_cuda_switch_as_on_and_says_so_first(llama_cpp: Path) -> None:
    report = run_scan(ScanOptions(llama_cpp, jobs=1, code=CodeReading.NEVER))
    first = report.assumptions[0].assumption
    assert (first.kind.value, first.origin) == ("switch-on", "GGML_CUDA")
    table = find_format("table").render(report, View(width=80)).split("\n")
    assert next(line for line in table if line.startswith("Assumed")).startswith("Assumed: GGML_CUDA is OFF by default")
    ggml = _families(report)["ggml-cuda"][0]
    assert {cell.status.value for cell in ggml.cells.values()} == {"native"}


def test_llama_default_list_reaches_blackwell_by_ptx(llama_cpp: Path) -> None:
    report = run_scan(
        ScanOptions(
            llama_cpp, defines={"GGML_NATIVE": "OFF"}, to=("9.0", "10.0", "12.0"), jobs=1, code=CodeReading.NEVER
        )
    )
    ggml = _families(report)["ggml-cuda"][0]
    assert ggml.cells["sm_100"].status.value == "ptx-jit"
    assert ggml.cells["sm_120"].status.value == "native"
    kernel = next(kernel for kernel in report.kernels if kernel.family == "ggml-cuda")
    assert kernel.cells["sm_100"].image == "90>compute_90"


@pytest.mark.parametrize("jobs", [2, None])
def test_the_bytes_do_not_depend_on_jobs(jobs: int | None, vllm_0_33: Path, vllm: Report) -> None:
    render = find_format("json").render
    assert render(run_scan(ScanOptions(vllm_0_33, to=("all",), jobs=jobs, code=CodeReading.NEVER)), View()) == render(
        vllm, View()
    )
