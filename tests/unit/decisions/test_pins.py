"""Which pins there are without a configuration, and how configured ones find their kernels."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fakes.builds import rules
from fakes.reports import cell, external, family, needs, note, report, row, row_external
from kernaudit.config.load import parse_config
from kernaudit.decisions.decide import decide
from kernaudit.errors import UsageError
from kernaudit.model.decision import Answer, Pin
from kernaudit.model.evidence import Location
from kernaudit.model.report import FamilyGate, FamilyKind, KernelRow, OpCell, OpRow, Report
from kernaudit.model.verdict import Status


def _pins(given: Report, text: str | None = None) -> tuple[Pin, ...]:
    config = None if text is None else parse_config("kernaudit.yaml", text)
    return decide(given, rules(), config)[0]


def _ids(given: Report) -> list[str]:
    return [pin.id for pin in _pins(given)]


@pytest.mark.parametrize(
    "there", ["not-built", "ptx-jit", "unknown", "guarded-out", cell("native", notes=(note("degraded"),))]
)
def test_an_op_that_does_not_run_as_well_there_is_a_pin(there: object) -> None:
    assert _ids(report([row("k", {"sm_90a": "native", "sm_100": there}, ops=("gemm",))])) == ["op:gemm"]


def test_an_op_that_another_kernel_serves_there_is_none() -> None:
    old = row("old", {"sm_90a": "native", "sm_100": "not-built"}, ops=("gemm",))
    new = row("new", {"sm_90a": "not-built", "sm_100": "native"}, ops=("gemm",))
    assert _ids(report([old, new])) == []


def _op(name: str, served: dict[str, tuple[KernelRow, ...]], *rows: KernelRow) -> OpRow:
    """An op as the host code was read: its kernels, and those that it launches per device."""
    cells = {
        device: OpCell(
            max((row.cells[device].status for row in own), key=lambda s: s.rank, default=Status.RUNTIME_REJECTED),
            tuple(row.id for row in own),
        )
        for device, own in served.items()
    }
    return OpRow(name, Location("api.cpp", 3), tuple(row.id for row in rows), cells)


def test_an_op_that_the_host_code_refuses_there_is_a_pin_though_a_helper_runs() -> None:
    main = row("main", {"sm_90a": "native", "sm_100": needs("guarded-out", "port")}, ops=("decode",))
    helper = row("combine", {"sm_90a": "native", "sm_100": "native"}, "csrc/c.cu", ops=("decode",))
    given = report([main, helper])
    refused = _op("decode", {"sm_90a": (main, helper), "sm_100": ()}, main, helper)
    pins, (decision,) = decide(replace(given, ops=(refused,)), rules())
    assert [pin.id for pin in pins] == ["op:decode"]
    assert decision.answer is Answer.BRANCHES


def test_an_op_that_lost_a_kernel_and_gained_none_is_not_called_fine() -> None:
    main = row("main", {"sm_90a": "native", "sm_100": needs("not-built", "port")}, ops=("decode",))
    helper = row("combine", {"sm_90a": "native", "sm_100": "native"}, "csrc/c.cu", ops=("decode",))
    (pin,), (decision,) = decide(report([main, helper]), rules())
    assert (pin.id, decision.answer) == ("op:decode", Answer.UNKNOWN)
    assert decision.line == ("sm_100: unknown: 1 not-built, 1 native: whether the op can do without main was not read")


def test_every_op_of_a_glob_must_be_served() -> None:
    fine = row("a", {"sm_90a": "native", "sm_100": "native"}, "csrc/a.cu", ops=("mm_a",))
    gone = row("b", {"sm_90a": "native", "sm_100": needs("not-built", "port")}, "csrc/b.cu", ops=("mm_b",))
    config = parse_config("kernaudit.yaml", "pins: [{op: 'mm_*'}, {op: mm_a}]\n")
    both, one = decide(report([fine, gone]), rules(), config)[1]
    assert (both.answer, one.answer) == (Answer.BRANCHES, Answer.KEEP)


def test_a_family_that_serves_no_op_is_a_pin() -> None:
    lost = row("k", {"sm_90a": "native", "sm_100": "not-built"}, family="F")
    assert _ids(report([lost], [family("F", [lost])])) == ["family:F"]


def test_a_family_whose_kernels_serve_ops_is_left_to_the_ops() -> None:
    lost = row("k", {"sm_90a": "native", "sm_100": "not-built"}, family="F", ops=("gemm",))
    assert _ids(report([lost], [family("F", [lost])])) == ["op:gemm"]


def test_what_does_not_run_today_is_no_pin() -> None:
    new = row("k", {"sm_90a": "not-built", "sm_100": "not-built"}, family="F")
    assert _ids(report([new], [family("F", [new])])) == []


def test_written_and_generated_sources_of_one_gate_are_one_pin() -> None:
    written = row("a", {"sm_90a": "native", "sm_100": "not-built"}, "a.cu", family="F")
    made = row("*.cu", {"sm_90a": "native", "sm_100": "not-built"}, "g/*.cu", family="F~2")
    twin = family("F", [made], FamilyKind.GENERATED)
    gate = FamilyGate(Location("CMakeLists.txt", 9), "intersect()")
    families = [replace(family("F", [written]), gate=gate), replace(twin, id="F~2", gate=gate)]
    (pin,) = _pins(report([written, made], families))
    assert (pin.id, pin.matched) == ("family:F", ("a.cu#a", "g/*.cu#*.cu"))


def test_a_fetched_project_with_a_tag_is_a_pin_even_without_a_device_in_use() -> None:
    cells = {"sm_100": "unknown"}
    tagged, loose = (row_external(name, "", cells, name.upper()) for name in ("dep", "loose"))
    families = [external("DEP", [tagged], None), external("LOOSE", [loose], None, tag=None)]
    assert _ids(report([tagged, loose], families, today=None)) == ["family:DEP"]


def test_a_project_with_several_known_kernels_is_a_pin_for_each() -> None:
    paths = ("csrc/sm90/decode/dense/bf16.cu", "csrc/sm100/decode/sparse/v.cu")
    rows = [row_external("flashmla", path, {"sm_90a": "unknown", "sm_100": "unknown"}, "FLASH_MLA") for path in paths]
    pins = _pins(report(rows, [external("FLASH_MLA", rows, "git@github.com:vllm-project/FlashMLA.git")]))
    assert [(pin.entry, pin.matched) for pin in pins] == [
        ("flashmla-dense-decode", (rows[0].id,)),
        ("flashmla-sparse", (rows[1].id,)),
    ]


def test_a_project_of_another_owner_is_not_taken_for_the_known_one() -> None:
    kernel = row_external("flashmla", "", {"sm_100": "unknown"}, "M")
    (pin,) = _pins(report([kernel], [external("M", [kernel], "https://github.com/somebody/else")]))
    assert pin.entry is None


@pytest.fixture
def tree() -> Report:
    cells = {"sm_90a": "native", "sm_100": "native"}
    rows = [
        row("gemm", cells, "csrc/a.cu", symbol="ns::gemm", instantiation="gemm<64>", family="A", ops=("mm",)),
        row("gemm", cells, "csrc/b.cu", symbol="other::gemm", family="B"),
        row("topk_softmax", cells, "csrc/c.cu", family="B"),
    ]
    return report(rows, [family("A", rows[:1]), family("B", rows[1:])])


@pytest.mark.parametrize(
    ("entry", "matched"),
    [
        ("kernel: topk_softmax", ["csrc/c.cu#topk_softmax"]),
        ("kernel: ns::gemm", ["csrc/a.cu#gemm"]),
        ('kernel: "*gemm"', ["csrc/a.cu#gemm", "csrc/b.cu#gemm"]),
        ("family: B", ["csrc/b.cu#gemm", "csrc/c.cu#topk_softmax"]),
        ("op: mm", ["csrc/a.cu#gemm"]),
        ('file: "csrc/[ab].cu"', ["csrc/a.cu#gemm", "csrc/b.cu#gemm"]),
        ("package: deep-gemm", []),
    ],
)
def test_a_pin_finds_its_kernels(tree: Report, entry: str, matched: list[str]) -> None:
    (pin,) = _pins(tree, f"pins:\n  - {entry}\n")
    assert list(pin.matched) == matched


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("kernel: topk_sofmax", "kernaudit.yaml:2: pin kernel 'topk_sofmax' matches nothing; near names: topk_softmax"),
        ("op: nothing_like_it", "kernaudit.yaml:2: pin op 'nothing_like_it' matches nothing; near names: none"),
        (
            "kernel: gemm",
            "kernaudit.yaml:2: pin kernel 'gemm' matches 2 things, "
            "name one of: csrc/a.cu#ns::gemm, csrc/b.cu#other::gemm",
        ),
        ("kernel: mm", "kernaudit.yaml:2: pin kernel 'mm' matches nothing; near names: gemm, op: mm"),
        ("package: no-such-thing", "kernaudit.yaml:2: pin package 'no-such-thing' matches nothing; near names: none"),
    ],
)
def test_a_pin_that_is_not_clear_is_an_error_with_its_line(tree: Report, entry: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        _pins(tree, f"pins:\n  - {entry}\n")
    assert str(caught.value) == message


def test_a_pin_that_stands_there_twice_is_an_error(tree: Report) -> None:
    with pytest.raises(
        UsageError, match=r"kernaudit.yaml:3: pin kernel 'topk_softmax' stands at kernaudit.yaml:2 already"
    ):
        _pins(tree, "pins:\n  - {kernel: topk_softmax, owner: a}\n  - {kernel: topk_softmax, owner: b}\n")


def test_a_cost_input_that_does_not_exist_is_an_error(tree: Report) -> None:
    with pytest.raises(UsageError, match=r"kernaudit.yaml:2: no cost input is called 'gpu'; near names: gpus"):
        _pins(tree, "cost:\n  gpu: 8\n")


def test_a_package_with_several_known_kernels_is_a_pin_for_each() -> None:
    paths = ("csrc/sm90/decode/dense/bf16.cu", "csrc/sm100/decode/sparse/v.cu")
    rows = [row_external("flashmla", path, {"sm_90a": "unknown", "sm_100": "unknown"}, "FLASH_MLA") for path in paths]
    given = report(rows, [external("FLASH_MLA", rows, "https://github.com/deepseek-ai/FlashMLA")])
    pins = _pins(given, "pins:\n  - {package: flashmla, owner: me}\n")
    assert [(pin.id, pin.entry, pin.matched, pin.owner) for pin in pins] == [
        ("1/flashmla-dense-decode:package:flashmla", "flashmla-dense-decode", (rows[0].id,), "me"),
        ("1/flashmla-sparse:package:flashmla", "flashmla-sparse", (rows[1].id,), "me"),
    ]


def test_a_package_that_nothing_is_known_of_is_a_pin_too() -> None:
    kernel = row_external("dep", "", {"sm_100": "unknown"}, "DEP")
    (pin,) = _pins(report([kernel], [external("DEP", [kernel], None)]), "pins:\n  - package: dep\n")
    assert (pin.entry, pin.matched) == (None, (kernel.id,))


def test_a_kernel_that_the_build_does_not_name_is_no_default_pin() -> None:
    dense = row_external("flashmla", "csrc/sm90/decode/dense/b.cu", {"sm_90a": "unknown", "sm_100": "unknown"}, "M")
    given = report([dense], [external("M", [dense], "https://github.com/deepseek-ai/FlashMLA")])
    assert [pin.entry for pin in _pins(given)] == ["flashmla-dense-decode"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cost:\n  lines_per_week_low: 0\n", r"kernaudit.yaml:2: lines_per_week_low must be above 0"),
        ("cost:\n  lines_per_week_high: 100\n", r"kernaudit.yaml:2: .* not above lines_per_week_high"),
        ("project: vlm\n", r"kernaudit.yaml:1: no project is called 'vlm'; near names: vllm"),
    ],
)
def test_numbers_and_projects_that_cannot_be_are_errors(tree: Report, text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        _pins(tree, text)


def test_a_name_with_glob_characters_names_itself() -> None:
    made = row("*.cu", {"sm_90a": "native", "sm_100": "not-built"}, "gen/*.cu", family="G[1]")
    other = row("k.cu", {"sm_90a": "native", "sm_100": "not-built"}, "gen/k.cu", family="G1")
    given = report([made, other], [family("G[1]", [made]), family("G1", [other])])
    for pin in ("{family: 'G[1]'}", "{file: 'gen/*.cu'}", "{kernel: '*.cu'}"):
        (found,) = _pins(given, f"pins: [{pin}]\n")
        assert found.matched == (made.id,)


def test_a_family_is_served_by_whichever_of_its_kernels_the_op_takes() -> None:
    old = row("old", {"sm_90a": "native", "sm_100": needs("not-built", "port")}, family="F", ops=("mm",))
    new = row("new", {"sm_90a": "not-built", "sm_100": "native"}, "csrc/n.cu", family="F", ops=("mm",))
    given = report([old, new], [family("F", [old, new])])
    config = parse_config("kernaudit.yaml", "pins: [{family: F}, {kernel: old}]\n")
    whole, named = decide(given, rules(), config)[1]
    assert (whole.answer, named.answer) == (Answer.KEEP, Answer.BRANCHES)


def test_a_package_holds_only_the_kernels_that_come_with_it() -> None:
    """Two projects that hold the same known kernel."""
    one = row_external("fa4_a", "", {"sm_90a": "unknown", "sm_100": "unknown"}, "A")
    two = row_external("fa4_b", "", {"sm_90a": "unknown", "sm_100": "unknown"}, "B")
    url = "https://github.com/Dao-AILab/flash-attention"
    families = [external("A", [one], url), external("B", [two], url)]
    pins = _pins(report([one, two], families), "pins: [{package: A}]\n")
    assert {name for pin in pins for name in pin.matched} == {one.id}


def test_a_family_of_everything_is_not_the_one_kernel_that_is_known() -> None:
    rows = [
        row(name, {"sm_90a": "native", "sm_100": "not-built"}, file, family="EXT")
        for name, file in (("a", "csrc/a.cu"), ("b", "csrc/b.cu"), ("q", "csrc/quantization/gptq/q_gemm.cu"))
    ]
    (pin,) = _pins(report(rows, [family("EXT", rows)], root="vllm-0.6.6"))
    assert pin.entry is None
