"""Flags and definitions per source, and where they come from."""

from __future__ import annotations

import pytest

from kernaudit.model.evidence import AssumptionKind


def gencodes(evaluation, path="a.cu"):
    return next(" ".join(map(str, s.gencodes)) for s in evaluation.sources if s.path == path)


ALL = "set(CMAKE_CUDA_ARCHITECTURES OFF)\nadd_library(k SHARED a.cu)\n"
G = "-gencode arch=compute_{0},code=sm_{0}"


def test_the_order_is_variable_property_target_source(evaluate):
    found = evaluate(
        "set(CMAKE_CUDA_ARCHITECTURES 75-real)\nadd_library(k SHARED a.cu)\n"
        'target_compile_options(k PRIVATE "SHELL:-gencode arch=compute_86,code=sm_86")\n'
        "set_source_files_properties(a.cu PROPERTIES COMPILE_OPTIONS -gencode=arch=compute_90,code=sm_90 "
        'COMPILE_FLAGS "-gencode arch=compute_89,code=sm_89")\n'
        'set(CMAKE_CUDA_FLAGS "-gencode arch=compute_70,code=sm_70")'
    )
    assert gencodes(found) == "70>sm_70 75>sm_75 86>sm_86 89>sm_89 90>sm_90"


def test_options_of_a_source_accumulate_with_repeats(evaluate):
    append = 'set_property(SOURCE a.cu APPEND PROPERTY COMPILE_OPTIONS "$<$<COMPILE_LANGUAGE:CUDA>:{}>")\n'
    flag = "-gencode;arch=compute_80,code=sm_80"
    found = evaluate(
        ALL + append.format(flag) + append.format("-gencode;arch=compute_90,code=sm_90") + append.format(flag)
    )
    assert gencodes(found) == "80>sm_80 90>sm_90 80>sm_80"


def test_options_of_a_target_lose_repeats(evaluate):
    found = evaluate(ALL + "target_compile_options(k PRIVATE -gencode=arch=compute_80,code=sm_80 "
                     "-gencode=arch=compute_90,code=sm_90 -gencode=arch=compute_80,code=sm_80)")  # fmt: skip
    assert gencodes(found) == "80>sm_80 90>sm_90"


def test_options_for_another_language_do_not_reach_cuda(evaluate):
    found = evaluate(
        ALL + "target_compile_options(k PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-gencode=arch=compute_80,code=sm_80>)"
    )
    assert gencodes(found) == ""


def test_options_come_with_a_linked_interface(evaluate):
    found = evaluate(
        ALL + "add_library(flags INTERFACE)\n"
        "target_compile_options(flags INTERFACE -gencode=arch=compute_90a,code=sm_90a)\n"
        "target_link_libraries(k PRIVATE flags)"
    )
    assert gencodes(found) == "90a>sm_90a"


def test_an_unknown_part_of_an_arch_flag_leaves_the_source_undecided(evaluate):
    found = evaluate(
        ALL + "execute_process(COMMAND detect OUTPUT_VARIABLE cc)\n"
        'target_compile_options(k PRIVATE "-gencode=arch=compute_${cc},code=sm_${cc}")'
    )
    source = found.sources[0]
    assert source.gencodes == ()
    assert source.undecided == "what `detect` prints decides the architectures"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("target_compile_options(k PRIVATE --options-file flags.txt)", "takes flags from a file"),
        ('set(CMAKE_CUDA_FLAGS "-arch=sm_90 -optf=flags.txt")', "takes flags from a file"),
        ("set_source_files_properties(a.cu PROPERTIES COMPILE_FLAGS -ptx)", "writes PTX to a file"),
        ("set_target_properties(k PROPERTIES CUDA_PTX_COMPILATION ON CUDA_ARCHITECTURES 90-real)", "writes PTX"),
    ],
)
def test_flags_that_do_not_tell_what_is_built_leave_the_source_undecided(evaluate, text, why):
    assert why in evaluate(ALL + text).sources[0].undecided


def test_ptx_compilation_that_is_off_changes_nothing(evaluate):
    found = evaluate(ALL + "set_target_properties(k PROPERTIES CUDA_PTX_COMPILATION OFF CUDA_ARCHITECTURES 90-real)")
    assert found.sources[0].undecided is None
    assert gencodes(found) == "90>sm_90"


def test_native_in_flags_is_the_column_s_own_device_and_said(evaluate):
    found = evaluate(ALL + 'set(CMAKE_CUDA_FLAGS "-arch=native")', device="9.0")
    assert gencodes(found) == "90>sm_90"
    assert [a.kind for a in found.assumptions] == [AssumptionKind.NATIVE]


def test_unknown_flags_of_another_kind_are_taken_for_no_arch_flag(evaluate):
    found = evaluate(
        ALL + "execute_process(COMMAND torch-flags OUTPUT_VARIABLE more)\n"
        "target_compile_options(k PRIVATE ${more} -gencode=arch=compute_90,code=sm_90)"
    )
    assert gencodes(found) == "90>sm_90"
    assert found.sources[0].undecided is None


def test_definitions_of_all_origins(evaluate):
    found = evaluate(
        "add_compile_definitions(EARLY)\nadd_library(k SHARED a.cu)\nadd_compile_definitions(LATE)\n"
        "add_definitions(-DOLD=1)\ntarget_compile_definitions(k PRIVATE -DDASH $<$<COMPILE_LANGUAGE:CXX>:NOT_CUDA>)\n"
        "target_compile_options(k PRIVATE -DFLAG=2)\n"
        "set_source_files_properties(a.cu PROPERTIES COMPILE_DEFINITIONS SRC COMPILE_FLAGS -DSRCFLAG)"
    )
    assert found.sources[0].defines == (
        "DASH",
        "EARLY",
        "FLAG=2",
        "LATE",
        "NDEBUG",
        "OLD=1",
        "SRC",
        "SRCFLAG",
        "k_EXPORTS",
    )


def test_the_stable_abi_of_python_is_a_definition(evaluate):
    text = 'find_package(Python REQUIRED)\nPython_add_library(_C MODULE USE_SABI {} WITH_SOABI "a.cu;b.cpp")'
    found = evaluate(text.format("3"), sources=("a.cu", "b.cpp"))
    assert [s.path for s in found.sources] == ["a.cu", "b.cpp"]
    assert {"Py_LIMITED_API=3", "_C_EXPORTS"} <= set(found.sources[0].defines)
    assert "Py_LIMITED_API=0x03080000" in evaluate(text.format("3.8"), sources=("a.cu", "b.cpp")).sources[0].defines


def test_language_is_by_suffix_or_by_property(evaluate):
    found = evaluate(
        "add_library(k SHARED a.cu b.cpp c.cuh d.h e.cc)\nset_source_files_properties(e.cc PROPERTIES LANGUAGE CUDA)",
        sources=("a.cu", "b.cpp", "c.cuh", "d.h", "e.cc"),
    )
    assert [(s.path, s.language) for s in found.sources] == [("a.cu", "CUDA"), ("b.cpp", "CXX"), ("e.cc", "CUDA")]


def test_extension_modules_of_binding_generators_are_targets(evaluate):
    found = evaluate(
        "find_package(pybind11 REQUIRED)\nfind_package(nanobind CONFIG REQUIRED)\n"
        "pybind11_add_module(one NO_EXTRAS a.cu)\nnanobind_add_module(two STABLE_ABI NB_STATIC b.cu)",
        sources=("a.cu", "b.cu"),
    )
    assert [(s.target, s.path) for s in found.sources] == [("one", "a.cu"), ("two", "b.cu")]


def test_include_directories_inside_the_tree_are_told(evaluate):
    found = evaluate(
        "include_directories(inc)\nadd_library(k SHARED a.cu)\ntarget_include_directories(k PRIVATE . /usr/include "
        "$<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/csrc>)"
    )
    assert found.sources[0].include_dirs == ("inc", "", "csrc")


def test_flags_of_nvcc_s_environment_stand_around_all_others(evaluate):
    environment = {
        "NVCC_PREPEND_FLAGS": "-gencode arch=compute_75,code=sm_75 -DFIRST",
        "NVCC_APPEND_FLAGS": "'-gencode' arch=compute_90,code=sm_90",
    }
    found = evaluate("set(CMAKE_CUDA_ARCHITECTURES 80-real)\nadd_library(k SHARED a.cu)\n", env=environment)
    assert gencodes(found) == "75>sm_75 80>sm_80 90>sm_90"
    assert "FIRST" in next(source.defines for source in found.sources)


def test_the_configuration_cannot_set_nvcc_s_environment_for_the_build(evaluate):
    found = evaluate(
        'set(ENV{NVCC_APPEND_FLAGS} "-gencode arch=compute_90,code=sm_90")\n'
        "set(CMAKE_CUDA_ARCHITECTURES 80-real)\nadd_library(k SHARED a.cu)\n"
    )
    assert gencodes(found) == "80>sm_80"


RELEASE = 'set(CMAKE_CUDA_FLAGS_RELEASE "-gencode arch=compute_90,code=sm_90")\n'


@pytest.mark.parametrize(
    ("text", "defines", "said"),
    [
        (ALL + RELEASE, {}, True),
        (ALL + RELEASE, {"CMAKE_BUILD_TYPE": "Release"}, False),
        (ALL + RELEASE + "set(CMAKE_BUILD_TYPE Release)\n", {}, False),
        (ALL + 'set(CMAKE_CUDA_FLAGS_RELEASE "-O2")\n', {}, False),
        (ALL + "target_compile_options(k PRIVATE $<$<CONFIG:Release>:-gencode=arch=compute_90,code=sm_90>)", {}, True),
    ],
)
def test_a_build_type_that_nobody_chose_is_an_assumption_where_it_decides_images(evaluate, text, defines, said):
    found = evaluate(text, defines=defines)
    texts = [one.text for one in found.assumptions if one.kind is AssumptionKind.UNKNOWN_CONDITION]
    assert any(text.startswith("CMAKE_BUILD_TYPE is taken as Release") for text in texts) is said
    assert not texts or said


def test_what_lies_outside_of_the_tree_is_taken_not_to_exist_and_that_is_said(evaluate):
    found = evaluate(
        ALL + "if(EXISTS /opt/vendor/hopper)\n"
        "target_compile_options(k PRIVATE -gencode=arch=compute_90,code=sm_90)\nendif()\n"
        "if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/none)\nendif()\n"
    )
    assert gencodes(found) == ""
    assert [one.text for one in found.assumptions if one.kind is AssumptionKind.UNKNOWN_CONDITION] == [
        "/opt/vendor/hopper lies outside of the tree: taken not to exist"
    ]


def test_flags_reach_the_preprocessor_of_their_source_alone(evaluate):
    found = evaluate(
        "set(CMAKE_CUDA_ARCHITECTURES 90)\nadd_library(k SHARED a.cu b.cu)\n"
        "target_compile_definitions(k PRIVATE ON=1 OFF=1)\n"
        'target_compile_options(k PRIVATE -UOFF --define-macro NEW "--pre-include=${CMAKE_CURRENT_SOURCE_DIR}/a.cu")\n'
        "set_source_files_properties(b.cu PROPERTIES COMPILE_OPTIONS "
        "-I${CMAKE_CURRENT_SOURCE_DIR}/inc INCLUDE_DIRECTORIES own)\n"
        "target_include_directories(k PRIVATE all)",
        sources=("a.cu", "b.cu"),
    )
    by_path = {source.path: source for source in found.sources}
    assert by_path["a.cu"].command.macros == {"NEW": "1", "NDEBUG": "1", "ON": "1", "k_EXPORTS": "1"}
    assert by_path["b.cu"].command.macros == by_path["a.cu"].command.macros
    assert by_path["a.cu"].command.before == by_path["b.cu"].command.before == ("a.cu",)
    assert by_path["a.cu"].command.include_dirs == ("all",)
    assert by_path["b.cu"].command.include_dirs == ("own", "all", "inc")


@pytest.mark.parametrize("place", ["${CMAKE_CURRENT_BINARY_DIR}/made.h", "${CMAKE_CURRENT_SOURCE_DIR}/absent.h"])
def test_a_file_of_the_project_that_a_flag_includes_and_nobody_can_read_leaves_the_source_open(evaluate, place):
    found = evaluate(
        f"set(CMAKE_CUDA_ARCHITECTURES 90)\nadd_library(k a.cu)\ntarget_compile_options(k PRIVATE -include {place})"
    )
    [source] = found.sources
    assert source.undecided is not None
    assert place.rpartition("/")[2] in source.undecided
