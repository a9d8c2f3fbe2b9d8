"""The pages of docs/kernels say what rules/kernels says."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from kernaudit.ruleset.load import load_rules


def test_the_pages_are_fresh(repository: Path) -> None:
    spec = importlib.util.spec_from_file_location("write_kernel_pages", repository / "docs" / "write_kernel_pages.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    wanted = module.pages(load_rules().kernels)
    found = {path.name: path.read_text(encoding="utf-8") for path in (repository / "docs" / "kernels").glob("*.md")}
    assert found == wanted, "run `python docs/write_kernel_pages.py`"


def test_every_entry_stands_in_the_index(repository: Path) -> None:
    index = (repository / "docs" / "kernels" / "index.md").read_text(encoding="utf-8")
    assert [entry.id for entry in load_rules().kernels if f"({entry.id}.md)" not in index] == []


def test_the_cost_page_shows_every_default(repository: Path) -> None:
    page = (repository / "docs" / "cost-model.md").read_text(encoding="utf-8")
    cost = load_rules().cost
    for name, default in (*cost.inputs.items(), *((str(work), one) for work, one in cost.work.items())):
        basis = "fact" if default.is_fact else "assumed"
        assert f"| `{name}` | {default.value:g} | {default.unit} | {basis} | {default.why} |" in page, name
