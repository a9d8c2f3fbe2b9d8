"""Headers that the configuration itself writes are read like any other; the values are those of nvcc 13.0."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

if TYPE_CHECKING:
    from pathlib import Path

BUILD = """project(x LANGUAGES CUDA)
set(CMAKE_CUDA_ARCHITECTURES 90-real 100-real)
add_library(a k.cu)
{}
"""
KERNEL = """{}
__global__ void k(float* p) {{
#if !defined(ONLY_HOPPER) || __CUDA_ARCH__ == 900
  p[0] = 1;
#endif
}}
"""
IN_BUILD = "target_include_directories(a PRIVATE ${CMAKE_CURRENT_BINARY_DIR})\n"


def statuses(root: Path, build: str, first: str, template: str = "") -> list[str]:
    (root / "CMakeLists.txt").write_text(BUILD.format(build))
    (root / "k.cu").write_text(KERNEL.format(first))
    (root / "config.h.in").write_text(template)
    [row] = run_scan(ScanOptions(root, to=("9.0", "10.0"), cache=False, jobs=1)).kernels
    return [cell.status.value for cell in row.cells.values()]


CONFIGURE = "configure_file(config.h.in ${CMAKE_CURRENT_BINARY_DIR}/config.h)\n"


@pytest.mark.parametrize("include", ['#include "config.h"', "#include <config.h>"])
@pytest.mark.parametrize(("switch", "expected"), [("ON", "guarded-out"), ("OFF", "native")])
def test_what_configure_file_writes(tmp_path: Path, include: str, switch: str, expected: str) -> None:
    build = f"set(ONLY_HOPPER {switch})\n{CONFIGURE}{IN_BUILD}"
    assert statuses(tmp_path, build, include, "#cmakedefine ONLY_HOPPER\n") == ["native", expected]


def test_what_file_write_writes(tmp_path: Path) -> None:
    build = 'file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/gen/w.h "#define ONLY_HOPPER\\n")\n'
    build += "target_include_directories(a PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/gen)\n"
    assert statuses(tmp_path, build, "#include <w.h>") == ["native", "guarded-out"]


def test_a_written_header_that_a_flag_includes(tmp_path: Path) -> None:
    build = CONFIGURE + "target_compile_options(a PRIVATE -include ${CMAKE_CURRENT_BINARY_DIR}/config.h)\n"
    assert statuses(tmp_path, build, "", "#define ONLY_HOPPER\n") == ["native", "guarded-out"]


def test_a_written_header_that_nobody_includes(tmp_path: Path) -> None:
    assert statuses(tmp_path, CONFIGURE + IN_BUILD, "", "#define ONLY_HOPPER\n") == ["native", "native"]
