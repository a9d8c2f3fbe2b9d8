"""House rules that a machine can check: small modules, one door to files, no architecture in code, no printing."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "kernaudit"
MODULES = sorted(str(path.relative_to(SOURCE)) for path in SOURCE.rglob("*.py"))
MAX_LINES = 400
MAY_READ = ("discover/", "ruleset/", "config/", "cli/")
"""`cli` writes reports and reads what the user pipes in; `build` and `sources` read through the tree reader."""
FILE_CALLS = {
    "open",
    "read_text",
    "read_bytes",
    "write_text",
    "write_bytes",
    "unlink",
    "scandir",
    "listdir",
    "walk",
    "iterdir",
    "rglob",
}
FILE_MODULES = {"glob", "shutil", "tempfile", "subprocess", "socket", "urllib"}
PATH_LIKE = re.compile(r"^os$|(^|[._])(path|root|file|folder|directory)$|^Path\(|[^.] / ")
ARCHITECTURE = re.compile(r"\b(?<!like )(?<!or )(sm|compute)_\d{2,3}[af]?\b")
"""A message may say how to spell a target ("write it like ...")."""


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse((SOURCE / module).read_text(encoding="utf-8"))


def _docstrings(tree: ast.Module) -> set[int]:
    """Return the ids of the string constants that are documentation (an expression that is only a string)."""
    return {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


@pytest.mark.parametrize("module", MODULES)
def test_a_module_is_a_small_room(module: str) -> None:
    text = (SOURCE / module).read_text(encoding="utf-8")
    assert text.count("\n") <= MAX_LINES
    assert ast.get_docstring(_tree(module)), "says in its first line what it is for"
    assert not re.search(r"(^|/)(utils?|helpers?|common|manager|misc)(\.py|/)", module)


@pytest.mark.parametrize("module", [m for m in MODULES if m != "__main__.py"])
def test_a_module_names_what_it_offers(module: str) -> None:
    body = _tree(module).body
    defines = any(not isinstance(node, ast.Expr | ast.ImportFrom) for node in body)
    named = any(isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__" for node in body)
    assert named or not defines


@pytest.mark.parametrize("module", [m for m in MODULES if not m.startswith(MAY_READ)])
def test_only_the_readers_touch_files(module: str) -> None:
    found = []
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names if alias.name.split(".")[0] in FILE_MODULES]
        elif isinstance(node, ast.ImportFrom):
            found += [node.module] if (node.module or "").split(".")[0] in FILE_MODULES else []
        elif isinstance(node, ast.Call) and _touches_files(node.func):
            found.append(f"line {node.lineno}: {ast.unparse(node.func)}()")
    assert not found


def _touches_files(called: ast.expr) -> bool:
    if isinstance(called, ast.Name):
        return called.id in {"open", "exec", "eval", "compile", "__import__"}
    if isinstance(called, ast.Attribute) and called.attr in FILE_CALLS:
        return bool(PATH_LIKE.search(ast.unparse(called.value)))
    return False


# `cli` shows examples of what to type.
@pytest.mark.parametrize("module", [m for m in MODULES if m != "model/arch.py" and not m.startswith("cli/")])
def test_no_architecture_is_named_in_code(module: str) -> None:
    tree = _tree(module)
    documentation = _docstrings(tree)
    found = [
        f"{node.lineno}: {node.value[:60]!r}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in documentation
        and ARCHITECTURE.search(node.value)
    ]
    assert not found, "architecture knowledge is data: put it under rules/"
