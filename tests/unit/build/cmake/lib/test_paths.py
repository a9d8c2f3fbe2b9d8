from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernaudit.build.cmake.lib import path_parts as parts
from kernaudit.build.cmake.lib.errors import LibError
from kernaudit.build.cmake.lib.paths import collapse_full_path, get_filename_component, relative_path, unix_slashes

PATH = st.lists(st.sampled_from(["a", "b", "..", ".", ""]), max_size=6).map("/".join)
ABSOLUTE = PATH.map(lambda path: f"/{path}")


@given(PATH)
def test_a_normal_path_stays_normal(path):
    assert parts.normal(parts.normal(path)) == parts.normal(path)


@given(ABSOLUTE)
def test_an_absolute_path_never_leaves_the_root(path):
    full = collapse_full_path(path, "/base")
    assert full.startswith("/")
    assert ".." not in full.split("/")
    assert collapse_full_path(full, "/other") == full


@given(ABSOLUTE, ABSOLUTE)
def test_a_relative_path_leads_to_its_goal(base, path):
    start, goal = collapse_full_path(base, "/").replace("//", "/"), collapse_full_path(path, "/").replace("//", "/")
    assert collapse_full_path(relative_path(start, goal), start) == goal


@pytest.mark.parametrize(
    ("path", "want"),
    [("a\\b//c/", "a/b/c"), ("//host//x", "//host/x"), ("///x", "/x"), ("/", "/"), ("", ""), ("a/", "a")],
)
def test_unix_slashes(path, want):
    assert unix_slashes(path) == want


def test_components_that_start_in_the_current_directory():
    assert get_filename_component(["o", "../x.cu", "ABSOLUTE"], {}.get, "/src/dir") == ([("o", "/src/x.cu")], False)
    assert get_filename_component(["o", "x", "REALPATH", "BASE_DIR", "/b"], {}.get, "/src") == ([("o", "/b/x")], False)


def test_a_cached_component_is_computed_once():
    assert get_filename_component(["o", "a/b", "NAME", "CACHE"], {}.get, "/") == ([("o", "b")], True)
    assert get_filename_component(["o", "a/b", "NAME", "CACHE"], {"o": "old"}.get, "/") == ([], True)
    assert get_filename_component(["o", "a/b", "NAME", "CACHE"], {"o": "o-NOTFOUND"}.get, "/") == ([("o", "b")], True)


def test_too_few_arguments():
    with pytest.raises(LibError, match="incorrect number of arguments"):
        get_filename_component(["o", "a"], {}.get, "/")
