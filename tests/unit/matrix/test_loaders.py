"""Two libraries with the same kernel and a loader: the one that is loaded on a device counts there, else all do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

if TYPE_CHECKING:
    from pathlib import Path

    from kernaudit.model.verdict import Cell

SETUP = """
from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

def extension(name, arch):
    flags = ["-gencode", f"arch=compute_{arch},code=sm_{arch}"]
    return CUDAExtension(name, ["k.cu"], extra_compile_args={"nvcc": flags})

setup(ext_modules=[extension("pkg.FIRST", "80"), extension("pkg.SECOND", "90a")])
"""
CMAKE = """project(x LANGUAGES CUDA CXX)
add_library(common_ops_sm90_build MODULE k.cu)
set_target_properties(common_ops_sm90_build PROPERTIES CUDA_ARCHITECTURES 90a-real OUTPUT_NAME common_ops)
add_library(common_ops_sm100_build MODULE k.cu)
set_target_properties(common_ops_sm100_build PROPERTIES CUDA_ARCHITECTURES "80-virtual" OUTPUT_NAME common_ops)
"""
GUARDED = """__global__ void k(float* x) {
#if __CUDA_ARCH__ == 900
  x[0] = 1;
#elif __CUDA_ARCH__ >= 800
  x[0] = 2;
#endif
}
"""
BRANCH = """import torch
capability = torch.cuda.get_device_capability()
if capability >= (9, 0):
    from . import lib_sm90 as lib
else:
    from . import lib_sm80 as lib
"""
TURNED = BRANCH.replace(">=", "<")
FUNCTION = """import torch
def load():
    major, minor = torch.cuda.get_device_capability()
    if major * 10 + minor >= 90:
        import pkg.lib_sm90 as lib
    else:
        import pkg.lib_sm80 as lib
    return lib
"""
NAMED = """import importlib
import torch
def load():
    major, _ = torch.cuda.get_device_capability()
    cc = 90 if major == 9 else 80
    return importlib.import_module(f"pkg.lib_sm{cc}")
"""
FOLDERS = """import glob
import importlib.util
from pathlib import Path
import torch

def _get_compute_capability():
    if torch.cuda.is_available():
        properties = torch.cuda.get_device_properties(torch.cuda.current_device())
        major, minor = properties.major, properties.minor
        return major * 10 + minor
    return None

def _load_architecture_specific_ops():
    compute_capability = _get_compute_capability()
    here = Path(__file__).parent
    if compute_capability == 90:
        ops_subdir = "sm90"
    else:
        ops_subdir = "sm100"
    found = glob.glob(str(here / ops_subdir / "common_ops.*"))
    if found:
        spec = importlib.util.spec_from_file_location("common_ops", str(Path(found[0])))
        return importlib.util.module_from_spec(spec)
    return glob.glob(str(here / "common_ops.*"))
"""
OPEN = """import torch
properties = torch.cuda.get_device_properties(0)
if properties.clock_rate > 1_500_000:
    from . import lib_sm90 as lib
else:
    from . import lib_sm80 as lib
"""
FALLBACK = """try:
    from . import lib_sm90 as lib
except ImportError:
    from . import lib_sm80 as lib
"""


def _cells(root: Path, files: dict[str, str], *devices: str) -> dict[str, Cell]:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    report = run_scan(ScanOptions(root, to=devices, cache=False, jobs=1))
    [row] = [one for one in report.kernels if one.name == "k"]
    return row.cells


def _setup(first: str = "lib_sm80", second: str = "lib_sm90") -> str:
    return SETUP.replace("FIRST", first).replace("SECOND", second)


@pytest.mark.parametrize("loader", [BRANCH, FUNCTION])
def test_the_library_that_is_loaded_counts(tmp_path: Path, loader: str) -> None:
    files = {"setup.py": _setup(), "k.cu": GUARDED, "pkg/__init__.py": loader}
    cells = _cells(tmp_path, files, "8.0", "8.6", "9.0", "10.0")
    assert {device: (cell.status, cell.image) for device, cell in cells.items()} == {
        "sm_80": ("native", "80>sm_80"),
        "sm_86": ("compatible-sass", "80>sm_80"),
        "sm_90a": ("native", "90a>sm_90a"),
        "sm_100": ("not-built", None),
    }
    [reason] = [one for one in cells["sm_90a"].reasons if one.layer == "python"]
    assert reason.text == "loads pkg.lib_sm90 here, not pkg.lib_sm80"
    assert reason.location is not None
    assert reason.location.file == "pkg/__init__.py"


def test_a_loader_that_picks_the_wrong_library_leaves_nothing(tmp_path: Path) -> None:
    files = {"setup.py": _setup(), "k.cu": GUARDED, "pkg/__init__.py": TURNED}
    cells = _cells(tmp_path, files, "8.0", "9.0")
    assert {device: cell.status for device, cell in cells.items()} == {"sm_80": "not-built", "sm_90a": "not-built"}


def test_a_name_that_is_put_together(tmp_path: Path) -> None:
    files = {"setup.py": _setup(), "k.cu": GUARDED, "pkg/load.py": NAMED}
    cells = _cells(tmp_path, files, "8.0", "9.0", "10.0")
    assert {device: cell.image for device, cell in cells.items()} == {
        "sm_80": "80>sm_80",
        "sm_90a": "90a>sm_90a",
        "sm_100": None,
    }


def test_a_folder_that_is_chosen_by_the_device(tmp_path: Path) -> None:
    files = {"CMakeLists.txt": CMAKE, "k.cu": GUARDED, "python/pkg/load_utils.py": FOLDERS}
    cells = _cells(tmp_path, files, "8.0", "9.0", "10.0")
    assert {device: (cell.status, cell.images) for device, cell in cells.items()} == {
        "sm_80": ("ptx-jit", ("80>compute_80",)),
        "sm_90a": ("native", ("90a>sm_90a",)),
        "sm_100": ("ptx-jit", ("80>compute_80",)),
    }


def test_a_choice_that_nobody_can_decide_is_unknown(tmp_path: Path) -> None:
    files = {"setup.py": _setup(), "k.cu": GUARDED, "pkg/__init__.py": OPEN}
    cells = _cells(tmp_path, files, "8.0", "9.0")
    assert {cell.status for cell in cells.values()} == {"unknown"}


@pytest.mark.parametrize("loader", ["import pkg.lib_sm80, pkg.lib_sm90\n", FALLBACK])
def test_without_a_rule_the_union_of_the_libraries_counts(tmp_path: Path, loader: str) -> None:
    files = {"setup.py": _setup(), "k.cu": GUARDED, "pkg/__init__.py": loader}
    cells = _cells(tmp_path, files, "8.0", "9.0")
    assert {device: cell.images for device, cell in cells.items()} == {
        "sm_80": ("80>sm_80",),
        "sm_90a": ("90a>sm_90a",),
    }


def test_a_library_that_the_loader_does_not_name_stays(tmp_path: Path) -> None:
    files = {"setup.py": _setup("core", "lib_sm90"), "k.cu": GUARDED, "pkg/__init__.py": BRANCH}
    cells = _cells(tmp_path, files, "8.0", "9.0")
    assert {device: cell.status for device, cell in cells.items()} == {"sm_80": "native", "sm_90a": "native"}
