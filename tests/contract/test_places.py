"""Where people run the gate: the commands of the action, the hook, the GitLab jobs and the container, run here."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import yaml

from fakes.repositories import commit, init
from kernaudit.discover.classify import SUFFIXES

ROOT = Path(__file__).parents[2]
CI = ROOT / "examples" / "ci"
LOST = (" 100-real)", ")")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ROOT / "examples" / "gate", tmp_path / "tree"))


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """A folder for PATH with `kernaudit` and a `pip` that installs nothing."""
    folder = tmp_path / "tools" / "kernaudit" / "bin"
    folder.mkdir(parents=True)
    for name, does in {"kernaudit": f'"{sys.executable}" -m kernaudit "$@"', "pip": ":"}.items():
        (folder / name).write_text(f"#!/bin/sh\n{does}\n")
        (folder / name).chmod(0o755)
    return folder


def _lose(tree: Path) -> None:
    build = tree / "CMakeLists.txt"
    assert LOST[0] in build.read_text()
    build.write_text(build.read_text().replace(*LOST))


def _bash(script: str, tree: Path, tools: Path, **extra: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": f"{tools}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT / "src"), "HOME": str(tree), **extra}
    command = ["bash", "-e", "-o", "pipefail", "-c", script]
    return subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, timeout=120, check=False)


def _yaml(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def _action(tree: Path, tools: Path, **given: str) -> tuple[str, dict[str, str], str]:
    """Run the steps of the action from the check on; what it says, its outputs, its summary."""
    action = _yaml(ROOT / "action.yml")
    steps = {step["id"]: step for step in action["runs"]["steps"] if "id" in step}
    temporary = tools.parents[1]
    files = {"GITHUB_OUTPUT": temporary / "output", "GITHUB_STEP_SUMMARY": temporary / "summary"}
    for path in files.values():
        path.write_text("")
    inputs = {name: str(one.get("default", "")) for name, one in action["inputs"].items()} | given
    environment = {
        name: re.sub(r"\$\{\{ inputs\.([a-z-]+) \}\}", lambda match: inputs[match[1]], text)
        for name, text in steps["check"]["env"].items()
    }
    environment |= {name: str(path) for name, path in files.items()} | {"RUNNER_TEMP": str(temporary)}
    done = _bash(steps["check"]["run"], tree, tools, **environment)
    assert done.returncode == 0, done.stderr
    outputs = dict(line.split("=", 1) for line in files["GITHUB_OUTPUT"].read_text().splitlines())
    ended = _bash(steps["result"]["run"], tree, tools, CODE=outputs["exit-code"])
    assert str(ended.returncode) == outputs["exit-code"]
    return done.stdout, outputs, files["GITHUB_STEP_SUMMARY"].read_text()


def test_the_action_uploads_and_then_fails(tree: Path, tools: Path) -> None:
    said, outputs, summary = _action(tree, tools, baseline="kernaudit-baseline.json")
    assert outputs["exit-code"] == "0"
    assert "gate passed" in summary
    _lose(tree)
    said, outputs, summary = _action(tree, tools, baseline="kernaudit-baseline.json")
    assert outputs["exit-code"] == "1"
    results = json.loads(Path(outputs["sarif"]).read_text())["runs"][0]["results"]
    assert {one["ruleId"] for one in results} == {"regression", "requirement"}
    assert "::error file=CMakeLists.txt," in said
    assert "gate FAILED" in summary
    steps = _yaml(ROOT / "action.yml")["runs"]["steps"]
    uploads = [number for number, step in enumerate(steps) if "upload-sarif" in str(step.get("uses"))]
    assert uploads == [2], "between the check, which does not fail, and the result, which does"


def test_the_action_passes_what_it_is_given_and_runs_none_of_it(tree: Path, tools: Path) -> None:
    _, outputs, _ = _action(tree, tools, to="h100", args="--no-ignores --detail kernels")
    assert outputs["exit-code"] == "0"
    _, outputs, _ = _action(tree, tools, to="$(touch hacked)", args="; touch hacked", path="`touch hacked`")
    assert outputs["exit-code"] == "2"
    assert "sarif" not in outputs
    assert not (tree / "hacked").exists()


def test_the_action_names_lines_of_the_repository(tree: Path, tools: Path) -> None:
    """GitHub knows the files of the checkout, not those of a tree in one of its folders."""
    _lose(tree)
    shutil.copytree(tree, tree / "sub" / "kernels")
    said, outputs, summary = _action(tree, tools, path="./sub/kernels/", baseline="sub/kernels/kernaudit-baseline.json")
    assert outputs["exit-code"] == "1"
    assert "::error file=sub/kernels/CMakeLists.txt," in said
    assert "sub/kernels/CMakeLists.txt:" in summary
    results = json.loads(Path(outputs["sarif"]).read_text())["runs"][0]["results"]
    places = [place for one in results for place in (*one["locations"], *one.get("relatedLocations", ()))]
    for place in places:
        uri = place["physicalLocation"]["artifactLocation"]["uri"]
        assert (tree / uri).is_file()
        assert uri.startswith("sub/kernels/")


def test_no_expression_stands_inside_a_script() -> None:
    for step in _yaml(ROOT / "action.yml")["runs"]["steps"]:
        assert "${{" not in step.get("run", "")


def test_the_action_installs_what_is_there() -> None:
    install = _yaml(ROOT / "action.yml")["runs"]["steps"][0]["run"]
    for name in re.findall(r"\$SOURCE/([\w./-]+)", install):
        assert (ROOT / name).is_file()


def test_the_workflow_gives_inputs_that_the_action_has() -> None:
    steps = _yaml(CI / "github.yml")["jobs"]["kernaudit"]["steps"]
    given = next(step["with"] for step in steps if "/kernaudit@" in step["uses"])
    assert set(given) <= set(_yaml(ROOT / "action.yml")["inputs"])


def test_the_hook(tree: Path, tools: Path) -> None:
    hook = next(one for one in _yaml(ROOT / ".pre-commit-hooks.yaml") if one["id"] == "kernaudit")
    used = next(one for one in _yaml(CI / "pre-commit-config.yaml")["repos"][0]["hooks"] if one["id"] == hook["id"])
    command = " ".join([hook["entry"], *used["args"]])
    assert _bash(command, tree, tools).returncode == 0
    _lose(tree)
    assert _bash(command, tree, tools).returncode == 1


def test_the_hook_runs_for_all_that_is_read() -> None:
    (hook,) = _yaml(ROOT / ".pre-commit-hooks.yaml")
    sources = [f"csrc/k.{suffix}" for suffix in SUFFIXES]
    builds = ["CMakeLists.txt", "CMakePresets.json", "cmake/config.h.in", ".gitmodules", "deps/.gitmodules"]
    pins = ["requirements/cuda.txt", "requirements.in", "pyproject.toml", "kernaudit.yaml", "kernaudit-baseline.json"]
    for path in (*sources, *builds, *pins):
        assert re.search(hook["files"], path), path
    for path in ("README.md", "docs/a.rst", "logo.png", "a.cube", "x.gitmodules"):
        assert not re.search(hook["files"], path), path


def test_the_gitlab_job(tree: Path, tools: Path) -> None:
    job = _yaml(CI / "gitlab-ci.yml")["kernaudit"]
    script = "\n".join(job["script"])
    assert _bash(script, tree, tools, **job["variables"]).returncode == 0
    _lose(tree)
    done = _bash(script, tree, tools, **job["variables"])
    assert done.returncode == 1
    assert "gate FAILED" in done.stdout
    reports = job["artifacts"]["reports"]
    assert {one["severity"] for one in json.loads((tree / reports["codequality"]).read_text())} == {"critical"}
    assert ET.parse(tree / reports["junit"]).getroot().attrib["failures"] == "1"


def test_the_gitlab_job_that_compares(tmp_path: Path, tools: Path) -> None:
    job = _yaml(CI / "gitlab-diff.yml")["kernaudit-diff"]
    files = {
        str(path.relative_to(ROOT / "examples" / "gate")): path.read_text()
        for path in (ROOT / "examples" / "gate").rglob("*")
        if path.is_file()
    }
    repo = init(tmp_path / "r")
    repo.refs[b"refs/remotes/origin/main"] = commit(repo, files).encode()
    script, variables = "\n".join(job["script"]), {name: str(value) for name, value in job["variables"].items()}
    variables["CI_MERGE_REQUEST_TARGET_BRANCH_NAME"] = "main"
    assert _bash(script, tmp_path / "r", tools, **variables).returncode == 0
    commit(repo, {**files, "CMakeLists.txt": files["CMakeLists.txt"].replace(*LOST)})
    done = _bash(script, tmp_path / "r", tools, **variables)
    assert (done.returncode, "rms_norm on sm_100: native" in done.stdout) == (1, True)


def test_the_container_recipe_copies_what_is_there() -> None:
    text = (CI / "Containerfile").read_text(encoding="utf-8")
    copied = [line.split()[1:-1] for line in text.splitlines() if line.startswith("COPY ") and "--from" not in line]
    assert copied
    for name in [name for names in copied for name in names]:
        assert (ROOT / name).exists(), name
    assert 'ENTRYPOINT ["kernaudit"]' in text
    assert re.search(r"^USER \d", text, re.MULTILINE)


@pytest.mark.slow
def test_the_container_builds_and_runs(tree: Path) -> None:
    program = next((name for name in ("podman", "docker") if shutil.which(name)), None)
    if program is None or subprocess.run([program, "info"], capture_output=True, check=False, timeout=60).returncode:
        pytest.skip("no container program that works on this machine")
    command = [program, "build", "-q", "-f", str(CI / "Containerfile"), "-t", "kernaudit-test", str(ROOT)]
    built = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    if built.returncode and "python:3.12-slim" in built.stderr:
        pytest.skip("no registry to take the base image from")
    assert built.returncode == 0, built.stderr
    ran = [program, "run", "--rm", "--network", "none", "--read-only", "-v", f"{tree}:/src:ro", "kernaudit-test"]
    assert subprocess.run([*ran, "check", "/src"], capture_output=True, check=False, timeout=120).returncode == 0
