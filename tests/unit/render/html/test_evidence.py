"""The data block: equal things once, and every number leads back to what the report says."""

from __future__ import annotations

from dataclasses import replace

from fakes.decided import counted, decided_report
from fakes.pages import page_of
from fakes.reports import cell, needs, report, row
from kernaudit.model.evidence import Location
from kernaudit.model.verdict import Edit, Layer, Reason, Remedy, RemedyKind, SharedMemory
from kernaudit.render.html.memory import shared_memory_sentence


def test_equal_cells_and_texts_stand_once() -> None:
    one, other = needs("not-built", "port", rule="wgmma"), needs("not-built", "port", rule="wgmma")
    assert one is not other
    data = page_of(
        report([row("a", {"sm_90a": one, "sm_100": other}), row("b", {"sm_90a": "native", "sm_100": one})])
    ).data
    first, second = data["kernels"]
    assert first[7][0] == first[7][1] == second[7][1] != second[7][0]
    assert len(data["cells"]) == 2
    for table in ("strings", "reasons", "notes", "remedies", "cells"):
        assert len(data[table]) == len({str(one) for one in data[table]})


def test_a_cell_keeps_its_evidence() -> None:
    reason = Reason(Layer.GUARD, "the body is empty", Location("a.cu", 7), rule="wgmma")
    remedy = Remedy(RemedyKind.REBUILD, "name it", Location("CMakeLists.txt", 6), Edit("100a", "100f"))
    smem = SharedMemory(101_376, True, 0, 196_608, "4 stages x 48 KiB", ("stages", 2))
    made = cell("guarded-out", image="90a>sm_90a", reasons=(reason,), remedies=(remedy,), smem=smem)
    data = page_of(report([row("k", {"sm_90a": "native", "sm_100": made})])).data
    text = data["strings"]
    status, _, _, image, _, size, _, reasons, remedies, _, rebuilt = data["cells"][data["kernels"][0][7][1]]
    assert data["statuses"][status][0] == "guarded-out"
    assert text[image] == "90a>sm_90a"
    layer, rule, said, file, line = data["reasons"][reasons[0]]
    assert (text[layer], text[rule], text[said], text[file], line) == ("guard", "wgmma", "the body is empty", "a.cu", 7)
    *_, file, line, old, new = data["remedies"][remedies[0]]
    assert (text[file], line, text[old], text[new]) == ("CMakeLists.txt", 6, "100a", "100f")
    assert text[size] == shared_memory_sentence(smem)
    assert rebuilt == -1


def test_shared_memory_as_a_sentence() -> None:
    smem = SharedMemory(101_376, True, 1_024, 196_608, "4 stages x 48 KiB", ("stages", 2), estimate=True)
    assert shared_memory_sentence(smem) == (
        "static 1,024 + dynamic 196,608, limit 101,376 bytes with opt-in; 4 stages x 48 KiB; stages = 2 fits; "
        "an estimate"
    )
    assert shared_memory_sentence(SharedMemory(49_152, False)) == "size not known, limit 49,152 bytes"


def test_families_name_their_kernels_by_number() -> None:
    page = page_of(decided_report())
    names = {
        page.data["strings"][one[0]]: [page.data["strings"][page.data["kernels"][k][0]] for k in one[2]]
        for one in page.data["families"]
    }
    assert names == {"GEMM": ["deep_gemm"], "REST": ["norm", "attend"]}
    assert [one["data-family"] for one in page.all("tr", class_="family")] == ["0", "1"]
    assert page.data["from"] == 0


def test_a_mixed_family_says_how_many_and_is_told_with_its_reasons() -> None:
    gone = cell("not-built", reasons=(Reason(Layer.BUILD, "no list names it", Location("CMakeLists.txt", 4)),))
    rows = [row(f"k{n}", {"sm_90a": "native", "sm_100": gone if n == 0 else "native"}) for n in range(4)]
    page = page_of(report(rows, [counted("MIXED", rows)]))
    (mixed,) = page.all("td", class_="mixed")
    assert mixed.words == "✗ none 1/4"
    assert {"s-not-built", "w2", "r-native"} <= set(mixed["class"].split())
    why = page.one("details", class_="why")
    assert "build no list names it CMakeLists.txt:4" in why.words
    assert page.one("tr", class_="family")
    assert f"#{why['id']}" in {one["href"] for one in page.all("a")}


def test_a_family_that_runs_everywhere_has_no_entry() -> None:
    rows = [row("k", {"sm_90a": "native", "sm_100": "compatible-sass"})]
    page = page_of(replace(report(rows), families=(counted("FINE", rows),)))
    assert page.all("details", class_="why") == []
