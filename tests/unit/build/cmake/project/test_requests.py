"""Which arch list a build uses, and what it becomes: design section 10."""

from __future__ import annotations

import pytest

from kernaudit.errors import UsageError
from kernaudit.model.build import BuildEvaluation, BuildStatus, RequestRule
from kernaudit.model.evidence import AssumptionKind

TORCH = """cmake_minimum_required(VERSION 3.26)
project(t LANGUAGES CXX)
find_package(Torch REQUIRED)
add_library(t SHARED a.cu)
target_link_libraries(t PRIVATE torch)
"""


def flags(evaluation: BuildEvaluation) -> dict[str, str]:
    return {s.path: " ".join(map(str, s.gencodes)) for s in evaluation.sources if s.language == "CUDA"}


def kinds(evaluation: BuildEvaluation) -> list[AssumptionKind]:
    return [assumption.kind for assumption in evaluation.assumptions]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("90a-real", "90a>sm_90a"),
        ("80-virtual", "80>compute_80"),
        ("75 86-real", "75>compute_75,sm_75 86>sm_86"),
        ("OFF", ""),
    ],
)
def test_a_property_is_the_builds_own_list(evaluate, value, expected):
    found = evaluate(f"add_library(k SHARED a.cu)\nset_property(TARGET k PROPERTY CUDA_ARCHITECTURES {value})")
    assert flags(found) == {"a.cu": expected}
    assert found.request_rule is RequestRule.BUILD
    assert not found.device_dependent


def test_the_property_is_copied_when_the_target_is_made(evaluate):
    found = evaluate(
        "set(CMAKE_CUDA_ARCHITECTURES 80)\nadd_library(k SHARED a.cu)\nset(CMAKE_CUDA_ARCHITECTURES 90)\n"
        "add_library(l SHARED b.cu)",
        sources=("a.cu", "b.cu"),
    )
    assert flags(found) == {"a.cu": "80>compute_80,sm_80", "b.cu": "90>compute_90,sm_90"}


@pytest.mark.parametrize(("cuda", "number"), [("13.0.88", "75"), ("12.8.93", "52")])
def test_without_any_list_the_compilers_default_is_built(evaluate, cuda, number):
    found = evaluate("add_library(k SHARED a.cu)", cuda=cuda)
    assert flags(found) == {"a.cu": f"{number}>compute_{number},sm_{number}"}
    assert found.request_rule is RequestRule.COMPILER_DEFAULT
    assert AssumptionKind.COMPILER_DEFAULT in kinds(found)


def test_a_request_becomes_cmakes_variable(evaluate):
    found = evaluate("add_library(k SHARED a.cu)", request="10.3;9.0a-real")
    assert flags(found) == {"a.cu": "103>compute_103,sm_103 90a>sm_90a"}
    assert found.request_rule is RequestRule.USER


def test_a_default_behind_not_defined_gives_way_to_the_request(evaluate):
    text = (
        "cmake_minimum_required(VERSION 3.26)\nif(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)\n"
        "set(CMAKE_CUDA_ARCHITECTURES 80-real)\nendif()\nproject(p LANGUAGES CUDA)\nadd_library(k SHARED a.cu)"
    )
    assert flags(evaluate(text)) == {"a.cu": "80>sm_80"}
    assert evaluate(text).request_rule is RequestRule.BUILD
    asked = evaluate(text, request="9.0")
    assert flags(asked) == {"a.cu": "90>compute_90,sm_90"}
    assert asked.request_rule is RequestRule.USER


def test_a_request_that_changes_nothing_is_a_finding(evaluate):
    found = evaluate(
        "add_library(k SHARED a.cu)\nset_property(TARGET k PROPERTY CUDA_ARCHITECTURES 80-real)", request="9.0"
    )
    assert flags(found) == {"a.cu": "80>sm_80"}
    assert "request-ignored" in {finding.id for finding in found.findings}


def test_torch_appends_the_request_to_the_flags_and_takes_cmakes_list_away(evaluate):
    found = evaluate(TORCH, request="8.0;9.0a;10.0+PTX")
    assert flags(found) == {"a.cu": "80>sm_80 90a>sm_90a 100>sm_100 100>compute_100"}
    assert found.request_rule is RequestRule.USER
    assert "ONNX_NAMESPACE=onnx_c2" in found.sources[0].defines


def test_torch_without_a_list_builds_for_the_columns_device(evaluate):
    found = evaluate(TORCH, device="12.1")
    assert flags(found) == {"a.cu": "121>sm_121"}
    assert found.request_rule is RequestRule.DEVICE
    assert found.request == "12.1"
    assert found.device_dependent


def test_a_list_that_the_build_sets_for_torch_is_its_own(evaluate):
    found = evaluate(TORCH.replace("find_package", "set(ENV{TORCH_CUDA_ARCH_LIST} 8.6)\nfind_package"), device="9.0")
    assert flags(found) == {"a.cu": "86>sm_86"}
    assert found.request_rule is RequestRule.BUILD


def test_torch_without_list_or_device_says_that_a_list_is_missing(evaluate):
    found = evaluate(TORCH)
    assert flags(found) == {"a.cu": ""}
    assert "no-arch-list" in {finding.id for finding in found.findings}


@pytest.mark.parametrize("defines", [{"TORCH_CUDA_ARCH_LIST": "8.9"}, {}])
def test_a_list_in_a_variable_counts_as_the_users(evaluate, defines):
    env = {} if defines else {"TORCH_CUDA_ARCH_LIST": "8.9"}
    found = evaluate(TORCH, device="9.0", defines=defines, env=env)
    assert flags(found) == {"a.cu": "89>sm_89"}
    assert found.request_rule is RequestRule.USER


def test_native_is_the_columns_own_number_and_said_so(evaluate):
    found = evaluate("set(CMAKE_CUDA_ARCHITECTURES native)\nadd_library(k SHARED a.cu)", device="8.9")
    assert flags(found) == {"a.cu": "89>sm_89"}
    assert found.request_rule is RequestRule.NATIVE
    assert found.device_dependent
    assert kinds(found)[0] is AssumptionKind.NATIVE


def test_native_without_a_device_is_not_decided(evaluate):
    found = evaluate("set(CMAKE_CUDA_ARCHITECTURES native)\nadd_library(k SHARED a.cu)")
    assert [(s.gencodes, s.undecided is not None) for s in found.sources] == [((), True)]
    assert "no-gencode" not in {finding.id for finding in found.findings}


def test_the_list_that_a_driver_computes_is_the_request(evaluate):
    files = {"setup.py": "import os\nargs = [f'-DMY_ARCHS={os.environ[0]}']\n"}
    text = 'add_library(k SHARED a.cu)\nset_target_properties(k PROPERTIES CUDA_ARCHITECTURES "${MY_ARCHS}")'
    found = evaluate(text, files, request="9.0a")
    assert flags(found) == {"a.cu": "90a>compute_90a,sm_90a"}
    assert AssumptionKind.REQUEST in kinds(found)
    undecided = evaluate(text, files)
    assert undecided.sources[0].undecided is not None
    assert undecided.sources[0].gencodes == ()


def test_an_empty_list_stops_the_configuration(evaluate):
    found = evaluate('add_library(k SHARED a.cu)\nset_target_properties(k PROPERTIES CUDA_ARCHITECTURES "")')
    assert found.status is BuildStatus.CONFIGURE_ERROR
    assert found.error == 'CUDA_ARCHITECTURES is empty for target "k".'


def test_the_legacy_module_compiles_with_its_own_flags(evaluate):
    found = evaluate(
        "cmake_minimum_required(VERSION 3.20)\nproject(p)\nfind_package(CUDA REQUIRED)\n"
        "list(APPEND CUDA_NVCC_FLAGS -O3 -gencode arch=compute_80,code=sm_80)\n"
        "cuda_add_library(k SHARED a.cu OPTIONS -gencode=arch=compute_90,code=sm_90)\n"
        "list(APPEND CUDA_NVCC_FLAGS -gencode arch=compute_100,code=sm_100)"
    )
    assert flags(found) == {"a.cu": "80>sm_80 90>sm_90"}


def test_the_legacy_flag_selector_reads_lists_and_the_request(evaluate):
    text = (
        "cmake_minimum_required(VERSION 3.20)\nproject(p)\nfind_package(CUDA REQUIRED)\n"
        "cuda_select_nvcc_arch_flags(F {})\nlist(APPEND CUDA_NVCC_FLAGS ${{F}})\ncuda_add_executable(k a.cu)"
    )
    assert flags(evaluate(text.format("8.0 8.6+PTX"))) == {"a.cu": "80>sm_80 86>sm_86 86>compute_86"}
    assert flags(evaluate(text.format("Auto"), request="9.0")) == {"a.cu": "90>sm_90"}
    assert flags(evaluate(text.format("Auto"), device="12.0")) == {"a.cu": "120>sm_120"}
    assert evaluate(text.format("Auto")).sources[0].undecided is not None


def test_names_in_a_request_are_torchs_and_no_other_builds(evaluate):
    assert flags(evaluate(TORCH, request="Hopper")) == {"a.cu": "90>sm_90"}
    with pytest.raises(UsageError):
        evaluate("add_library(k SHARED a.cu)", request="Hopper")


def test_torch_behind_a_condition_that_does_not_hold_is_not_read(evaluate):
    found = evaluate("if(FALSE)\nfind_package(Torch)\nendif()\nadd_library(k SHARED a.cu)", request="9.0")
    assert flags(found) == {"a.cu": "90>compute_90,sm_90"}


def test_a_list_kept_in_a_variable_that_ignores_the_request_is_the_builds_own(evaluate):
    text = (
        "set(CMAKE_CUDA_ARCHITECTURES OFF)\nset(FLAGS -O3 -gencode=arch=compute_90,code=sm_90)\n"
        "add_library(k SHARED a.cu)\ntarget_compile_options(k PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:${FLAGS}>)"
    )
    found = evaluate(text, request="8.0")
    assert found.request_rule is RequestRule.BUILD
    assert "request-ignored" in [finding.id for finding in found.findings]


def test_a_list_kept_in_a_variable_that_follows_the_request_is_the_users(evaluate):
    text = (
        "set(ARCHS ${CMAKE_CUDA_ARCHITECTURES})\nset(CMAKE_CUDA_ARCHITECTURES OFF)\n"
        "foreach(a ${ARCHS})\nlist(APPEND FLAGS -gencode=arch=compute_${a},code=sm_${a})\nendforeach()\n"
        "add_library(k SHARED a.cu)\ntarget_compile_options(k PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:${FLAGS}>)"
    )
    found = evaluate(text, request="8.0")
    assert found.request_rule is RequestRule.USER
    assert "request-ignored" not in [finding.id for finding in found.findings]


@pytest.mark.parametrize(("lists", "request_", "ignored"), [("", "native", False), ("native", "9.0", True)])
def test_native_is_followed_where_it_was_asked_for(evaluate, lists, request_, ignored):
    text = f"set(CMAKE_CUDA_ARCHITECTURES {lists})\n" if lists else ""
    found = evaluate(f"{text}add_library(k SHARED a.cu)", request=request_)
    assert ("request-ignored" in [finding.id for finding in found.findings]) is ignored
