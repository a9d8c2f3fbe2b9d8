from __future__ import annotations

import pytest

from kernaudit.discover import FileKind, classify


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("csrc/moe/topk.cu", FileKind.CUDA),
        ("csrc/moe/topk.CUH", FileKind.CUDA),
        ("include/a.h", FileKind.CXX),
        ("include/a.inl", FileKind.CXX),
        ("a.c++", FileKind.CXX),
        ("setup.py", FileKind.PYTHON),
        ("CMakeLists.txt", FileKind.CMAKE),
        ("x/CMakeLists.txt", FileKind.CMAKE),
        ("cmake/utils.cmake", FileKind.CMAKE),
        ("cmakelists.txt", FileKind.OTHER),  # CMake itself insists on the letter case
        ("notes.cu.md", FileKind.OTHER),
        ("cu", FileKind.OTHER),
        ("dir.cu/README", FileKind.OTHER),
        (".cu", FileKind.CUDA),
        ("kernel.cu.jinja", FileKind.OTHER),
    ],
)
def test_kind_follows_from_the_name(path: str, kind: FileKind) -> None:
    assert classify(path) is kind
