"""list(TRANSFORM): its actions, and the selectors that say which elements they touch."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.lib.commands import check_size, is_on
from kernaudit.build.cmake.lib.errors import LibError
from kernaudit.build.cmake.lib.genex_strip import strip_genex
from kernaudit.build.cmake.lib.regex import RegexError, compile_regex
from kernaudit.build.cmake.lib.regex_replace import parse_replacement, replace_all
from kernaudit.build.cmake.lib.text import lower, strip, upper

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from kernaudit.build.cmake.lib.commands import Call
    from kernaudit.build.cmake.lib.regex import Match, Regex

__all__ = ["Transform", "parse_transform", "transform_items"]

_ARITY: Final = {
    "APPEND": 1,
    "PREPEND": 1,
    "TOUPPER": 0,
    "TOLOWER": 0,
    "STRIP": 0,
    "GENEX_STRIP": 0,
    "REPLACE": 2,
    "APPLY": 1,
}
_SIMPLE: Final = {"TOUPPER": upper, "TOLOWER": lower, "STRIP": strip, "GENEX_STRIP": strip_genex}
_SELECTORS: Final = frozenset({"REGEX", "AT", "FOR", "PREDICATE"})
_NUMBER: Final = re.compile(r"[ \t\n\v\f\r]*[+-]?[0-9]{1,10}\Z")


@dataclass(frozen=True, slots=True)
class Transform:
    """A parsed TRANSFORM: action with arguments, selector (kind, values), name of the result."""

    action: str
    arguments: tuple[str, ...]
    selector: tuple[str, tuple[str, ...]] | None
    output: str


def parse_transform(args: Sequence[str]) -> Transform:
    """Read `TRANSFORM <list> <action> ...`; errors as cmake words them."""
    if len(args) < 3:
        raise LibError("sub-command TRANSFORM requires an action to be specified.")
    action = args[2]
    if action not in _ARITY:
        raise LibError(f" sub-command TRANSFORM, {action} invalid action.")
    at = 3 + _ARITY[action]
    if len(args) < at:
        raise LibError(f"sub-command TRANSFORM, action {action} expects {_ARITY[action]} argument(s).")
    selector, output = _parse_options(args, at)
    return Transform(action, tuple(args[3:at]), selector, output or args[1])


def _parse_options(args: Sequence[str], at: int) -> tuple[tuple[str, tuple[str, ...]] | None, str | None]:
    selector: tuple[str, tuple[str, ...]] | None = None
    output: str | None = None
    while at < len(args):
        word = args[at]
        if word in _SELECTORS:
            if selector is not None:
                raise LibError(f"sub-command TRANSFORM, selector already specified ({selector[0]}).")
            values = _selector_values(word, args[at + 1 :])
            if word == "REGEX":
                _compiled(values[0], "selector REGEX failed")
            selector = (word, values)
            at += 1 + len(values)
        elif word == "OUTPUT_VARIABLE":
            if at + 1 == len(args):
                raise LibError("sub-command TRANSFORM, OUTPUT_VARIABLE expects variable name argument.")
            output = args[at + 1]
            at += 2
        else:
            raise LibError(f"sub-command TRANSFORM, '{' '.join(args[at:])}': unexpected argument(s).")
    return selector, output


def _selector_values(kind: str, rest: Sequence[str]) -> tuple[str, ...]:
    """The words after a selector that belong to it."""
    if kind in ("REGEX", "PREDICATE"):
        if not rest:
            what = "regular expression" if kind == "REGEX" else "function name"
            raise LibError(f"sub-command TRANSFORM, selector {kind} expects '{what}' argument.")
        return (rest[0],)
    numbers: list[str] = []
    for word in rest[: 3 if kind == "FOR" else None]:
        if not _NUMBER.match(word):
            break
        numbers.append(word)
    if kind == "AT" and not numbers:
        raise LibError("sub-command TRANSFORM, selector AT expects at least one numeric value.")
    if kind == "FOR":
        _check_for(numbers, rest)
    return tuple(numbers)


def _check_for(numbers: Sequence[str], rest: Sequence[str]) -> None:
    if len(rest) < 2:
        raise LibError("sub-command TRANSFORM, selector FOR expects, at least, two arguments.")
    if len(numbers) < 2:
        raise LibError("sub-command TRANSFORM, selector FOR expects, at least, two numeric values.")
    if len(numbers) == 3 and int(numbers[2]) <= 0:
        raise LibError("sub-command TRANSFORM, selector FOR expects positive numeric value for <step>.")


def transform_items(
    items: Sequence[str], transform: Transform, matches: list[Match], call: Call | None = None
) -> list[str]:
    """The elements after the action on those that the selector names.

    Args:
        items: the elements.
        transform: from `parse_transform`.
        matches: where REPLACE adds its matches, for CMAKE_MATCH_<n>.
        call: runs a user's function for APPLY and PREDICATE.
    """
    action = _action(transform, matches, call)
    if transform.selector is not None and transform.selector[0] in ("AT", "FOR"):
        result = list(items)
        for at in _indexes(transform.selector, len(items)):
            result[at] = action(result[at])
        return result
    chosen = _chosen(transform.selector, call)
    result, size = [], 0
    for item in items:
        result.append(action(item) if chosen(item) else item)
        size += len(result[-1])
        check_size(size)
    return result


def _action(transform: Transform, matches: list[Match], call: Call | None) -> Callable[[str], str]:
    kind, words = transform.action, transform.arguments
    if kind in _SIMPLE:
        return _SIMPLE[kind]
    if kind == "APPEND":
        return lambda item: item + words[0]
    if kind == "PREPEND":
        return lambda item: words[0] + item
    if kind == "REPLACE":
        return _replacer(words[0], words[1], matches)
    return _user_function(words[0], "action APPLY", call)


def _replacer(pattern: str, replacement: str, matches: list[Match]) -> Callable[[str], str]:
    compiled = _compiled(pattern, "action REPLACE: Failed")
    try:
        parse_replacement(replacement)  # before any element is looked at
    except RegexError as error:
        raise LibError(f"sub-command TRANSFORM, action REPLACE: {error}.") from None

    def replace(item: str) -> str:
        try:
            result = replace_all(compiled, replacement, item)
        except RegexError as error:
            raise LibError(f"sub-command TRANSFORM, action REPLACE: {error}.") from None
        matches.extend(result.matches)
        return result.text

    return replace


def _compiled(pattern: str, what: str) -> Regex:
    try:
        return compile_regex(pattern)
    except RegexError:
        message = f'sub-command TRANSFORM, {what} to compile regex "{pattern}".'
        raise LibError(message) from None


def _chosen(selector: tuple[str, tuple[str, ...]] | None, call: Call | None) -> Callable[[str], bool]:
    if selector is None:
        return lambda _: True
    if selector[0] == "PREDICATE":
        predicate = _user_function(selector[1][0], "selector PREDICATE", call)
        return lambda item: is_on(predicate(item))
    pattern = _compiled(selector[1][0], "selector REGEX failed")
    return lambda item: pattern.search(item) is not None


def _user_function(name: str, what: str, call: Call | None) -> Callable[[str], str]:
    if call is None:
        raise LibError(f'sub-command TRANSFORM, {what}: unknown function "{name}".')

    def run(item: str) -> str:
        answer = call(name, (item,))
        if answer is None:
            raise LibError(f'sub-command TRANSFORM, {what}: function "{name}" did not set the output variable.')
        return answer

    return run


def _indexes(selector: tuple[str, tuple[str, ...]], count: int) -> Collection[int]:
    kind, words = selector
    numbers = [int(word) for word in words]
    if kind == "AT":
        return [_position(kind, number, count) for number in numbers]
    start, stop = _position(kind, numbers[0], count), _position(kind, numbers[1], count)
    if start > stop:
        message = f"sub-command TRANSFORM, selector FOR expects <start> to be no greater than <stop> ({start} > {stop})"
        raise LibError(message)
    return range(start, stop + 1, numbers[2] if len(numbers) == 3 else 1)


def _position(kind: str, index: int, count: int) -> int:
    at = index + count if index < 0 else index
    if not 0 <= at < count:
        last = count - 1 if count else 2**64 - 1  # cmake's unsigned arithmetic shows
        message = f"sub-command TRANSFORM, selector {kind}, index: {at} out of range (-{count}, {last})."
        raise LibError(message)
    return at
