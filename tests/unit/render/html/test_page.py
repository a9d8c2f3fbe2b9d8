"""The page as one file: what it may load, what order it reads in, and that nothing a tree says becomes markup."""

from __future__ import annotations

import base64
import hashlib
import re
import subprocess
import sys
from dataclasses import replace

import pytest

from fakes.decided import decided_report, hostile_report, large_report
from fakes.pages import Page, page_of, source_of
from fakes.reports import report, row
from kernaudit.model.verdict import Status

HOSTILE = (
    "<img src=x onerror=alert(1)>\"'</script><!--",
    "</title></style></script><script>alert(1)</script>",
    "a\nb\r\tc",
    "line\u2028separator\u2029",
    "abc\u202egnp.uc\u202d\u2066x\u2069\u200b",
    "=cmd|' /C calc'!A0",
    "{{ 7*7 }}{% raw %}",
    "\x1b[2J\x00\x7f\x9b",
    "lone \ud800 surrogate",
    "]]><svg/onload=alert(1)>&lt;b&gt;",
)


@pytest.fixture(scope="module")
def page() -> Page:
    return page_of(decided_report())


def test_reading_order(page: Page) -> None:
    sections = [one["id"] for one in page.all("section")]
    assert sections == ["audited", "pins", "devices", "matrix", "decisions", "failures", "appendix"]
    assert [one.words for one in page.all("h1")] == ["tree: from sm_90a to sm_100, sm_120"]
    said = "tree · digest digest · no arch list given · CUDA 13.0 · as of 2026-11-30"
    assert [one.words for one in page.all("p", class_="identity")] == [said]
    headings = [one.words for one in page.all("h2") if "appendix" not in one.parents][-6:]
    assert headings[:2] == ["Assumptions", "Findings"]
    assert "What was not read" in headings
    assert "big.cu 200 MB" in page.shown


def test_a_given_title_is_the_title() -> None:
    made = decided_report()
    page = page_of(replace(made, input=replace(made.input, title="Move of the search team")))
    assert page.one("h1").words == page.one("title").words == "Move of the search team"


def test_it_loads_nothing_and_allows_nothing_else(page: Page) -> None:
    policy = page.one("meta", **{"http-equiv": "Content-Security-Policy"})["content"]
    rules = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    assert rules["style-src"] == _source(page.one("style").text)
    scripts = [one for one in page.all("script") if one["type"] != "application/json"]
    assert [rules["script-src"]] == [_source(one.text) for one in scripts]
    for one in page.elements:
        assert not [name for name in one.attributes if name.startswith("on") or name in {"style", "src", "srcset"}]
        assert one["href"] == "" or one["href"].startswith("#")
        assert one.tag not in {"link", "iframe", "object", "embed", "base", "img"}
    assert not re.search(r"url\(|@import|https?://", page.one("style").text + scripts[0].text)


def _source(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_links_inside_the_page_lead_somewhere(page: Page) -> None:
    ids = [one["id"] for one in page.elements if one["id"]]
    assert len(ids) == len(set(ids))
    assert {one["href"][1:] for one in page.all("a")} <= set(ids)
    for one in page.elements:
        for name in ("aria-labelledby", "aria-describedby"):
            assert not one[name] or one[name] in ids


def test_tables_are_tables(page: Page) -> None:
    assert len(page.all("table")) == len(page.all("caption"))
    assert all(one["scope"] in {"col", "row", "rowgroup"} for one in page.all("th"))
    cells = [one for one in page.all("td") if one.parents[-2:] == ("tbody", "tr") and "s-not-built" in one["class"]]
    assert {one.words for one in cells} >= {"✗ none"}


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(text: str) -> None:
    source = source_of(hostile_report(text))
    assert all(line.isprintable() for line in source.split("\n"))
    plain, page = page_of(decided_report()), Page(source)
    tags = {one.tag for one in plain.elements}
    assert {one.tag for one in page.elements} <= tags
    assert {name for one in page.elements for name in one.attributes} == {
        name for one in plain.elements for name in one.attributes
    }
    assert [one.text for one in page.all("script")][1:] == [one.text for one in plain.all("script")][1:]
    block = page.one("script", id="data").text
    assert block.isascii()
    assert not set("<>&") & set(block)
    assert all(one.isprintable() for one in page.data["strings"])


def test_text_with_markup_is_shown_as_it_is() -> None:
    text = HOSTILE[0]
    page = page_of(hostile_report(text))
    assert page.one("h1").words == text
    assert text in page.data["strings"]
    assert f"{text} kernel" in page.one("section", id="pins").words


def test_every_status_has_symbol_word_and_colour() -> None:
    rows = [row(f"k{number}", {"sm_90a": "native", "sm_100": status}) for number, status in enumerate(Status)]
    page = page_of(report(rows))
    assert [one[0] for one in page.data["statuses"]] == [status.value for status in Status]
    assert all(symbol and word and meaning for _, symbol, word, meaning, _ in page.data["statuses"])
    assert len({one[1] for one in page.data["statuses"]}) == len(Status)
    style = page.one("style").text
    assert all(f".s-{status} " in style for status in Status)


def test_a_report_without_pins_and_devices_has_no_empty_section() -> None:
    page = page_of(report([row("k", {"sm_90a": "native"})], to=()))
    assert [one["id"] for one in page.all("section")] == ["audited", "devices", "matrix", "appendix"]
    assert "No candidate device was named." in page.shown


def test_the_same_report_gives_the_same_bytes_in_another_process() -> None:
    code = "from fakes.decided import decided_report as r; from fakes.pages import source_of as s; print(s(r()))"
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            env={"PYTHONPATH": ":".join(sys.path), "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1] == source_of(decided_report()).encode() + b"\n"


def test_fifteen_thousand_cells_take_less_than_three_megabytes() -> None:
    made = large_report()
    assert sum(len(kernel.cells) for kernel in made.kernels) == 15_400
    assert len(source_of(made).encode()) < 3_000_000
