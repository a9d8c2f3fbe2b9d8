"""Small projects, written down in the test that evaluates them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from kernaudit.build.cmake.reader import CmakeProject
from kernaudit.discover import SourceTree
from kernaudit.model.build import BuildEvaluation, BuildRequest
from kernaudit.ruleset.load import Rules, load_rules

Evaluate = Callable[..., BuildEvaluation]

HEAD = "cmake_minimum_required(VERSION 3.26)\nproject(p LANGUAGES CXX CUDA)\n"


@pytest.fixture(scope="session")
def rules() -> Rules:
    return load_rules()


@pytest.fixture
def write(tmp_path: Path) -> Callable[[Mapping[str, str]], Path]:
    """Write files; those named without content are empty."""

    def write(files: Mapping[str, str]) -> Path:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return tmp_path

    return write


@pytest.fixture
def project(write: Callable[[Mapping[str, str]], Path], rules: Rules) -> Callable[..., CmakeProject]:
    """Open a tree as a project. `text` is the top CMakeLists.txt, after the usual head unless it has its own."""

    def project(
        text: str, files: Mapping[str, str] | None = None, sources: tuple[str, ...] = ("a.cu",)
    ) -> CmakeProject:
        listed = text if "project(" in text or "cmake_minimum_required" in text else HEAD + text
        root = write({"CMakeLists.txt": listed, **dict.fromkeys(sources, ""), **(files or {})})
        return CmakeProject(SourceTree(root), "CMakeLists.txt", rules)

    return project


@pytest.fixture
def evaluate(project: Callable[..., CmakeProject], rules: Rules) -> Evaluate:
    """Evaluate a small project for one request."""

    def evaluate(
        text: str,
        files: Mapping[str, str] | None = None,
        *,
        sources: tuple[str, ...] = ("a.cu",),
        request: str | None = None,
        device: str | None = None,
        cuda: str = "13.0.88",
        defines: Mapping[str, str] | None = None,
        env: Mapping[str, str] | None = None,
    ) -> BuildEvaluation:
        capability = None if device is None else rules.device(device).capability
        asked = BuildRequest(rules.toolkit(cuda), request, capability, defines or {}, env or {})
        return project(text, files, sources).evaluate(asked)

    return evaluate
