"""The -D arguments of a project's own setup.py and pyproject.toml, read without running them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernaudit.build.driver import read_driver
from kernaudit.discover import SourceTree


def defines(root: Path, directory: str = "") -> dict[str, str | None]:
    return {define.name: define.value for define in read_driver(SourceTree(root), directory)}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("a = ['-DX=1']", {"X": "1"}),
        ("a = ['-DX:BOOL=ON']", {"X": "ON"}),
        ("a = [f'-DX={v}']", {"X": None}),
        ("a = ['-DX={}'.format(v)]", {"X": None}),
        ("a = ['-DX=%s' % v]", {"X": None}),
        ("a = ['-DX=' + v]", {"X": None}),
        ("a = ['-D' + 'X=1']", {"X": "1"}),
        ("if c:\n    a = ['-DX=1']", {"X": None}),
        ("a = ['-DX=1' if c else '']", {"X": None}),
        ("a = ['-DX=1']\nb = ['-DX=2']", {"X": "1"}),
        ("a = '-D'\nb = '-DNOVALUE'\nc = 'x-DY=1'", {}),
        ("def broken(:", {}),
    ],
)
def test_setup_py(tmp_path, code, expected):
    (tmp_path / "setup.py").write_text(code)
    assert defines(tmp_path) == expected


def test_the_line_is_that_of_the_string(tmp_path):
    (tmp_path / "setup.py").write_text("x = 1\nargs = [\n    '-DX=1',\n]\n")
    (define,) = read_driver(SourceTree(tmp_path), "")
    assert (define.file, define.line) == ("setup.py", 3)


def test_a_driver_above_the_build_files_counts_the_nearest_wins(tmp_path):
    (tmp_path / "csrc").mkdir()
    (tmp_path / "setup.py").write_text("a = ['-DX=1']")
    assert defines(tmp_path, "csrc") == {"X": "1"}
    (tmp_path / "csrc" / "setup.py").write_text("a = ['-DY=2']")
    assert defines(tmp_path, "csrc") == {"Y": "2"}


def test_scikit_build_core_tables(tmp_path):
    (tmp_path / "pyproject.toml").write_text(
        '[tool.scikit-build.cmake]\nargs = ["-DA=1", "-G"]\n[tool.scikit-build.cmake.define]\nB = "two"\nC = true\n'
    )
    assert defines(tmp_path) == {"A": "1", "B": "two", "C": "ON"}


@pytest.mark.parametrize("text", ["cmake = [", "tool = 1\ncmake = 2", '[tool]\nscikit-build = "cmake"'])
def test_a_broken_pyproject_says_nothing(tmp_path, text):
    (tmp_path / "pyproject.toml").write_text(text)
    assert defines(tmp_path) == {}


@given(st.text())
def test_any_text_is_harmless(tmp_path_factory, text):
    root = tmp_path_factory.mktemp("driver")
    (root / "setup.py").write_bytes(("-D" + text).encode("utf-8", "replace"))
    read_driver(SourceTree(root), "")
