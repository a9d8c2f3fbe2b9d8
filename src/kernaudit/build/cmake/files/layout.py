"""The made-up absolute directories of an evaluation.

A build sees absolute paths, a report must not: the tree, the build directory and the fetched projects stand under
fixed roots, so that the place of the checkout on the machine never reaches a value, an order or an output.
"""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = [
    "EXTERNAL_ROOT",
    "MADE_UP_ROOTS",
    "OUTPUT_ROOT",
    "TREE_ROOT",
    "external_of",
    "in_tree",
    "join",
    "normalise",
    "shown",
    "shown_text",
    "shown_texts",
    "tree_path",
]

TREE_ROOT = "/kernaudit/tree"
OUTPUT_ROOT = "/kernaudit/out"
EXTERNAL_ROOT = "/kernaudit/external"
MADE_UP_ROOTS = (TREE_ROOT, OUTPUT_ROOT, EXTERNAL_ROOT)

_TREE_PREFIX = TREE_ROOT + "/"
_MARK = "/kernaudit/"
_MADE_UP = re.compile(r"/kernaudit/(?:tree|out|external)\b[^\s;,:\"'()<>]*(?<!\.)")
_OUTPUT_PREFIX = OUTPUT_ROOT + "/"
_EXTERNAL_PREFIX = EXTERNAL_ROOT + "/"
_SOURCE_SUFFIX = "-src"
_DEPENDENCIES = OUTPUT_ROOT + "/_deps/"
"""Where cmake puts fetched projects if nobody says otherwise; builds write that path out, too."""


def tree_path(relative: str) -> str:
    """Return the absolute path of a path relative to the scanned root ("" and "." are the root)."""
    return TREE_ROOT if relative in ("", ".") else _TREE_PREFIX + relative


@lru_cache(maxsize=65536)
def normalise(path: str) -> str:
    """Collapse `//`, `.` and `..` of an absolute path, by text alone; `/..` is `/`."""
    if "/." not in path and "//" not in path and not path.endswith("/"):
        return path
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if parts:
                parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/" + "/".join(parts)


def join(base: str, path: str) -> str:
    """Return `path` as an absolute, collapsed path; a relative one stands below `base`."""
    return normalise(path if path.startswith("/") else f"{base}/{path}")


def in_tree(path: str) -> str | None:
    """Return the path relative to the scanned root of a collapsed absolute path, or None outside the tree."""
    if path.startswith(_TREE_PREFIX):
        return path[len(_TREE_PREFIX) :]
    return "" if path == TREE_ROOT else None


def external_of(path: str) -> tuple[str, str] | None:
    """Return (name, path inside) of a file of a fetched project, or None for any other path."""
    for prefix in (_EXTERNAL_PREFIX, _DEPENDENCIES):
        if path.startswith(prefix):
            name, _, rest = path[len(prefix) :].partition("/")
            if prefix == _EXTERNAL_PREFIX or name.endswith(_SOURCE_SUFFIX):
                return name.removesuffix(_SOURCE_SUFFIX), rest
    return None


def shown_text(text: str) -> str:
    """Return a text with the absolute paths in it as reports print them."""
    return _MADE_UP.sub(_shown_match, text) if _MARK in text else text


@lru_cache(maxsize=4096)
def shown_texts(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Return texts with the absolute paths in them as reports print them."""
    return tuple(map(shown_text, texts))


def _shown_match(match: re.Match[str]) -> str:
    printed = shown(match[0])
    return match[0].removeprefix(_TREE_PREFIX) if printed.startswith("/") else printed


@lru_cache(maxsize=65536)
def shown(path: str) -> str:
    """Return how reports print an absolute path: relative to the root, or below `<external>` or `<build>`."""
    path = normalise(path)
    if path.startswith(_TREE_PREFIX):
        return path[len(_TREE_PREFIX) :]
    if path == TREE_ROOT:
        return "."
    external = external_of(path)
    if external is not None:
        return "<external>/" + "/".join(part for part in external if part)
    if path.startswith(_OUTPUT_PREFIX):
        return "<build>/" + path[len(_OUTPUT_PREFIX) :]
    return "<build>" if path == OUTPUT_ROOT else path
