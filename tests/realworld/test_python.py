"""Kernels and gates in Python on public trees: the answers that were worked out by reading."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

if TYPE_CHECKING:
    from pathlib import Path

    from kernaudit.model.report import KernelRow, Report

DEVICES = ("7.5", "8.0", "8.6", "8.9", "9.0", "10.0", "10.3", "11.0", "12.0", "12.1")
# Which class runs the forward pass of FlashAttention-4 4.0.0b36 where (interface.py:1610-1775); `x` is refused.
FORWARD = {
    "FlashAttentionForwardSm80.kernel": "xnnnxxxxxx",
    "FlashAttentionForwardSm90.kernel": "xxxxnxxxxx",
    "FlashAttentionForwardSm100.kernel": "xxxxxnnnxx",
    "FlashAttentionForwardSm120.kernel": "xxxxxxxxnn",
}
WORDS = {"n": "native", "x": "runtime-rejected"}


@pytest.fixture(scope="module")
def flash_attention_4(flash_attn_4: Path) -> Report:
    return run_scan(ScanOptions(flash_attn_4, to=DEVICES))


def _row(report: Report, name: str) -> KernelRow:
    (found,) = [kernel for kernel in report.kernels if kernel.name == name]
    return found


@pytest.mark.parametrize("name", FORWARD)
def test_each_device_has_its_class(flash_attention_4: Report, name: str) -> None:
    row = _row(flash_attention_4, name)
    assert (row.language, row.source_kind) == ("cute-dsl", "jit")
    assert [str(cell.status) for cell in row.cells.values()] == [WORDS[letter] for letter in FORWARD[name]]


def test_fp8_runs_on_10_only(flash_attention_4: Report) -> None:
    """interface.py:925 asserts major 10 where the operands are FP8."""
    refused = {
        device: any("is_fp8" in note.text and note.location and note.location.line == 925 for note in cell.notes)
        for name in FORWARD
        for device, cell in _row(flash_attention_4, name).cells.items()
        if cell.status == "native"
    }
    assert {device for device, found in refused.items() if not found} == {"sm_100", "sm_103"}


def test_the_python_kernels_of_vllm_are_rows(vllm_0_33: Path) -> None:
    report = run_scan(ScanOptions(vllm_0_33, to=("9.0", "10.0")))
    found = Counter(str(row.language) for row in report.kernels)
    assert found["triton"] > 400
    assert found["cute-dsl"] > 70
    orders = {(one.list_name, one.device): one for one in report.backends if "_POSSIBLE_KERNELS" in one.list_name}
    behind = orders["_POSSIBLE_KERNELS", "sm_100"]
    assert (behind.location.file, behind.location.line) == ("vllm/model_executor/kernels/linear/__init__.py", 540)
    assert behind.usable[:2] == ("MarlinLinearKernel", "ConchLinearKernel")
    assert orders["_POSSIBLE_KERNELS", "sm_90a"].usable[:3] == (
        "CutlassW4A8LinearKernel",
        "MacheteLinearKernel",
        "MarlinLinearKernel",
    )
