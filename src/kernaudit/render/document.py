"""The JSON form of a report, apart from its cells: names, order and nulls as the data contract has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.render.cells import Json, place, reason_documents
from kernaudit.render.decision_document import decision_document, pin_document
from kernaudit.render.gate_document import gate_document

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernaudit.model.evidence import Finding
    from kernaudit.model.report import (
        BuildBreak,
        DeviceColumn,
        FamilyCell,
        FamilyRow,
        KernelRow,
        OpRow,
        Report,
        ReportAssumption,
        ReportInput,
        Summary,
    )
    from kernaudit.model.verdict import Status

__all__ = ["SCHEMA", "family_document", "kernel_document", "rest_of_report"]

SCHEMA = "kernaudit/report/1"


def rest_of_report(report: Report) -> Json:
    """Return everything but the family and kernel rows; those two keys stand in place, empty."""
    return {
        "schema": SCHEMA,
        "tool": {
            "name": report.tool.name,
            "version": report.tool.version,
            "rules_digest": report.tool.rules_digest,
        },
        "input": _input(report.input),
        "assumptions": [_assumption(one) for one in report.assumptions],
        "devices": [_device(one) for one in report.devices],
        "families": [],
        "ops": [_op(one) for one in report.ops],
        "kernels": [],
        "build_breaks": [_break(one) for one in report.build_breaks],
        "findings": [_finding(one) for one in report.findings],
        "lists_found": [
            {**place(one.location), "variable": one.variable, "value": one.value} for one in report.lists_found
        ],
        "pins": [pin_document(one) for one in report.pins],
        "decisions": [decision_document(one) for one in report.decisions],
        "skipped": [{"path": one.path, "reason": one.reason, "detail": one.detail} for one in report.skipped],
        "summary": _summary(report.summary),
        "gate": None if report.gate is None else gate_document(report.gate),
    }


def family_document(family: FamilyRow) -> Json:
    """Return one entry of `families`."""
    gate, external = family.gate, family.external
    return {
        "id": family.id,
        "name": family.name,
        "kind": family.kind,
        "gate": None
        if gate is None
        else {**place(gate.location), "text": gate.text, "before": list(gate.before), "after": list(gate.after)},
        "kernels": list(family.kernels),
        "build_targets": list(family.build_targets),
        "external": None
        if external is None
        else {"name": external.name, "url": external.url, "tag": external.tag, **place(external.location)},
        "cells": {device: _family_cell(cell) for device, cell in family.cells.items()},
    }


def kernel_document(kernel: KernelRow) -> Json:
    """Return one entry of `kernels` with empty `cells`."""
    return {
        "id": kernel.id,
        "name": kernel.name,
        "symbol": kernel.symbol,
        "instantiation": kernel.instantiation,
        "file": kernel.file,
        "line": kernel.line,
        "units": list(kernel.units),
        "language": kernel.language,
        "source_kind": kernel.source_kind,
        "family": kernel.family,
        "build_targets": list(kernel.build_targets),
        "ops": list(kernel.ops),
        "cells": {},
    }


def _family_cell(cell: FamilyCell) -> Json:
    return {
        "status": cell.status,
        "counts": _counts(cell.counts),
        "effective": list(cell.effective),
        "request_rule": cell.request_rule,
        "reasons": reason_documents(cell.reasons),
    }


def _input(given: ReportInput) -> Json:
    return {
        "root_name": given.root_name,
        "tree_digest": given.tree_digest,
        "revision": given.revision,
        "from": given.from_,
        "to": list(given.to),
        "cuda": given.cuda,
        "request": given.request,
        "defines": dict(sorted(given.defines.items())),
        "env": dict(sorted(given.env.items())),
        "as_of": given.as_of,
        "config": given.config,
        "title": given.title,
    }


def _assumption(one: ReportAssumption) -> Json:
    assumption = one.assumption
    return {
        "id": one.id,
        "kind": assumption.kind,
        "text": assumption.text,
        **place(assumption.location),
        "origin": assumption.origin,
        "affects": list(one.affects),
    }


def _device(device: DeviceColumn) -> Json:
    return {
        "id": device.id,
        "name": device.name,
        "capability": device.capability,
        "toolkit": device.toolkit,
        "status": device.status,
        "message": device.message,
        "request": device.request,
        "request_rule": device.request_rule,
        "effective": list(device.effective),
        "minimum_toolkit": device.minimum_toolkit,
        "minimum_driver": device.minimum_driver,
    }


def _op(op: OpRow) -> Json:
    return {
        "name": op.name,
        **place(op.location),
        "kernels": list(op.kernels),
        "cells": {
            device: {"status": cell.status, "served_by": list(cell.served_by)} for device, cell in op.cells.items()
        },
    }


def _break(one: BuildBreak) -> Json:
    return {
        "target": one.target,
        "gencode": one.gencode,
        "source": one.source,
        "build_target": one.build_target,
        "rule": one.rule,
        "message": one.message,
        **place(one.location),
        "devices": list(one.devices),
        "kernels": list(one.kernels),
    }


def _finding(one: Finding) -> Json:
    return {
        "id": one.id,
        "level": one.level,
        "text": one.text,
        **place(one.location),
        "devices": list(one.devices),
        "families": list(one.families),
    }


def _summary(summary: Summary) -> Json:
    parse = summary.parse
    return {
        "kernels": summary.kernels,
        "families": summary.families,
        "finishes": summary.finishes,
        "by_status": {device: _counts(counts) for device, counts in summary.by_status.items()},
        "unknown_by_reason": dict(sorted(summary.unknown_by_reason.items())),
        "parse": {
            "files": parse.files,
            "bytes": parse.bytes,
            "error_bytes": parse.error_bytes,
            "recovered_bytes": parse.recovered_bytes,
        },
    }


def _counts(counts: Mapping[Status, int]) -> Json:
    return {status: counts[status] for status in sorted(counts, key=lambda one: one.rank)}
