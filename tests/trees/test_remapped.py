"""examples/remapped: what it prints is in the example, what it must mean is here."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernaudit.model.report import Report
from kernaudit.render.base import View
from kernaudit.render.registry import find_format
from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan


@pytest.fixture(scope="module")
def example(repository: Path) -> Path:
    return repository / "examples" / "remapped"


@pytest.fixture(scope="module")
def scanned(example: Path) -> Report:
    return run_scan(ScanOptions(example, jobs=1))


def _status(report: Report, name: str) -> dict[str, str]:
    kernel = next(kernel for kernel in report.kernels if kernel.name == name)
    return {device: cell.status.value for device, cell in kernel.cells.items()}


def test_the_printed_table_is_the_committed_one(example: Path, scanned: Report) -> None:
    printed = find_format("table").render(scanned, View(width=80))
    assert printed == (example / "expected.txt").read_text(encoding="utf-8")


def test_cells(scanned: Report) -> None:
    assert _status(scanned, "rms_norm") == {
        "sm_80": "native",
        "sm_89": "compatible-sass",
        "sm_90a": "native",
        "sm_100": "native",
        "sm_103": "native",
        "sm_120": "native",
    }
    assert set(_status(scanned, "decode_sm90").items()) >= {("sm_90a", "native"), ("sm_100", "not-built")}
    assert _status(scanned, "dequant_w4")["sm_120"] == "ptx-jit"
    fp4 = _status(scanned, "quantize_fp4")
    assert (fp4["sm_90a"], fp4["sm_100"], fp4["sm_103"]) == ("not-built", "native", "missing-instruction")


def test_a_lost_suffix_costs_the_instruction(scanned: Report) -> None:
    (broken,) = scanned.build_breaks
    assert (broken.target, str(broken.location), broken.rule) == ("sm_103", "csrc/quantize_fp4.cu:6", "cvt-fp4-fp6")
    assert not scanned.summary.finishes
    printed = find_format("table").render(scanned, View(width=120))
    assert "sm_103: cvt.rn.satfinite.e2m1x2.f32 byte, %1, %2 (csrc/quantize_fp4.cu:6) [cvt-fp4-fp6]" in printed


def test_a_request_is_remapped_and_a_suffix_lost(scanned: Report) -> None:
    found = {finding.id: finding for finding in scanned.findings}
    assert found["arch-remapped"].devices == ("sm_89",)
    assert str(found["arch-remapped"].location) == "CMakeLists.txt:11"
    assert (found["suffix-lost"].devices, found["suffix-lost"].families) == (("sm_103",), ("FP4",))
    assert str(found["suffix-lost"].location) == "CMakeLists.txt:36"


def test_every_cell_names_the_gate_that_decided_it(scanned: Report) -> None:
    for kernel in scanned.kernels:
        for cell in kernel.cells.values():
            assert any(reason.location is not None for reason in cell.reasons)
    fp4 = next(kernel for kernel in scanned.kernels if kernel.name == "quantize_fp4")
    texts = [f"{reason.text} {reason.location}" for reason in fp4.cells["sm_90a"].reasons]
    assert any("CMakeLists.txt:36" in text and "-> nothing" in text for text in texts)


def test_a_device_that_is_not_supported_stops_the_configuration(example: Path) -> None:
    report = run_scan(ScanOptions(example, to=("7.0",), cuda="12.8", jobs=1))
    assert {kernel.cells["sm_70"].detail for kernel in report.kernels} == {"configure-error"}
    assert report.devices[0].message == "none of 7.0 is supported; supported are 8.0;9.0;10.0;10.3;12.0"


def test_one_list_for_all_columns(example: Path) -> None:
    report = run_scan(ScanOptions(example, request="8.0;9.0a", jobs=1))
    assert {device.effective for device in report.devices} == {report.devices[0].effective}
    assert _status(report, "dequant_w4")["sm_120"] == "ptx-jit"


@pytest.mark.parametrize("name", ["json", "table", "markdown", "csv"])
def test_the_bytes_do_not_depend_on_jobs(name: str, example: Path) -> None:
    texts = {
        find_format(name).render(run_scan(ScanOptions(example, to=("all",), jobs=jobs)), View())
        for jobs in (1, 2, None)
    }
    assert len(texts) == 1
