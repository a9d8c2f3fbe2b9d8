"""Whether a text can ask for dynamic shared memory at all: most launches ask for none, and need no closer look."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["asks_for_shared", "declares_shared"]

_HINT: Final = re.compile(r"<<<|Launch(?:Cooperative)?Kernel|MaxDynamicSharedMemorySize|MAX_DYNAMIC_SHARED_SIZE_BYTES")
_OPTIN: Final = re.compile(r"MaxDynamicSharedMemorySize|MAX_DYNAMIC_SHARED_SIZE_BYTES|\bcu(?:da)?Launch(?:Cooperative)?Kernel\b")
_CONFIG_LAUNCH: Final = re.compile(r"\bcu(?:da)?LaunchKernelExC?\b")
_CONFIG_BYTES: Final = re.compile(r"\b(?:dynamicSmemBytes|sharedMemBytes)\s*=\s*\(?\s*(0\b(?!\s*[-+*?])|)")
_MARK: Final = re.compile(r">>>|[(){}\[\],]|\"(?:[^\"\\\n]|\\.)*\"")
_ZERO: Final = frozenset({"", "0", "0u", "0U", "0UL", "0ul"})
_STATIC: Final = re.compile(r"\b__shared__\b")
_MAX_CONFIGURATION: Final = 4000


def asks_for_shared(text: str) -> bool:
    """Whether a launch or an opt-in call in a text may concern dynamic shared memory."""
    if not _HINT.search(text):
        return False
    if _OPTIN.search(text):
        return True
    if _CONFIG_LAUNCH.search(text):
        given = [match[1] for match in _CONFIG_BYTES.finditer(text)]
        if not given or any(value == "" for value in given):
            return True
    position = text.find("<<<")
    while position >= 0:
        if _third_argument(text, position + 3) not in _ZERO:
            return True
        position = text.find("<<<", position + 3)
    return False


def _third_argument(text: str, start: int) -> str:
    """The third part of a launch configuration that starts here; empty where there is none."""
    depth = index = 0
    begin = start
    for match in _MARK.finditer(text, start, start + _MAX_CONFIGURATION):
        mark = match[0]
        if mark in "({[":
            depth += 1
        elif mark in ")}]":
            depth -= 1
        elif depth == 0 and mark in (",", ">>>"):
            if index == 2:
                return text[begin : match.start()].strip()
            if mark == ">>>":
                return ""
            index, begin = index + 1, match.end()
    return "?"


def declares_shared(text: str) -> bool:
    """Whether a text declares static shared memory."""
    return "__shared__" in text and any(_is_static(text, match.start()) for match in _STATIC.finditer(text))


def _is_static(text: str, position: int) -> bool:
    """`extern __shared__` has no size of its own."""
    before = text[max(0, position - 60) : position]
    return "extern" not in re.split(r"[;{}]", before)[-1]
