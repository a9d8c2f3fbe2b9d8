"""A tree is readable without its driver, and its CUDA switch is turned on."""

from __future__ import annotations

from kernaudit.model.build import BuildStatus
from kernaudit.model.evidence import AssumptionKind

SWITCH = """cmake_minimum_required(VERSION 3.20)
project(p CXX)
option(MY_CUDA_GRAPHS "graphs" OFF)
option(MY_CUDA "build for CUDA" OFF)
add_library(core SHARED core.cpp)
if(MY_CUDA)
  enable_language(CUDA)
  add_library(k SHARED a.cu)
endif()
"""


def first(evaluation):
    return next(iter(evaluation.assumptions), None)


def test_a_switch_that_is_off_is_taken_as_on_and_said_first(evaluate):
    found = evaluate(SWITCH, sources=("a.cu", "core.cpp"))
    assert "a.cu" in [s.path for s in found.sources]
    assumption = first(found)
    assert (assumption.kind, assumption.origin, assumption.location.line) == (AssumptionKind.SWITCH_ON, "MY_CUDA", 4)


def test_a_switch_that_the_user_sets_is_left_alone(evaluate):
    found = evaluate(SWITCH, sources=("a.cu", "core.cpp"), defines={"MY_CUDA": "OFF"})
    assert [s.path for s in found.sources] == ["core.cpp"]
    assert [n.path for n in found.not_built] == ["a.cu"]


def test_a_project_that_builds_for_cuda_anyway_keeps_its_switches(evaluate):
    found = evaluate('option(WITH_CUDA_EXTRAS "x" OFF)\nadd_library(k SHARED a.cu)')
    assert all(a.kind is not AssumptionKind.SWITCH_ON for a in found.assumptions)


def test_a_switch_without_effect_is_not_taken(evaluate):
    found = evaluate('cmake_minimum_required(VERSION 3.20)\nproject(p CXX)\noption(USE_CUDA "x" OFF)\n')
    assert all(a.kind is not AssumptionKind.SWITCH_ON for a in found.assumptions)


GUARD = 'if({})\n  message(FATAL_ERROR "set MY_TOOL")\nendif()\nadd_library(k SHARED a.cu)'


def test_a_variable_that_nothing_assigns_is_taken_as_given(evaluate):
    for guard in ("NOT MY_TOOL", "NOT DEFINED MY_TOOL", '"${MY_TOOL}" STREQUAL ""'):
        found = evaluate(GUARD.format(guard))
        assert found.status is BuildStatus.OK, guard
        assert any(a.origin == "MY_TOOL" and a.location.line == 3 for a in found.assumptions)


def test_the_same_in_an_else_branch(evaluate):
    found = evaluate("if(MY_TOOL)\n  set(x 1)\nelse()\n  message(FATAL_ERROR no)\nendif()\nadd_library(k SHARED a.cu)")
    assert found.status is BuildStatus.OK


def test_a_variable_that_something_assigns_stays_what_it_is(evaluate):
    found = evaluate("if(FALSE)\nset(MY_TOOL 1)\nendif()\n" + GUARD.format("NOT MY_TOOL"))
    assert (found.status, found.error) == (BuildStatus.CONFIGURE_ERROR, "set MY_TOOL")


def test_an_error_about_something_else_is_the_outcome(evaluate):
    found = evaluate(
        "if(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 99)\n"
        'message(FATAL_ERROR "too old: ${CMAKE_CUDA_COMPILER_VERSION}")\nendif()'
    )
    assert (found.status, found.error) == (BuildStatus.CONFIGURE_ERROR, "too old: 13.0.88")
    assert str(found.error_at) == "CMakeLists.txt:4"


def test_a_package_that_the_build_insists_on_is_taken_as_installed(evaluate):
    found = evaluate(
        "find_package(Foo)\nif(NOT Foo_FOUND)\nmessage(FATAL_ERROR no)\nendif()\nadd_library(k SHARED a.cu)"
    )
    assert found.status is BuildStatus.OK
    assert any(a.origin == "the installed Foo" for a in found.assumptions)


def test_values_that_the_driver_shows_are_used_others_are_unknown(evaluate):
    setup = "import sys\nargs = ['-DSHOWN=yes', f'-DHIDDEN={sys.executable}']\nif x:\n    args += ['-DSOMETIMES=1']\n"
    found = evaluate(
        "if(NOT HIDDEN)\nmessage(FATAL_ERROR no)\nendif()\n"
        "if(SHOWN STREQUAL yes AND NOT SOMETIMES)\nadd_library(k SHARED a.cu)\nelse()\n"
        "add_library(l SHARED a.cu)\nendif()",
        {"setup.py": setup},
    )
    assert [s.target for s in found.sources] == ["l"]  # whether SOMETIMES is passed is not known: taken as false
    assert any("SOMETIMES" in (a.origin or "") for a in found.assumptions)


def test_a_default_in_the_build_files_beats_an_unknown_value(evaluate):
    found = evaluate(
        'set(KIND "cuda" CACHE STRING "")\nif(KIND STREQUAL "cuda")\nadd_library(k SHARED a.cu)\nendif()',
        {"setup.py": "args = [f'-DKIND={kind}']\n"},
    )
    assert [s.path for s in found.sources] == ["a.cu"]


def test_a_switch_that_only_the_driver_sets_is_taken_as_on(evaluate):
    found = evaluate(
        "cmake_minimum_required(VERSION 3.20)\nproject(p CXX)\nif(WITH_CUDA)\nenable_language(CUDA)\n"
        "add_library(k SHARED a.cu)\nendif()"
    )
    assert [s.path for s in found.sources] == ["a.cu"]
    assert first(found).text.startswith("WITH_CUDA is not ON by default")


def test_a_choice_of_backends_is_a_switch_too(evaluate):
    found = evaluate(
        'cmake_minimum_required(VERSION 3.20)\nproject(p CXX)\nset(BACKEND "cpu" CACHE STRING "which")\n'
        'if(${BACKEND} STREQUAL "cuda")\nenable_language(CUDA)\nadd_library(k SHARED a.cu)\nendif()'
    )
    assert [s.path for s in found.sources] == ["a.cu"]
    assert first(found).text.startswith("BACKEND is not cuda by default and taken as cuda")


def test_a_package_that_a_subdirectory_cannot_do_without_is_taken_as_installed(evaluate):
    found = evaluate(
        "add_subdirectory(sub)\nadd_library(k SHARED a.cu)",
        {"sub/CMakeLists.txt": "find_package(Foo)\nif(NOT Foo_FOUND)\nmessage(FATAL_ERROR no)\nendif()\n"},
    )
    assert found.status is BuildStatus.OK
    assert any(a.origin == "the installed Foo" for a in found.assumptions)
