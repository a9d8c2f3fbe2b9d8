"""The forms in which C++ refuses a device: each keeps the kernel from all devices but 9.0, or is not decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.fakes.host_code import gates, host, row

if TYPE_CHECKING:
    from pathlib import Path

LAUNCH = " k<<<1, 1>>>(p);"
MAJOR = "getCurrentDeviceProperties()->major"
ONLY_9 = "nnnYnnnn"
OPEN = "????????"


BEFORE = """
int stored;
cudaDeviceProp* properties() { return at::cuda::getCurrentDeviceProperties(); }
void fail(const char* text) { throw std::runtime_error(text); }
[[noreturn]] void fail_elsewhere(const char* text) { while (true) report(text); }
"""


@pytest.mark.parametrize(
    "refusal",
    [
        "cudaDeviceProp q; cudaGetDeviceProperties(&q, 0); if (int m = q.major; m != 9) throw 1;",
        "if (bool bad = MAJOR != 9) throw 1;",
        "if (auto m = MAJOR; bool bad = m != 9) throw 1;",
        "auto [major, minor] = std::make_pair(MAJOR, 0); if (major != 9) throw 1;",
        "int both[2] = {MAJOR, 0}; auto [major, minor] = both; if (major != 9) throw 1;",
        "switch (int m = MAJOR; m) { case 9: break; default: throw 1; }",
        "while (MAJOR != 9) throw 1;",
        "for (; MAJOR != 9;) throw 1;",
        "bool ok = MAJOR == 9; ok || (throw 1, 0);",
        'MAJOR == 9 || (throw std::runtime_error("x"), false);',
        "MAJOR == 9 or (throw 1, false);",
        "MAJOR != 9 && (throw 1, true);",
        "MAJOR != 9 && (abort(), true);",
        "MAJOR == 9 ? (void)0 : throw 1;",
        "int x = MAJOR == 9 ? 1 : throw 1;",
        'int x = MAJOR == 9 ? 1 : (throw std::runtime_error("x"), 2);',
        "auto same = [](int v) { return v; }; same(MAJOR == 9 ? 1 : throw 1);",
        "int m; auto get = [&](int& out) { out = MAJOR; }; get(m); if (m != 9) throw 1;",
        "std::optional<int> v; if (MAJOR == 9) v = 1; if (!v) throw 1;",
        "std::optional<int> v; if (MAJOR == 9) v = 1; int x = v.value();",
        "int bad = 0; if (MAJOR != 9) bad = 1; if (bad) return;",
        "int m = 9, n = MAJOR; std::swap(m, n); if (m != 9) throw 1;",
        "int m; cudaDeviceGetAttribute(&m, (cudaDeviceAttr)75, 0); if (m != 9) throw 1;",
        "int a, b; cuDeviceComputeCapability(&a, &b, 0); if (a != 9) throw 1;",
        "stored = MAJOR; if (stored != 9) throw 1;",
        "if (auto q = properties(); q->major != 9) throw 1;",
        'if (MAJOR != 9) LOG(FATAL) << "x" << 1;',
        'LOG_IF(FATAL, MAJOR != 9) << "x";',
        'if (MAJOR != 9) fail("x");',
        'if (MAJOR != 9) fail_elsewhere("x");',
        'if (MAJOR != 9) throw_unsupported("x");',
        "cudaFuncSetAttribute(k, cudaFuncAttributeNonPortableClusterSizeAllowed, 1); if (MAJOR != 9) throw 1;",
    ],
)
def test_refusals(tmp_path: Path, refusal: str) -> None:
    found = row(host(tmp_path, refusal.replace("MAJOR", MAJOR) + LAUNCH, before=BEFORE))
    assert found.replace(".", "Y") == ONLY_9


@pytest.mark.parametrize(
    "refusal",
    [
        "static const std::map<int, int> table{{8, 1}, {9, 2}}; int v = table.at(MAJOR);",
        "std::vector<int> table(10); table.at(MAJOR);",
        "int a[] = {9}; if (std::none_of(a, a + 1, [](int x) { return x == MAJOR; })) throw 1;",
        'if (strcmp(getCurrentDeviceProperties()->name, "one")) throw 1;',
        "int m; if ((m = MAJOR, m != 9)) throw 1;",
        "int m, n = MAJOR; memcpy(&m, &n, 4); if (m != 9) throw 1;",
        "cudaFuncAttributes a; cudaFuncGetAttributes(&a, k); if (a.binaryVersion != 90) throw 1;",
    ],
)
def test_what_is_not_followed_is_not_decided(tmp_path: Path, refusal: str) -> None:
    assert row(host(tmp_path, refusal.replace("MAJOR", MAJOR) + LAUNCH)) == OPEN


@pytest.mark.parametrize("minus", ["m - 9u", "m - (unsigned)9", "m - 9"])
def test_below_zero_an_unsigned_number_is_some_large_one(tmp_path: Path, minus: str) -> None:
    found = row(host(tmp_path, f"unsigned m = {MAJOR}; if ({minus} > 0) throw 1;{LAUNCH}"))
    assert found == "???Ynnnn"  # 7 and 8 minus 9 are above 0 as well: refused, or at least not decided


def test_a_lambda_launches_where_it_is_called(tmp_path: Path) -> None:
    assert row(host(tmp_path, f"auto go = [&] {{ {LAUNCH} }}; if ({MAJOR} == 9) go();")) == ONLY_9


@pytest.mark.parametrize(
    "body",
    [
        f"void (*list[])(float*) = {{other, k}}; list[{MAJOR} == 9]<<<1, 1>>>(p);",
        f"list[{MAJOR} == 9]<<<1, 1>>>(p);",
    ],
)
def test_a_list_of_kernels_of_which_the_device_picks_one(tmp_path: Path, body: str) -> None:
    before = "" if "list[]" in body else "static void (*const list[2])(float*) = {other, k};"
    found = host(tmp_path, body, before=before)
    assert row(found, "k") == row(found, "other") == OPEN


def test_a_list_of_kernels_that_a_shape_picks_from_is_no_gate(tmp_path: Path) -> None:
    found = host(tmp_path, f"if ({MAJOR} < 9) return; void (*list[])(float*) = {{other, k}}; list[flag]<<<1, 1>>>(p);")
    assert row(found, "k") == row(found, "other") == "nnnYYYYY"


def test_what_a_constructor_refuses(tmp_path: Path) -> None:
    guard = f"struct Guard {{ Guard() {{ if ({MAJOR} != 9) throw 1; }} }};"
    assert row(host(tmp_path, f"Guard guard;{LAUNCH}", before=guard)) == ONLY_9


def test_a_condition_that_no_device_decides_keeps_short_circuits_open(tmp_path: Path) -> None:
    assert row(host(tmp_path, f"flag || (throw 1, 0);{LAUNCH}")) == "........"


def test_arguments_of_a_loop_that_hangs_on_the_device(tmp_path: Path) -> None:
    text = f"void run(float* p) {{ while ({MAJOR} >= 9) {{ {LAUNCH} break; }} }}\n"
    found = gates(tmp_path, {"u.cu": "__global__ void k(float* p) { *p = 1; }\n" + text + "int main() { run(0); }\n"})
    assert row(found) == "nnnYYYYY"
