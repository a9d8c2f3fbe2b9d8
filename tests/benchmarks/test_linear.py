"""Time grows with the bytes: ten times the kernels take at most eleven times as long."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
UNITS = (
    "activation_kernels.cu",
    "layernorm_kernels.cu",
    "layernorm_quant_kernels.cu",
    "pos_encoding_kernels.cu",
    "sampler.cu",
    "cache_kernels.cu",
    "moe/topk_softmax_kernels.cu",
    "fused_qknorm_rope_kernel.cu",
)
OWN = re.compile(r"\b(vllm|[a-z]\w*_kernels?)\b(?!\.\w*\")")
BUILD = """cmake_minimum_required(VERSION 3.26)
project(many LANGUAGES CXX CUDA)
set(CMAKE_CUDA_ARCHITECTURES 80 90a 100f)
file(GLOB_RECURSE SOURCES *.cu)
add_library(many SHARED ${SOURCES})
"""


def _grown(root: Path, csrc: Path, copies: int) -> Path:
    """Write the same code several times, each time with kernels and a namespace of its own."""
    for number in range(copies):
        for path in (*UNITS, *sorted(one.relative_to(csrc).as_posix() for one in csrc.glob("*.[ch]*h"))):
            target = root / f"part{number}" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            text = (csrc / path).read_text(encoding="utf-8")
            target.write_text(OWN.sub(rf"\1_{number}", text), encoding="utf-8")
    (root / "CMakeLists.txt").write_text(BUILD, encoding="utf-8")
    return root


def _seconds(root: Path) -> float:
    """Return processor seconds of one scan, children included: what else the machine does has no part in them."""
    command = [sys.executable, "-m", "kernaudit", "scan", str(root), "--to", "all", "--format", "json", "--no-cache"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return usage.ru_utime + usage.ru_stime


def test_ten_times_the_kernels_take_at_most_eleven_times_as_long(vllm_0_33: Path, tmp_path: Path) -> None:
    csrc = vllm_0_33 / "csrc"
    one, ten = (_seconds(_grown(tmp_path / str(copies), csrc, copies)) for copies in (1, 10))
    assert ten <= 11 * one, (one, ten)
