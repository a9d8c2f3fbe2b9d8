"""A script that puts its own writer in place of torch's ninja writer: the writer is evaluated, its file is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernaudit.build.cmake.unknown import contains_unknown
from kernaudit.build.setup_py.errors import ProgramError
from kernaudit.build.setup_py.ninja import parse_ninja
from kernaudit.build.setup_py.paths import absolute
from kernaudit.build.setup_py.values import Function, Unknown

if TYPE_CHECKING:
    from kernaudit.build.setup_py.machine import Machine

__all__ = ["ninja_flags", "patched_writer"]

_UTILITIES = "torch.utils.cpp_extension"
_WRITER = "_write_ninja_file"
_FILE = "build.ninja"


def patched_writer(machine: Machine) -> Function | None:
    """Return the function of the script that writes the ninja file in torch's place, if there is one."""
    module = machine.modules.get(_UTILITIES)
    writer = module.attributes.get(_WRITER) if module is not None else None
    return writer if isinstance(writer, Function) else None


def ninja_flags(
    machine: Machine, writer: Function, flags: list[Any], paths: list[str]
) -> dict[str, list[str]] | Unknown:
    """Return the words of each source's command line, or why they are not known.

    Raises:
        EvaluationStoppedError: a bound is reached.
    """
    full = {path: absolute(machine, path) for path in paths}
    arguments = {
        "path": f"{machine.directory}/{_FILE}",
        "cflags": [],
        "post_cflags": [],
        "cuda_cflags": [],
        "cuda_post_cflags": flags,
        "cuda_dlink_post_cflags": [],
        "sources": list(full.values()),
        "objects": [f"{one}.o" for one in full.values()],
        "ldflags": [],
        "library_target": "extension.so",
        "with_cuda": True,
    }
    before = set(machine.written)
    place = f"{writer.frame.file}:{writer.node.lineno}"
    try:
        machine.call(writer, [], arguments)
    except ProgramError as error:
        return machine.unknown(f"the ninja writer at {place} fails here: {error.message}")
    texts = [text for path, text in machine.written.items() if path not in before or path.endswith(_FILE)]
    if not texts or "rule " not in texts[-1]:
        return machine.unknown(f"what the ninja writer at {place} writes")
    return _read(machine, texts[-1], full, place)


def _read(machine: Machine, text: str, full: dict[str, str], place: str) -> dict[str, list[str]] | Unknown:
    ninja = parse_ninja(text)
    found: dict[str, list[str]] = {}
    for path, absolute_path in full.items():
        words = ninja.words(absolute_path)
        if words is not None:
            found[path] = words
    if not found:
        return machine.unknown(f"the rules that the ninja writer at {place} writes")
    doubtful = next((w for words in found.values() for w in words if contains_unknown(w) and "arch" in w), None)
    return found if doubtful is None else machine.unmark(doubtful)
