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


def test_a_table_that_no_reader_of_the_device_searches_launches_everywhere(tmp_path: Path) -> None:
    table = "static const Entry table[] = {{80, run_k}, {90, run_other}};"
    text = f"{KERNELS}{PROPERTIES}{CODE}{table}\nvoid entry(int n, float* p) {{ table[n].run(p); }}\n"
    assert row(gates(tmp_path, {"u.cu": text})) == "........"


def test_a_function_of_a_table_that_is_called_as_well_runs(tmp_path: Path) -> None:
    table = "static const Entry table[] = {{80, run_k}, {90, run_other}};"
    text = f"{KERNELS}{PROPERTIES}{CODE}{table}\nvoid entry(float* p) {{ run_k(p); {SEARCH} }}\n"
    found = gates(tmp_path, {"u.cu": text})
    assert (row(found), row(found, "other")) == ("........", "????????")
