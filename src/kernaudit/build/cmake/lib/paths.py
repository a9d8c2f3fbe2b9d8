"""Paths as text: what get_filename_component and file(RELATIVE_PATH) compute. Nothing looks at a disk."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.lib.commands import is_off
from kernaudit.build.cmake.lib.errors import LibError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kernaudit.build.cmake.lib.commands import Read, Writes

__all__ = [
    "collapse_full_path",
    "directory",
    "extension",
    "file_name",
    "filename_component",
    "get_filename_component",
    "is_full_path",
    "relative_path",
    "stem",
    "unix_slashes",
]

_SLASHES: Final = re.compile(r"/+")


def is_full_path(path: str) -> bool:
    """Whether cmake takes the path as absolute on Linux (`~` counts)."""
    return path.startswith(("/", "~"))


def unix_slashes(path: str) -> str:
    """Forward slashes, repeated ones collapsed (exactly two in front stay), no slash at the end."""
    path = path.replace("\\", "/")
    head = "/" if path.startswith("//") and not path.startswith("///") else ""
    path = head + _SLASHES.sub("/", path[len(head) :])
    return path[:-1] if len(path) > 1 and path.endswith("/") and not path.endswith("//") else path


def directory(path: str) -> str:
    """The path without its last component: `/` for what lies in the root, empty for a bare name."""
    head, slash, _ = unix_slashes(path).rpartition("/")
    return head or slash


def file_name(path: str) -> str:
    """The last component; empty after a trailing slash."""
    return path.rpartition("/")[2]


def extension(path: str, *, last: bool = False) -> str:
    """The longest (last) extension of the name, with its dot."""
    name = file_name(path)
    at = name.rfind(".") if last else name.find(".")
    return name[at:] if at >= 0 else ""


def stem(path: str, *, last: bool = False) -> str:
    """The name without its longest (last) extension."""
    return file_name(path).removesuffix(extension(path, last=last))


def collapse_full_path(path: str, base: str) -> str:
    """The absolute path, `.` and `..` resolved as text; a relative path starts at `base`."""
    root, parts = _split(path)
    if not root:
        root, base_parts = _split(base)
        parts = [*base_parts, *parts]
    kept: list[str] = []
    for part in parts:
        if part == "..":
            if kept and kept[-1] != "..":
                kept.pop()
            elif not root:
                kept.append(part)
        elif part not in ("", "."):
            kept.append(part)
    return root + "/".join(kept)


def _split(path: str) -> tuple[str, list[str]]:
    if path.startswith("//"):
        return "//", path[2:].split("/")
    if path.startswith("/"):
        return "/", path[1:].split("/")
    return "", path.split("/")


def relative_path(base: str, path: str) -> str:
    """file(RELATIVE_PATH): the way from one absolute path to another; empty if either is relative."""
    if not (is_full_path(base) and is_full_path(path)):
        return ""
    here, there = collapse_full_path(base, "/").split("/"), collapse_full_path(path, "/").split("/")
    common = 0
    while common < min(len(here), len(there)) and here[common] == there[common]:
        common += 1
    up = "../" * sum(1 for part in here[common:] if part)
    return up + "/".join(part for part in there[common:] if part)


_COMPONENTS: Final[dict[str, Callable[[str], str]]] = {
    "DIRECTORY": directory,
    "PATH": directory,
    "NAME": file_name,
    "EXT": extension,
    "NAME_WE": stem,
    "LAST_EXT": lambda path: extension(path, last=True),
    "NAME_WLE": lambda path: stem(path, last=True),
}


def filename_component(path: str, mode: str, base: str) -> str:
    """One component of a path.

    REALPATH is ABSOLUTE, since links are not followed; PROGRAM is the path itself if it is absolute, else nothing.
    """
    if mode in _COMPONENTS:
        return _COMPONENTS[mode](path)
    if mode in ("ABSOLUTE", "REALPATH"):
        return collapse_full_path(path, base)
    if mode == "PROGRAM":
        return path if is_full_path(path) else ""
    raise LibError(f"get_filename_component unknown component {mode}")


def get_filename_component(args: Sequence[str], read: Read, current_dir: str) -> tuple[Writes, bool]:
    """Run `get_filename_component(<args>)`.

    Args:
        args: the expanded arguments.
        read: the value of a variable.
        current_dir: where relative paths start, CMAKE_CURRENT_SOURCE_DIR.

    Returns:
        The assignments, and whether they go to the cache.
    """
    if len(args) < 3:
        raise LibError("get_filename_component called with incorrect number of arguments")
    cached = len(args) >= 4 and args[-1] == "CACHE"
    if cached and not _is_missing(read(args[0])):
        return [], True
    base = current_dir
    for at in range(3, len(args) - 1):
        if args[at] == "BASE_DIR":
            base = args[at + 1]
    return [(args[0], filename_component(args[1], args[2], base))], cached


def _is_missing(value: str | None) -> bool:
    return value is None or (is_off(value) and value.endswith("NOTFOUND"))
