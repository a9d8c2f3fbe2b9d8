"""CMake's file name patterns."""

from __future__ import annotations

import fnmatch
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernaudit.build.cmake.files.globbing import _compile, glob_paths, has_wildcard, pattern_directory


class Names:
    """A tree given by its files."""

    def __init__(self, *files: str) -> None:
        self.files = files

    def children(self, path: str) -> tuple[str, ...]:
        prefix = path.rstrip("/") + "/"
        return tuple(sorted({f[len(prefix) :].split("/")[0] for f in self.files if f.startswith(prefix)}))

    def is_dir(self, path: str) -> bool:
        return any(f.startswith(path.rstrip("/") + "/") for f in self.files)


TREE = Names("/r/a.cu", "/r/b.cuh", "/r/.hidden.cu", "/r/s/c.cu", "/r/s/d/e.cu", "/r/t/c.cu")


@pytest.mark.parametrize(
    ("pattern", "recurse", "directories", "found"),
    [
        ("/r/*.cu", False, True, {"/r/.hidden.cu", "/r/a.cu"}),
        ("/r/*", False, False, {"/r/.hidden.cu", "/r/a.cu", "/r/b.cuh"}),
        ("/r/?", False, True, {"/r/s", "/r/t"}),
        ("/r/*/c.cu", False, True, {"/r/s/c.cu", "/r/t/c.cu"}),
        ("/r/[s-z]/c.cu", False, True, {"/r/s/c.cu", "/r/t/c.cu"}),
        ("/r/[!s]/c.cu", False, True, {"/r/t/c.cu"}),
        ("/r/a.cu", False, True, {"/r/a.cu"}),
        ("/r/s/../*.cuh", False, True, set()),
        ("/r/*.cu", True, False, {"/r/.hidden.cu", "/r/a.cu", "/r/s/c.cu", "/r/s/d/e.cu", "/r/t/c.cu"}),
        ("/r/e.*", True, False, {"/r/s/d/e.cu"}),
        ("/none/*.cu", False, True, set()),
    ],
)
def test_matches(pattern, recurse, directories, found):
    assert set(glob_paths(TREE, pattern, recurse=recurse, directories=directories)) == found


@pytest.mark.parametrize(
    ("component", "name", "matches"),
    [
        ("[", "[", True),
        ("[]a]", "]", True),
        ("[^a]", "b", True),
        ("a**b", "axb", True),
        ("*a*b*", "xxaxxbxx", True),
        ("*a*b", "xxbxxa", False),
        ("a.b", "axb", False),
        ("[z-a]", "m", False),
    ],
)
def test_components(component, name, matches):
    assert bool(_compile(component)(name)) is matches


@given(st.text("ab*?.", max_size=12), st.text("ab.", max_size=12))
def test_stars_and_marks_match_as_in_a_shell(component, name):
    assert bool(_compile(component)(name)) == bool(re.fullmatch(fnmatch.translate(component), name))


def test_the_directory_ends_at_the_first_wildcard():
    assert pattern_directory("/a/b/*.cu") == "/a/b"
    assert pattern_directory("/a/b*/c.cu") == "/a"
    assert pattern_directory("/*.cu") == "/"
    assert has_wildcard("a[0]")
    assert not has_wildcard("/a/b.cu")
