"""Reads Python text the way a scan does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.discover.tree import SourceTree
from kernaudit.kernels.python.read import PythonReader
from kernaudit.ruleset.load import load_rules
from kernaudit.ruleset.python_rules import load_python_rules
from kernaudit.scan.python import python_judge

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from kernaudit.kernels.python.survey import PythonKernel, PythonSurvey
    from kernaudit.model.verdict import Cell

RULES = load_rules()


def read_python(folder: Path, files: Mapping[str, str], *targets: str, deep: bool = True) -> PythonSurvey:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    tree = SourceTree(folder)
    rules = load_python_rules(RULES.files)
    reader = PythonReader(tree, rules, RULES.instructions, RULES.devices, frozenset(targets), deep)
    return reader.read(path for path in tree.covered() if path.endswith(".py"))


def cells(kernel: PythonKernel, *devices: str) -> dict[str, Cell]:
    judge = python_judge(RULES, RULES.toolkit("13.0"))
    return {name: judge.cell(kernel, RULES.device(name)) for name in devices}


def statuses(kernel: PythonKernel, *devices: str) -> dict[str, str]:
    return {name: str(cell.status) for name, cell in cells(kernel, *devices).items()}
