"""docs/contract.md names every field that a report has."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="module")
def report(repository: Path) -> dict[str, Any]:
    command = [sys.executable, "-m", "kernaudit", "scan", str(repository / "examples" / "remapped")]
    command += ["--from", "9.0", "--to", "10.0,10.3", "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    document: dict[str, Any] = json.loads(done.stdout)
    return document


@pytest.fixture(scope="module")
def documented(repository: Path) -> str:
    return (repository / "docs" / "contract.md").read_text(encoding="utf-8")


def test_every_field_is_documented(report: dict[str, Any], documented: str) -> None:
    found = set(report)
    for part in ("tool", "input", "summary"):
        found |= set(report[part]) - {"name", "version"}
    for part in ("assumptions", "devices", "families", "kernels", "findings", "skipped", "pins", "decisions"):
        for item in report[part]:
            found |= set(item)
    for kernel in report["kernels"]:
        for cell in kernel["cells"].values():
            found |= set(cell) | set(cell["if_rebuilt"]) | {key for reason in cell["reasons"] for key in reason}
    assert {name for name in found if f"`{name}`" not in documented} == set()


def test_every_status_is_documented(documented: str) -> None:
    from kernaudit.model.verdict import Status  # noqa: PLC0415 - only here

    assert {status.value for status in Status if f"| `{status.value}` |" not in documented} == set()
