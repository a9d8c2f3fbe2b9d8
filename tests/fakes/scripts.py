"""Evaluations of small setup.py trees, for tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernaudit.build.setup_py.evaluate import SetupProject
from kernaudit.discover import SourceTree
from kernaudit.model.arch import ComputeCapability
from kernaudit.model.build import BuildRequest
from kernaudit.ruleset.load import load_rules

if TYPE_CHECKING:
    from pathlib import Path

    from kernaudit.model.build import BuildEvaluation
    from kernaudit.ruleset.load import Rules

HEAD = """import os
from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension
"""


def script(flags: str, before: str = "", sources: str = '["a.cu"]') -> str:
    """A setup.py with one extension."""
    extension = f'CUDAExtension("ext", {sources}, extra_compile_args={{"nvcc": {flags}}})'
    return f'{HEAD}{before}\nsetup(name="x", ext_modules=[{extension}], cmdclass={{"build_ext": BuildExtension}})\n'


def evaluate(
    folder: Path,
    text: str,
    device: str | None = None,
    request: str | None = None,
    *,
    cuda: str = "13.0",
    env: dict[str, str] | None = None,
    files: dict[str, str] | None = None,
    rules: Rules | None = None,
) -> BuildEvaluation:
    """Evaluate a setup.py that is written for the purpose."""
    for name, content in {"setup.py": text, "a.cu": "", **(files or {})}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)
    rules = rules or load_rules()
    capability = None if device is None else ComputeCapability(*map(int, device.split(".")))
    asked = BuildRequest(rules.toolkit(cuda), request, capability, {}, env or {})
    return SetupProject(SourceTree(folder), "setup.py", rules).evaluate(asked)


def gencodes(answer: BuildEvaluation, path: str = "a.cu") -> list[str]:
    """What one source is compiled for; fails for a source whose flags are not known."""
    found = next(one for one in answer.sources if one.path == path)
    assert found.undecided is None, found.undecided
    return [str(one) for one in found.gencodes]
