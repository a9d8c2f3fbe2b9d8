"""The page in a real browser: filter, sort, evidence by keyboard, print; and that it asks for nothing."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from fakes.decided import counted, decided_report, hostile_report, large_report
from fakes.reports import report, row
from kernaudit.model.report import Report
from kernaudit.model.verdict import Status
from kernaudit.scan.code_reading import CodeReading
from kernaudit.scan.options import ScanOptions
from kernaudit.scan.pipeline import run_scan

pytestmark = pytest.mark.slow
LONGEST_MS = 200


def test_filter_by_text_status_and_device(show: Callable) -> None:
    shown = show(decided_report())
    page = shown.page
    assert (shown.families(), shown.kernels()) == (["GEMM", "REST"], [])
    page.fill("#filter-text", "norm.cu")
    shown.settle()
    assert (shown.families(), shown.kernels()) == (["REST"], ["norm"])
    assert page.inner_text("#match-count") == "1 of 3 rows match"
    page.fill("#filter-text", "fp8_gemm")
    shown.settle()
    assert shown.kernels() == ["deep_gemm"]
    page.fill("#filter-text", "")
    page.select_option("#filter-status", "unknown")
    shown.settle()
    assert shown.kernels() == ["attend"]
    page.select_option("#filter-device", index=3)
    shown.settle()
    assert (shown.families(), shown.kernels()) == ([], [])
    page.select_option("#filter-status", "worse")
    shown.settle()
    assert shown.kernels() == ["deep_gemm"]
    page.click("button[type=reset]")
    shown.settle()
    assert (shown.families(), shown.kernels()) == (["GEMM", "REST"], [])


def test_expand_and_sort(show: Callable) -> None:
    rows = [
        row(name, {"sm_90a": "native", "sm_100": status})
        for name, status in (("b", "native"), ("c", "unknown"), ("a", "not-built"))
    ]
    shown = show(report(rows, [counted("GOOD", rows[:1]), counted("BAD", rows[1:])]))
    page = shown.page
    page.click("#expand")
    shown.settle()
    assert shown.kernels() == ["b", "c", "a"]
    page.click("#grid thead th >> nth=2")
    assert page.get_attribute("#grid thead th >> nth=2", "aria-sort") == "ascending"
    assert (shown.families(), shown.kernels()) == (["BAD", "GOOD"], ["a", "c", "b"])
    page.click("#grid thead th >> nth=2")
    assert (shown.families(), shown.kernels()) == (["GOOD", "BAD"], ["b", "c", "a"])
    page.click("#grid thead th >> nth=0")
    assert (shown.families(), shown.kernels()) == (["BAD", "GOOD"], ["a", "c", "b"])
    page.click("#expand")
    shown.settle()
    assert shown.kernels() == []


def test_a_cell_opens_its_evidence_by_keyboard(show: Callable) -> None:
    page = (shown := show(decided_report())).page
    page.focus("#expand")
    page.keyboard.press("Enter")
    shown.settle()
    page.focus("#grid tr.family td button")
    for key in ("ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.closest('tr').innerText").startswith("deep_gemm")
    page.keyboard.press("Enter")
    panel = page.locator("#evidence")
    assert page.evaluate("document.activeElement.id") == "evidence-title"
    assert page.inner_text("#evidence-title") == "deep_gemm on sm_100 (sm_100)"
    for text in ("✗ none", "the target lacks it", "wgmma", "port it", "CMakeLists.txt:7", "Serves", "fp8_gemm"):
        assert text in panel.inner_text()
    page.keyboard.press("Escape")
    assert not panel.is_visible()
    assert page.evaluate("document.activeElement.getAttribute('data-device')") == "1"
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.getAttribute('data-device')") == "2"
    assert page.locator("#grid td button[tabindex='0']").count() == 1


def test_a_family_opens_with_its_kernels_by_status(show: Callable) -> None:
    page = show(decided_report()).page
    page.click("tr.family:nth-of-type(3) td:nth-of-type(2) button")
    body = page.locator("#evidence-body")
    assert body.locator("summary").all_inner_texts() == ["? unknown attend", "● native norm"]
    body.locator("summary").first.click()
    body.get_by_text("not decidable from what was read").wait_for()


def test_without_a_script_the_essentials_are_there(show: Callable) -> None:
    page = show(decided_report(), script=False).page
    assert not page.locator("#controls").is_visible()
    for selector in (
        ".verdict",
        "#pins table",
        "#devices table",
        "#grid tr.family",
        "article.card",
        "#failures",
        "noscript p",
    ):
        assert page.locator(selector).first.is_visible(), selector


def test_hostile_text_is_only_text(show: Callable) -> None:
    text = "<img src=x onerror=alert(1)></script><script>alert(2)</script>\u202eevil\u2028"
    shown = show(hostile_report(text))
    page = shown.page
    page.click("#expand")
    shown.settle()
    page.locator("tr.kernel:visible td button").last.click()
    for one in page.locator("#failures summary").all():
        one.click()
    assert page.locator("img, script:not([type]):not(:last-of-type)").count() == 0
    seen = text.replace("\u202e", "\\u202e").replace("\u2028", "\\u2028")
    assert page.inner_text("h1") == seen
    assert seen in shown.kernels()


@pytest.mark.parametrize("dark", [False, True])
def test_contrast(show: Callable, dark: bool) -> None:
    rows = [row(f"k{n}", {"sm_90a": "native", "sm_100": one, "sm_120": "native"}) for n, one in enumerate(Status)]
    made = decided_report()
    shown = show(_with(made, rows), dark=dark)
    shown.page.click("#expand")
    shown.settle()
    shown.page.click("tr.kernel:visible td:nth-of-type(2) button")
    shown.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    ratio, where = shown.page.evaluate((Path(__file__).parent / "contrast.js").read_text())
    assert ratio >= 4.5, where


def _with(made: Report, rows: list) -> Report:
    from dataclasses import replace  # noqa: PLC0415 - only here

    families = (*made.families, counted("EACH", rows), *(counted(one.name, [one]) for one in rows))
    return replace(made, kernels=(*made.kernels, *rows), families=families)


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_is_wider_than_the_window(show: Callable, width: int) -> None:
    page = show(decided_report(), width=width).page
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_print_has_every_pin_and_the_evidence(show: Callable, tmp_path: Path, paper: str) -> None:
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext is not installed: apt-get install poppler-utils")
    made = decided_report()
    page = show(made).page
    page.pdf(path=tmp_path / "report.pdf", format=paper)
    done = subprocess.run(["pdftotext", "-layout", tmp_path / "report.pdf", "-"], capture_output=True, check=True)
    text = " ".join(done.stdout.decode().split())
    for pin in made.pins:
        assert pin.spec.value in text
    for said in ("cuBLAS is 1.4 times slower", "the target lacks it", "port it", "GEMM", "deep_gemm", "200 MB", "Ada"):
        assert said in text
    assert "Expand all" not in text
    assert page.locator("details[open]").count() == 0


def _longest_task(shown, act: Callable[[], None]) -> float:
    """Milliseconds of processor time of the longest task of the page while something is done to it."""
    browser = shown.page.context.browser
    browser.start_tracing(
        page=shown.page, categories=["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]
    )
    act()
    shown.settle()
    events = json.loads(browser.stop_tracing())["traceEvents"]
    main = {e["tid"] for e in events if e.get("name") == "thread_name" and e["args"].get("name") == "CrRendererMain"}
    tasks = [e for e in events if e.get("name", "").endswith("RunTask") and e["tid"] in main]
    assert len(tasks) > 5
    return max(e.get("tdur", e.get("dur", 0)) for e in tasks) / 1000


def _use(shown) -> dict[str, float]:
    page = shown.page
    acts = {
        "text": lambda: page.type("#filter-text", "kernel_1", delay=60),
        "less text": lambda: page.fill("#filter-text", "_1"),
        "no text": lambda: page.fill("#filter-text", ""),
        "status": lambda: page.select_option("#filter-status", "fails"),
        "device": lambda: page.select_option("#filter-device", index=4),
        "expand": lambda: (page.click("#expand"), page.wait_for_timeout(1500)),
        "narrow": lambda: page.fill("#filter-text", "9"),
        "wide": lambda: page.click("button[type=reset]"),
        "everything": lambda: (page.click("#expand"), page.wait_for_timeout(4000)),
        "out of everything": lambda: page.fill("#filter-text", "_1"),
        "everything again": lambda: page.click("button[type=reset]"),
    }
    return {name: _longest_task(shown, act) for name, act in acts.items()}


def test_fifteen_thousand_cells_are_filtered_without_a_blocked_page(show: Callable) -> None:
    times = _use(show(large_report()))
    assert max(times.values()) < LONGEST_MS, times


def test_vllm(show: Callable, vllm_0_33: Path) -> None:
    made = run_scan(ScanOptions(vllm_0_33, from_="h100", to=("all",), code=CodeReading.ALWAYS))
    shown = show(made)
    assert shown.file.stat().st_size < 3_000_000
    times = _use(shown)
    assert max(times.values()) < LONGEST_MS, times
