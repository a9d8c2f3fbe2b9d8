"""The parts of a path as cmake_path() sees them: C++'s std::filesystem on a POSIX system, without any disk."""

from __future__ import annotations

import re
from typing import Final

__all__ = [
    "absolute",
    "append",
    "elements",
    "extension",
    "filename",
    "generic",
    "is_prefix",
    "normal",
    "parent",
    "relative",
    "relative_part",
    "replace_extension",
    "replace_filename",
    "root",
    "stem",
]

_SLASHES: Final = re.compile(r"//+")


def generic(path: str) -> str:
    """Repeated slashes as one."""
    return _SLASHES.sub("/", path)


def root(path: str) -> str:
    """`/` or nothing."""
    return "/" if path.startswith("/") else ""


def relative_part(path: str) -> str:
    """What follows the root."""
    return path.lstrip("/")


def filename(path: str) -> str:
    """The last element; empty after a slash."""
    return path.rpartition("/")[2]


def parent(path: str) -> str:
    """Everything but the last element; the root is its own parent."""
    head = path[: len(path) - len(filename(path))]
    return head.rstrip("/") or root(path)


def elements(path: str) -> list[str]:
    """The root and the names in order; a trailing slash ends in an empty element."""
    rest = relative_part(path)
    parts = [part for part in rest.split("/") if part]
    tail = [""] if rest.endswith("/") else []
    return [*root(path), *parts, *tail]


def extension(path: str, *, last: bool) -> str:
    """The longest (last) extension; a leading dot does not begin one."""
    name = filename(path)
    if name in ("", ".", ".."):
        return ""
    at = name.rfind(".") if last else name.find(".", 1)
    return name[at:] if at > 0 else ""


def stem(path: str, *, last: bool) -> str:
    """The name without its last extension, or without all of them."""
    name = filename(path).removesuffix(extension(path, last=True)) if filename(path) not in (".", "..") else path
    name = filename(name)
    return name if last or name in ("", ".", "..") else name.removesuffix(extension(name, last=False))


def append(path: str, part: str) -> str:
    """The `/` operator: an absolute part replaces the path."""
    if part.startswith("/"):
        return part
    return path + part if not path or path.endswith("/") else f"{path}/{part}"


def replace_filename(path: str, name: str) -> str:
    """The last element replaced, if there is one."""
    if not filename(path):
        return path
    return append(path[: len(path) - len(filename(path))], name)


def replace_extension(path: str, new: str, *, last: bool) -> str:
    """The last (longest) extension replaced or, if `new` is empty, removed."""
    old = extension(path, last=last)
    suffix = new if not new or new.startswith(".") else f".{new}"
    return path.removesuffix(old) + suffix


def normal(path: str) -> str:
    """`.`, `..` and repeated slashes resolved as text; a trailing slash stays."""
    if not path:
        return ""
    top, kept = root(path), list[str]()
    parts = relative_part(path).split("/")
    for part in parts:
        if part == ".." and kept and kept[-1] != "..":
            kept.pop()
        elif part == ".." and top:
            continue
        elif part not in ("", "."):
            kept.append(part)
    is_directory = parts[-1] in ("", ".") or (parts[-1] == ".." and (not kept or kept[-1] != ".."))
    text = top + "/".join(kept)
    return (f"{text}/" if is_directory and kept else text) or "."


def relative(path: str, base: str) -> str:
    """The way from `base` to `path` as text; empty where there is none."""
    if root(path) != root(base):
        return ""
    to, start = elements(path), elements(base)
    common = 0
    while common < min(len(to), len(start)) and to[common] == start[common]:
        common += 1
    if common == len(to) == len(start):
        return "."
    up = sum(-1 if part == ".." else part not in ("", ".") for part in start[common:])
    if up < 0:
        return ""
    rest = to[common:]
    if up == 0 and (not rest or rest == [""]):
        return "."
    return "/".join([".."] * up + rest)


def absolute(path: str, base: str) -> str:
    """The path itself if it has a root, else below `base`."""
    return path if root(path) else generic(append(base, path))


def is_prefix(prefix: str, path: str) -> bool:
    """Whether `path` lies at or below `prefix`, element by element."""
    first, second = elements(prefix), elements(path)
    common = 0
    while common < min(len(first), len(second)) and first[common] == second[common]:
        common += 1
    return common == len(first) or (first[common] == "" and common < len(second))
