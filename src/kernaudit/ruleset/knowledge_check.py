"""Checks the files of the knowledge base, of the lag table and of the cost defaults."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernaudit.ruleset.check import check_file
from kernaudit.ruleset.schema.kernel import CostFile, KernelFile, LagFile
from kernaudit.ruleset.yaml_text import parse_rule_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pydantic import BaseModel

    from kernaudit.ruleset.files import RuleFile

__all__ = ["check_knowledge_files"]

_TABLES: dict[str, type[BaseModel]] = {"lag.yaml": LagFile, "cost.yaml": CostFile}


def check_knowledge_files(files: Sequence[RuleFile]) -> dict[str, Any]:
    """Plain data by file name.

    Raises:
        RuleError: a file breaks its schema or names an entry that no file describes; starts with `file:line`.
    """
    data = {file.name: check_file(file, _TABLES.get(file.name, KernelFile)) for file in files}
    known = {file.stem for file in files}
    for file in files:
        for path, entry_id in _named_entries(data[file.name]):
            if entry_id not in known:
                text = parse_rule_text(file.label, file.text())
                raise text.error(path, f"no file of rules/kernels describes {entry_id!r}")
    return data


def _named_entries(content: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    for index, part in enumerate(content.get("keys", ())):
        if part.get("project"):
            yield ("keys", index, "project"), part["project"]
    for index, part in enumerate(content.get("ratios", ())):
        if part.get("entry"):
            yield ("ratios", index, "entry"), part["entry"]
    for index, part in enumerate(content.get("fallbacks", ())):
        if part.get("project"):
            yield ("fallbacks", index, "project"), part["project"]
        for place, one in enumerate(part["order"]):
            if one.get("entry"):
                yield ("fallbacks", index, "order", place, "entry"), one["entry"]
