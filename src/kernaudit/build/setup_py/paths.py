"""Paths of the script: text on made-up absolute directories; only what lies inside the tree is looked at."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.files.layout import TREE_ROOT, in_tree, normalise

if TYPE_CHECKING:
    from kernaudit.build.setup_py.machine import Machine
    from kernaudit.build.setup_py.values import Unknown

__all__ = ["CUDA_HOME", "absolute", "exists", "glob", "is_dir", "is_file", "join_path", "listdir", "read_text"]

CUDA_HOME: Final = "/usr/local/cuda"
_MOST_MATCHES: Final = 20_000
_MOST_WILDCARDS: Final = 10
"""Matching takes time polynomial in a name's length, with this as the exponent at worst."""

_WILD: Final = re.compile(r"[*?\[]")


def join_path(*parts: str) -> str:
    """Return `os.path.join`."""
    return posixpath.join(*parts)


def absolute(machine: Machine, path: str) -> str:
    """Return a path from the directory where the script runs, collapsed."""
    return normalise(posixpath.join(machine.directory, path))


def exists(machine: Machine, path: str) -> bool | Unknown:
    """Tell whether a path exists; what a submodule or the machine would hold is not known."""
    full = absolute(machine, path)
    if full in machine.written or machine.files.is_file(full) or machine.files.is_dir(full):
        return True
    return _absent(machine, full)


def is_file(machine: Machine, path: str) -> bool | Unknown:
    """Tell whether a path is a file."""
    full = absolute(machine, path)
    return True if full in machine.written or machine.files.is_file(full) else _absent(machine, full)


def is_dir(machine: Machine, path: str) -> bool | Unknown:
    """Tell whether a path is a directory."""
    full = absolute(machine, path)
    return True if machine.files.is_dir(full) else _absent(machine, full)


def _absent(machine: Machine, full: str) -> bool | Unknown:
    if full == CUDA_HOME or full.startswith(CUDA_HOME + "/"):
        return True
    if machine.files.is_external(full):
        return machine.unknown(f"whether {in_tree(full)} exists: its submodule is not checked out")
    return False if in_tree(full) is not None else machine.unknown(f"whether {full} exists outside the tree")


def read_text(machine: Machine, path: str) -> str | Unknown | None:
    """Return the text of a file, None for one that the tree does not have."""
    full = absolute(machine, path)
    if full in machine.written:
        return machine.written[full]
    if in_tree(full) is None or machine.files.is_external(full):
        return machine.unknown(f"the text of {path}, which is not in the tree")
    text = machine.files.read_text(full)
    if text is not None:
        machine.spend(len(text))
    elif machine.files.is_file(full):
        return machine.unknown(f"the text of {path}, which cannot be read")
    return text


def listdir(machine: Machine, path: str) -> list[str] | Unknown | None:
    """Return the names in a directory, None for one that the tree does not have."""
    full = absolute(machine, path)
    if machine.files.is_external(full) or in_tree(full) is None:
        return machine.unknown(f"the files in {path}, which is not in the tree")
    return list(machine.files.children(full)) if machine.files.is_dir(full) else None


def glob(machine: Machine, pattern: str, *, recursive: bool) -> list[str] | Unknown:
    """Return what a pattern matches, sorted; relative patterns give relative paths, as `glob.glob` does."""
    full = absolute(machine, pattern)
    inside = in_tree(full)
    if inside is None or machine.files.is_external(full):
        return machine.unknown(f"the files that {pattern} matches outside the tree")
    if len(_WILD.findall(pattern)) > _MOST_WILDCARDS:
        return machine.unknown(f"the files that {pattern} matches")
    prefix = "" if posixpath.isabs(pattern) else machine.directory + "/"
    entries = machine.files.tree.entries()
    machine.spend(len(entries) // 8)
    start = _WILD.split(inside, maxsplit=1)[0].rpartition("/")[0]
    lead = f"{start}/" if start else ""
    matcher = _translate(inside, recursive=recursive)
    names = (name for name in _with_directories(entries, lead) if matcher.fullmatch(name))
    found = sorted(f"{TREE_ROOT}/{name}".removeprefix(prefix) for name in names)
    machine.spend(len(found))
    return found[:_MOST_MATCHES]


def _with_directories(entries: tuple[str, ...], lead: str) -> set[str]:
    found = set[str]()
    for name in entries:
        if name.startswith(lead):
            place = name
            while place and place not in found and len(place) >= len(lead):
                found.add(place)
                place = place.rpartition("/")[0]
    return found


@lru_cache(maxsize=512)
def _translate(pattern: str, *, recursive: bool) -> re.Pattern[str]:
    """Return a pattern as an expression without nested repetition, one piece per component."""
    pieces: list[str] = []
    parts = pattern.split("/")
    for number, part in enumerate(parts):
        last = number == len(parts) - 1
        if part == "**" and recursive:
            pieces.append("(?:[^/]+/)*" + ("[^/]*" if last else ""))
        else:
            pieces.append(_component(part) + ("" if last else "/"))
    return re.compile("".join(pieces))


def _component(part: str) -> str:
    made = "(?!\\.)" if part[:1] in "*?[" else ""
    for piece in re.findall(r"\*+|\?|\[!?[^\]]+\]|[^*?\[]+|\[", part):
        if piece[0] == "*":
            made += "[^/]*"
        elif piece == "?":
            made += "[^/]"
        elif piece[0] == "[" and len(piece) > 1:
            body = piece[1:-1].replace("\\", "\\\\").replace("^", "\\^").replace("[", "\\[")
            made += "[" + ("^" + body[1:] if body[0] == "!" else body) + "]"
        else:
            made += re.escape(piece)
    return made
