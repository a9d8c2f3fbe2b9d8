"""A report, fresh or read back from its JSON, as one side of a comparison."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from kernaudit.errors import InputError
from kernaudit.gate.cells import cell_of
from kernaudit.gate.compare import Side

if TYPE_CHECKING:
    from kernaudit.gate.successors import FindName
    from kernaudit.model.report import Report

__all__ = ["side_of_report", "side_of_text"]

_SCHEMAS = ("kernaudit/report/0", "kernaudit/report/1")
"""A later version may mean other things by the same fields."""


def side_of_report(report: Report, name: str, find: FindName | None = None) -> Side:
    """Return a report that was just made; `find` looks for names in the files of its tree."""
    given = report.input
    return Side(
        name,
        {row.id: row.cells for row in report.kernels},
        tuple(device.id for device in report.devices),
        {
            "toolkit": given.cuda,
            "request": given.request,
            "rules": report.tool.rules_digest,
            "code": _code([finding.id for finding in report.findings]),
        },
        find,
    )


def side_of_text(text: str, label: str) -> Side:
    """Return a report from its JSON document.

    Raises:
        InputError: it is no whole report of this version.
    """
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        raise InputError(f"{label}:{line}: not JSON, or only half of a report; write it again") from error
    schema = document.get("schema") if isinstance(document, dict) else None
    if schema not in _SCHEMAS:
        wanted = f"wanted {_SCHEMAS[-1]!r}; write one with `scan --format json`"
        raise InputError(f"{label}: no report of this version (schema {schema!r}), {wanted}")
    try:
        return _side(document, label)
    except KeyError as error:
        raise InputError(f"{label}: not a whole report of {schema}: {error} is missing; write it again") from error
    except (AttributeError, TypeError, ValueError) as error:
        raise InputError(f"{label}: not a whole report of {schema}: {error}; write it again") from error


def _side(document: dict[str, Any], label: str) -> Side:
    given, kernels = document["input"], document["kernels"]
    cells = {
        str(kernel["id"]): {str(device): cell_of(cell) for device, cell in kernel["cells"].items()}
        for kernel in kernels
    }
    return Side(
        label,
        cells,
        tuple(str(device["id"]) for device in document["devices"]),
        {
            "toolkit": given["cuda"],
            "request": given["request"],
            "rules": document["tool"]["rules_digest"],
            "code": _code([finding["id"] for finding in document["findings"]]),
        },
    )


def _code(findings: list[str]) -> str:
    return "not read" if "code-not-read" in findings else "read"
