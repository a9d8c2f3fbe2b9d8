"""`$<LIST:...>`, and the older list expressions JOIN, FILTER, IN_LIST and REMOVE_DUPLICATES."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.lib.errors import LibError
from kernaudit.build.cmake.lib.genex_spec import TWO_OR_MORE, Node, Operands, first_unknown, flag
from kernaudit.build.cmake.lib.list_command import list_command
from kernaudit.build.cmake.lib.lists import append_list, expand_list, join_list, split_list
from kernaudit.build.cmake.lib.regex import RegexError, compile_regex

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["LIST_NODES"]

_LIST: Final = "list"
_OUT: Final = "out"
_WORDS: Final = ("zero", "one", "two", "three", "four")
_COUNTS: Final = {
    "LENGTH": (1, True),
    "GET": (2, False),
    "JOIN": (2, True),
    "SUBLIST": (3, True),
    "FIND": (2, True),
    "APPEND": (2, False),
    "PREPEND": (2, False),
    "INSERT": (3, False),
    "POP_BACK": (1, True),
    "POP_FRONT": (1, True),
    "REMOVE_DUPLICATES": (1, True),
    "REMOVE_ITEM": (2, False),
    "REMOVE_AT": (2, False),
    "FILTER": (3, True),
    "TRANSFORM": (2, False),
    "REVERSE": (1, True),
    "SORT": (1, False),
}
_INTO_OUT: Final = frozenset({"LENGTH", "GET", "JOIN", "SUBLIST", "FIND"})
_EMPTY_STAYS: Final = frozenset({"SUBLIST", "POP_BACK", "POP_FRONT", "TRANSFORM"})
_CARRIES_UNKNOWN: Final = frozenset({"APPEND", "PREPEND", "JOIN"})


def _list(use: Operands) -> str:
    action, *words = use.values
    if action not in _COUNTS:
        raise use.error(f"{action}: invalid option.")
    _check_count(use, action, words)
    unknown = "" if action in _CARRIES_UNKNOWN else first_unknown(words)
    if unknown:
        return unknown
    if not words[0] and action in _EMPTY_STAYS:
        return ""
    try:
        return _run(action, words[0], _arguments(action, words[1:]))
    except LibError as error:
        raise use.error(str(error).removeprefix("list ")) from None


def _check_count(use: Operands, action: str, words: Sequence[str]) -> None:
    count, exactly = _COUNTS[action]
    if action == "FILTER" and words[2:3] == ["REGEX"]:
        count = 4
    if len(words) < count or (exactly and len(words) > count):
        how = "exactly" if exactly else "at least"
        plural = "" if count == 1 else "s"
        raise use.error(f"$<LIST:{action}> expression requires {how} {_WORDS[count]} parameter{plural}.")


def _arguments(action: str, words: list[str]) -> list[str]:
    """The words after the list as the list() command takes them."""
    if action in ("GET", "REMOVE_AT", "REMOVE_ITEM"):
        return [item for word in words for item in expand_list(word)]
    if action == "FILTER":
        return words if words[1] == "REGEX" else [words[0], "REGEX", words[1]]
    if action == "SORT":
        return [part for word in words for part in word.split(":", 1)]
    if action == "TRANSFORM":
        return [item for at, word in enumerate(words) for item in _selector_words(words, at, word)]
    return words


def _selector_words(words: Sequence[str], at: int, word: str) -> list[str]:
    """The indexes after AT may come as one list."""
    return expand_list(word) if at and words[at - 1] == "AT" else [word]


def _run(action: str, text: str, arguments: list[str]) -> str:
    if action == "APPEND":
        return append_list(text, arguments)
    out = [_OUT] if action in _INTO_OUT else []
    writes = list_command([action, _LIST, *arguments, *out], {_LIST: text}.get)
    values = dict(writes)
    return values.get(_OUT if out else _LIST, text) or ""


def _join(use: Operands) -> str:
    unknown = first_unknown(use.values[1:])
    return unknown or use.values[1].join(expand_list(use.values[0]))


def _filter(use: Operands) -> str:
    text, mode, pattern = use.values
    if mode not in ("INCLUDE", "EXCLUDE"):
        raise use.error("$<FILTER:...> second parameter must be either INCLUDE or EXCLUDE")
    try:
        compiled = compile_regex(pattern)
    except RegexError:
        raise use.error("$<FILTER:...> failed to compile regex") from None
    wanted = mode == "INCLUDE"
    return join_list(item for item in _with_empty(text) if (compiled.search(item) is not None) is wanted)


def _with_empty(text: str) -> list[str]:
    """The elements; unlike in list(), the empty value is one empty element."""
    return split_list(text) or [""]


def _in_list(use: Operands) -> str:
    item, text = use.values
    known = [element for element in _with_empty(text) if not first_unknown((element,))]
    if not first_unknown((item,)) and item in known:
        return "1"
    return first_unknown(use.values) or flag(False)


LIST_NODES: Final[dict[str, Node]] = {
    "LIST": Node(_list, TWO_OR_MORE, takes_unknown=True),
    "JOIN": Node(_join, count=2, absorbs_commas=True, takes_unknown=True),
    "FILTER": Node(_filter, count=3),
    "IN_LIST": Node(_in_list, count=2, takes_unknown=True),
    "REMOVE_DUPLICATES": Node(lambda use: join_list(dict.fromkeys(_with_empty(use.values[0])))),
}
