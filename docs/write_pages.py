"""Writes the generated pages of the site, devices.md and rules.md beside this file, from `rules/`; git ignores them."""

from __future__ import annotations

import sys
from pathlib import Path

from kernaudit.render.plain import printable
from kernaudit.scan.archs import archs_document
from kernaudit.scan.rules import rules_document

__all__ = ["pages"]


def pages() -> dict[str, str]:
    """File name -> text."""
    return {"devices.md": _devices(), "rules.md": _rules()}


def _devices() -> str:
    parts = ["# Devices", "What `kernaudit archs show` prints; every number has its source in `rules/archs`."]
    for device in archs_document((), ["all"])["devices"]:
        rows = [f"| {_cell(name)} | {_cell(_short(value))} |" for name, value in device.items() if name != "id"]
        parts.append("\n".join([f"## {device['id']}", "", "| | |", "|---|---|", *rows]))
    return "\n\n".join(parts) + "\n"


def _rules() -> str:
    parts = [
        "# Instruction rules",
        "What `kernaudit rules show` prints. How they are judged: [here](instruction-rules.md).",
    ]
    for rule in rules_document((), ())["rules"]:
        rows = [f"| {_cell(name)} | {_cell(_short(value))} |" for name, value in rule.items() if name != "id" and value]
        parts.append("\n".join([f"## {rule['id']}", "", "| | |", "|---|---|", *rows]))
    return "\n\n".join(parts) + "\n"


def _short(value: object) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{name}: {_short(one)}" for name, one in value.items() if one not in (None, [], {}))
    if isinstance(value, list):
        return ", ".join(map(_short, value))
    return str(value)


def _cell(text: str) -> str:
    shown = "".join(f"\\{letter}" if letter in "\\`*_{}[]<>#|~" else letter for letter in printable(text))
    return shown if len(shown) < 1500 else f"{shown[:1500]}..."


def main() -> int:
    """Write the pages."""
    for name, text in pages().items():
        (Path(__file__).parent / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
