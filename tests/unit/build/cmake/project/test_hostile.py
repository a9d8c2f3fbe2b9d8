"""Trees that mean harm or are broken: one clear line, in bounded time, and everything else still told."""

from __future__ import annotations

import pytest

from kernaudit.build.cmake.reader import CmakeProject
from kernaudit.discover import SourceTree
from kernaudit.model.build import BuildRequest, BuildStatus


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("while(TRUE)\nendwhile()", 3, "more than"),
        ("include(CMakeLists.txt)", 3, "depth"),
        ("include(missing.cmake)", 3, "could not find requested file"),
        ("add_subdirectory(missing)", 3, "not an existing directory"),
        ("add_subdirectory(empty)", 3, "does not contain a CMakeLists.txt"),
        ("add_subdirectory(..)", 3, "not an existing directory"),
        ("add_subdirectory(.)", 3, "already used"),
        ("include(/etc/passwd)", 3, "could not find requested file"),
        ("include(../../../etc/passwd)", 3, "could not find requested file"),
        ("file(READ /etc/passwd x)", 3, "failed to open"),
        ('set(x "x")\nwhile(TRUE)\nset(x "${x}${x}")\nendwhile()', 5, "character"),
        ("function(f)\nf()\nendfunction()\nf()", 4, "depth"),
        ("add_library()", 3, "incorrect number of arguments"),
        ("add_library(k a.cu)\nadd_library(k a.cu)", 4, "another target with the same name"),
        ("set_property(TARGET nobody PROPERTY X 1)", 3, "could not find TARGET nobody"),
        ("set_target_properties(nobody PROPERTIES X 1)", 3, "could not find TARGET nobody"),
        ("target_link_libraries(nobody x)", 3, "not built by this project"),
        ("set_property(NOWHERE PROPERTY X 1)", 3, "invalid scope"),
        ("file(NONSENSE x)", 3, "does not recognize sub-command NONSENSE"),
        ("FetchContent_MakeAvailable(undeclared)", 3, "No content details recorded"),
        ("enable_language(HIP)", 3, "CMAKE_HIP_COMPILER"),
        ("add_library(k a.cu)\nset_target_properties(k PROPERTIES CUDA_ARCHITECTURES 9x)", 3, "9x"),
        ('add_library(k SHARED "*.cu")', 3, "Cannot find source file"),
        ("add_library(k SHARED absent[1].cu)", 3, "Cannot find source file"),
        ("add_library(k SHARED $<BROKEN:x>)", 3, "generator expression"),
    ],
)
def test_one_clear_error_with_its_line(evaluate, text, line, message):
    found = evaluate(text, {"empty/x": ""})
    assert found.status is BuildStatus.CONFIGURE_ERROR
    assert message in found.error
    assert found.error_at is not None
    assert found.error_at.line == line
    assert "\n" not in str(found.error_at)


def test_a_syntax_error_is_reported_and_the_rest_still_named(evaluate):
    found = evaluate(
        "add_library(k SHARED a.cu)\nadd_subdirectory(sub)\nset(MORE b.cu)",
        {"sub/CMakeLists.txt": "set(x\n", "b.cu": ""},
    )
    assert found.status is BuildStatus.CONFIGURE_ERROR
    assert found.error_at.file == "sub/CMakeLists.txt"
    assert {n.path for n in found.not_built} == {"a.cu", "b.cu"}


def test_link_loops_and_odd_names_are_harmless(write, rules):
    root = write({"CMakeLists.txt": "cmake_minimum_required(VERSION 3.26)\nproject(p CUDA)\nfile(GLOB_RECURSE S *.cu)\n"
                  "add_library(k SHARED ${S})", "d/ok.cu": ""})  # fmt: skip
    (root / "d" / "loop").symlink_to(root / "d")
    (root / "d" / "outside").symlink_to("/etc")
    (root / "d" / "line\nbreak.cu").write_text("")
    (root / "d" / "semi;colon.cu").write_text("")
    project = CmakeProject(SourceTree(root), "CMakeLists.txt", rules)
    found = project.evaluate(BuildRequest(rules.toolkit("13.0")))
    assert found.error is not None  # cmake takes `semi;colon.cu` for two files too
    assert found.error.startswith("Cannot find source file:")


def test_patterns_with_many_stars_end(evaluate):
    stars = "*a" * 40
    found = evaluate(f"file(GLOB S {stars}*.zz)\nadd_library(k SHARED a.cu ${{S}})", {"a" * 200 + ".z": ""})
    assert found.status is BuildStatus.OK


def test_endless_link_cycles_end(evaluate):
    text = "".join(f"add_library(t{n} STATIC a.cu)\ntarget_link_libraries(t{n} t{(n + 1) % 50})\n" for n in range(50))
    assert evaluate(text).status is BuildStatus.OK


def test_what_is_written_stays_in_memory(evaluate, tmp_path):
    before = sorted(path.name for path in tmp_path.iterdir())
    found = evaluate(
        'file(WRITE ${CMAKE_CURRENT_SOURCE_DIR}/new.cu "x")\nfile(COPY a.cu DESTINATION /tmp/there)\n'
        "configure_file(a.cu b.cu)\nfile(REMOVE a.cu)\nadd_library(k SHARED new.cu)"
    )
    assert [s.path for s in found.sources] == ["new.cu"]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted({*before, "CMakeLists.txt", "a.cu"})


def test_no_absolute_path_is_printed(evaluate):
    found = evaluate(
        'add_library(k SHARED a.cu)\ntarget_compile_definitions(k PRIVATE HERE="${CMAKE_CURRENT_SOURCE_DIR}/x.bin")\n'
        "if(NOT EXISTS ${CMAKE_SOURCE_DIR}/../y.h)\nmessage(WARNING w)\nendif()"
    )
    assert 'HERE="x.bin"' in found.sources[0].defines
    failed = evaluate("message(FATAL_ERROR ${CMAKE_SOURCE_DIR}/../y.h:${CMAKE_BINARY_DIR}/z.)")
    assert failed.error == "../y.h:<build>/z."


@pytest.mark.parametrize("content", [b"project(p)\n\0\n", "project(p)\n".encode("utf-16")])
def test_a_top_file_that_is_no_text_is_named_with_a_line(tmp_path, rules, content):
    (tmp_path / "CMakeLists.txt").write_bytes(content)
    project = CmakeProject(SourceTree(tmp_path), "CMakeLists.txt", rules)
    found = project.evaluate(BuildRequest(rules.toolkit("13.0")))
    assert found.status is BuildStatus.CONFIGURE_ERROR
    assert found.error.startswith("the file cannot be read as text")
    assert str(found.error_at) == "CMakeLists.txt:1"


def test_brackets_in_a_name_do_not_make_it_a_pattern(evaluate):
    found = evaluate("set(CMAKE_CUDA_ARCHITECTURES 90-real)\nadd_library(k SHARED a[1].cu)", sources=("a[1].cu",))
    assert [(source.path, source.glob) for source in found.sources] == [("a[1].cu", False)]
