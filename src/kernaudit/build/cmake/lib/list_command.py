"""The list() command: arguments to assignments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.lib.commands import check_size, is_on, run_subcommand
from kernaudit.build.cmake.lib.errors import LibError
from kernaudit.build.cmake.lib.list_sort import parse_sort_options, sort_items
from kernaudit.build.cmake.lib.list_transform import parse_transform, transform_items
from kernaudit.build.cmake.lib.lists import append_list, join_list, split_list
from kernaudit.build.cmake.lib.regex import RegexError, compile_regex
from kernaudit.build.cmake.lib.regex_replace import clear_matches, match_writes
from kernaudit.build.cmake.lib.text import to_int

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kernaudit.build.cmake.lib.commands import Call, Command, Read, Writes
    from kernaudit.build.cmake.lib.regex import Match

__all__ = ["list_command"]


def list_command(args: Sequence[str], read: Read, call: Call | None = None) -> Writes:
    """Run `list(<args>)`.

    Args:
        args: the expanded arguments, the subcommand first.
        read: the value of a variable.
        call: runs a user's function for PREDICATE, APPLY and COMPARATOR.

    Returns:
        The assignments, in order.
    """
    if len(args) < 2:
        raise LibError("list must be called with at least two arguments.")
    table = COMMANDS
    if call is not None and args[0] in _CALLING:
        table = {**COMMANDS, args[0]: lambda words, look: _CALLING[args[0]](words, look, call)}
    return run_subcommand("list", table, args, read)


def _items(name: str, read: Read) -> list[str] | None:
    text = read(name)
    return None if text is None else split_list(text)


def _index(word: str) -> int:
    value = to_int(word)
    if value is None:
        raise LibError(f"index: {word} is not a valid index")
    return (value + 2**31) % 2**32 - 2**31  # cmake stores it in an int


def _at(index: int, count: int) -> int:
    if not count:
        raise LibError(f"index: {index} out of range (0, 0)")
    at = index + count if index < 0 else index
    if not 0 <= at < count:
        raise LibError(f"index: {index} out of range (-{count}, {count - 1})")
    return at


def _length(args: Sequence[str], read: Read) -> Writes:
    if len(args) != 3:
        raise LibError("sub-command LENGTH requires two arguments.")
    return [(args[2], str(len(_items(args[1], read) or ())))]


def _get(args: Sequence[str], read: Read) -> Writes:
    if len(args) < 4:
        raise LibError("sub-command GET requires at least three arguments.")
    items = _items(args[1], read)
    if items is None:
        return [(args[-1], "NOTFOUND")]
    if not items:
        raise LibError("GET given empty list")
    indexes = [_index(word) for word in args[2:-1]]
    return [(args[-1], join_list(items[_at(index, len(items))] for index in indexes))]


def _append(args: Sequence[str], read: Read) -> Writes:
    if len(args) < 3:
        return []
    return [(args[1], append_list(read(args[1]) or "", args[2:]))]


def _prepend(args: Sequence[str], read: Read) -> Writes:
    if len(args) < 3:
        return []
    text = read(args[1])
    return [(args[1], join_list([*args[2:], text] if text else args[2:]))]


def _pop(args: Sequence[str], read: Read) -> Writes:
    items = _items(args[1], read)
    if not items:
        return [(name, None) for name in args[2:]]
    front = args[0] == "POP_FRONT"
    writes: Writes = []
    for name in args[2:]:
        writes.append((name, items.pop(0 if front else -1) if items else None))
    if len(args) == 2:
        items.pop(0 if front else -1)
    return [*writes, (args[1], join_list(items))]


def _find(args: Sequence[str], read: Read) -> Writes:
    if len(args) != 4:
        raise LibError("sub-command FIND requires three arguments.")
    items = _items(args[1], read) or []
    return [(args[3], str(items.index(args[2]) if args[2] in items else -1))]


def _insert(args: Sequence[str], read: Read) -> Writes:
    if len(args) < 4:
        raise LibError("sub-command INSERT requires at least three arguments.")
    index = _index(args[2])
    items = _items(args[1], read) or []
    at = index + len(items) if index < 0 else index
    if not 0 <= at <= len(items) or (not items and index):
        bounds = f"(-{len(items)}, {len(items)})" if items else "(0, 0)"
        raise LibError(f"index: {index} out of range {bounds}")
    return [(args[1], join_list([*items[:at], *args[3:], *items[at:]]))]


def _join(args: Sequence[str], read: Read) -> Writes:
    if len(args) != 4:
        raise LibError(f"sub-command JOIN requires three arguments ({len(args) - 1} found).")
    items = _items(args[1], read) or []
    check_size(len(items) * len(args[2]))
    return [(args[3], args[2].join(items))]


def _remove_item(args: Sequence[str], read: Read) -> Writes:
    items = _items(args[1], read)
    if len(args) == 2 or items is None:
        return []
    unwanted = frozenset(args[2:])
    return [(args[1], join_list(item for item in items if item not in unwanted))]


def _one_argument(args: Sequence[str], read: Read) -> list[str] | None:
    if len(args) > 2:
        raise LibError(f"sub-command {args[0]} only takes one argument.")
    return _items(args[1], read)


def _reverse(args: Sequence[str], read: Read) -> Writes:
    items = _one_argument(args, read)
    return [] if items is None else [(args[1], join_list(reversed(items)))]


def _remove_duplicates(args: Sequence[str], read: Read) -> Writes:
    items = _one_argument(args, read)
    return [] if items is None else [(args[1], join_list(dict.fromkeys(items)))]


def _sublist(args: Sequence[str], read: Read) -> Writes:
    if len(args) != 5:
        raise LibError(f"sub-command SUBLIST requires four arguments ({len(args) - 1} found).")
    items = _items(args[1], read)
    if not items:
        return [(args[4], "")]
    start, length = _index(args[2]), _index(args[3])
    if start >= 0 and length < -1:
        raise LibError(f"length: {length} should be -1 or greater")
    if not 0 <= start < len(items):
        raise LibError(f"begin index: {start} is out of range 0 - {len(items) - 1}")
    return [(args[4], join_list(items[start:] if length == -1 else items[start : start + length]))]


def _remove_at(args: Sequence[str], read: Read) -> Writes:
    if len(args) < 3:
        raise LibError("sub-command REMOVE_AT requires at least two arguments.")
    items = _items(args[1], read)
    if not items:
        raise LibError(f"index: {', '.join(args[1:])} out of range (0, 0)")
    removed = {_at(_index(word), len(items)) for word in args[2:]}
    return [(args[1], join_list(item for at, item in enumerate(items) if at not in removed))]


def _filter(args: Sequence[str], read: Read, call: Call | None = None) -> Writes:
    for count, missing in ((3, "an operator"), (4, "a mode")):
        if len(args) < count:
            raise LibError(f"sub-command FILTER requires {missing} to be specified.")
    if args[2] not in ("INCLUDE", "EXCLUDE"):
        raise LibError(f"sub-command FILTER does not recognize operator {args[2]}")
    items = _items(args[1], read)
    if items is None:
        return []
    if args[3] not in ("REGEX", "PREDICATE"):
        raise LibError(f"sub-command FILTER does not recognize mode {args[3]}")
    if len(args) != 5:
        raise LibError(f"sub-command FILTER, mode {args[3]} requires five arguments.")
    matches = _regex_test(args[4]) if args[3] == "REGEX" else _predicate_test(args[4], call)
    wanted = args[2] == "INCLUDE"
    return [(args[1], join_list(item for item in items if matches(item) is wanted))]


def _regex_test(pattern: str) -> Callable[[str], bool]:
    try:
        compiled = compile_regex(pattern)
    except RegexError:
        message = f'sub-command FILTER, mode REGEX failed to compile regex "{pattern}".'
        raise LibError(message) from None
    return lambda item: compiled.search(item) is not None


def _predicate_test(function: str, call: Call | None) -> Callable[[str], bool]:
    if call is None:
        raise LibError(f'sub-command FILTER, mode PREDICATE: unknown function "{function}".')

    def test(item: str) -> bool:
        answer = call(function, (item,))
        if answer is None:
            raise LibError(
                f'sub-command FILTER, mode PREDICATE: function "{function}" did not set the output variable.'
            )
        return is_on(answer)

    return test


def _sort(args: Sequence[str], read: Read, call: Call | None = None) -> Writes:
    options = parse_sort_options(args[2:])
    items = _items(args[1], read)
    return [] if items is None else [(args[1], join_list(sort_items(items, options, call)))]


def _transform(args: Sequence[str], read: Read, call: Call | None = None) -> Writes:
    transform = parse_transform(args)
    items = _items(args[1], read)
    if items is None:
        return [(transform.output, "")]
    matches: list[Match] = []
    result = join_list(transform_items(items, transform, matches, call))
    cleared = clear_matches(read) if matches else []
    return [*cleared, *match_writes(matches), (transform.output, result)]


_CALLING: Final = {"FILTER": _filter, "SORT": _sort, "TRANSFORM": _transform}
COMMANDS: Final[dict[str, Command]] = {
    "LENGTH": _length,
    "GET": _get,
    "APPEND": _append,
    "PREPEND": _prepend,
    "POP_BACK": _pop,
    "POP_FRONT": _pop,
    "FIND": _find,
    "INSERT": _insert,
    "JOIN": _join,
    "REMOVE_AT": _remove_at,
    "REMOVE_ITEM": _remove_item,
    "REMOVE_DUPLICATES": _remove_duplicates,
    "TRANSFORM": _transform,
    "SORT": _sort,
    "SUBLIST": _sublist,
    "REVERSE": _reverse,
    "FILTER": _filter,
}
