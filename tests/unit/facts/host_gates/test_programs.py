"""Gates over functions, files and units: what a number means after a call, who calls whom, which macros are defined."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fakes.host_code import KERNELS, PROPERTIES, SHOWN, gate, gates, host, row
from kernaudit.facts.host_gates.gates import Admission

if TYPE_CHECKING:
    from pathlib import Path

PROP = "auto* prop = getCurrentDeviceProperties();\n"
HELPERS = {
    "pure function": ("bool fast(int v) { return v >= 90 && v < 100; }", "fast(get_sm_version_num())", "nnnYnnnn"),
    "function without parameters": (
        "bool is_sm90a() { auto* p = getCurrentDeviceProperties(); return p->major == 9 && p->minor == 0; }",
        "is_sm90a()",
        "nnnYnnnn",
    ),
    "function of a function": (
        "int cc() { return get_sm_version_num() * 10; }\nbool newer() { return cc() >= 1000; }",
        "newer()",
        "nnnnYYYY",
    ),
    "several returns": (
        "int kind(int v) { if (v >= 100) return 2; if (v >= 90) return 1; return 0; }",
        "kind(get_sm_version_num()) == 1",
        "nnnYnnnn",
    ),
    "template argument": (
        "template <int Least> bool least() { return get_sm_version_num() >= Least; }",
        "least<90>()",
        "nnnYYYYY",
    ),
    "constant": ("constexpr int HOPPER = 90;", "get_sm_version_num() == HOPPER", "nnnYnnnn"),
    "macro": ("#define HOPPER (10 * 9)", "get_sm_version_num() == HOPPER", "nnnYnnnn"),
    "object": (
        "struct Arch { int major, minor; bool is_sm90() const { return major == 9; } };\n"
        "Arch arch() { auto* p = getCurrentDeviceProperties(); return {p->major, p->minor}; }",
        "arch().is_sm90()",
        "nnnYnnnn",
    ),
    "pair": (
        "std::pair<int, int> pair() { auto* p = getCurrentDeviceProperties(); return {p->major, p->minor}; }",
        "pair().first == 10",
        "nnnnYYnn",
    ),
    "namespace": (
        "namespace a { bool ok(int v) { return v == 90; } }\nnamespace b { bool ok(int v) { return v == 80; } }",
        "a::ok(get_sm_version_num())",
        "nnnYnnnn",
    ),
    "unread function": ("bool ok(int v);", "ok(get_sm_version_num())", "????????"),
    "recursion": ("int f(int v) { return v > 90 ? f(v - 1) : v; }", "f(get_sm_version_num()) == 90", "nnnYYY??"),
}


@pytest.mark.parametrize("name", HELPERS)
def test_a_function_of_the_capability_is_folded(tmp_path: Path, name: str) -> None:
    before, condition, want = HELPERS[name]
    assert row(host(tmp_path, f"if ({condition}) k<<<1, 1>>>(p);", before=before)) == want


def test_a_number_may_come_back_through_a_parameter(tmp_path: Path) -> None:
    before = "void query(int& v, int* w) { v = get_sm_version_num(); *w = v / 10; }"
    body = "int v = 0, w = 0;\nquery(v, &w);\nif (v >= 90 && w < 10) k<<<1, 1>>>(p);"
    assert row(host(tmp_path, body, before=before)) == "nnnYnnnn"


def test_a_flag_that_a_function_is_given_hangs_on_its_caller(tmp_path: Path) -> None:
    before = "void launch(bool hopper, float* p) { if (hopper) k<<<1, 1>>>(p); else other<<<1, 1>>>(p); }"
    found = host(tmp_path, PROP + "launch(prop->major == 9, p);", before=before)
    assert (row(found, "k"), row(found, "other")) == ("nnnYnnnn", "YYYnYYYY")


def test_one_caller_that_accepts_is_enough(tmp_path: Path) -> None:
    before = "void launch(float* p) { k<<<1, 1>>>(p); }"
    body = PROP + "if (prop->major == 9) launch(p);\nif (prop->major == 10) launch(p);"
    assert row(host(tmp_path, body, before=before)) == "nnnYYYnn"


def test_a_caller_without_test_is_no_gate(tmp_path: Path) -> None:
    before = "void launch(float* p) { k<<<1, 1>>>(p); }\nvoid free_way(float* p) { launch(p); }"
    assert row(host(tmp_path, PROP + "if (prop->major == 9) launch(p);\nfree_way(p);", before=before)) == "........"


def test_a_kernel_that_nobody_launches_has_no_gate(tmp_path: Path) -> None:
    assert row(host(tmp_path, PROP + "if (prop->major == 9) other<<<1, 1>>>(p);")) == "........"


def test_a_refusal_in_a_called_function_guards_what_follows(tmp_path: Path) -> None:
    before = 'void need() { auto* p = getCurrentDeviceProperties(); TORCH_CHECK(p->major == 9, "Hopper"); }'
    assert row(host(tmp_path, "need();\nk<<<1, 1>>>(p);", before=before)) == "nnnYnnnn"


def test_a_doubt_ends_where_both_ways_return(tmp_path: Path) -> None:
    before = "bool ok(int v);\nint size(int v) { if (ok(v)) return 1; return 2; }"
    assert row(host(tmp_path, "int s = size(get_sm_version_num());\nk<<<s, 1>>>(p);", before=before)) == "........"


def test_a_doubt_that_may_refuse_stays(tmp_path: Path) -> None:
    before = "bool ok(int v);\nvoid need(int v) { if (!ok(v)) throw 1; }"
    assert row(host(tmp_path, "need(get_sm_version_num());\nk<<<1, 1>>>(p);", before=before)) == "????????"


MACRO = "#if defined ENABLE_SM90 && ENABLE_SM90\nif (prop->major == 9) { k<<<1, 1>>>(p); return; }\n#endif\n"


def test_a_macro_of_the_build_decides(tmp_path: Path) -> None:
    body = PROP + MACRO + "other<<<1, 1>>>(p);"
    assert row(host(tmp_path, body, "-DENABLE_SM90=1")) == "nnnYnnnn"
    assert row(host(tmp_path, body), "other") == "........"


def test_units_that_are_linked_call_each_other(tmp_path: Path) -> None:
    files = {
        "api.h": "void launch(float* p);\n",
        "kernel.cu": f'#include "api.h"\n{KERNELS}void launch(float* p) {{ k<<<1, 1>>>(p); }}\n',
        "entry.cpp": f'#include "api.h"\n{PROPERTIES}\n'
        "void run(float* p) { if (get_sm_version_num() < 100) throw 1; launch(p); }\n"
        'TORCH_LIBRARY(ops, m) { m.def("run", &run); }\n',
    }
    found = gates(tmp_path, files)
    assert row(found) == "nnnnYYYY"
    [test] = gate(found, "sm_80").tests
    assert (test.location.file, test.location.line, test.text) == ("entry.cpp", 7, "get_sm_version_num() < 100")


def test_an_internal_function_is_not_another_units(tmp_path: Path) -> None:
    files = {
        "kernel.cu": f"{KERNELS}static void launch(float* p) {{ k<<<1, 1>>>(p); }}\n"
        "void all(float* p) { launch(p); }\n",
        "entry.cpp": f"{PROPERTIES}\nstatic void launch(float* p) {{}}\n"
        "void run(float* p) { if (get_sm_version_num() == 90) launch(p); }\n",
    }
    assert row(gates(tmp_path, files)) == "........"


def test_a_floor_is_told_from_a_test_that_names_the_device(tmp_path: Path) -> None:
    floor = host(tmp_path / "a", PROP + "if (prop->major >= 8) k<<<1, 1>>>(p);")
    named = host(tmp_path / "b", PROP + "if (prop->major == 10) k<<<1, 1>>>(p);")
    picked = host(tmp_path / "c", PROP + "if (prop->major >= 8) k<<<1, 1>>>(p); else other<<<1, 1>>>(p);")
    assert [gate(found, "sm_100").tests[0].names_device for found in (floor, named, picked)] == [False, True, True]


def test_a_check_refuses_and_a_branch_does_not(tmp_path: Path) -> None:
    check = host(tmp_path / "a", PROP + "TORCH_CHECK(prop->major >= 9);\nk<<<1, 1>>>(p);")
    branch = host(tmp_path / "b", PROP + "if (prop->major >= 9) k<<<1, 1>>>(p);")
    assert [gate(found, "sm_80").tests[0].refuses for found in (check, branch)] == [True, False]
    assert all(not gate(found, "sm_80").tests[0].holds for found in (check, branch))


def test_every_rejection_has_a_test(tmp_path: Path) -> None:
    found = host(tmp_path, PROP + "if (prop->major < 9) return;\nif (prop->major >= 12) throw 1;\nk<<<1, 1>>>(p);")
    assert row(found) == "nnnYYYnn"
    assert [test.location.line for test in gate(found, "sm_80").tests] == [10]
    assert [test.location.line for test in gate(found, "sm_120").tests] == [11]


def test_an_op_serves_other_kernels_on_other_devices(tmp_path: Path) -> None:
    body = PROP + "if (prop->major >= 9) { k<<<1, 1>>>(p); return; }\nother<<<1, 1>>>(p);"
    found = host(tmp_path, body)
    [start] = found.program.by_name["entry"]
    served = {device: [node.name for node in found.served(start, device)] for device in SHOWN}
    assert served["sm_80"] == ["other"]
    assert served["sm_120"] == ["k"]


def test_template_arguments_of_launches_have_gates_of_their_own(tmp_path: Path) -> None:
    before = (
        "template <int N> __global__ void t(float* p) { *p = N; }\n"
        "template <int N> void go(float* p) { t<N><<<1, 1>>>(p); }\n"
    )
    body = PROP + "if (prop->major >= 10) go<100>(p); else if (prop->major == 9) go<90>(p);"
    found = host(tmp_path, body, before=before)
    [node] = found.program.by_name["t"]
    assert found.instances(node) == (("100",), ("90",))
    of = {a: "".join(found.of_instance(node, (a,), d).admission.value[0] for d in SHOWN) for a in ("90", "100")}
    assert of == {"90": "rrrarrrr", "100": "rrrraaaa"}


def test_code_that_a_function_never_reads_says_nothing(tmp_path: Path) -> None:
    found = host(tmp_path, PROP + "if (prop->major == 9) k<<<1, 1>>>(p)")
    assert all(gate(found, device).admission in set(Admission) for device in SHOWN)


@pytest.mark.parametrize("depth", [50, 3000])
def test_deep_nesting_ends(tmp_path: Path, depth: int) -> None:
    body = PROP + "if (prop->major >= 8) {" * depth + "k<<<1, 1>>>(p);" + "}" * depth
    assert set(row(host(tmp_path, body))) <= set("Yn?.")


def test_a_tangle_of_calls_ends(tmp_path: Path) -> None:
    before = "".join(
        f"void f{i}(int v, float* p) {{ if (v > {i}) f{(i + 1) % 30}(v + 1, p); f{(i + 7) % 30}(v * 2, p); "
        f"if (v == {80 + i}) k<<<1, 1>>>(p); }}\n"
        for i in range(30)
    )
    found = host(tmp_path, "f0(get_sm_version_num(), p);", before=before)
    assert set(row(found)) <= set("Yn?.")


def test_a_kernel_that_is_compiled_at_run_time_is_named_in_a_string(tmp_path: Path) -> None:
    files = {
        "entry.cpp": f"{PROPERTIES}void build(const char* source, const char* name);\n"
        "void run() {\n auto* prop = getCurrentDeviceProperties();\n"
        ' if (prop->major == 9) build("sm90.cu", "k");\n'
        ' else if (prop->major == 10) build("sm100.cu", "other");\n'
        ' else throw std::runtime_error("unsupported");\n}\n',
        "sm90.cu": "__global__ void k(float* p) { *p = 1; }\n",
        "sm100.cu": "__global__ void other(float* p) { *p = 1; }\n",
    }
    found = gates(tmp_path, files, jit=("sm90.cu", "sm100.cu"))
    assert (row(found), row(found, "other")) == ("nnnYnnnn", "nnnnYYnn")


def test_a_comparison_as_template_argument_is_read(tmp_path: Path) -> None:
    before = "template <bool Fast> void go(float* p) { if (Fast) k<<<1, 1>>>(p); else other<<<1, 1>>>(p); }"
    body = "constexpr int LEAST = 90;\nif (get_sm_version_num() >= 90) go<LEAST >= 90>(p); else go<false>(p);"
    found = host(tmp_path, body, before=before)
    assert "?" not in row(found) + row(found, "other")
