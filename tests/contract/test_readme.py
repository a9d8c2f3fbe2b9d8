"""What the README shows is what the program prints. `python tests/contract/test_readme.py` writes the blocks again."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
COMMANDS = {"help": ("--help",), "demo": ("scan", "examples/remapped")}


def _block(name: str) -> str:
    text = README.read_text(encoding="utf-8")
    found = re.search(rf"<!-- {name} -->\n```\n(.*?)```\n<!-- /{name} -->", text, re.DOTALL)
    assert found, f"README.md has no block {name}"
    return found[1]


def _output(*arguments: str, cwd: Path = ROOT) -> str:
    environment = {**os.environ, "COLUMNS": "80", "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-m", "kernaudit", *arguments]
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, check=True)
    return done.stdout.decode()


@pytest.mark.parametrize("name", COMMANDS)
def test_a_block_is_what_the_command_prints(name: str) -> None:
    assert _block(name) == _output(*COMMANDS[name])


def test_every_row_of_the_excerpt_is_printed(vllm_0_33: Path) -> None:
    command, *rows = _block("vllm").splitlines()
    arguments = command.removeprefix("$ kernaudit ").split()
    assert arguments[1] == vllm_0_33.name
    printed = _output(*arguments, cwd=vllm_0_33.parent).splitlines()
    assert [row for row in rows if row not in printed] == []


def test_linked_files_exist() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README.read_text(encoding="utf-8")):
        assert (ROOT / target).is_file(), target


def _rewrite() -> None:
    text = README.read_text(encoding="utf-8")
    for name, arguments in COMMANDS.items():
        new = f"<!-- {name} -->\n```\n{_output(*arguments)}```\n<!-- /{name} -->"
        text = re.sub(rf"<!-- {name} -->\n```\n.*?```\n<!-- /{name} -->", lambda _, new=new: new, text, flags=re.DOTALL)
    README.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    _rewrite()
