"""What `init` finds in a tree."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernaudit.config.load import load_config
from kernaudit.scan.init import init_text

CMAKE = """\
cmake_minimum_required(VERSION 3.26)
project(x LANGUAGES CXX)
include(FetchContent)
FetchContent_Declare(deepgemm GIT_REPOSITORY https://github.com/deepseek-ai/DeepGEMM GIT_TAG abc123)
FetchContent_MakeAvailable(deepgemm)
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "CMakeLists.txt").write_text(CMAKE)
    (tmp_path / ".gitmodules").write_text(
        '[submodule "c"]\n  path = c\n  url = https://github.com/NVIDIA/cutlass.git\n'
        '[submodule "o"]\n  path = o\n  url = https://github.com/somebody/other\n'
    )
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "cuda.txt").write_text("# deps\nnumpy==2\nflashinfer-python==0.7.2  # fast\ntriton\n")
    (tmp_path / "requirements" / "rocm.txt").write_text("autoawq==1\n")
    return tmp_path


def test_what_a_tree_pins(tree: Path) -> None:
    text = init_text(tree)
    assert '  - package: "deepgemm"  # abc123, CMakeLists.txt:4\n' in text
    assert '  - package: "cutlass"  # submodule nvidia/cutlass, .gitmodules:3\n' in text
    assert '  - package: "flashinfer-python"  # ==0.7.2, requirements/cuda.txt:3\n' in text
    assert '  - package: "triton"  # no version, requirements/cuda.txt:4\n' in text
    assert not any(name in text for name in ("numpy", "somebody", "autoawq"))


def test_the_file_is_read_back(tree: Path) -> None:
    (tree / "kernaudit.yaml").write_text(init_text(tree))
    config = load_config(tree)
    assert config is not None
    assert [pin.value for pin in config.pins] == ["cutlass", "deepgemm", "flashinfer-python", "triton"]
