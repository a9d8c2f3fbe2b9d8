"""Which CMakeLists.txt files are builds of their own."""

from __future__ import annotations

import pytest

from kernaudit.build.roots import find_roots
from kernaudit.discover import SourceTree

PROJECT = "cmake_minimum_required(VERSION 3.20)\nproject(p LANGUAGES CUDA)\n"


@pytest.mark.parametrize(
    ("files", "roots"),
    [
        ({"CMakeLists.txt": PROJECT}, ("CMakeLists.txt",)),
        ({"CMakeLists.txt": "add_library(k a.cu)"}, ("CMakeLists.txt",)),
        ({"b/CMakeLists.txt": PROJECT, "a/CMakeLists.txt": PROJECT}, ("a/CMakeLists.txt", "b/CMakeLists.txt")),
        (
            {"CMakeLists.txt": PROJECT + "add_subdirectory(sub)\n", "sub/CMakeLists.txt": PROJECT},
            ("CMakeLists.txt",),
        ),
        (
            {"CMakeLists.txt": PROJECT + "if(X)\nadd_subdirectory(sub)\nendif()\n", "sub/CMakeLists.txt": PROJECT},
            ("CMakeLists.txt",),
        ),
        ({"CMakeLists.txt": PROJECT, "own/CMakeLists.txt": PROJECT}, ("CMakeLists.txt", "own/CMakeLists.txt")),
        ({"CMakeLists.txt": PROJECT, "part/CMakeLists.txt": "add_library(k a.cu)"}, ("CMakeLists.txt",)),
        (
            {"CMakeLists.txt": PROJECT, "docs/CMakeLists.txt": "project(docs LANGUAGES NONE)"},
            ("CMakeLists.txt",),
        ),
        (
            {"CMakeLists.txt": PROJECT + "add_subdirectory(${BACKEND})\n", "fast/CMakeLists.txt": PROJECT},
            ("CMakeLists.txt",),
        ),
        (
            {
                "CMakeLists.txt": PROJECT + "include(cmake/more.cmake)\n",
                "cmake/more.cmake": "add_subdirectory(sub)",
                "sub/CMakeLists.txt": PROJECT,
            },
            ("CMakeLists.txt",),
        ),
        ({"tests/CMakeLists.txt": PROJECT, "third_party/x/CMakeLists.txt": PROJECT}, ()),
        ({"setup.py": ""}, ()),
    ],
)
def test_roots(tmp_path, files, roots):
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert find_roots(SourceTree(tmp_path)) == roots


def test_include_brings_back_what_is_left_out(tmp_path):
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "CMakeLists.txt").write_text(PROJECT)
    assert find_roots(SourceTree(tmp_path, include=("tests",))) == ("tests/CMakeLists.txt",)
