"""A pull-request run on a large tree: both revisions, from git objects, as a ratio to one raw parse."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchmarks.bench import _best, _parse, _sources
from fakes.repositories import commit, init

pytestmark = pytest.mark.slow
LOST = ('"9.0a;10.0f;10.1f;10.3f;10.7f;11.0f;12.0f;12.1f"', '"9.0a;11.0f;12.0f;12.1f"')
"""One list of one kernel loses Blackwell."""


@pytest.fixture(scope="module")
def repository_of_vllm(vllm_0_33: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("vllm")
    files = {
        str(path.relative_to(vllm_0_33)): path.read_bytes()
        for path in vllm_0_33.rglob("*")
        if path.is_file() and not path.is_symlink()
    }
    build = files["CMakeLists.txt"].decode()
    assert LOST[0] in build
    repo = init(root)
    commit(repo, files)
    commit(repo, {**files, "CMakeLists.txt": build.replace(*LOST)})
    return root


def test_a_pull_request_run_takes_at_most_two_raw_parses(
    repository_of_vllm: Path, vllm_0_33: Path, tmp_path: Path
) -> None:
    sources = _sources(vllm_0_33)
    parse = _best(lambda: _parse(sources), 2)
    command = [sys.executable, "-m", "kernaudit", "diff", "--rev", "HEAD~1..HEAD", str(repository_of_vllm)]
    environment = {**os.environ, "KERNAUDIT_CACHE_DIR": str(tmp_path / "cache")}
    took = []
    for _ in range(3):
        started = time.perf_counter()
        done = subprocess.run(
            [*command, "--format", "json"], env=environment, capture_output=True, text=True, check=True
        )
        took.append(time.perf_counter() - started)
    changed = json.loads(done.stdout)["changed"]
    lost = {(one["device"], one["b"]["status"]) for one in changed}
    assert lost == {("sm_100", "not-built"), ("sm_103", "not-built")}
    assert all("cooperative_topk.cu" in one["kernel"] for one in changed)
    assert min(took[1:]) <= 2 * parse, (took, parse)
