"""Asks NVIDIA's assembler which lines of PTX it accepts for a target."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

REGISTERS = (
    ".reg .pred %p<16>; .reg .b16 %h<64>; .reg .b32 %r<260>; .reg .f32 %f<260>; .reg .b64 %d<140>;"
    " .reg .f64 %e<40>; .reg .f64 %x<20>;"
)
_MESSAGE = re.compile(r"probe\.ptx, line (\d+); (?:error|fatal)")
_SECONDS = 120


@dataclass(frozen=True)
class Assembler:
    """One ptxas: where it is, the toolkit release it belongs to, the targets it knows."""

    path: Path
    release: str
    targets: tuple[str, ...]

    def accepted(self, lines: list[str], target: str, ptx_isa: str) -> list[bool]:
        """Which of the lines assemble for the target, each as the body (or a directive) of its own kernel."""
        answers = dict.fromkeys(range(len(lines)), False)
        left = list(range(len(lines)))
        while left:
            refused = self._refused([lines[index] for index in left], target, ptx_isa)
            if not refused:
                answers.update(dict.fromkeys(left, True))
                break
            left = [index for place, index in enumerate(left) if place not in refused]
        return [answers[index] for index in range(len(lines))]

    def _refused(self, lines: list[str], target: str, ptx_isa: str) -> set[int]:
        """Places of lines that the assembler complains about in one run; it stops at the first syntax error."""
        text, places = _module(lines, target, ptx_isa)
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "probe.ptx"
            source.write_text(text)
            done = subprocess.run(
                [self.path, "-arch", target, "-O0", source, "-o", Path(folder) / "probe.cubin"],
                capture_output=True,
                text=True,
                timeout=_SECONDS,
                check=False,
            )
        if done.returncode == 0:
            return set()
        output = done.stdout + done.stderr
        found = {places[int(line)] for line in _MESSAGE.findall(output) if int(line) in places}
        return found or self._searched(lines, target, ptx_isa)

    def _searched(self, lines: list[str], target: str, ptx_isa: str) -> set[int]:
        """The same where it failed without naming a line (it does so behind the syntax check): halve the lines."""
        if len(lines) == 1:
            return {0}
        middle = len(lines) // 2
        later = self._refused(lines[middle:], target, ptx_isa)
        return self._refused(lines[:middle], target, ptx_isa) | {middle + place for place in later}


def find_assembler() -> Assembler | None:
    """The ptxas of the variable KERNAUDIT_PTXAS, of PATH, or of the package `nvidia-cuda-nvcc`; None without one."""
    path = os.environ.get("KERNAUDIT_PTXAS") or shutil.which("ptxas") or _packaged()
    if path is None:
        return None
    version = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=_SECONDS, check=True).stdout
    usage = subprocess.run([path, "--help"], capture_output=True, text=True, timeout=_SECONDS, check=True).stdout
    release = re.search(r"release (\d+\.\d+)", version)
    assert release is not None, version
    return Assembler(Path(path), release[1], tuple(dict.fromkeys(re.findall(r"'(sm_\d+[af]?)'", usage))))


def _packaged() -> str | None:
    spec = importlib.util.find_spec("nvidia")
    folders = (spec.submodule_search_locations or []) if spec is not None else []
    found = [path for folder in folders for path in Path(folder).glob("*/bin/ptxas")]
    return str(found[0]) if found else None


def _module(lines: list[str], target: str, ptx_isa: str) -> tuple[str, dict[int, int]]:
    """A module with one kernel a line, and output line -> place of the line in `lines`."""
    output = [f".version {ptx_isa}", f".target {target}", ".address_size 64"]
    places: dict[int, int] = {}
    for place, line in enumerate(lines):
        body, directives = ("", line.replace(";", " ")) if line.startswith(".") else (f"{{ {line} }}", "")
        wide = " .reg .b128 %q<8>;" if "%q" in line else ""
        kernel = [
            f".visible .entry kernel{place}(.param .u64 p) {directives}",
            "{",
            REGISTERS + wide,
            body,
            "ret;",
            "}",
        ]
        places.update(dict.fromkeys(range(len(output) + 1, len(output) + len(kernel) + 1), place))
        output += kernel
    return "\n".join(output) + "\n", places
