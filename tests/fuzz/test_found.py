"""Every seed and every input that fuzzing once found goes well, and a short run finds nothing new."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from fuzz import targets
from fuzz.mutate import mutated
from fuzz.run import Outcome, attempt, corpus
from fuzz.targets import TARGETS

HERE = Path(__file__).parent


@pytest.mark.parametrize("name", TARGETS)
def test_the_corpus_goes_well(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KERNAUDIT_CACHE_DIR", "")
    outcome = Outcome()
    inputs = corpus(name)
    assert inputs != [b""], "a target without seeds is hardly fuzzed"
    assert [data for data in inputs if not attempt(name, data, outcome)] == []
    assert outcome.longest < 5


def test_a_mutation_follows_from_the_seed() -> None:
    others = corpus("cmake")
    made = [[mutated(others[0], others, random) for _ in range(50)] for random in (Random(1), Random(1), Random(2))]
    assert made[0] == made[1] != made[2]


@pytest.mark.slow
def test_a_short_run_finds_nothing() -> None:
    command = [sys.executable, str(HERE / "run.py"), "8", "1"]
    environment = {**os.environ, "KERNAUDIT_CACHE_DIR": ""}
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment, check=False)
    last = done.stdout.splitlines()[-1]
    assert re.fullmatch(r"fuzz: \d+ inputs, 0 crashes, longest [\d.]+ s \(\w+\), peak memory \d+ MB", last), done.stdout
    assert done.returncode == 0


@pytest.mark.parametrize("bad", ["raise ZeroDivisionError", "while True: pass"])
def test_a_crash_and_a_hang_are_noticed_and_kept(bad: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def target(data: bytes) -> None:
        exec(bad, {"data": data})

    monkeypatch.setitem(TARGETS, "bad", target)
    monkeypatch.setattr("fuzz.run.HERE", tmp_path)
    monkeypatch.setattr("fuzz.run.SLOWEST", 1)
    outcome = Outcome()
    assert not attempt("bad", b"input", outcome)
    assert outcome.crashes == 1
    assert [path.read_bytes() for path in (tmp_path / "found" / "bad").iterdir()] == [b"input"]


def test_seeds_are_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seeds that only end in errors would fuzz nothing but the error path."""
    monkeypatch.setenv("KERNAUDIT_CACHE_DIR", "")
    for name, function in {
        "cmake": targets._cmake, "build": targets._build, "source": targets._source, "setup": targets._setup,
        "yaml": targets._yaml, "toml": targets._toml, "baseline": targets._baseline, "report": targets._report,
        "rules": targets._rules,
    }.items():  # fmt: skip
        for path in sorted((HERE / "seeds" / name).iterdir()):
            function(path.read_bytes())
