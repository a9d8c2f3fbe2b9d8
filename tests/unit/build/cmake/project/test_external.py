"""What is not in the tree: fetched projects, submodules, generators, packages, downloads."""

from __future__ import annotations

import pytest

from kernaudit.model.build import BuildStatus
from kernaudit.model.evidence import AssumptionKind

FETCH = """set(CMAKE_CUDA_ARCHITECTURES 90-real)
include(FetchContent)
FetchContent_Declare(Dep GIT_REPOSITORY https://example.org/dep.git GIT_TAG v1.2)
FetchContent_MakeAvailable(Dep)
"""


def test_files_of_a_fetched_project_are_shown_below_it_and_exist(evaluate):
    found = evaluate(
        FETCH + "if(EXISTS ${dep_SOURCE_DIR}/csrc/x.cu AND NOT EXISTS /somewhere/else)\n"
        "add_library(k SHARED ${dep_SOURCE_DIR}/csrc/x.cu)\nendif()"
    )
    assert [(s.path, s.external) for s in found.sources] == [("<external>/dep/csrc/x.cu", True)]
    (external,) = found.externals
    assert (external.name, external.url, external.tag) == ("Dep", "https://example.org/dep.git", "v1.2")
    assert external.location.line == 5
    assert any(a.kind is AssumptionKind.EXTERNAL and a.origin == "Dep" for a in found.assumptions)


def test_the_base_directory_names_the_same_place(evaluate):
    found = evaluate(FETCH + "add_library(k SHARED ${FETCHCONTENT_BASE_DIR}/dep-src/a.cu)")
    assert [s.path for s in found.sources] == ["<external>/dep/a.cu"]


def test_nothing_is_there_before_it_is_fetched(evaluate):
    found = evaluate(
        "set(CMAKE_CUDA_ARCHITECTURES 90-real)\ninclude(FetchContent)\nset(src ${FETCHCONTENT_BASE_DIR}/dep-src)\n"
        "if(EXISTS ${src}/setup.py)\nset(dep_SOURCE_DIR ${src})\nelse()\n"
        "FetchContent_Populate(dep SOURCE_DIR ${src} GIT_REPOSITORY https://example.org/dep.git GIT_TAG v1)\nendif()\n"
        "if(EXISTS ${src}/setup.py)\nadd_library(k SHARED ${dep_SOURCE_DIR}/a.cu)\nendif()"
    )
    assert [(e.name, e.tag) for e in found.externals] == [("dep", "v1")]
    assert [s.path for s in found.sources] == ["<external>/dep/a.cu"]


def test_patterns_in_a_fetched_project_stay_open(evaluate):
    found = evaluate(FETCH + "file(GLOB S ${dep_SOURCE_DIR}/src/*.cu)\nadd_library(k SHARED ${S})")
    assert [(s.path, s.glob) for s in found.sources] == [("<external>/dep/src/*.cu", True)]


def test_a_fetched_project_that_is_in_the_tree_is_added(evaluate):
    found = evaluate(
        "set(CMAKE_CUDA_ARCHITECTURES 90-real)\ninclude(FetchContent)\n"
        "FetchContent_Declare(dep SOURCE_DIR ${CMAKE_CURRENT_SOURCE_DIR}/dep)\nFetchContent_MakeAvailable(dep)",
        {"dep/CMakeLists.txt": "add_library(d SHARED d.cu)", "dep/d.cu": ""},
    )
    assert [(s.target, s.path, s.external) for s in found.sources] == [("d", "dep/d.cu", False)]
    assert found.externals == ()


def test_populate_says_where_it_comes_from(evaluate):
    found = evaluate(
        "set(CMAKE_CUDA_ARCHITECTURES 90-real)\ninclude(FetchContent)\nFetchContent_GetProperties(d)\n"
        "if(NOT d_POPULATED)\nFetchContent_Populate(d GIT_REPOSITORY u GIT_TAG t SOURCE_DIR ${CMAKE_BINARY_DIR}/d-src)"
        "\nendif()\nadd_library(k SHARED ${d_SOURCE_DIR}/k.cu)"
    )
    assert [(e.name, e.url, e.tag) for e in found.externals] == [("d", "u", "t")]
    assert [s.external for s in found.sources] == [True]


def test_one_line_package_managers_are_read(evaluate):
    found = evaluate(
        'CPMAddPackage("gh:nvidia/cutlass@4.0.0")\nCPMAddPackage(NAME fmt GITHUB_REPOSITORY fmtlib/fmt GIT_TAG 11.0.2)'
    )
    assert [(e.name, e.url, e.tag) for e in found.externals] == [
        ("cutlass", "https://github.com/nvidia/cutlass", "v4.0.0"),
        ("fmt", "https://github.com/fmtlib/fmt", "11.0.2"),
    ]


def test_an_external_project_is_told(evaluate):
    found = evaluate(
        "include(ExternalProject)\nExternalProject_Add(lib URL https://example.org/l.tgz)\n"
        "ExternalProject_Get_Property(lib SOURCE_DIR)\nadd_library(k SHARED ${SOURCE_DIR}/l.cu)"
    )
    assert [(e.name, e.url) for e in found.externals] == [("lib", "https://example.org/l.tgz")]
    assert [s.path for s in found.sources] == ["<external>/lib/l.cu"]


def test_commands_of_an_external_project_are_recorded_not_refused(evaluate):
    found = evaluate(FETCH + "dep_make_it_so(a.cu)\nadd_library(k SHARED a.cu)")
    assert found.status is BuildStatus.OK
    assert any(a.kind is AssumptionKind.UNMODELLED_COMMAND and "dep_make_it_so" in a.text for a in found.assumptions)


def test_a_command_that_nobody_can_have_defined_is_an_error(evaluate):
    found = evaluate("no_such_command(a.cu)")
    assert (found.status, found.error) == (BuildStatus.CONFIGURE_ERROR, 'Unknown CMake command "no_such_command".')


def test_an_empty_submodule_counts_as_fetched(evaluate):
    modules = '[submodule "third_party/cutlass"]\n\tpath = third_party/cutlass\n\turl = https://example.org/cutlass\n'
    found = evaluate(
        "set(CMAKE_CUDA_ARCHITECTURES 90-real)\n"
        "if(NOT EXISTS ${CMAKE_SOURCE_DIR}/third_party/cutlass/include/cutlass.h)\n"
        'message(FATAL_ERROR "run git submodule update")\nendif()\nadd_subdirectory(third_party/cutlass)\n'
        "add_library(k SHARED a.cu)",
        {".gitmodules": modules},
    )
    assert found.status is BuildStatus.OK
    assert [(e.name, e.url, str(e.location)) for e in found.externals] == [
        ("cutlass", "https://example.org/cutlass", ".gitmodules:1")
    ]


@pytest.mark.parametrize(
    ("command", "opened"),
    [
        ("COMMAND python ${CMAKE_CURRENT_SOURCE_DIR}/gen/make.py", True),
        ("COMMAND python make.py --out=gen", True),
        ("COMMAND python -c print(1)", False),
        ("COMMAND git -C gen status", False),
        ("COMMAND ${CMAKE_COMMAND} -E env A=b python gen/make.py", True),
    ],
)
def test_a_pattern_stays_open_where_a_command_was_told_the_directory(evaluate, command, opened):
    found = evaluate(
        f"set(CMAKE_CUDA_ARCHITECTURES 90-real)\nexecute_process({command} RESULT_VARIABLE r OUTPUT_VARIABLE r)\n"
        'if(NOT r EQUAL 0)\nmessage(FATAL_ERROR "generation failed")\nendif()\n'
        "file(GLOB S gen/*.cu)\nadd_library(k SHARED ${S})",
        {"gen/make.py": "", "gen/one.cu": "", "make.py": ""},
    )
    expected = [("gen/*.cu", True)] if opened else []
    assert [(s.path, s.glob) for s in found.sources] == [*expected, ("gen/one.cu", False)]


def test_a_pattern_in_a_missing_directory_stays_open(evaluate):
    found = evaluate("set(CMAKE_CUDA_ARCHITECTURES 90-real)\nfile(GLOB S gen/*.cu)\nadd_library(k SHARED a.cu ${S})")
    assert [(s.path, s.glob) for s in found.sources] == [("a.cu", False), ("gen/*.cu", True)]


def test_a_source_that_nobody_makes_stops_the_configuration(evaluate):
    found = evaluate("add_library(k SHARED a.cu gone.cu)")
    assert found.error == "Cannot find source file:\n  gone.cu"


def test_outputs_of_custom_commands_are_sources(evaluate):
    found = evaluate(
        "set(CMAKE_CUDA_ARCHITECTURES 90-real)\nadd_custom_command(OUTPUT made.cu COMMAND gen)\n"
        "add_library(k SHARED made.cu)"
    )
    assert [s.path for s in found.sources] == ["<build>/made.cu"]


def test_required_packages_are_found_others_are_not(evaluate):
    found = evaluate(
        "find_package(Foo REQUIRED)\nfind_package(Bar)\nif(Foo_FOUND AND NOT Bar_FOUND)\n"
        "add_library(k SHARED a.cu)\nendif()"
    )
    assert [s.path for s in found.sources] == ["a.cu"]
    assert any(a.origin == "the installed Foo" for a in found.assumptions)


def test_a_package_too_new_for_the_toolkit_stops(evaluate):
    found = evaluate("find_package(CUDAToolkit 13.4 REQUIRED)\nadd_library(k SHARED a.cu)")
    assert found.status is BuildStatus.CONFIGURE_ERROR
    assert "13.0.88" in found.error


def test_the_projects_own_find_module_runs(evaluate):
    found = evaluate(
        "list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_SOURCE_DIR}/cmake)\nfind_package(Own REQUIRED)\n"
        "add_library(k SHARED ${OWN_SOURCES})",
        {
            "cmake/FindOwn.cmake": "set(OWN_SOURCES a.cu)\ninclude(FindPackageHandleStandardArgs)\n"
            "find_package_handle_standard_args(Own REQUIRED_VARS OWN_SOURCES)"
        },
    )
    assert [s.path for s in found.sources] == ["a.cu"]
    assert found.assumptions[-1].kind is AssumptionKind.COMPILER_DEFAULT or found.assumptions == ()


def test_what_is_downloaded_is_not_known(evaluate):
    found = evaluate(
        "file(DOWNLOAD https://example.org/x.cmake ${CMAKE_BINARY_DIR}/x.cmake)\ninclude(${CMAKE_BINARY_DIR}/x.cmake)\n"
        "from_the_download()\nadd_library(k SHARED a.cu)"
    )
    assert found.status is BuildStatus.OK
    assert {a.kind for a in found.assumptions} >= {AssumptionKind.EXTERNAL, AssumptionKind.UNMODELLED_COMMAND}
