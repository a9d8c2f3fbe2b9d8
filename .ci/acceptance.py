"""Runs the acceptance checks that hold already, so that nothing slips back: acceptance.py SHARED

A check is a script of SHARED/check whose last line ends in "N of M agree"; `FLOORS` has the N that it reached.
Raise a floor when a change reaches more, never lower one.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))
from realworld.trees import TreeUnavailableError, tree  # noqa: E402 - found through the line above

LAST_LINE = re.compile(r"(\d+) of (\d+) agree")


@dataclass(frozen=True)
class Check:
    """One script with its arguments; `@NAME` stands for a public tree, `@shared` for the shared folder."""

    floor: int
    script: str
    arguments: tuple[str, ...] = ()


PTX = tuple(f"@shared/truth/ptx/cuda{version}.tsv" for version in ("12.8", "12.9", "13.0", "13.5"))
LLAMA, GGML = "@llama_cpp_python-0.3.36/vendor/llama.cpp", ("-D", "GGML_CUDA=ON", "-D", "GGML_NATIVE=OFF")
FLOORS: tuple[Check, ...] = (
    Check(719, "source_truth.py", ("@shared/truth/nvcc/llama.cpp.json", "@llama_cpp_python-0.3.36")),
    Check(134, "cmake_language.py"),
    Check(20_768, "ptx_truth.py", PTX),
    Check(344, "cases.py"),
    Check(88, "source_truth.py", ("@shared/truth/nvcc/vllm-0.33.0.json", "@vllm-0.33.0")),
    Check(538, "cmake_truth.py", ("@shared/truth/cmake/vllm-0.6.6.json", "@vllm-0.6.6")),
    Check(3244, "cmake_truth.py", ("@shared/truth/cmake/vllm-0.33.0.json", "@vllm-0.33.0")),
    Check(1152, "cmake_truth.py", ("@shared/truth/cmake/llama.cpp-0.3.36.json", LLAMA, *GGML)),
)


def main() -> int:
    """Run every check, two at a time, the longest first; print one line each, return 1 if one fell below its floor."""
    shared = Path(sys.argv[1]).resolve()
    with ThreadPoolExecutor(2) as pool:
        held = list(pool.map(lambda check: _holds(check, shared), FLOORS))
    return 0 if all(held) else 1


def _holds(check: Check, shared: Path) -> bool:
    """Run a check and print its line; one whose public tree cannot be had is skipped, and says so."""
    started = time.monotonic()
    try:
        good, line = _run(check, shared)
    except TreeUnavailableError as error:
        print(f"SKIPPED {check.script}: {error}", flush=True)
        return True
    state = "ok" if good >= check.floor else f"BELOW {check.floor}"
    print(f"{state}: {line} [{time.monotonic() - started:.0f} s]", flush=True)
    return good >= check.floor


def _run(check: Check, shared: Path) -> tuple[int, str]:
    command = [sys.executable, str(shared / "check" / check.script)]
    command += [_expand(text, shared) for text in check.arguments]
    command += ["--kernaudit", f"{sys.executable} -m kernaudit"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    last = (done.stdout.strip() or done.stderr.strip() or "no output").splitlines()[-1]
    found = LAST_LINE.search(last)
    if found is None or int(found[1]) < check.floor:
        print(done.stdout + done.stderr)
    return (int(found[1]) if found else -1), last


def _expand(text: str, shared: Path) -> str:
    name, slash, rest = text.partition("/")
    if name == "@shared":
        return str(shared / rest)
    return f"{tree(name[1:])}{slash}{rest}" if name.startswith("@") else text


if __name__ == "__main__":
    sys.exit(main())
