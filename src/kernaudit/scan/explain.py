"""What `kernaudit explain` does: one scan with all evidence, and the chain of one kernel on one device."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kernaudit.errors import UsageError
from kernaudit.render.cells import cell_document
from kernaudit.render.explain import explain_cell
from kernaudit.scan.code_reading import CodeReading
from kernaudit.scan.pipeline import run_scan

if TYPE_CHECKING:
    from kernaudit.model.report import KernelRow, Report
    from kernaudit.scan.options import ScanOptions

__all__ = ["explanation_document", "explanation_text"]

_MOST = 12


def explanation_text(kernel: str, options: ScanOptions, width: int = 100) -> str:
    """Return the chains of the rows that `kernel` names, on the one device of `options.to`.

    Raises:
        UsageError: no kernel, or too many, are called so; the message names some.
        InputError, NothingFoundError: as `run_scan`.
    """
    report, rows = _found(kernel, options)
    device = report.devices[-1]
    return "\n\n".join(explain_cell(row, device, width) for row in rows)


def explanation_document(kernel: str, options: ScanOptions) -> list[dict[str, Any]]:
    """The same as data: per row its id, file and line, and the cell as a report has it.

    Raises:
        UsageError, InputError, NothingFoundError: as `explanation_text`.
    """
    report, rows = _found(kernel, options)
    device = report.devices[-1].id
    return [
        {
            "kernel": row.id,
            "device": device,
            "file": row.file,
            "line": row.line,
            "cell": cell_document(row.cells[device]),
        }
        for row in rows
    ]


def _found(kernel: str, options: ScanOptions) -> tuple[Report, tuple[KernelRow, ...]]:
    asked = replace(
        options, kernels=(kernel,), only_failing=False, evidence=True, code=CodeReading.ALWAYS, decisions=False
    )
    report = run_scan(asked)
    exact = tuple(row for row in report.kernels if kernel in (row.name, row.id))
    rows = exact or report.kernels
    if len(rows) > _MOST:
        some = ", ".join(row.id for row in rows[:_MOST])
        raise UsageError(f"{kernel!r} names {len(rows)} kernels; name one of them: {some}, ...")
    return report, rows
