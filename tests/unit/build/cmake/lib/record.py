"""Ask the real cmake again: python record.py CMAKE [NAME ...]

Every file in `recorded/` holds questions and the answers that cmake gave. This script runs the questions with the given
cmake and writes its answers back, so a diff shows what another version answers differently. No test needs it.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent / "recorded"
VARIABLES = ("x", "o", "o2", "CMAKE_MATCH_COUNT", *(f"CMAKE_MATCH_{number}" for number in range(10)))
COMPILERS = {"CXX": ("GNU", "13.3.0"), "CUDA": ("NVIDIA", "12.8.93")}
CHUNK = 150


def bracket(text: str) -> str:
    """The text as a bracket argument."""
    equals = "="
    while f"]{equals}]" in text or text.endswith(f"]{equals}"):
        equals += "="
    return f"[{equals}[{chr(10) if text.startswith(chr(10)) else ''}{text}]{equals}]"


def script(cases: list[dict]) -> str:
    """A script that runs each case in a scope of its own and prints what is defined afterwards."""
    lines = ["cmake_minimum_required(VERSION 3.26)", "set(CMAKE_CURRENT_SOURCE_DIR /src/dir)"]
    for number, case in enumerate(cases):
        lines.append(f"function(case_{number})")
        lines += [f"set({name} {bracket(value)})" for name, value in case.get("given", {}).items()]
        command, *words = case["run"]
        lines.append(f"{command}({' '.join(map(bracket, words))})")
        for name in VARIABLES:
            lines += [f"if(DEFINED {name})", f'message(NOTICE "\x01{name}=${{{name}}}")', "endif()"]
        lines += ['message(NOTICE "\x02")', "endfunction()", f"case_{number}()"]
    return "\n".join(lines)


def error_text(stderr: str) -> str:
    """The words of the first error, without its place."""
    match = re.search(r"CMake Error at [^\n]*:\n(.*?)(?:\nCall Stack|\Z)", stderr, re.DOTALL)
    return " ".join((match.group(1) if match else stderr).split())


def run_commands(cmake: str, cases: list[dict]) -> None:
    """Fill in the answers of one chunk; an error ends a run, so go on behind it."""
    done = 0
    while done < len(cases):
        process = subprocess.run(
            [cmake, "-P", "/dev/stdin"],
            input=script(cases[done:]).encode("utf-8", "surrogateescape"),
            capture_output=True,
            check=False,
        )
        stderr = process.stderr.decode("utf-8", "surrogateescape")
        *records, rest = stderr.split("\x02\n")
        for record in records:
            fields = [field.removesuffix("\n").partition("=") for field in record.split("\x01")[1:]]
            cases[done]["then"] = {name: value for name, _, value in fields}
            done += 1
        if process.returncode:
            cases[done]["error"] = error_text(rest)
            done += 1


def run_genex(cmake: str, case: dict) -> None:
    """Fill in the answer of one expression."""
    with tempfile.TemporaryDirectory() as folder:
        lines = ["cmake_minimum_required(VERSION 3.26)", "project(p NONE)"]
        for name in ("t1", "t2"):
            lines += [f"add_library({name} INTERFACE)", f'set_property(TARGET {name} PROPERTY WORDS "{name};b")']
        for language, (compiler, version) in COMPILERS.items():
            lines.append(f"set(CMAKE_{language}_COMPILER_ID {compiler})")
            lines.append(f"set(CMAKE_{language}_COMPILER_VERSION {version})")
        lines.append(f"file(GENERATE OUTPUT out.txt CONTENT {bracket(case['text'])} TARGET t1)")
        Path(folder, "CMakeLists.txt").write_text("\n".join(lines))
        process = subprocess.run(
            [cmake, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-B", f"{folder}/build", "-S", folder],
            capture_output=True,
            text=True,
            check=False,
        )
        if process.returncode:
            case["error"] = error_text(process.stderr)
        else:
            case["value"] = Path(folder, "build/out.txt").read_text()


def record(cmake: str, path: Path) -> None:
    """Ask every question of one file again."""
    document = json.loads(path.read_text())
    cases = document["cases"]
    for case in cases:
        for answer in ("then", "value", "error"):
            case.pop(answer, None)
    if "text" in cases[0]:
        for case in cases:
            run_genex(cmake, case)
    else:
        for start in range(0, len(cases), CHUNK):
            run_commands(cmake, cases[start : start + CHUNK])
    version = subprocess.run([cmake, "--version"], capture_output=True, text=True, check=True).stdout.split()[2]
    lines = ",\n".join(json.dumps(case, ensure_ascii=True) for case in cases)
    path.write_text(f'{{"cmake": "{version}", "cases": [\n{lines}\n]}}\n')


if __name__ == "__main__":
    chosen = sys.argv[2:]
    for file in sorted(HERE.glob("*.json")):
        if not chosen or file.stem in chosen:
            record(sys.argv[1], file)
