"""Writes run.txt and dev.txt beside this file from pyproject.toml: every package pinned, every file by its hash.

    pip install pip-tools && python requirements/lock.py [--upgrade]

`run.txt` is what `make demo` installs, `dev.txt` what `make test` and `make lint` install; both hold the build
back end, so that the project itself is then installed without a look at any index.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
PYPROJECT = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))
EDITABLE_BUILD = ["editables"]  # what hatchling asks for when it builds an editable wheel


def wanted(group: str | None = None) -> list[str]:
    """Return the requirements of the program and its build back end, and of one dependency group."""
    groups = PYPROJECT["dependency-groups"]
    found = [*PYPROJECT["build-system"]["requires"], *EDITABLE_BUILD, *PYPROJECT["project"]["dependencies"]]
    pending = list(groups[group]) if group else []
    while pending:
        item = pending.pop(0)
        if isinstance(item, dict):
            pending += groups[item["include-group"]]
        else:
            found.append(item)
    return found


def lock(name: str, requirements: list[str], arguments: list[str]) -> None:
    """Pin `requirements` into `name`.txt."""
    source = HERE / f"{name}.in"
    source.write_text("\n".join(requirements) + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "piptools", "compile", "--quiet", "--generate-hashes", "--strip-extras"]
    command += ["--allow-unsafe", "--no-header", "--no-annotate", "--no-emit-options", "--no-emit-index-url"]
    command += ["--no-emit-find-links", "--no-emit-trusted-host", f"--output-file={name}.txt", source.name]
    try:
        subprocess.run([*command, *arguments], cwd=HERE, check=True)  # noqa: S603 - our own arguments
    finally:
        source.unlink()


if __name__ == "__main__":
    lock("dev", wanted("dev"), sys.argv[1:])
    lock("run", [*wanted(), "-c dev.txt"], sys.argv[1:])
