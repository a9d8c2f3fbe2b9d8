"""Parameters that are printed and nothing else: what is handed to them decides nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kernaudit.discover.tree import SourceTree
from kernaudit.facts.builtins import Builtins
from kernaudit.facts.printing import only_prints
from kernaudit.facts.scope import UnitScope
from kernaudit.ruleset.device_functions import load_device_functions
from kernaudit.ruleset.library_macros import load_library_macros
from kernaudit.ruleset.load import load_rules
from kernaudit.sources.project import SourceProject

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('printf("%d", arch); __trap();', True),
        ("__trap();", True),
        ('printf("%d", arch + 1);', False),
        ('if (arch < 800) { printf("%d", arch); }', False),
        ("other(arch);", False),
        ("arch = 3;", False),
        ("auto printf = [](const char*, int n) { if (n > 800) { __trap(); } }; printf(text, arch);", False),
        ("auto f = [=]() { return arch; };", False),
    ],
)
def test_only_prints(tmp_path: Path, body: str, *, expected: bool) -> None:
    (tmp_path / "u.cu").write_text(f"__device__ void stub(const char* text, const int arch) {{ {body} }}\n")
    rules = load_rules()
    project = SourceProject(SourceTree(tmp_path), ["u.cu"], load_library_macros(rules.files), defines={})
    scope = UnitScope([project.text(one) for one in project.preprocess("u.cu", {}).files])
    (stub,) = scope.functions("stub")
    assert only_prints(stub, 1, Builtins(load_device_functions(rules.files), rules.generations), scope) is expected
