"""The hidden verb `cmake-eval`: what a piece of cmake code prints, to compare this evaluator with the real one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kernaudit.build.cmake.script import ScriptWorld, run_script
from kernaudit.discover import SourceTree
from kernaudit.ruleset.load import load_rules

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["cmake_eval_document"]

_ENVIRONMENT = {"HOME": "/root", "PATH": "/usr/local/bin:/usr/bin:/bin"}


def cmake_eval_document(code: str) -> Mapping[str, object]:
    """Return `{"rc": 0|1, "out": [message lines]}` for code run in script mode in the current directory."""
    here = Path.cwd()
    result = run_script(code, ScriptWorld(here.as_posix(), SourceTree(here), load_rules(), _ENVIRONMENT))
    return {"rc": int(result.failed), "out": list(result.lines)}
