"""The fields of `kernaudit/report/1`: written by hand from the data contract, held against what the program prints.

Fields may be added later; every field here stays, with its type, and closed lists of words keep their words.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

STATUS = (
    "native|compatible-sass|ptx-jit|not-built|missing-instruction|guarded-out|smem-exceeded|runtime-rejected|unknown"
)
DETAIL = "silent-no-op|trap|print|compile-error|unknown-target|configure-error|toolkit|missing-input|?"
RULE = "user|build|device|native|compiler-default"
PLACE = {"file": "str?", "line": "int?"}
KINDS = (
    "gate-mismatch|open-floor|degraded|emulated|suffix-lost|partly-guarded|untuned|jit-driver|build-break|unproven|"
    "estimate"
)
NOTE = {"kind": KINDS, "text": "str", **PLACE}
REASON = {"layer": "build|image|guard|instruction|smem|host|python", "rule": "str?", "text": "str", **PLACE}
REMEDY = {
    "kind": "port|resize|regate|rebuild|unknown",
    "text": "str",
    **PLACE,
    "edit": ("?", {"from": "str", "to": "str"}),
}
SMEM = {
    "static": "int?",
    "dynamic": "int?",
    "limit": "int",
    "optin": "bool",
    "expression": "str?",
    "fits": ("?", {"name": "str", "value": "int"}),
    "estimate": "bool",
}
REBUILT = {
    "target": "str?",
    "status": STATUS,
    "detail": DETAIL,
    "also": [STATUS],
    "notes": [NOTE],
    "reasons": [REASON],
}
CELL = {
    "status": STATUS,
    "detail": DETAIL,
    "also": [STATUS],
    "image": "str?",
    "images": ["str"],
    "smem": ("?", SMEM),
    "notes": [NOTE],
    "reasons": [REASON],
    "remedies": [REMEDY],
    "improve": [REMEDY],
    "if_rebuilt": REBUILT,
}
REPORT = {
    "schema": "kernaudit/report/1",
    "tool": {"name": "str", "version": "str", "rules_digest": "str"},
    "input": {
        "root_name": "str",
        "tree_digest": "str",
        "revision": "str?",
        "from": "str?",
        "to": ["str"],
        "cuda": "str",
        "request": "str?",
        "defines": {"*": "str"},
        "env": {"*": "str"},
        "as_of": "str?",
        "config": "str?",
    },
    "assumptions": [
        {
            "id": "str",
            "kind": "unknown-condition|external|switch-on|unmodelled-command|satisfiable|request|native|"
            "compiler-default",
            "text": "str",
            **PLACE,
            "origin": "str?",
            "affects": ["str"],
        }
    ],
    "devices": [
        {
            "id": "str",
            "name": "str",
            "capability": "str",
            "toolkit": "str",
            "status": "ok|configure-error",
            "message": "str?",
            "request": "str?",
            "request_rule": RULE,
            "effective": ["str"],
        }
    ],
    "families": [
        {
            "id": "str",
            "name": "str",
            "kind": "family|external|generated",
            "gate": ("?", {"file": "str", "line": "int", "text": "str", "before": ["str"], "after": ["str"]}),
            "kernels": ["str"],
            "build_targets": ["str"],
            "external": ("?", {"name": "str", "url": "str?", "tag": "str?", "file": "str", "line": "int"}),
            "cells": {
                "*": {
                    "status": STATUS,
                    "counts": {"*": "int"},
                    "effective": ["str"],
                    "request_rule": RULE,
                    "reasons": [REASON],
                }
            },
        }
    ],
    "ops": [
        {
            "name": "str",
            "file": "str",
            "line": "int",
            "kernels": ["str"],
            "cells": {"*": {"status": STATUS, "served_by": ["str"]}},
        }
    ],
    "kernels": [
        {
            "id": "str",
            "name": "str",
            "symbol": "str",
            "instantiation": "str?",
            **PLACE,
            "units": ["str"],
            "language": "cuda|triton|gluon|cute-dsl|tilelang",
            "source_kind": "file|generated|jit|external",
            "family": "str?",
            "build_targets": ["str"],
            "ops": ["str"],
            "cells": {"*": CELL},
        }
    ],
    "build_breaks": [
        {
            "target": "str",
            "gencode": "str",
            "source": "str",
            "build_target": "str",
            "rule": "str",
            "message": "str",
            "file": "str",
            "line": "int",
            "devices": ["str"],
            "kernels": ["str"],
        }
    ],
    "findings": [
        {
            "id": "str",
            "level": "error|warning|note",
            "text": "str",
            **PLACE,
            "devices": ["str"],
            "families": ["str"],
        }
    ],
    "lists_found": [{"file": "str", "line": "int", "variable": "str", "value": "str"}],
    "pins": [
        {
            "id": "str",
            "spec": {"by": "kernel|family|op|file|package", "value": "str"},
            "origin": "config|default",
            "matched": ["str"],
            "owner": "str?",
            "note": "str?",
            "expiry": "str?",
            "decision": "str?",
        }
    ],
    "decisions": [
        {
            "pin": "str",
            "device": "str",
            "answer": "keep|rebuild|resize|regate|branches|unknown",
            "line": "str",
            "branches": [
                {
                    "kind": "revert|wait|port",
                    "feasible": "bool?",
                    "line": "str",
                    "cost": {"low": "number?", "high": "number?", "unit": "str"},
                    "inputs": [
                        {"name": "str", "value": "any", "unit": "str", "source": "given|assumed|fact"},
                    ],
                    "facts": [{"text": "str", "source": "str", "date": "str", "grade": "str"}],
                }
            ],
            "cheapest": "str?",
            "break_even": ("?", {"input": "str", "value": "any"}),
        }
    ],
    "skipped": [
        {
            "path": "str",
            "reason": "unreadable|too-large|binary|outside-root|vendored|excluded|parse-error",
            "detail": "str?",
        }
    ],
    "summary": {
        "kernels": "int",
        "families": "int",
        "finishes": "bool",
        "by_status": {"*": {"*": "int"}},
        "unknown_by_reason": {"*": "int"},
        "parse": {"files": "int", "bytes": "int", "error_bytes": "int", "recovered_bytes": "int"},
    },
}
TYPES = {"str": "string", "int": "integer", "bool": "boolean", "number": "number"}


def _schema(spec: Any) -> dict[str, Any]:
    """JSON Schema of the notation above: `?` may be null, `|` separates the only words, `*` stands for any key."""
    if isinstance(spec, tuple):
        return {"anyOf": [{"type": "null"}, _schema(spec[1])]}
    if isinstance(spec, list):
        return {"type": "array", "items": _schema(spec[0])}
    if isinstance(spec, dict):
        if "*" in spec:
            return {"type": "object", "additionalProperties": _schema(spec["*"])}
        properties = {name: _schema(one) for name, one in spec.items()}
        return {"type": "object", "required": list(spec), "properties": properties}
    if spec == "any":
        return {}
    words = [None if word == "?" else word for word in spec.split("|")]
    if len(words) > 1 or "/" in spec:
        return {"enum": words}
    kind = TYPES[spec.removesuffix("?")]
    return {"type": [kind, "null"] if spec.endswith("?") else kind}


def _scan(repository: Path, example: str, *more: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "kernaudit", "scan", str(repository / "examples" / example), "--format", "json"]
    done = subprocess.run([*command, "--jobs", "1", *more], capture_output=True, text=True, check=True)
    document: dict[str, Any] = json.loads(done.stdout)
    return document


@pytest.mark.parametrize(
    ("example", "more"),
    [
        ("remapped", ("--from", "h100", "--to", "all", "--as-of", "2026-11-01")),
        ("remapped", ("--to", "10.3", "--cuda", "12.4")),
        ("stages", ("--from", "h100", "--to", "all")),
    ],
)
def test_reports_have_every_field_of_the_contract(repository: Path, example: str, more: tuple[str, ...]) -> None:
    document = _scan(repository, example, *more)
    wrong = [
        f"{'/'.join(map(str, one.path))}: {one.message}"
        for one in Draft202012Validator(_schema(REPORT)).iter_errors(document)
    ]
    assert wrong == []
    assert all(len(one["line"]) <= 120 for one in document["decisions"])


def test_ids_that_the_report_refers_to_are_there(repository: Path) -> None:
    document = _scan(repository, "remapped", "--from", "h100", "--to", "all")
    kernels = {one["id"] for one in document["kernels"]}
    families = {one["id"] for one in document["families"]}
    columns = [one["id"] for one in document["devices"]]
    assert len(kernels) == len(document["kernels"])
    for one in (*document["families"], *document["ops"], *document["build_breaks"]):
        assert set(one["kernels"]) <= kernels
    for one in document["kernels"]:
        assert one["family"] in families
    for one in (*document["kernels"], *document["families"], *document["ops"]):
        assert list(one["cells"]) == columns
    for one in (*document["findings"], *document["build_breaks"]):
        assert set(one["devices"]) <= set(columns)


def test_the_notation_refuses_what_breaks_it() -> None:
    check = Draft202012Validator(_schema({"a": "str?", "b": [{"c": "x|y"}], "d": ("?", {"e": "int"})}))
    assert not list(check.iter_errors({"a": None, "b": [{"c": "x", "more": 1}], "d": None}))
    assert len(list(check.iter_errors({"a": 1, "b": [{"c": "z"}], "d": {"e": "1"}}))) == 3
    assert len(list(check.iter_errors({}))) == 3
