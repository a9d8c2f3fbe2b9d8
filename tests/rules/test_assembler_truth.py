"""The rules against tables that NVIDIA's assembler and compiler filled, where those tables are at hand.

A table has one row a probe: feature, level (`ptx` or `cxx`), text, then y, n, e (the headers emulate it) or - a target.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from kernaudit.facts.rule_fixture import fixture_hits
from kernaudit.model.arch import SmTarget
from kernaudit.ruleset.load import load_rules
from kernaudit.scan.query import Query

TABLES = sorted((Path(__file__).parents[2].parent / "shared" / "truth" / "ptx").glob("cuda*.tsv"))
RULES = load_rules()

NOT_READABLE = {
    "atomicCAS.128": "atomicCAS is refused for the size of its argument's type",
    "__grid_constant__ CUtensorMap-like 128B": "the probe's body is cut off",
    "__nv_bfloat162(fp8x2_e4m3)": "a conversion operator has no name of its own",
    "nvcuda::wmma.": "the probe's body is cut off",
    "cuda::device::memcpy_async_tx": "the probe's body is cut off",
    "cuda::ptx::cp_async_bulk_tensor": "the probe's body is cut off",
}
"""Features whose rows in the tables do not show, in one line, what the compiler refuses."""

CXX = {
    "nvcuda::wmma.bf16.16x16x16": "wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> a;",
    "nvcuda::wmma.tf32.16x16x8": "wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> a;",
    "nvcuda::wmma.double.8x8x4": "wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> a;",
    "nvcuda::wmma.half.16x16x16": "wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;",
    "nvcuda::wmma.s8.16x16x16": "wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a;",
    "nvcuda::wmma.s4.8x8x32": "wmma::fragment<matrix_a, 8, 8, 32, wmma::experimental::precision::s4, row_major> a;",
    "nvcuda::wmma.b1.8x8x128.xor": "wmma::bmma_sync(d, a, b, c, wmma::experimental::bmmaBitOpXOR);",
    "nvcuda::wmma.b1.8x8x128.and": "wmma::bmma_sync(d, a, b, c, wmma::experimental::bmmaBitOpAND);",
    "cuda::device::memcpy_async_tx": "cuda::device::memcpy_async_tx(s, g, cuda::aligned_size_t<16>(256), b);",
    "cuda::ptx::cp_async_bulk_tensor": "cuda::ptx::cp_async_bulk_tensor(space_cluster, space_global, s, m, xy, &b);",
}
"""The same in one line."""


@pytest.fixture(params=TABLES, ids=lambda path: path.stem)
def table(request):
    header, *rows = (line.split("\t") for line in request.param.read_text().splitlines() if line)
    release = request.param.stem.removeprefix("cuda").removesuffix(".held")
    return RULES.toolkit(release), header[3:], rows


@pytest.mark.skipif(not TABLES, reason="no tables of assembler answers beside the checkout")
def test_ptx_rows(table):
    toolkit, targets, rows = table
    query = Query(RULES.instructions, toolkit)
    wrong = [
        f"{feature} on {target}: {cell}"
        for feature, level, text, *cells in rows
        if level == "ptx"
        for answer in [query.answer(text)["targets"]]
        for target, cell in zip(targets, cells, strict=True)
        if cell in "yn" and answer.get(target) is not (cell == "y")
    ]
    assert wrong == []


@pytest.mark.skipif(not TABLES, reason="no tables of assembler answers beside the checkout")
def test_cxx_rows(table):
    toolkit, targets, rows = table
    wrong = []
    for feature, level, text, *cells in rows:
        line = CXX.get(feature, "" if _unreadable(feature) else text)
        if level != "cxx" or not line:
            continue
        rules = [RULES.instructions.get(rule_id) for rule_id in fixture_hits(RULES.instructions, line).get(1, ())]
        for target, cell in zip(targets, cells, strict=True):
            there = [rule.accepts(SmTarget.parse(target), toolkit) for rule in rules]
            accepted = all(has or rule.falls_back for has, rule in zip(there, rules, strict=True))
            in_hardware = all(has for has, rule in zip(there, rules, strict=True) if rule.falls_back)
            if cell in "yne" and (accepted is (cell == "n") or (cell == "y" and not in_hardware)):
                wrong.append(f"{feature} on {target}: {cell}")
    assert wrong == []


def _unreadable(feature):
    return any(feature.startswith(name) for name in NOT_READABLE)
