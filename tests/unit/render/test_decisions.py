"""Decisions in the formats that people read: grouped, one line per branch, and inert whatever a tree is called."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace

import pytest

from fakes.builds import rules
from fakes.reports import cell, external, family, needs, note, report, row, row_external
from kernaudit.config.load import parse_config
from kernaudit.errors import UsageError
from kernaudit.model.report import Report
from kernaudit.render.base import RowDetail, View
from kernaudit.render.decisions import decision_sections, device_verdicts, pins_sentence, price_sentence
from kernaudit.render.registry import find_format, format_names
from kernaudit.scan.decided import decided_report

PORT = needs("not-built", "port", rule="wgmma")
WIDE = View(width=120)


def _decided(given: Report, config: str | None = None) -> Report:
    parsed = None if config is None else parse_config("kernaudit.yaml", config)
    return decided_report(given, rules(), parsed)


def _vllm(to: tuple[str, ...] = ("sm_100", "sm_103")) -> Report:
    """A Machete that is gone on the new devices, and two Marlins that the driver compiles there."""
    jit = cell("ptx-jit", notes=(note("jit-driver"),))
    kernels = [
        row("machete", {"sm_90a": "native"} | dict.fromkeys(to, PORT), "csrc/machete/k.cu", family="MACHETE"),
        row("Marlin", {"sm_90a": "native"} | dict.fromkeys(to, jit), "csrc/marlin/a.cu", family="MARLIN"),
        row("Marlin2", {"sm_90a": "native"} | dict.fromkeys(to, jit), "csrc/marlin/b.cu", family="MARLIN_MOE"),
    ]
    families = [family(one.family or "", [one]) for one in kernels]
    return report(kernels, families, root="vllm-0.33.0", to=to)


def _block(given: Report, view: View = WIDE) -> list[str]:
    text = find_format("table").render(given, view)
    return text[text.index("\nDecisions\n") :].strip().split("\n")


def test_what_is_the_same_is_said_once() -> None:
    sections = decision_sections(_decided(_vllm()))
    shown = {section.title: [(one.pins, one.devices) for one in section.groups] for section in sections}
    assert shown == {
        "To decide: revert, wait or port": [(("MACHETE",), ("sm_100",)), (("MACHETE",), ("sm_103",))],
        "Keep": [(("MARLIN", "MARLIN_MOE"), ("sm_100", "sm_103"))],
    }


def test_a_branch_is_one_line() -> None:
    lines = _block(_decided(_vllm(("sm_100",))))
    assert "  MACHETE on sm_100: not-built; no clear winner; speed_ratio decides, at 3.1" in lines
    assert "      revert to Marlin by JIT: what is given up was not published, cost unknown" in lines
    assert "      port wgmma: lines not counted, library, from 2 weeks, from USD 10k" in lines
    assert "  MARLIN, MARLIN_MOE on sm_100: keep, ptx-jit with jit-driver, untuned" in lines
    assert all(len(line) <= 120 for line in lines)


def test_the_cheapest_and_the_impossible_are_marked() -> None:
    kernel = row_external("flashmla", "csrc/sm90/decode/dense/k.cu", {"sm_90a": "unknown", "sm_100": "unknown"}, "MLA")
    families = [external("MLA", [kernel], "https://github.com/deepseek-ai/FlashMLA")]
    lines = _block(_decided(report([kernel], families, root="vllm")))
    assert any(line.startswith("    * revert to FLASHINFER_MLA: USD 8.39k") for line in lines)
    assert "    x wait: no date, upstream: declined (seen 2025-08-20)" in lines
    assert lines[-1].startswith("* costs least, whatever end of the ranges is true; x is not possible. ")


def test_more_detail_shows_inputs_and_sources() -> None:
    text = "\n".join(_block(_decided(_vllm(("sm_100",))), replace(WIDE, detail=RowDetail.KERNELS)))
    assert "- gpus 8 GPUs (assumed)" in text
    assert "- speed_ratio unknown" in text
    assert "- vLLM's order behind Machete (vLLM 0.33.0, model_executor/kernels/linear/__init__.py:541-548," in text


def test_every_device_has_one_sentence() -> None:
    assert device_verdicts(_decided(_vllm())) == [
        "sm_100, sm_100: of 3 pins 1 to decide (1 without a clear winner), 2 to keep.",
        "sm_103, sm_103: of 3 pins 1 to decide (1 without a clear winner), 2 to keep.",
    ]


def test_prices_say_who_gave_them() -> None:
    config = "pins:\n  - {family: MACHETE, time_share: 0.1}\ncost: {gpus: 64}\n"
    told = price_sentence(_decided(_vllm(("sm_100",)), config))
    assert told.startswith("Priced with time_share 0.1 of GPU time (given), gpus 64 GPUs (given), hours_per_week 168")
    assert "engineer_week 5,000 USD (assumed)" in told
    assert price_sentence(_vllm()) == ""


def test_it_says_where_pins_come_from() -> None:
    assert "what runs on sm_90a and not, or not as well, elsewhere" in pins_sentence(_decided(_vllm()))
    named = _decided(_vllm(), "pins: [{family: MACHETE, owner: serving, decision: revert}]\n")
    assert pins_sentence(named) == "Pins: as kernaudit.yaml names them."
    assert any(line.startswith("  MACHETE (serving, decided: revert) on sm_100") for line in _block(named))


def test_a_move_that_risks_nothing_says_so_and_no_move_says_nothing() -> None:
    fine = row("k", {"sm_90a": "native", "sm_100": "native"}, family="F")
    moved = _decided(report([fine], [family("F", [fine])]))
    assert "runs as well on sm_100" in " ".join(_block(moved))
    stays = report([fine], [family("F", [fine])], today=None)
    assert "Decisions" not in find_format("table").render(_decided(stays), WIDE)


def test_csv_joins_pins_to_kernels_and_keeps_pins_without_any() -> None:
    kernel = row("machete", {"sm_90a": "native", "sm_100": PORT}, "csrc/machete/k.cu", family="MACHETE")
    families = [family("MACHETE", [kernel]), external("deps", [], "https://github.com/a/b")]
    given = _decided(report([kernel], families, root="vllm-0.33.0"))
    lines = list(csv.DictReader(io.StringIO(find_format("csv").render(given, WIDE))))
    found = [(one["kernel"], one["device"], one["pin"], one["answer"], one["file"]) for one in lines]
    assert found == [
        ("csrc/machete/k.cu#machete", "sm_90a", "", "", "csrc/machete/k.cu"),
        ("csrc/machete/k.cu#machete", "sm_100", "family:MACHETE", "branches", "csrc/machete/k.cu"),
        ("", "sm_100", "family:deps", "unknown", ""),
    ]


HOSTILE = ("=cmd|' /C calc'!A0", "<script>alert(1)</script>", "[a](javascript:b)", "`x` **b** | c", "\x1b[31m\r\n+1")


@pytest.fixture(params=HOSTILE)
def hostile(request: pytest.FixtureRequest) -> Report:
    """A report in which everything that a tree or a configuration can name is called so."""
    name = request.param
    kernel = row(name, {"sm_90a": "native", "sm_100": PORT}, f"{name}/k.cu", family=name)
    spelled = json.dumps(name)
    pin = f"{{family: {spelled}, owner: {spelled}, note: {spelled}}}"
    return _decided(report([kernel], [family(name, [kernel])], root=name), f"title: {spelled}\npins: [{pin}]\n")


@pytest.mark.parametrize("format_", [name for name in format_names() if name != "html"])
def test_hostile_names_are_inert(hostile: Report, format_: str) -> None:
    assert hostile.decisions
    text = find_format(format_).render(hostile, replace(WIDE, detail=RowDetail.KERNELS))
    assert all(line.isprintable() for line in text.split("\n"))
    if format_ == "csv":
        fields = [field for line in csv.reader(io.StringIO(text)) for field in line]
        assert not any(field.startswith(("=", "+", "-", "@")) for field in fields)
    if format_ == "markdown":
        assert not re.search(r"(?<!\\)(<script|\[a|`x|\*\*b)", text)


def test_what_is_noted_at_a_pin_and_that_it_expired_stand_beside_the_answer() -> None:
    pin = "{family: MACHETE, owner: ann, note: the 4 bit path, decision: wait, expiry: 2026-01-01}"
    given = _vllm(("sm_100",))
    late = replace(given, input=replace(given.input, as_of="2026-01-02"))
    for name in ("table", "markdown"):
        text = find_format(name).render(_decided(late, f"pins: [{pin}]"), WIDE)
        assert "note: the 4 bit path" in text, name
        assert "the pin expired on 2026-01-01" in text, name
    due = replace(given, input=replace(given.input, as_of="2026-01-01"))
    assert "expired" not in find_format("table").render(_decided(due, f"pins: [{pin}]"), WIDE)


@pytest.mark.parametrize(
    ("cost", "said"),
    [
        ("time_share: 3", "kernaudit.yaml:1: time_share cannot be more than 1"),
        ("hours_per_week: 169", "kernaudit.yaml:1: hours_per_week cannot be more than 168"),
        ("gpu: 1", "no cost input is called 'gpu'; near names: gpus"),
    ],
)
def test_an_input_that_cannot_be_is_refused(cost: str, said: str) -> None:
    with pytest.raises(UsageError, match=re.escape(said)):
        _decided(_vllm(), f"cost: {{{cost}}}")
