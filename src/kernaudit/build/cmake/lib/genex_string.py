"""`$<STRING:...>` (cmake 4.3 and later)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.lib import strings
from kernaudit.build.cmake.lib.errors import LibError
from kernaudit.build.cmake.lib.genex_spec import ONE_OR_MORE, Node, Operands
from kernaudit.build.cmake.lib.regex import compile_regex, quote_regex
from kernaudit.build.cmake.lib.regex_replace import replace_all
from kernaudit.build.cmake.lib.text import lower, strip, to_bytes, to_int, upper

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["STRING_NODES"]


def _string(use: Operands) -> str:
    action, *words = use.values
    if action not in _ACTIONS:
        raise use.error(f"{action}: invalid option.")
    least, most, run = _ACTIONS[action]
    if not least <= len(words) <= most:
        raise use.error(f"$<STRING:{action}> expression has the wrong number of parameters.")
    try:
        return run(words)
    except LibError as error:
        raise use.error(str(error)) from None


def _option(words: Sequence[str], prefix: str, values: Sequence[str]) -> tuple[str, str | None]:
    """The word that is not the option, and the option's value if there is one."""
    if len(words) == 1:
        return words[0], None
    chosen: str | None = None
    other = ""
    for word in words:
        if word.startswith(prefix):
            chosen = word.removeprefix(prefix)
            if chosen not in values:
                raise LibError(f"Invalid value for '{prefix}' option. '{values[0]}' or '{values[1]}' expected.")
        else:
            other = word
    if chosen is None:
        raise LibError(f"Expected option '{prefix}' is missing.")
    return other, chosen


def _find(words: Sequence[str]) -> str:
    part, start = _option(words[1:], "FROM:", ("BEGIN", "END"))
    return str(strings.find(words[0], part, reverse=start == "END"))


def _match(words: Sequence[str]) -> str:
    pattern, seek = _option(words[1:], "SEEK:", ("ONCE", "ALL"))
    compiled = compile_regex(pattern)
    if seek == "ALL":
        return ";".join(match.groups[0] for match in compiled.matches(words[0], anchor_once=True))
    match = compiled.search(words[0])
    return match.groups[0] if match else ""


def _replace(words: Sequence[str]) -> str:
    if len(words) == 3:
        return strings.replace(words[0], words[1], words[2])
    kind, text, old, new = words
    if kind not in ("STRING", "REGEX"):
        raise LibError(f"'{kind}' is unexpected. 'STRING' or 'REGEX' expected.")
    if kind == "STRING":
        return strings.replace(text, old, new)
    return replace_all(compile_regex(old), new, text, anchor_once=True).text


def _substring(words: Sequence[str]) -> str:
    begin, length = (_index(word) for word in words[1:])
    return strings.substring(words[0], begin, length)


def _index(word: str) -> int:
    value = to_int(word)
    if value is None:
        raise LibError(f'index: "{word}" is not a valid index')
    return value


def _after(keyword: str, change: Callable[[str], str]) -> Callable[[Sequence[str]], str]:
    def run(words: Sequence[str]) -> str:
        if words[0] != keyword:
            raise LibError(f"'{words[0]}' is unexpected. '{keyword}' expected.")
        return change(words[1])

    return run


def _hash(words: Sequence[str]) -> str:
    prefix = "ALGORITHM:"
    if not words[1].startswith(prefix):
        raise LibError(f"{words[1]}: invalid parameter. Option '{prefix}' expected.")
    algorithm = words[1].removeprefix(prefix)
    if algorithm not in strings.HASHES:
        raise LibError(f"{algorithm}: invalid hash algorithm.")
    return strings.hash_text(algorithm, words[0])


_MANY: Final = 10_000
_ACTIONS: Final[dict[str, tuple[int, int, Callable[[Sequence[str]], str]]]] = {
    "LENGTH": (1, 1, lambda words: str(len(to_bytes(words[0])))),
    "SUBSTRING": (3, 3, _substring),
    "FIND": (2, 3, _find),
    "MATCH": (2, 3, _match),
    "JOIN": (2, _MANY, lambda words: words[0].join(words[1:])),
    "ASCII": (1, _MANY, lambda words: strings.from_codes(tuple(words))),
    "REPLACE": (3, 4, _replace),
    "APPEND": (2, _MANY, "".join),
    "PREPEND": (2, _MANY, lambda words: "".join([*words[1:], words[0]])),
    "TOLOWER": (1, 1, lambda words: lower(words[0])),
    "TOUPPER": (1, 1, lambda words: upper(words[0])),
    "STRIP": (2, 2, _after("SPACES", strip)),
    "QUOTE": (2, 2, _after("REGEX", quote_regex)),
    "HEX": (1, 1, lambda words: to_bytes(words[0]).hex()),
    "HASH": (2, 2, _hash),
    "MAKE_C_IDENTIFIER": (1, 1, lambda words: strings.make_c_identifier(words[0])),
}

STRING_NODES: Final[dict[str, Node]] = {"STRING": Node(_string, ONE_OR_MORE)}
