"""Arch lists in files that no build reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernaudit.build.lists_found import find_arch_lists
from kernaudit.discover.tree import SourceTree


def _found(tmp_path: Path, name: str, text: str) -> list[tuple[str, str, str]]:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return [(str(one.location), one.variable, one.value) for one in find_arch_lists(SourceTree(tmp_path))]


@pytest.mark.parametrize(
    ("name", "line", "variable", "value"),
    [
        ("build.sh", 'export TORCH_CUDA_ARCH_LIST="8.0;9.0a+PTX"', "TORCH_CUDA_ARCH_LIST", "8.0;9.0a+PTX"),
        ("docker/Dockerfile", "ARG torch_cuda_arch_list='7.5 8.0'", "torch_cuda_arch_list", "7.5 8.0"),
        ("Dockerfile.cu130", "ENV X=1 TORCH_CUDA_ARCH_LIST=9.0a+PTX", "TORCH_CUDA_ARCH_LIST", "9.0a+PTX"),
        (
            "ci/run.sh",
            'cmake -DCMAKE_CUDA_ARCHITECTURES="80;90-virtual" .',
            "CMAKE_CUDA_ARCHITECTURES",
            "80;90-virtual",
        ),
        (".github/workflows/x.yml", "  TORCH_CUDA_ARCH_LIST: '9.0'", "TORCH_CUDA_ARCH_LIST", "9.0"),
        (".gitlab-ci.yml", "FLASH_CUDA_ARCHS: 80;90", "FLASH_CUDA_ARCHS", "80;90"),
        ("pyproject.toml", 'environment = "TORCH_CUDA_ARCH_LIST=8.0 9.0"', "TORCH_CUDA_ARCH_LIST", "8.0"),
        ("a.sh", "${TORCH_CUDA_ARCH_LIST:-9.0a}", None, None),
        ("b.sh", 'X="${TORCH_CUDA_ARCH_LIST}"', None, None),
        ("c.sh", "TORCH_CUDA_ARCH_LIST=$OTHER", None, None),
        ("d.sh", "# TORCH_CUDA_ARCH_LIST=9.0", None, None),
        ("config/model.yaml", "TORCH_CUDA_ARCH_LIST: '9.0'", None, None),
        ("notes.md", "TORCH_CUDA_ARCH_LIST=9.0", None, None),
    ],
)
def test_literal_assignments_are_found(tmp_path: Path, name: str, line: str, variable: str, value: str) -> None:
    expected = [] if variable is None else [(f"{name}:2", variable, value)]
    assert _found(tmp_path, name, f"\n{line}\n") == expected


def test_a_default_in_an_assignment_is_kept_as_written(tmp_path: Path) -> None:
    assert _found(tmp_path, "x.sh", 'export TORCH_CUDA_ARCH_LIST="${TORCH_CUDA_ARCH_LIST:-9.0a}"') == [
        ("x.sh:1", "TORCH_CUDA_ARCH_LIST", "${TORCH_CUDA_ARCH_LIST:-9.0a}")
    ]


def test_long_values_are_cut_and_binary_files_are_skipped(tmp_path: Path) -> None:
    (tmp_path / "bin.sh").write_bytes(b"TORCH_CUDA_ARCH_LIST=9.0\0")
    (found,) = _found(tmp_path, "x.sh", 'CUDA_ARCHS="' + "9.0 " * 500 + '"')
    assert len(found[2]) == 200
