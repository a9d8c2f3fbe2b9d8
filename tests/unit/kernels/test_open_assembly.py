from __future__ import annotations

from pathlib import Path

import pytest

from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

BUILD = "project(x LANGUAGES CUDA)\nset(CMAKE_CUDA_ARCHITECTURES 90a-real)\nadd_library(a k.cu)\n"
KERNELS = """
__device__ void step(unsigned a) {{ asm volatile("{statement}" :: "r"(a)); }}
__global__ void odd(float* p) {{ step(1); p[0] = 1; }}
__global__ void plain(float* p) {{ p[0] = 1; }}
"""


@pytest.mark.parametrize(
    ("statement", "status"),
    [("wgmma.strange.sync.aligned %0;", "unknown"), ("wgmma.commit_group.sync.aligned;", "native")],
)
def test_assembly_that_no_rule_covers_is_never_shown_as_running(tmp_path: Path, statement: str, status: str) -> None:
    (tmp_path / "CMakeLists.txt").write_text(BUILD)
    (tmp_path / "k.cu").write_text(KERNELS.format(statement=statement))
    report = run_scan(ScanOptions(tmp_path, to=("9.0",), cache=False, jobs=1))
    found = {row.name: row.cells["sm_90a"].status.value for row in report.kernels}
    assert found == {"odd": status, "plain": "native"}
