"""Families and gates: the project's own names, and the line that decided."""

from __future__ import annotations

HELPERS = """
function(intersect out listed wanted)
  set(kept)
  foreach(entry ${listed})
    if(entry IN_LIST wanted)
      list(APPEND kept ${entry})
    endif()
  endforeach()
  set(${out} ${kept} PARENT_SCOPE)
endfunction()
macro(one_flag source arch)
  set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS "-gencode;arch=compute_${arch},code=sm_${arch}")
endmacro()
function(flags_for)
  cmake_parse_arguments(arg "" "" "SRCS;ARCHS" ${ARGN})
  foreach(source ${arg_SRCS})
    foreach(arch ${arg_ARCHS})
      string(REPLACE "." "" number ${arch})
      one_flag(${source} ${number})
    endforeach()
  endforeach()
endfunction()
"""
TREE = """include(helpers.cmake)
set(CMAKE_CUDA_ARCHITECTURES OFF)
set(CUDA_ARCHS "8.0;9.0")
set(CORE_SRC base.cu)
intersect(FAST_ARCHS "9.0;10.0" "${CUDA_ARCHS}")
if(FAST_ARCHS)
  set(FAST_SRCS fast.cu shared.cu)
  flags_for(SRCS ${FAST_SRCS} ARCHS ${FAST_ARCHS})
  list(APPEND CORE_SRC ${FAST_SRCS})
endif()
intersect(NEW_ARCHS "12.0" "${CUDA_ARCHS}")
if(NEW_ARCHS)
  set(NEW_SRCS new.cu shared.cu)
  flags_for(SRCS ${NEW_SRCS} ARCHS ${NEW_ARCHS})
  list(APPEND CORE_SRC ${NEW_SRCS})
endif()
intersect(OLD_ARCHS "8.0" "${CUDA_ARCHS}")
if(OLD_ARCHS)
  list(APPEND CORE_SRC legacy.cu)
endif()
flags_for(SRCS ${CORE_SRC} ARCHS ${CUDA_ARCHS})
add_library(k SHARED ${CORE_SRC})
"""
SOURCES = ("base.cu", "fast.cu", "shared.cu", "new.cu", "legacy.cu", "loose.cu")


def evaluated(evaluate, text=TREE):
    return evaluate(text, {"helpers.cmake": HELPERS}, sources=SOURCES)


def line_of(text: str) -> int:
    """The line in the written file: two lines of the usual head stand in front."""
    return next(number for number, line in enumerate(TREE.splitlines(), 3) if line.strip().startswith(text))


def test_families_are_the_gates_that_name_a_source(evaluate):
    found = evaluated(evaluate)
    assert {s.path: s.gate.name for s in found.sources} == {
        "base.cu": "CORE",
        "fast.cu": "FAST",
        "shared.cu": "FAST+NEW",
        "legacy.cu": "OLD",
    }
    assert {n.path: n.gate.name for n in found.not_built} == {"new.cu": "NEW"}


def test_a_gate_tells_the_intersection_call_and_the_lists_around_it(evaluate):
    gate = next(s.gate for s in evaluated(evaluate).sources if s.path == "fast.cu")
    assert (gate.location.file, gate.location.line) == ("CMakeLists.txt", line_of("intersect(FAST_ARCHS"))
    assert gate.text == 'intersect(FAST_ARCHS "9.0;10.0" "${CUDA_ARCHS}")'
    assert (gate.before, gate.after) == (("8.0", "9.0"), ("9.0",))
    assert gate.condition is not None
    assert gate.condition.line == line_of("if(FAST_ARCHS)")


def test_what_is_not_built_names_the_condition_and_its_list(evaluate):
    (missing,) = evaluated(evaluate).not_built
    assert missing.condition == "if(NEW_ARCHS)"
    assert missing.location is not None
    assert missing.location.line == line_of("if(NEW_ARCHS)")
    assert missing.gate is not None
    assert missing.gate.location.line == line_of("intersect(NEW_ARCHS")
    assert (missing.gate.before, missing.gate.after) == (("8.0", "9.0"), ())


def test_a_variable_used_again_gives_each_condition_its_own_value(evaluate):
    found = evaluate(
        "set(CMAKE_CUDA_ARCHITECTURES OFF)\nset(CUDA_ARCHS 9.0)\nset(X_ARCHS 9.0)\nif(X_ARCHS)\n"
        "  set(SRCS a.cu)\n  flags_for(SRCS ${SRCS} ARCHS ${X_ARCHS})\n  add_library(k SHARED ${SRCS})\nendif()\n"
        "intersect(X_ARCHS 12.0 ${CUDA_ARCHS})\nif(X_ARCHS)\n  set(SRCS b.cu)\n"
        "  flags_for(SRCS ${SRCS} ARCHS ${X_ARCHS})\n  target_sources(k PRIVATE ${SRCS})\nendif()\n"
        "set(X_ARCHS 9.0)\n".replace("set(CUDA_ARCHS", "include(helpers.cmake)\nset(CUDA_ARCHS", 1),
        {"helpers.cmake": HELPERS},
        sources=("a.cu", "b.cu"),
    )
    assert {s.path: s.gate.after for s in found.sources} == {"a.cu": ("9.0",)}
    (missing,) = found.not_built
    assert missing.path == "b.cu"
    assert missing.gate.text == "intersect(X_ARCHS 12.0 ${CUDA_ARCHS})"
    assert missing.gate.after == ()


def test_without_calls_the_target_is_the_family_and_its_property_the_gate(evaluate):
    found = evaluate(
        "add_library(kernels SHARED a.cu)\nset_target_properties(kernels PROPERTIES CUDA_ARCHITECTURES 90a)"
    )
    gate = found.sources[0].gate
    assert gate.name == "kernels"
    assert (gate.location.line, gate.after) == (4, ("90a",))


def test_a_variable_that_targets_inherit_is_the_gate(evaluate):
    found = evaluate("set(CMAKE_CUDA_ARCHITECTURES 80 90)\nadd_library(kernels SHARED a.cu)")
    gate = found.sources[0].gate
    assert (gate.name, gate.location.line, gate.text) == ("kernels", 3, "set(CMAKE_CUDA_ARCHITECTURES 80 90)")


def test_a_source_in_no_target_and_under_no_condition_is_told_with_its_line(evaluate):
    found = evaluate("set(LIST loose.cu)\nadd_library(k SHARED a.cu)", sources=("a.cu", "loose.cu"))
    assert [(n.path, n.condition, n.location.line) for n in found.not_built] == [("loose.cu", None, 3)]


def test_a_configuration_that_stops_builds_nothing_and_names_all(evaluate):
    found = evaluate('add_library(k SHARED a.cu)\nmessage(FATAL_ERROR "no more")')
    assert found.sources == ()
    assert [n.path for n in found.not_built] == ["a.cu"]
    assert (found.error, found.error_at.line) == ("no more", 4)
    assert [finding.id for finding in found.findings] == ["configure-error"]


def test_names_do_not_depend_on_the_request(evaluate):
    one = evaluated(evaluate)
    other = evaluated(evaluate, TREE.replace('"8.0;9.0"', '"12.0"'))
    names = {s.path: s.gate.name for s in one.sources} | {n.path: n.gate.name for n in one.not_built}
    again = {s.path: s.gate.name for s in other.sources} | {n.path: n.gate.name for n in other.not_built}
    assert names == again


def test_flags_spelled_in_a_call_are_their_own_gate_at_their_own_line(evaluate):
    found = evaluate(
        "add_library(kernels SHARED a.cu)\n"
        "target_compile_options(kernels PRIVATE\n"
        "  $<$<COMPILE_LANGUAGE:CUDA>:\n"
        "  -gencode=arch=compute_90,code=sm_90>)\n"
        "set_target_properties(kernels PROPERTIES CUDA_ARCHITECTURES OFF)"
    )
    gate = found.sources[0].gate
    assert (gate.location.line, gate.before, gate.after) == (6, (), ())
    assert gate.text.startswith("target_compile_options(kernels PRIVATE")


def test_a_list_that_the_build_fixes_is_not_made_of_what_was_asked(evaluate):
    text = "project(p LANGUAGES CUDA)\nset(CMAKE_CUDA_ARCHITECTURES 90a)\nadd_library(lib k.cu)\n"
    (source,) = evaluate(text, {"k.cu": "__global__ void k() {}"}, request="7.0").sources
    assert (source.gate.before, source.gate.after) == ((), ("90a",))
