"""Whether a text can ask for dynamic shared memory at all: most launches ask for none, and need no closer look."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["asks_for_constant", "asks_for_shared", "declares_shared", "may_launch", "opts_in"]

_PLAIN_LAUNCH: Final = re.compile(r"\bcu(?:da)?Launch(?:Cooperative)?Kernel\s*\(")
_CONFIG_LAUNCH: Final = re.compile(r"\bcu(?:da)?LaunchKernelExC?\b")
_CONFIG_BYTES: Final = re.compile(r"\b(?:dynamicSmemBytes|sharedMemBytes)\s*=(?!=)\s*([^;,}]*)")
_MARK: Final = re.compile(r">>>|[(){}\[\],]|\"(?:[^\"\\\n]|\\.)*\"")
_ZERO: Final = re.compile(r"[\s()]*(?:0[uUlL]*)?[\s()]*")
_STATIC: Final = re.compile(r"\b__shared__\b")
_RUNTIME: Final = re.compile(
    r"->|\.\s*[A-Za-z_]|\b(?!sizeof\b|static_cast\b|size_t\b|int\b|max\b|min\b)[A-Za-z_]\w*\s*\("
)
_WORD: Final = re.compile(r"[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*")
_MAX_CONFIGURATION: Final = 4000
_MAX_STEPS: Final = 12


def may_launch(text: str) -> bool:
    """Whether a launch or an opt-in call may stand in a text; quick, for whole files."""
    return "<<<" in text or "LaunchKernel" in text or "LaunchCooperativeKernel" in text or opts_in(text)


def opts_in(text: str) -> bool:
    """Whether an opt-in call may stand in a text."""
    return "MaxDynamicSharedMemorySize" in text or "MAX_DYNAMIC_SHARED_SIZE_BYTES" in text


def asks_for_shared(text: str) -> bool:
    """Whether a launch or an opt-in call in a text may concern dynamic shared memory."""
    return opts_in(text) or any(not _ZERO.fullmatch(request) for request in _requests(text))


def asks_for_constant(text: str) -> bool:
    """Whether a launch in a text may ask for a constant amount: not one that plainly comes from run-time values."""
    requests = {request for request in _requests(text) if not _ZERO.fullmatch(request)}
    return any(_is_constant(text, request, _MAX_STEPS) for request in requests)


def _requests(text: str) -> list[str]:
    """The dynamic bytes of the launches in a text, as written; `?` where they stand elsewhere."""
    found: list[str] = []
    named = "Kernel" in text
    if named and _PLAIN_LAUNCH.search(text):
        found.append("?")
    if named and _CONFIG_LAUNCH.search(text):
        found += [match[1] for match in _CONFIG_BYTES.finditer(text)] or ["?"]
    position = text.find("<<<")
    while position >= 0:
        found.append(_third_argument(text, position + 3))
        position = text.find("<<<", position + 3)
    return found


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


def _is_constant(text: str, expression: str, steps: int) -> bool:
    """Whether an expression may be constant: its names are defined in the text by constants, or outside it."""
    if steps == 0 or expression == "?" or _RUNTIME.search(expression):
        return False
    for name in set(_WORD.findall(expression)):
        defined = re.findall(rf"\b{re.escape(name)}\s*(?:=(?!=)|\{{)\s*([^;]*)", text)
        if defined and not all(_is_constant(text, value, steps - 1) for value in defined):
            return False
        if not defined and re.search(rf"[\w>&*]\s+&?{re.escape(name)}\s*[,)]", _without_template(text)):
            return False  # a parameter
    return True


def _without_template(text: str) -> str:
    """The text from the first function's name on: template parameters are constants."""
    start = text.find("(")
    return text[max(0, start) :]


def declares_shared(text: str) -> bool:
    """Whether a text declares static shared memory."""
    return any(_is_static(text, match.start()) for match in _STATIC.finditer(text))


def _is_static(text: str, position: int) -> bool:
    """`extern __shared__` has no size of its own."""
    before = text[max(0, position - 60) : position]
    return "extern" not in re.split(r"[;{}]", before)[-1]
