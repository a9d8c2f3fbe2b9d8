"""A table of capabilities and functions that is searched for the device: no row of it runs everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fakes.host_code import KERNELS, PROPERTIES, gates, row

if TYPE_CHECKING:
    from pathlib import Path

CODE = """
typedef void (*Fn)(float*);
void run_k(float* p) { k<<<1, 32>>>(p); }
void run_other(float* p) { other<<<1, 32>>>(p); }
struct Entry { int sm; Fn run; };
"""
SEARCH = "for (auto& e : table) if (e.sm == get_sm_version_num()) { e.run(p); return; }\nthrow 1;"
CALLED = "run_of(get_sm_version_num(), p);"


@pytest.mark.parametrize(
    ("table", "body"),
    [
        ("static const Entry table[] = {{80, run_k}, {90, run_other}};", SEARCH),
        ("static const Entry table[] = {{.sm = 80, .run = &run_k}, {.sm = 90, .run = &run_other}};", SEARCH),
        (
            "static const std::map<int, Fn> table = {{80, run_k}, {90, run_other}};",
            "table.at(get_sm_version_num())(p);",
        ),
        (
            "static const Entry table[] = {{80, run_k}, {90, run_other}};\n"
            "void run_of(int v, float* p) { for (auto& e : table) if (e.sm == v) e.run(p); }",
            CALLED,
        ),
    ],
)
def test_which_row_a_device_takes_is_not_known(tmp_path: Path, table: str, body: str) -> None:
    text = f"{KERNELS}{PROPERTIES}{CODE}{table}\nvoid entry(float* p) {{ {body} }}\n"
    found = gates(tmp_path, {"u.cu": text})
    assert (row(found), row(found, "other")) == ("????????", "????????")


LOCAL = "static const Entry table[] = {{80, run_k}, {90, run_other}};\n"
BY_NAME = "enum Arch { SM80 = 80, SM90 = 90 };\nstatic const Entry table[] = {{SM80, run_k}, {Arch::SM90, run_other}};"
ASK = "get_sm_version_num()"


@pytest.mark.parametrize(
    ("before", "body"),
    [
        pytest.param("", LOCAL + SEARCH, id="local"),
        pytest.param(
            "", f"static std::map<int, Fn> t{{{{80, run_k}}, {{90, run_other}}}};\nt.at({ASK})(p);", id="local map"
        ),
        pytest.param("", f"std::map<int, Fn> t; t[80] = run_k; t[90] = &run_other; t.at({ASK})(p);", id="filled"),
        pytest.param(
            "",
            f"static const Entry table[] = {{{{80, [](float* p) {{ run_k(p); }}}}, {{90, run_other}}}};\n{SEARCH}",
            id="lambda",
        ),
        pytest.param(BY_NAME, SEARCH, id="enumerators"),
        pytest.param(
            f"void run_of(int v, float* p) {{ {LOCAL} for (auto& e : table) if (e.sm == v) e.run(p); }}",
            CALLED,
            id="local, one call away",
        ),
        pytest.param(
            f"{LOCAL}void find(int v, float* p) {{ for (auto& e : table) if (e.sm == v) e.run(p); }}\n"
            "void between(int v, float* p) { find(v, p); }\nvoid run_of(int v, float* p) { between(v, p); }",
            CALLED,
            id="three calls away",
        ),
        pytest.param(
            f"void find(int v, float* p) {{ {LOCAL} for (auto& e : table) if (e.sm == v) e.run(p); }}\n"
            "void run_of(int v, float* p) { find(v, p); }",
            CALLED,
            id="local, two calls away",
        ),
    ],
)
def test_a_table_in_a_function_by_name_or_behind_calls(tmp_path: Path, before: str, body: str) -> None:
    text = f"{KERNELS}{PROPERTIES}{CODE}{before}\nvoid entry(float* p) {{ {body} }}\n"
    found = gates(tmp_path, {"u.cu": text})
    assert (row(found), row(found, "other")) == ("????????", "????????")


@pytest.mark.parametrize("keys", ["64, 128", "0, 1", "F16, F32"])
def test_a_local_table_of_something_else_launches_wherever_it_is_read(tmp_path: Path, keys: str) -> None:
    one, other = keys.split(", ")
    table = f"enum {{ F16, F32 }}; static const Entry table[] = {{{{{one}, run_k}}, {{{other}, run_other}}}};"
    body = f"if (get_sm_version_num() < 90) throw 1;\n{table}\nfor (auto& e : table) if (e.sm == n) e.run(p);"
    text = f"{KERNELS}{PROPERTIES}{CODE}void entry(int n, float* p) {{ {body} }}\n"
    assert set(row(gates(tmp_path, {"u.cu": text}))) == {"Y", "n"}


def test_a_table_that_no_reader_of_the_device_searches_launches_everywhere(tmp_path: Path) -> None:
    table = "static const Entry table[] = {{80, run_k}, {90, run_other}};"
    text = f"{KERNELS}{PROPERTIES}{CODE}{table}\nvoid entry(int n, float* p) {{ table[n].run(p); }}\n"
    assert row(gates(tmp_path, {"u.cu": text})) == "........"


def test_a_function_of_a_table_that_is_called_as_well_runs(tmp_path: Path) -> None:
    table = "static const Entry table[] = {{80, run_k}, {90, run_other}};"
    text = f"{KERNELS}{PROPERTIES}{CODE}{table}\nvoid entry(float* p) {{ run_k(p); {SEARCH} }}\n"
    found = gates(tmp_path, {"u.cu": text})
    assert (row(found), row(found, "other")) == ("........", "????????")
