"""Command lines taken apart as a shell would, without its expansions (separate_arguments)."""

from __future__ import annotations

from typing import Final

__all__ = ["split_unix", "split_windows"]

_SPACE: Final = " \t\n\v\f\r"


def split_unix(text: str) -> list[str]:
    """Arguments by the rules of a POSIX shell, except that a backslash escapes inside single quotes too."""
    words: list[str] = []
    word: list[str] = []
    in_word = escaped = False
    quote = ""
    for char in text:
        if escaped:
            word.append(char)
            escaped = False
        elif char == "\\":
            escaped = in_word = True
        elif char in "'\"" and quote in ("", char):
            in_word = True
            quote = "" if quote else char
        elif char in _SPACE and not quote:
            if in_word:
                words.append("".join(word))
                word, in_word = [], False
        else:
            in_word = True
            word.append(char)
    if in_word:
        words.append("".join(word))
    return words


def split_windows(text: str) -> list[str]:
    """Arguments by the rules of the Microsoft C runtime: double quotes, and backslashes only before a quote."""
    words: list[str] = []
    word: list[str] = []
    quoted = in_word = False
    slashes = 0
    for char in text:
        if char == "\\":
            in_word = True
            slashes += 1
            continue
        if char == '"':
            in_word = True
            word.append("\\" * (slashes // 2))
            if slashes % 2:
                word.append('"')
            else:
                quoted = not quoted
            slashes = 0
            continue
        word.append("\\" * slashes)
        slashes = 0
        if char in _SPACE and not quoted:
            if in_word:
                words.append("".join(word))
                word, in_word = [], False
        else:
            in_word = True
            word.append(char)
    word.append("\\" * slashes)
    if in_word:
        words.append("".join(word))
    return words
