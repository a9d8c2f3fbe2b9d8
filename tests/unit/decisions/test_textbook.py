"""The decisions of the text books, on reports written by hand; the golden lines are what a reader sees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from fakes.builds import rules
from fakes.reports import cell, external, family, needs, pieces, report, row, row_external
from kernaudit.config.load import parse_config
from kernaudit.decisions.decide import decide
from kernaudit.model.backends import BackendOrder, BackendStep
from kernaudit.model.decision import Answer, Branch, BranchKind, Decision, InputSource
from kernaudit.model.evidence import CodePiece, Location
from kernaudit.model.report import Report

DEEPGEMM_FILE = "deep_gemm/include/deep_gemm/impls/sm90_fp8_gemm_1d2d.cuh"
MLA = "https://github.com/vllm-project/FlashMLA"


def _only(given: Report, pin: str) -> Decision:
    _, decisions = decide(given, rules())
    (decision,) = [one for one in decisions if one.pin == pin]
    return decision


def _deepgemm(on_100: object, held: Mapping[str, tuple[CodePiece, ...]] | None = None) -> Report:
    cells = {"sm_90a": "native", "sm_100": on_100}
    kernel = row("sm90_fp8_gemm_1d2d_impl", cells, DEEPGEMM_FILE, family="FP8_GEMM", held=held or {})
    return report([kernel], [family("FP8_GEMM", [kernel])], root="DeepGEMM")


NINE_ONLY = needs("runtime-rejected", "port", rule="wgmma")
LINES = {"wgmma": pieces(1000, 90)}


def test_deepgemm_where_the_dispatch_knows_only_9() -> None:
    decision = _only(_deepgemm(NINE_ONLY, LINES), "family:FP8_GEMM")
    assert decision.answer is Answer.BRANCHES
    assert [branch.line for branch in decision.branches] == [
        "revert to CUTLASS block-scaled mm: USD 0..178k in 52 weeks, gives up 1..2.7x (old-GPU ratio)",
        "wait: over, upstream has it since 2025-07-18; move the pin (moving it is not priced)",
        "port wgmma: 1,090 lines, hand-gemm, 3.71..6.8 weeks, USD 18.6k..34k",
    ]
    assert decision.cheapest is BranchKind.WAIT
    assert decision.line == "sm_100: runtime-rejected; cheapest: wait, USD 0"


def test_deepgemm_where_both_are_there() -> None:
    kernel = row("sm90_fp8_gemm", {"sm_90a": "native", "sm_100": "runtime-rejected"}, DEEPGEMM_FILE, ops=("fp8_gemm",))
    newer = row(
        "sm100_fp8_gemm",
        {"sm_90a": "runtime-rejected", "sm_100": cell("native", image="jit:sm_100a")},
        DEEPGEMM_FILE.replace("sm90", "sm100"),
        ops=("fp8_gemm",),
    )
    given = report([kernel, newer], root="DeepGEMM")
    assert decide(given, rules())[0] == (), "an op that a sibling serves is no problem"


def test_a_pinned_deepgemm_that_runs_is_kept_with_what_was_measured_there() -> None:
    given = _deepgemm(cell("ptx-jit", image="jit:sm_100a"))
    decision = _only(given, "family:FP8_GEMM")
    assert (decision.answer, decision.branches) == (Answer.KEEP, ())
    assert decision.line == "sm_100: keep, ptx-jit with untuned"
    assert any("below CUTLASS on Blackwell" in fact.text for fact in decision.facts)
    assert "the driver compiles it from PTX: it runs, unproven" in decision.caveats


def test_the_ratio_of_the_old_gpu_is_a_stated_assumption() -> None:
    revert = _only(_deepgemm(NINE_ONLY), "family:FP8_GEMM").branches[0]
    (ratio,) = [one for one in revert.inputs if one.name == "speed_ratio"]
    assert (ratio.value, ratio.unit, ratio.source) == ("1..2.7", "old-GPU ratio", InputSource.ASSUMED)
    assert {fact.grade for fact in revert.facts} >= {"vendor-readme"}
    assert all(fact.source and fact.date for fact in revert.facts)


def _flashmla(on_100: object, path: str) -> Report:
    kernel = row_external("flashmla", path, {"sm_90a": "unknown", "sm_100": on_100}, "FLASH_MLA")
    return report([kernel], [external("FLASH_MLA", [kernel], MLA)], root="vllm-0.33.0")


DENSE = "csrc/sm90/decode/dense/instantiations/bf16.cu"


def test_flashmla_dense_decode_which_upstream_declined() -> None:
    pin = "family:FLASH_MLA/flashmla-dense-decode"
    decision = _only(_flashmla("unknown", DENSE), pin)
    assert decision.answer is Answer.BRANCHES
    assert decision.line.startswith("sm_100: unknown; cheapest: revert"), "the verdict stands beside the answer"
    revert, wait, port = decision.branches
    assert (
        revert.line == "revert to FLASHINFER_MLA: USD 8.39k in 52 weeks, gives up 1.08x (old-GPU ratio over TRITON_MLA)"
    )
    assert (wait.feasible, wait.line) == (False, "wait: no date, upstream: declined (seen 2025-08-20)")
    assert wait.cost.low is None
    assert port.line == "port wgmma and 1 more: lines not counted, hand-attention, from 2 weeks, from USD 10k"


PLACE = Location("vllm/platforms/cuda.py", 122)


def _order(name: str, *steps: str, device: str = "sm_100", refused: tuple[str, ...] = ()) -> BackendOrder:
    """A list of the tree; a step in brackets stands there only under another condition."""
    written = [
        BackendStep(
            one.strip("()"), PLACE, "is_supported()" if one.strip("()") in refused else None, one.startswith("(")
        )
        for one in steps
    ]
    return BackendOrder(name, device, PLACE, tuple(written))


def _dense(*orders: BackendOrder) -> Branch:
    given = replace(_flashmla("unknown", DENSE), backends=orders)
    return _only(given, "family:FLASH_MLA/flashmla-dense-decode").branches[0]


def test_the_order_of_the_tree_comes_before_the_knowledge_base() -> None:
    """The knowledge base would take FLASHINFER_MLA; what the list puts behind a condition of its own comes last."""
    order = _order("_backends", "(TRITON_X)", "FLASHMLA", "CUTLASS_MLA", "FLASHINFER_MLA", "TRITON_MLA")
    revert = _dense(order)
    assert revert.line.startswith("revert to CUTLASS_MLA")
    assert revert.facts[0].source == "vllm/platforms/cuda.py:122"
    foreign = _order("_backends", "AITER_MLA", "FLASHMLA", "TRITON_MLA")
    assert _dense(foreign).line.startswith("revert to TRITON_MLA"), "nothing is known of the other, which is for ROCm"
    nothing_else = _dense(_order("_backends", "FLASHMLA", "(NEW_MLA)"))
    assert nothing_else.line.startswith("revert to NEW_MLA (not checked)")


def test_what_the_lists_of_the_tree_refuse_is_passed_over() -> None:
    steps = ("FLASHMLA", "FLASHINFER_MLA", "TOKENSPEED_MLA", "CUTLASS_MLA")
    first = _order("_backends", *steps, refused=("FLASHINFER_MLA",))
    assert _dense(first).line.startswith("revert to CUTLASS_MLA"), "nothing is known of TOKENSPEED_MLA"
    refused = ("FLASHINFER_MLA", "TOKENSPEED_MLA")
    one, other = _order("_a", *steps, refused=refused), _order("_b", *steps, refused=refused)
    assert _dense(one, other).line.startswith("revert to CUTLASS_MLA"), "of two lists the applying one is not known"
    assert _dense(one, _order("_b", *steps)).line.startswith("revert to FLASHINFER_MLA"), "one of them takes it"


def test_lists_of_the_tree_that_name_the_kernel_are_evidence() -> None:
    facts = _dense(
        _order("_backends", "FLASHMLA", "FLASHINFER_MLA", refused=("FLASHMLA",)),
        _order("_backends", "FLASHMLA", "FLASHINFER_MLA", device="sm_90a"),
        _order("_others", "FLASHINFER_MLA"),
        _order("_sparse", "FLASHMLA_SPARSE", "FLASHINFER_MLA"),
    ).facts
    own = [(fact.text, fact.source) for fact in facts if "own order" in fact.text]
    text = "the tree's own order on this device (_backends): FLASHINFER_MLA; refused there: FLASHMLA"
    assert own == [(text, "vllm/platforms/cuda.py:122")]


def test_an_op_goes_back_to_the_list_of_its_own_backend() -> None:
    """INT8 with a zero point is in the INT8 list of vLLM alone; the plain op is in the FP8 list as well."""
    kernel = row(
        "k", {"sm_90a": "native", "sm_100": needs("not-built", "port")}, "csrc/k.cu", ops=("cutlass_scaled_mm_azp",)
    )
    eight = _order("_INT8", "CutlassInt8ScaledMMLinearKernel", "TritonInt8ScaledMMLinearKernel")
    float8 = _order("_FP8", "CutlassFP8ScaledMMLinearKernel", "PerTensorTorchFP8ScaledMMLinearKernel")
    given = replace(report([kernel], root="vllm-0.33.0"), backends=(eight, float8))
    revert = _only(given, "op:cutlass_scaled_mm_azp").branches[0]
    assert revert.line.startswith("revert to TritonInt8ScaledMMLinearKernel (not checked)")
    plain = replace(given, kernels=(replace(kernel, ops=("cutlass_scaled_mm",)),))
    assert _only(plain, "op:cutlass_scaled_mm").branches[0].line.startswith("revert to B12x (not checked)")


def test_w4a8_goes_back_to_sixteen_bit_activations_on_10() -> None:
    kernel = row("k", {"sm_90a": "native", "sm_100": needs("not-built", "port")}, "csrc/k.cu", ops=("cutlass_w4a8_mm",))
    marlin = row("Marlin", {"sm_90a": "native", "sm_100": "ptx-jit"}, "csrc/quantization/marlin/k.cu", family="MARLIN")
    order = _order(
        "_MIXED",
        "CutlassW4A8LinearKernel",
        "MacheteLinearKernel",
        "MarlinLinearKernel",
        "ConchLinearKernel",
        refused=("CutlassW4A8LinearKernel", "MacheteLinearKernel"),
    )
    given = replace(report([kernel, marlin], [family("MARLIN", [marlin])], root="vllm-0.33.0"), backends=(order,))
    revert = _only(given, "op:cutlass_w4a8_mm").branches[0]
    assert revert.line.startswith("revert to Marlin with 16-bit activations by JIT: ")


SPARSE = "csrc/sm100/decode/sparse/head64/instantiations/v32.cu"


def test_flashmla_sparse_is_kept_and_untuned() -> None:
    decision = _only(_flashmla("native", SPARSE), "family:FLASH_MLA/flashmla-sparse")
    assert (decision.answer, decision.line) == (Answer.KEEP, "sm_100: keep, native with untuned")
    (fact,) = [one for one in decision.facts if "350 TFLOPS" in one.text]
    assert "410 on H800" in fact.text
    assert (fact.date, fact.grade) == ("2025-10-01", "weak-moderate")


def test_flashmla_sparse_that_was_not_read_is_not_kept() -> None:
    decision = _only(_flashmla("unknown", SPARSE), "family:FLASH_MLA/flashmla-sparse")
    assert decision.answer is Answer.UNKNOWN
    assert decision.line == "sm_100: unknown; upstream: shipped"


def test_machete_has_to_be_ported_or_goes_back_to_marlin_by_jit() -> None:
    machete = row(
        "machete_mm",
        {"sm_90a": "native", "sm_100": needs("not-built", "port", rule="cute-wgmma")},
        "csrc/quantization/machete/k.cu",
        family="MACHETE",
    )
    marlin = row("Marlin", {"sm_90a": "native", "sm_100": "ptx-jit"}, "csrc/quantization/marlin/k.cu", family="MARLIN")
    families = [family("MACHETE", [machete]), family("MARLIN", [marlin])]
    decision = _only(report([machete, marlin], families, root="vllm-0.33.0"), "family:MACHETE")
    revert, wait, port = decision.branches
    assert revert.line == "revert to Marlin by JIT: what is given up was not published, cost unknown"
    assert revert.feasible
    assert port.line == "port cute-wgmma: lines not counted, library, from 2 weeks, from USD 10k"
    assert wait.line.startswith("wait (absent upstream): 65.4 weeks more after 667 days (native, n=61, 1 left)")
    assert decision.cheapest is None
    assert "no clear winner" in decision.line


def test_marlin_of_autoawq_is_kept_and_exllama_is_named() -> None:
    kernel = row("Marlin", {"sm_80": "native", "sm_89": "compatible-sass"}, "awq_ext/marlin/marlin_cuda_kernel.cu")
    given = report([kernel], root="AutoAWQ_kernels", today="sm_80", to=("sm_89",))
    config = parse_config("kernaudit.yaml", "pins:\n  - kernel: Marlin\n    owner: serving\n")
    (pin,), (decision,) = decide(given, rules(), config)
    assert (pin.entry, pin.owner) == ("autoawq-marlin", "serving")
    assert decision.line == "sm_89: keep, compatible-sass with untuned"
    (fact,) = [one for one in decision.facts if "17.36 through ExLlamaV2" in one.text]
    assert "45.24 ms per token" in fact.text
    assert all(word in fact.text for word in ("7B", "batch 1", "L4"))
    assert (fact.date, fact.grade) == ("2026-05-28", "moderate")


def test_marlin_of_vllm_is_not_that_of_autoawq() -> None:
    kernel = row("Marlin", {"sm_80": "native", "sm_89": "ptx-jit"}, "csrc/quantization/marlin/k.cu", family="MARLIN")
    given = report([kernel], [family("MARLIN", [kernel])], root="vllm-0.33.0", today="sm_80", to=("sm_89",))
    (pin,), (decision,) = decide(given, rules())
    assert pin.entry == "marlin"
    assert not any("ExLlamaV2" in fact.text for fact in decision.facts)
