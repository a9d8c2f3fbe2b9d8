"""Every format on one report that holds everything once, with names that a hostile tree could have."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from fakes.builds import build, gate, refused, report, source, stopped
from kernaudit.errors import UsageError
from kernaudit.matrix.build import TreeFacts
from kernaudit.model.build import ArchListFound, ExternalProject
from kernaudit.model.evidence import (
    Assumption,
    AssumptionKind,
    Finding,
    FindingLevel,
    Location,
    Skipped,
    SkipReason,
)
from kernaudit.model.report import Report
from kernaudit.render import formats
from kernaudit.render.base import RowDetail, View
from kernaudit.render.plain import display_width
from kernaudit.render.registry import find_format, format_names, formats_by_extension
from kernaudit.scan.unread_code import unread_code_finding

AT = Location("CMakeLists.txt", 9)
EVIL = "csrc/=cmd|'x'\x1b[2J<script>.cu"


@pytest.fixture(scope="module")
def full() -> Report:
    mla = gate("MLA_ARCHS", 30, "10.0f;11.0f", "10.0f")
    project = ExternalProject("cutlass", "https://example.org/c.git", "v4.1", Location("CMakeLists.txt", 50))
    found = (Finding("suffix-lost", FindingLevel.WARNING, "12.0a became plain", AT),)
    assumed = (
        Assumption(AssumptionKind.SWITCH_ON, "USE_CUDA is OFF by default, taken as ON", AT),
        Assumption(AssumptionKind.UNKNOWN_CONDITION, "if(X) is taken as false", AT, "execute_process"),
    )
    blackwell = build(
        source("csrc/mla.cu", "100f>sm_100f", mla),
        source(EVIL, "80>sm_80 80>compute_80"),
        source("gen/*.cu", "90a>sm_90a", gate("MACHETE", 40), glob=True),
        request="10.0",
        externals=(project,),
        findings=found,
        assumptions=assumed,
    )
    ampere = build(
        refused("csrc/mla.cu", gate("MLA_ARCHS", 30, "10.0f;11.0f")), source(EVIL, "80>sm_80"), request="8.0"
    )
    facts = TreeFacts(
        cuda_files=("lost.cu",),
        lists_found=(ArchListFound(Location("build.sh", 3), "TORCH_CUDA_ARCH_LIST", "9.0"),),
        skipped=(Skipped("big.cu", SkipReason.TOO_LARGE, "200 MB"),),
    )
    return report({"7.0": stopped("no\x07 archs", 22, "7.0"), "8.0": ampere, "10.0": blackwell}, facts)


@pytest.mark.parametrize("name", format_names())
@pytest.mark.parametrize("detail", RowDetail)
@pytest.mark.parametrize("width", [40, 80, 200])
def test_every_format_writes_clean_text_that_ends_in_one_newline(
    name: str, detail: RowDetail, width: int, full: Report
) -> None:
    text = find_format(name).render(full, View(detail, width))
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert all(line.isprintable() for line in text.split("\n"))
    assert text == find_format(name).render(full, View(detail, width))


def test_the_formats_and_their_extensions() -> None:
    assert set(format_names()) >= {"csv", "html", "json", "markdown", "table"}
    assert formats_by_extension()["md"] == "markdown"
    with pytest.raises(UsageError, match="unknown format 'yaml'; choose one of csv, gate, "):
        find_format("yaml")


def test_json_is_the_contract(full: Report) -> None:
    document = json.loads(find_format("json").render(full, View()))
    assert list(document) == [
        "schema",
        "tool",
        "input",
        "assumptions",
        "devices",
        "families",
        "ops",
        "kernels",
        "build_breaks",
        "findings",
        "lists_found",
        "pins",
        "decisions",
        "skipped",
        "summary",
        "gate",
    ]
    assert document["schema"] == "kernaudit/report/1"
    kernel = next(one for one in document["kernels"] if one["name"] == "mla.cu")
    assert list(kernel) == [
        "id",
        "name",
        "symbol",
        "instantiation",
        "file",
        "line",
        "units",
        "language",
        "source_kind",
        "family",
        "build_targets",
        "ops",
        "cells",
    ]
    assert list(kernel["cells"]) == ["sm_70", "sm_80", "sm_100"]
    cell = kernel["cells"]["sm_100"]
    assert list(cell) == [
        "status",
        "detail",
        "also",
        "image",
        "images",
        "smem",
        "notes",
        "reasons",
        "remedies",
        "improve",
        "if_rebuilt",
    ]
    assert (cell["status"], cell["image"], cell["images"]) == ("native", "100f>sm_100f", ["100f>sm_100f"])
    assert cell["reasons"][0] == {
        "layer": "build",
        "rule": None,
        "text": "MLA_ARCHS: 10.0f;11.0f -> 10.0f",
        "file": "CMakeLists.txt",
        "line": 30,
    }
    assert kernel["cells"]["sm_70"]["detail"] == "configure-error"
    assert document["input"]["to"] == ["sm_70", "sm_80", "sm_100"]


def test_json_has_one_row_per_line(full: Report) -> None:
    text = find_format("json").render(full, View())
    rows = [line for line in text.split("\n") if line.startswith("  {")]
    document = json.loads(text)
    lists = ("assumptions", "devices", "families", "kernels", "findings", "lists_found", "skipped")
    assert len(rows) == sum(len(document[key]) for key in lists)
    assert [json.loads(row.rstrip(","))["id"] for row in rows if '"symbol"' in row] == [
        kernel["id"] for kernel in document["kernels"]
    ]


def test_csv_has_a_line_per_kernel_and_device_and_no_formula(full: Report) -> None:
    lines = list(csv.DictReader(io.StringIO(find_format("csv").render(full, View()))))
    assert len(lines) == len(full.kernels) * len(full.devices)
    assert not any(value.startswith(("=", "+", "-", "@")) for line in lines for value in line.values())
    (mla,) = (line for line in lines if line["kernel"] == "csrc/mla.cu#mla.cu" and line["device"] == "sm_100")
    assert (mla["status"], mla["reason_at"]) == ("native", "CMakeLists.txt:30")


def test_csv_defuses_formulas() -> None:
    made = report({"8.0": build(source("=1+1.cu", "80>sm_80"))})
    assert "'=1+1.cu" in find_format("csv").render(made, View())


def test_markdown_escapes_markup(full: Report) -> None:
    text = find_format("markdown").render(full, View(RowDetail.SOURCES))
    assert "<script>" not in text
    assert "\\<script\\>" in text
    row = next(line for line in text.split("\n") if "script" in line)
    assert row.replace("\\|", "").count("|") == len(full.devices) + 3


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("detail", RowDetail)
def test_the_matrix_fits_the_width(width: int, detail: RowDetail, full: Report) -> None:
    text = find_format("table").render(full, View(detail, width))
    assert all(display_width(line) <= width for line in text.split("\n"))


def test_the_table_says_what_changes_everything_first(full: Report) -> None:
    lines = find_format("table").render(full, View()).split("\n")
    assumed = next(index for index, line in enumerate(lines) if "USE_CUDA" in line)
    matrix = next(index for index, line in enumerate(lines) if "MLA_ARCHS" in line)
    other = next(index for index, line in enumerate(lines) if "if(X) is taken as false" in line)
    assert assumed < matrix < other


def test_the_table_tells_statuses_apart_without_colour(full: Report) -> None:
    text = find_format("table").render(full, View(colour=False))
    assert "\x1b" not in text
    row = next(line for line in text.split("\n") if line.startswith("MLA_ARCHS"))
    assert row.split() == ["MLA_ARCHS", "✗", "none", "✗", "none", "●", "native", "CMakeLists.txt:30"]
    assert "● native   SASS for exactly this device" in text


@pytest.mark.parametrize("name", ["table", "markdown"])
def test_an_unread_tree_claims_images_only(name: str, full: Report) -> None:
    unread = replace(full, findings=(unread_code_finding(40), *full.findings))
    text = find_format(name).render(unread, View(width=300))
    assert "with an image" in text
    assert "CUDA sources in" in text
    assert "What the code does there" in text
    read = find_format(name).render(full, View(width=300))
    assert "that run" in read
    assert "kernels in" in read
    assert "checks in C++ and Python" in read


def test_colour_adds_nothing_but_colour(full: Report) -> None:
    plain = find_format("table").render(full, View(colour=False))
    colourful = find_format("table").render(full, View(colour=True))
    assert colourful != plain
    stripped = re.sub("\x1b\\[[0-9]+m", "", colourful)
    assert [line.rstrip() for line in stripped.split("\n")] == plain.split("\n")


def test_a_stopped_column_says_so(full: Report) -> None:
    text = find_format("table").render(full, View(width=120))
    assert "  7.0: 7.0 -> nothing: the configuration stops\n" in text
    assert "  10.0: 10.0 -> 100f, 80+PTX, 90a\n" in text


def test_one_module_adds_a_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full: Report) -> None:
    (tmp_path / "shout.py").write_text(
        "from kernaudit.render.base import Format\n"
        "FORMAT = Format('shout', ('loud',), lambda report, view: report.input.root_name.upper() + '\\n')\n"
    )
    monkeypatch.setattr(formats, "__path__", [*formats.__path__, str(tmp_path)])
    assert "shout" in format_names()
    assert find_format("shout").render(full, View()) == "TREE\n"
    assert formats_by_extension()["loud"] == "shout"
