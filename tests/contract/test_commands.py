"""The installed command as a user meets it: a process with arguments, two streams and an exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kernaudit import __version__
from kernaudit.cli.app import VERBS

HEAVY = ("pydantic", "rich", "yaml", "tree_sitter", "pathspec", "asyncio", "hashlib")


def _run(*arguments: str, **extra: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "kernaudit", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "COLUMNS": "80", **extra},
        check=False,
    )


def test_version() -> None:
    done = _run("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"kernaudit {__version__}\n", "")


@pytest.mark.parametrize("verb", ["", *VERBS])
def test_help_of_every_verb(verb: str) -> None:
    done = _run(*verb.split(), "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"Usage: kernaudit {verb}".rstrip())
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], *([verb, "--help"] for verb in VERBS)])
def test_help_and_version_import_nothing_heavy(arguments: list[str]) -> None:
    code = (
        "import sys, json, atexit\n"
        "from kernaudit.cli.app import run\n"
        f"atexit.register(lambda: print(json.dumps([m for m in {HEAVY!r} if m in sys.modules]), file=sys.stderr))\n"
        f"run({arguments!r})\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0
    assert json.loads(done.stderr) == []


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"'{sys.executable}' -m kernaudit --help | true; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""
    assert done.returncode in (0, 141)


@pytest.mark.parametrize("arguments", [(), ("no-such-verb",), ("--no-such-option",)])
def test_usage_errors(arguments: tuple[str, ...]) -> None:
    done = _run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("kernaudit: error: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("verb", ["images", "scan"])
def test_a_missing_path_is_one_line_and_exit_2(verb: str, tmp_path: Path) -> None:
    done = _run(verb, str(tmp_path / "nowhere"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"kernaudit: error: {tmp_path}/nowhere: No such file or directory\n"


def test_nothing_to_report_is_exit_3(tmp_path: Path) -> None:
    assert _run("scan", str(tmp_path)).returncode == 3
    (tmp_path / "notes.txt").write_text("no kernel here")
    done = _run("scan", str(tmp_path))
    assert done.returncode == 3
    assert done.stderr.startswith("kernaudit: error: ")


@pytest.mark.parametrize(("typed", "offered"), [("che", ["check"]), ("sc", ["scan", "schema"])])
def test_verbs_are_completed(typed: str, offered: list[str]) -> None:
    extra = {"_KERNAUDIT_COMPLETE": "complete_bash", "COMP_WORDS": f"kernaudit {typed}", "COMP_CWORD": "1"}
    done = _run(**extra)
    assert (done.returncode, sorted(done.stdout.split())) == (0, offered)
