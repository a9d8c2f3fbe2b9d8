"""`$<PATH:...>` and `$<PATH_EQUAL:...>`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.lib import path_parts as parts
from kernaudit.build.cmake.lib.genex_spec import TWO_OR_MORE, Node, Operands, flag
from kernaudit.build.cmake.lib.lists import expand_list, join_list

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["PATH_NODES"]

_WORDS: Final = ("zero", "one", "two")

_TESTS: Final[dict[str, Callable[[str], object]]] = {
    "HAS_ROOT_NAME": lambda _: False,
    "HAS_ROOT_DIRECTORY": parts.root,
    "HAS_ROOT_PATH": parts.root,
    "HAS_FILENAME": parts.filename,
    "HAS_EXTENSION": lambda path: parts.extension(path, last=True),
    "HAS_STEM": lambda path: parts.stem(path, last=True),
    "HAS_RELATIVE_PART": parts.relative_part,
    "HAS_PARENT_PATH": parts.parent,
    "IS_ABSOLUTE": parts.root,
    "IS_RELATIVE": lambda path: not parts.root(path),
}


def _absolute(path: str, base: str, tidy: bool) -> str:
    full = parts.absolute(path, base)
    return parts.normal(full) if tidy else full


_Change = tuple[int, "str | None", "Callable[[str, str, bool], str]"]
"""Parameters besides the option, the option's name, and path, second parameter, option -> path."""

_CHANGES: Final[dict[str, _Change]] = {
    "GET_ROOT_NAME": (1, None, lambda _path, _second, _flag: ""),
    "GET_ROOT_DIRECTORY": (1, None, lambda path, _second, _flag: parts.root(path)),
    "GET_ROOT_PATH": (1, None, lambda path, _second, _flag: parts.root(path)),
    "GET_FILENAME": (1, None, lambda path, _second, _flag: parts.filename(path)),
    "GET_EXTENSION": (1, "LAST_ONLY", lambda path, _second, last: parts.extension(path, last=last)),
    "GET_STEM": (1, "LAST_ONLY", lambda path, _second, last: parts.stem(path, last=last)),
    "GET_RELATIVE_PART": (1, None, lambda path, _second, _flag: parts.relative_part(path)),
    "GET_PARENT_PATH": (1, None, lambda path, _second, _flag: parts.parent(path)),
    "CMAKE_PATH": (1, "NORMALIZE", lambda path, _second, tidy: parts.normal(path) if tidy else parts.generic(path)),
    "NATIVE_PATH": (1, "NORMALIZE", lambda path, _second, tidy: parts.normal(path) if tidy else path),
    "REMOVE_FILENAME": (1, None, lambda path, _second, _flag: parts.replace_filename(path, "")),
    "REPLACE_FILENAME": (2, None, lambda path, name, _flag: parts.replace_filename(path, name)),
    "REMOVE_EXTENSION": (1, "LAST_ONLY", lambda path, _second, last: parts.replace_extension(path, "", last=last)),
    "REPLACE_EXTENSION": (2, "LAST_ONLY", lambda path, new, last: parts.replace_extension(path, new, last=last)),
    "NORMAL_PATH": (1, None, lambda path, _second, _flag: parts.normal(path)),
    "RELATIVE_PATH": (2, None, lambda path, base, _flag: parts.relative(path, base)),
    "ABSOLUTE_PATH": (2, "NORMALIZE", _absolute),
}


def _path(use: Operands) -> str:
    action, *words = use.values
    if action in _TESTS:
        _check_count(use, action, words, 1)
        return flag(_TESTS[action](words[0]))
    if action == "IS_PREFIX":
        return _is_prefix(use, words)
    if action == "APPEND":
        return join_list(_append(path, words[1:]) for path in expand_list(words[0]))
    if action not in _CHANGES:
        raise use.error(f"{action}: invalid option.")
    count, option, change = _CHANGES[action]
    given = bool(option) and words[0] == option
    words = words[1:] if given else words
    _check_count(use, f"{action},{option}" if given else action, words, count)
    return join_list(change(path, words[-1], given) for path in expand_list(words[0]))


def _check_count(use: Operands, action: str, words: Sequence[str], count: int) -> None:
    if len(words) != count:
        plural = "" if count == 1 else "s"
        raise use.error(f"$<PATH:{action}> expression requires exactly {_WORDS[count]} parameter{plural}.")


def _append(path: str, words: Sequence[str]) -> str:
    for word in words:
        path = parts.generic(parts.append(path, word))
    return path


def _is_prefix(use: Operands, words: list[str]) -> str:
    tidy = words[0] == "NORMALIZE"
    words = words[1:] if tidy else words
    _check_count(use, "IS_PREFIX,NORMALIZE" if tidy else "IS_PREFIX", words, 2)
    prefix, path = map(parts.normal, words) if tidy else words
    return flag(parts.is_prefix(prefix, path))


PATH_NODES: Final[dict[str, Node]] = {
    "PATH": Node(_path, TWO_OR_MORE),
    "PATH_EQUAL": Node(
        lambda use: flag(parts.elements(use.values[0]) == parts.elements(use.values[1])),
        count=2,
    ),
}
