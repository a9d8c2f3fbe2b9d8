"""Reports with pins and decisions, written by hand; and one as large as a real one can get."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fakes.reports import cell, family, needs, note, report, row
from kernaudit.model.decision import (
    Answer,
    Branch,
    BranchFact,
    BranchInput,
    BranchKind,
    BreakEven,
    Cost,
    Decision,
    InputSource,
    Pin,
    PinBy,
    PinOrigin,
    PinSpec,
)
from kernaudit.model.evidence import Location, Skipped, SkipReason
from kernaudit.model.report import FamilyCell
from kernaudit.model.verdict import Layer, Reason, Status

if TYPE_CHECKING:
    from kernaudit.model.report import FamilyRow, KernelRow, Report

__all__ = ["choice", "counted", "decided_report", "hostile_report", "large_report"]

GEMM = "csrc/gemm.cu#deep_gemm"
_NEW = ("sm_100", "sm_120")


def choice(device: str, cheapest: str | None = "port", **more) -> Decision:
    """Revert, wait or port a GEMM: 40k to 90k, no date, 10k to 25k."""
    gpus = BranchInput("gpus", 8.0, "GPUs", InputSource.ASSUMED)
    fact = BranchFact("cuBLAS is 1.4 times slower", "the paper, table 3", "2025-02-14", "paper")
    branches = (
        Branch(BranchKind.REVERT, True, "revert: to cuBLAS, gives up 1.4x", Cost(40e3, 90e3), (gpus,), (fact,)),
        Branch(BranchKind.WAIT, False, "wait: no date, upstream declined", Cost(None, None), (gpus,)),
        Branch(BranchKind.PORT, True, "port: 2 to 5 engineer-weeks", Cost(10e3, 25e3)),
    )
    named = None if cheapest is None else BranchKind(cheapest)
    flip = BreakEven("engineer_week", 21500.0)
    return Decision("p1", device, Answer.BRANCHES, f"{device}: not-built; port it", branches, named, flip, **more)


def counted(name: str, rows: list[KernelRow]) -> FamilyRow:
    """A family whose cells count its rows' statuses."""
    made = family(name, rows)
    cells = {}
    for device, one in made.cells.items():
        found = [member.cells[device] for member in rows]
        counts = {status: sum(c.status is status for c in found) for status in {c.status for c in found}}
        worst = next(c for c in found if c.status is one.status)
        cells[device] = FamilyCell(one.status, counts, one.request_rule, (), worst.reasons)
    return replace(made, cells=cells)


def decided_report(cheapest: str | None = "port") -> Report:
    """Three kernels in two families, from 9.0 to 10.0 and 12.0, and two pins."""
    gone = needs("not-built", "port", rule="wgmma")
    rows = [
        row("deep_gemm", {"sm_90a": "native", "sm_100": gone, "sm_120": gone}, "csrc/gemm.cu", ops=("fp8_gemm",)),
        row("norm", {"sm_90a": "native", "sm_100": "native", "sm_120": "ptx-jit"}, "csrc/norm.cu"),
        row("attend", {"sm_90a": "native", "sm_100": "unknown", "sm_120": cell("native", notes=(note("untuned"),))}),
    ]
    pins = (
        Pin("p1", PinSpec(PinBy.OP, "fp8_gemm"), PinOrigin.CONFIG, (GEMM,), owner="Ada", note="needs no scale fix"),
        Pin("p2", PinSpec(PinBy.KERNEL, "norm"), PinOrigin.DEFAULT, ("csrc/norm.cu#norm",)),
    )
    keep = [Decision("p2", device, Answer.KEEP, f"{device}: keep, native") for device in _NEW]
    made = report(rows, [counted("GEMM", rows[:1]), counted("REST", rows[1:])], to=_NEW)
    return replace(
        made,
        pins=pins,
        decisions=(choice("sm_100", cheapest), choice("sm_120", cheapest), *keep),
        skipped=(Skipped("big.cu", SkipReason.TOO_LARGE, "200 MB"),),
    )


def hostile_report(text: str) -> Report:
    """The same with a text that somebody chose wherever a tree or a configuration can put one."""
    made = decided_report()
    reason = Reason(Layer.GUARD, text, Location(text, 3), rule=text)
    bad = row(text, {"sm_90a": "native", "sm_100": cell("not-built", reasons=(reason,)), "sm_120": "native"}, text)
    bad = replace(bad, symbol=text, ops=(text,), build_targets=(text,))
    fact = BranchFact(text, text, "2025-02-14", text)
    pin = Pin("p3", PinSpec(PinBy.KERNEL, text), PinOrigin.CONFIG, (bad.id,), owner=text, note=text, expiry=text)
    decision = Decision("p3", "sm_100", Answer.UNKNOWN, text, caveats=(text,), facts=(fact,))
    return replace(
        made,
        input=replace(made.input, root_name=text, title=text, defines={text: text}, revision=text),
        kernels=(*made.kernels, bad),
        families=(*made.families, counted(text, [bad])),
        pins=(*made.pins, pin),
        decisions=(*made.decisions, decision),
        skipped=(Skipped(text, SkipReason.EXCLUDED, text),),
    )


def large_report(kernels: int = 1100, devices: int = 14) -> Report:
    """As many cells as vLLM has with its Python kernels, each kernel with reasons of its own."""
    names = [f"dev_{number}" for number in range(devices)]
    rows = [_large_row(number, names) for number in range(kernels)]
    sizes = [rows[:160], *(rows[start : start + 24] for start in range(160, kernels, 24))]
    families = [counted(f"FAMILY_{number}", members) for number, members in enumerate(sizes)]
    return report(rows, families, today=names[0], to=tuple(names[1:]))


def _large_row(number: int, names: list[str]) -> KernelRow:
    file = f"csrc/attention/part_{number % 90}/kernel_{number}.cu"
    statuses = list(Status)
    cells = {}
    for place, device in enumerate(names):
        status = statuses[(number * 7 + place * 3) % len(statuses)] if place % 3 == 0 else Status.NATIVE
        where = Location(file, 10 + place)
        cells[device] = needs(
            status.value,
            *(() if status.runs else ("port",)),
            image=f"{place}>sm_{place}",
            images=(f"{place}>sm_{place}",),
            rebuilt="native",
        )
        reasons = (
            Reason(
                Layer.BUILD, f"target _C compiles it with {place}>sm_{place}", Location("CMakeLists.txt", place + 1)
            ),
            Reason(Layer.GUARD, f"the guard of kernel {number} leaves its body out", where),
        )
        cells[device] = replace(cells[device], reasons=reasons)
    return row(f"kernel_{number}", cells, file, ops=(f"op_{number % 140}",))
