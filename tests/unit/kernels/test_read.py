"""Bodies, refusals, evidence and instances of kernels; the expected values are nvcc's (see `snippets`)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kernaudit.discover.tree import SourceTree
from kernaudit.facts.builtins import Builtins
from kernaudit.kernels.read import KernelReader
from kernaudit.model.arch import SmTarget
from kernaudit.ruleset.device_functions import load_device_functions
from kernaudit.ruleset.library_macros import load_library_macros
from kernaudit.ruleset.load import Rules, load_rules
from kernaudit.ruleset.macros import image_macros
from kernaudit.sources.project import SourceProject

from .snippets import SNIPPETS

if TYPE_CHECKING:
    from pathlib import Path

    from kernaudit.kernels.model import KernelFacts, UnitFacts

CASES = [(name, target) for name, snippet in SNIPPETS.items() for target in snippet.want]


@lru_cache(maxsize=1)
def rules() -> Rules:
    return load_rules()


def read(root: Path, files: dict[str, str], target: str, unit: str = "u.cu", **defines: str) -> UnitFacts:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    project = SourceProject(SourceTree(root), [unit], load_library_macros(rules().files), defines=defines)
    reader = KernelReader(
        project, rules().instructions, Builtins(load_device_functions(rules().files), rules().generations)
    )
    asked, toolkit = SmTarget.parse(target), rules().toolkit("13.0")
    return reader.read(unit, asked, toolkit, image_macros(asked, toolkit, rules().macros))


def kernel(facts: UnitFacts, name: str = "k") -> KernelFacts:
    [found] = [kernel for kernel in facts.kernels if kernel.name == name]
    return found


@pytest.mark.parametrize(("name", "target"), CASES)
def test_what_nvcc_makes_of_it(tmp_path: Path, name: str, target: str) -> None:
    snippet = SNIPPETS[name]
    facts = read(tmp_path, {"u.cu": snippet.text, **snippet.files}, target)
    refused = [*facts.refused, *(refusal for kernel in facts.kernels for refusal in kernel.refused)]
    want = snippet.want[target]
    if want == "refused":
        assert refused
    else:
        assert not refused
        assert {kernel.name: kernel.body.body.value for kernel in facts.kernels if kernel.name != "no_code"} == want


def test_a_refusal_names_rule_and_place(tmp_path: Path) -> None:
    files = {
        "u.cu": '#include "copy.cuh"\n__global__ void k(float* o) { wait(); o[0] = 1; }\n',
        "copy.cuh": '#pragma once\n__device__ void wait() {\n  asm volatile("cp.async.wait_all;");\n}\n',
    }
    [refusal] = kernel(read(tmp_path, files, "sm_75")).refused
    assert str(refusal.location) == "copy.cuh:3"
    assert refusal.rule == "cp-async"
    assert kernel(read(tmp_path, files, "sm_80")).rules == ("cp-async",)


def test_sites_tell_where_a_stub_traps(tmp_path: Path) -> None:
    text = "__device__ void stop() {\n  __trap();\n}\n__global__ void k() {\n  stop();\n}\n"
    [site] = kernel(read(tmp_path, {"u.cu": text}, "sm_80")).body.sites
    assert (site.path, site.line) == ("u.cu", 2)


def test_instances_carry_their_arguments(tmp_path: Path) -> None:
    text = (
        "template <class T, int N> __global__ void k(T* o) { if constexpr (N > 2) { __trap(); } else { o[0] = 1; } }\n"
        "template __global__ void k<float, 1>(float*);\ntemplate __global__ void k<double, 3>(double*);\n"
    )
    found = kernel(read(tmp_path, {"u.cu": text}, "sm_80"))
    assert [(one.arguments, one.body.body.value) for one in found.instances] == [
        ((("T", "float"), ("N", "1")), "code"),
        ((("T", "double"), ("N", "3")), "trap"),
    ]


@pytest.mark.parametrize(
    ("written", "shown", "body"),
    [("-1", "-1", "empty"), ("(-1)", "-1", "empty"), ("- 1", "-1", "empty"), ("0", "0", "empty"), ("+1", "1", "code")],
)
def test_a_sign_belongs_to_its_number(tmp_path: Path, written: str, shown: str, body: str) -> None:
    """C++ [temp.arg.nontype]: the argument is the value of a constant expression, here one below or above nothing."""
    text = "template <int N> __global__ void k(float* o) { if constexpr (N > 0) { o[N] = 1; } }\n"
    found = kernel(read(tmp_path, {"u.cu": f"{text}void run(float* o) {{ k<{written}><<<1, 1>>>(o); }}\n"}, "sm_90"))
    assert [(one.arguments, str(one.body.body)) for one in found.instances] == [((("N", shown),), body)]
    assert str(found.body.body) == body


def test_what_a_kernel_declares_is_not_an_argument_of_its_instances(tmp_path: Path) -> None:
    text = (
        "template <int N> __global__ void k(float* o) {\n"
        "  using W = float; constexpr int M = N / 2;\n"
        "  if constexpr (M > 20) { __trap(); } else { o[0] = W(M); }\n}\n"
    )
    text += "".join(f"template __global__ void k<{n}>(float*);\n" for n in (1, *range(30, 48)))
    found = kernel(read(tmp_path, {"u.cu": text}, "sm_80"))
    assert [one.arguments for one in found.instances] == [(("N", str(n)),) for n in (1, *range(30, 48))]
    assert [one.body.body.value for one in found.instances] == ["code"] * 13 + ["trap"] * 6


def test_extern_templates_are_instantiated_elsewhere(tmp_path: Path) -> None:
    text = (
        "template <int N> __global__ void k(float* o) { if (N > 32) { __trap(); return; } o[N] = 1; }\n"
        "template <int N> void launch(float* o) { k<N><<<1, 1>>>(o); }\n"
        "extern template void launch<8>(float*);\ntemplate void launch<64>(float*);\n"
        "void run(float* o) { launch<8>(o); launch<64>(o); }\n"
    )
    found = kernel(read(tmp_path, {"u.cu": text}, "sm_80"))
    assert [dict(one.arguments)["N"] for one in found.instances] == ["64"]
    assert found.body.body.value == "trap"


def test_a_condition_that_nobody_knows_makes_the_body_unknown_only_where_it_decides(tmp_path: Path) -> None:
    text = (
        "#include <cutlass/cutlass.h>\n"
        "__global__ void k(float* o) {\n#if CUTLASS_SOMETHING_NEW\no[0] = 1;\n#else\n__trap();\n#endif\n}\n"
        "__global__ void other(float* o) {\n#if CUTLASS_SOMETHING_NEW\no[0] = 1;\n#endif\no[1] = 1;\n}\n"
    )
    facts = read(tmp_path, {"u.cu": text}, "sm_90a")
    assert kernel(facts).body.body.value == "unknown"
    assert kernel(facts, "other").body.body.value == "code"
    assert [(d.line, d.text) for d in facts.undecided] == [(3, "CUTLASS_SOMETHING_NEW"), (10, "CUTLASS_SOMETHING_NEW")]


def test_cutlass_macros_are_known_though_cutlass_is_not_in_the_tree(tmp_path: Path) -> None:
    text = (
        "#include <cutlass/cutlass.h>\n"
        "CUTLASS_GLOBAL void __launch_bounds__(384, 1) k(float* o) {\n#if defined(CUTE_ARCH_MMA_SM90A_ENABLED)\n"
        'o[0] = 1;\n#else\nCUTE_INVALID_CONTROL_PATH("needs sm_90a");\n#endif\n}\n'
    )
    assert kernel(read(tmp_path, {"u.cu": text}, "sm_90a")).body.body.value == "code"
    assert kernel(read(tmp_path, {"u.cu": text}, "sm_90")).body.body.value == "print+trap"
    assert kernel(read(tmp_path, {"u.cu": text}, "sm_100a")).body.body.value == "print+trap"


def test_defines_of_the_command_line_reach_the_sources(tmp_path: Path) -> None:
    text = "__global__ void k(float* o) {\n#ifdef ENABLE\no[0] = 1;\n#endif\n}\n"
    assert kernel(read(tmp_path, {"u.cu": text}, "sm_80")).body.body.value == "empty"
    assert kernel(read(tmp_path, {"u.cu": text}, "sm_80", ENABLE="1")).body.body.value == "code"


def test_declarations_without_a_body_are_no_kernels(tmp_path: Path) -> None:
    text = "__global__ void k(float* o);\nextern __global__ void other(float* o);\n"
    text += "__global__ void k(float* o) { o[0] = 1; }\n"
    facts = read(tmp_path, {"u.cu": text}, "sm_80")
    assert [(one.name, one.function.line) for one in facts.kernels] == [("k", 3)]


def test_equal_texts_are_read_once_and_answer_for_every_target(tmp_path: Path) -> None:
    (tmp_path / "u.cu").write_text("__global__ void k(float* o) {\n#if __CUDA_ARCH__ >= 900\no[0] = 1;\n#endif\n}\n")
    project = SourceProject(SourceTree(tmp_path), ["u.cu"], load_library_macros(rules().files), defines={})
    reader = KernelReader(
        project, rules().instructions, Builtins(load_device_functions(rules().files), rules().generations)
    )
    toolkit = rules().toolkit("13.0")
    bodies = {}
    for name in ("sm_75", "sm_80", "sm_90", "sm_100", "sm_89"):
        target = SmTarget.parse(name)
        facts = reader.read("u.cu", target, toolkit, image_macros(target, toolkit, rules().macros))
        bodies[name] = kernel(facts).body.body.value
    assert bodies == {"sm_75": "empty", "sm_80": "empty", "sm_89": "empty", "sm_90": "code", "sm_100": "code"}
    assert len(project.syntax.parsed) == 2


_WORDS = """__global__ void k ( ) { } ; if constexpr template < > int for switch struct S asm volatile :: return
<<< >>> [&] & * , = k<1> operator() this-> case "trap;" o[0]=1 static_assert(0); using"""
_CODE = st.lists(st.sampled_from([*_WORDS.split(), "#if X\n", "#else\n", "#endif\n", "case 1:", "int N"]), max_size=40)


@given(_CODE)
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None, max_examples=60
)
def test_any_text_is_read_without_a_crash(tmp_path: Path, words: list[str]) -> None:
    read(tmp_path, {"u.cu": " ".join(["__global__ void k(int* o) { o[0] = 1; }", *words])}, "sm_80")


@given(st.binary(max_size=300))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=40)
def test_arbitrary_bytes_are_read_without_a_crash(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "noise.cuh").write_bytes(data)
    read(tmp_path, {"u.cu": '#include "noise.cuh"\n__global__ void k(int* o) { o[0] = 1; }\n'}, "sm_80")


def test_a_kernel_with_an_unreadable_body_is_kept_and_unknown(tmp_path: Path) -> None:
    text = "__global__ void k(float* p) {\n  LIKELY(x, (*p = 1;))\n}\n__global__ void l(float* p) { *p = 2; }\n"
    facts = read(tmp_path, {"u.cu": text}, "sm_90a")
    assert [(k.name, k.body.body) for k in facts.kernels] == [("k", "unknown"), ("l", "code")]


NV_TARGET = """\
#include <nv/target>
__global__ void provides(float* p) { NV_IF_TARGET(NV_PROVIDES_SM_90, (*p = 1;)) }
__global__ void exactly(float* p) { NV_DISPATCH_TARGET(NV_IS_EXACTLY_SM_90, (*p = 1;), NV_ANY_TARGET, (__trap();)) }
__global__ void feature(float* p) { NV_IF_ELSE_TARGET(NV_HAS_FEATURE_SM_90a, (*p = 1;), (__trap();)) }
__global__ void host(float* p) { NV_IF_TARGET(NV_IS_HOST, (*p = 1;), (__trap();)) }
"""


@pytest.mark.parametrize(
    ("target", "bodies"),
    [
        ("sm_80", ["empty", "trap", "trap", "trap"]),
        ("sm_90", ["code", "code", "trap", "trap"]),
        ("sm_90a", ["code", "code", "code", "trap"]),
        ("sm_100a", ["code", "trap", "trap", "trap"]),
    ],
)
def test_branches_of_nv_target(tmp_path: Path, target: str, bodies: list[str]) -> None:
    facts = read(tmp_path, {"u.cu": NV_TARGET}, target)
    assert [kernel.body.body for kernel in facts.kernels] == bodies


@pytest.mark.parametrize(
    ("call", "target", "refused"),
    [
        ("cuda::ptx::cp_async_bulk(p, 1)", "sm_80", ["cp-async-bulk"]),
        ("cuda::ptx::cp_async_bulk(p, 1)", "sm_90", []),
        ("cuda::ptx::tcgen05_wait_ld()", "sm_120a", ["tcgen05-memory"]),
        ("cuda::ptx::tcgen05_wait_ld()", "sm_100a", []),
        ("cuda::ptx::mbarrier_try_wait(p, 1)", "sm_80", ["mbarrier-try-wait"]),
    ],
)
def test_a_qualified_name_of_a_rule_is_found_in_a_kernel(
    tmp_path: Path, call: str, target: str, refused: list[str]
) -> None:
    facts = read(tmp_path, {"u.cu": f"__global__ void k(float* p) {{ {call}; *p = 1; }}\n"}, target)
    assert [one.rule for one in kernel(facts).refused] == refused
