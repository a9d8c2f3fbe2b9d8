"""Nothing of a scanned tree ever runs: each file that Python's tools would run is planted, and none gets to."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

KERNEL = "import triton\nimport triton.language as tl\n\n@triton.jit\ndef fill(x):\n    tl.store(x, 1)\n"
SETUP = """
from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

class Build(BuildExtension):
    def build_extensions(self):
        TRAP
        super().build_extensions()

setup(
    ext_modules=[CUDAExtension("pkg.ops", ["k.cu"], extra_compile_args={"nvcc": ["-arch=sm_90"]})],
    cmdclass={"build_ext": Build},
)
"""
PROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]

[tool.setuptools.dynamic]
version = {attr = "pkg.version"}

[tool.pytest.ini_options]
addopts = "-p planted"
"""
CMAKE = """
project(x LANGUAGES CUDA)
file(WRITE "MARK" written)
file(TOUCH "MARK")
configure_file(k.cu "MARK" COPYONLY)
execute_process(COMMAND "PYTHON" -c "open(r'MARK', 'w')" COMMAND touch "MARK")
execute_process(COMMAND "PYTHON" setup.py build_ext)
add_custom_command(OUTPUT gen.cu COMMAND touch "MARK")
add_library(x k.cu gen.cu)
"""
COMMANDS = (
    ("scan", ".", "--to", "9.0,10.0", "--format", "json", "--no-cache"),
    ("images", ".", "--cuda", "13.0.88", "--format", "json"),
    ("facts", ".", "--target", "sm_90a"),
    ("check", ".", "--to", "9.0", "--no-cache"),
)


def _plant(tree: Path, mark: Path) -> None:
    trap = f"open({str(mark)!r}, 'w').write('ran')"
    shell = f"import os, subprocess; os.system('touch {mark}'); subprocess.run(['touch', {str(mark)!r}])"
    run = f"{trap}\n{shell}\n"
    files = {
        "setup.py": run + SETUP.replace("TRAP", trap) + run,
        **{
            f"{name}.py": run
            for name in ("conftest", "sitecustomize", "usercustomize", "noxfile", "backend", "planted")
        },
        **{f"{name}.py": run for name in ("yaml", "typer", "pydantic", "tree_sitter", "tree_sitter_cuda", "rich")},
        "kernaudit.pth": f"import os; {trap}\n",
        "__pycache__/setup.pyc": run,
        "pkg/__init__.py": f"{run}version = {trap}\n",
        "pkg/kernels.py": run + KERNEL,
        "pkg/__main__.py": run,
        "pyproject.toml": PROJECT,
        "sub/CMakeLists.txt": CMAKE.replace("MARK", str(mark)).replace("PYTHON", sys.executable),
        "sub/k.cu": "__global__ void second(float* x) { x[0] = 1; }\n",
        "k.cu": "__global__ void first(float* x) { x[0] = 1; }\n",
    }
    for name, text in files.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text)


def _state(root: Path) -> dict[str, tuple[int, bytes]]:
    return {str(one): (one.stat().st_mtime_ns, one.read_bytes()) for one in sorted(root.rglob("*")) if one.is_file()}


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_what_a_tree_plants_never_runs(tmp_path: Path, command: tuple[str, ...]) -> None:
    tree, mark = tmp_path / "tree", tmp_path / "mark"
    _plant(tree, mark)
    before = _state(tmp_path)
    made = subprocess.run(
        (sys.executable, "-m", "kernaudit", *command), cwd=tree, capture_output=True, text=True, check=False
    )
    assert made.returncode in (0, 1), made.stderr
    assert "Traceback" not in made.stderr
    assert not mark.exists()
    assert _state(tmp_path) == before


def test_the_traps_would_go_off(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    _plant(tmp_path / "tree", mark)
    subprocess.run((sys.executable, "setup.py"), cwd=tmp_path / "tree", capture_output=True, check=False)
    assert mark.exists()


def test_the_kernels_of_that_tree_are_found(tmp_path: Path) -> None:
    _plant(tmp_path / "tree", tmp_path / "mark")
    command = (sys.executable, "-m", "kernaudit", *COMMANDS[0])
    made = subprocess.run(command, cwd=tmp_path / "tree", capture_output=True, text=True, check=False)
    assert all(f'"{name}"' in made.stdout for name in ("first", "second", "fill"))
