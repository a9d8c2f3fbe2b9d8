"""list(), string() and math(): the pure functions of `lib`, and what happens when a value is not known."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.lib.configure import Lookups
from kernaudit.build.cmake.lib.errors import LibError
from kernaudit.build.cmake.lib.list_command import list_command
from kernaudit.build.cmake.lib.lists import append_list, join_list, split_list
from kernaudit.build.cmake.lib.math import math_command
from kernaudit.build.cmake.lib.regex_replace import clear_matches
from kernaudit.build.cmake.lib.string_command import string_command
from kernaudit.build.cmake.unknown import any_unknown, contains_unknown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kernaudit.build.cmake.flow import Handler
    from kernaudit.build.cmake.interpreter import Interpreter
    from kernaudit.build.cmake.lib.commands import Writes

__all__ = ["COMMANDS"]

_KEPT: Final = 2_000
"""Characters up to which the answer of a pure function is kept for the next time."""
_CALLING: Final = frozenset({"PREDICATE", "APPLY", "COMPARATOR"})
_LIST_MOVES: Final = frozenset({"APPEND", "PREPEND", "INSERT", "JOIN", "REMOVE_DUPLICATES", "REMOVE_ITEM", "REVERSE"})
"""Subcommands of list() through which an unknown value travels as an element like others."""
_POSITIONS: Final = frozenset({"AT", "FOR"})
_STRING_MOVES: Final = frozenset({"APPEND", "PREPEND", "CONCAT", "JOIN", "CONFIGURE", "RANDOM", "UUID", "TIMESTAMP"})

_HASHES: Final = frozenset(
    {"MD5", "SHA1", "SHA224", "SHA256", "SHA384", "SHA512", "SHA3_224", "SHA3_256", "SHA3_384", "SHA3_512"}
)


def _list(interp: Interpreter, args: list[str]) -> None:
    if len(args) > 2 and args[0] == "APPEND":
        before = interp.get(args[1])
        tail = ";".join(args[2:]) if len(args) > 3 else args[2]
        interp.set(args[1], f"{before};{tail}" if before else tail)
        return
    value = interp.get(args[1]) if len(args) > 1 else None
    size = len(value or "")
    text = "\n".join(args)
    if size > _KEPT or len(text) > _KEPT:
        interp.check_total((value or "", text))
    if contains_unknown(text) or contains_unknown(value or ""):
        if _list_unknown(interp, args, value or ""):
            return
    elif size <= _KEPT and len(text) <= _KEPT and _CALLING.isdisjoint(args):
        try:
            interp.assign(_known_list(tuple(args), value))
        except LibError as error:
            interp.fail(str(error))
        return
    call = None if _CALLING.isdisjoint(args) else _Caller(interp)
    try:
        interp.assign(list_command(args, interp.get, call))
    except LibError as error:
        interp.fail(str(error))


@lru_cache(maxsize=4096)
def _known_list(args: tuple[str, ...], value: str | None) -> Writes:
    """The assignments of a list() whose list has this value: nothing else is read, so the answer can be kept."""
    return list_command(args, lambda _name: value)


def _list_unknown(interp: Interpreter, args: list[str], value: str) -> bool:
    """Answer a list() that involves an unknown value; False where the ordinary way is right."""
    mode = args[0]
    if mode in _LIST_MOVES or (mode == "SORT" and "COMPARATOR" not in args):
        return False
    if mode in ("FILTER", "TRANSFORM") and _CALLING.isdisjoint(args) and not any_unknown(args):
        return _list_known_part(interp, args, value)
    outputs = [args[-1]]
    if mode.startswith("POP_"):
        outputs = args[1:]
    elif mode in ("FILTER", "REMOVE_AT", "SORT") or (mode == "TRANSFORM" and "OUTPUT_VARIABLE" not in args):
        outputs = [args[1]]
    for name in outputs:
        interp.set(name, interp.derived([*args, value]))
    return True


def _list_known_part(interp: Interpreter, args: list[str], value: str) -> bool:
    """FILTER or TRANSFORM the elements that are known; the others stay, at the end and unknown."""
    if not _POSITIONS.isdisjoint(args):
        interp.set(args[-1] if "OUTPUT_VARIABLE" in args else args[1], interp.derived([value]))
        return True
    items = split_list(value)
    known = join_list(item for item in items if not contains_unknown(item))
    hidden = [interp.derived([item]) for item in items if contains_unknown(item)]
    try:
        writes = list_command(args, lambda name: known if name == args[1] else interp.get(name))
    except LibError as error:
        interp.fail(str(error))
    interp.assign((name, append_list(text or "", hidden)) for name, text in writes)
    return True


class _Caller:
    """Calls a user's function for list(); the function's last argument names its output variable."""

    __slots__ = ("interp",)

    def __init__(self, interp: Interpreter) -> None:
        self.interp = interp

    def __call__(self, name: str, args: Sequence[str]) -> str | None:
        interp = self.interp
        output = "_kernaudit_result"
        interp.unset(output)
        interp.call(name, [*args, output])
        answer = interp.variables.pop(output, None)
        if answer is not None and contains_unknown(answer):
            interp.fail(f"list the answer of {name} is not known")
        return answer


def _string(interp: Interpreter, args: list[str]) -> None:
    text = "\n".join(args)
    interp.touch(text)
    mode = args[0] if args else ""
    if contains_unknown(text) and mode not in _STRING_MOVES and len(args) > 2:
        _string_unknown(interp, args)
        return
    try:
        if mode in ("APPEND", "PREPEND", "CONFIGURE") or len(text) > _KEPT:
            look = Lookups(interp.get, interp.env.get, interp.cache.get) if mode == "CONFIGURE" else None
            interp.assign(string_command(args, interp.get, look))
            return
        writes = _known_string(tuple(args))
    except LibError as error:
        interp.fail(str(error))
    if mode == "REGEX" and args[1] != "QUOTE":
        interp.assign(clear_matches(interp.get))
    interp.assign(writes)


@lru_cache(maxsize=8192)
def _known_string(args: tuple[str, ...]) -> Writes:
    """The assignments of a string() that reads no variable (but for the matches that it blanks first)."""
    return string_command(args, lambda _name: None)


def _string_unknown(interp: Interpreter, args: list[str]) -> None:
    """Every output of a string() that works on an unknown text is unknown."""
    mode = args[0]
    if mode in ("TOUPPER", "TOLOWER", "STRIP", "LENGTH", "GENEX_STRIP", "MAKE_C_IDENTIFIER", "HEX"):
        outputs = args[2:3]
    elif mode == "REGEX":
        outputs = args[4:5] if args[1] == "REPLACE" else args[3:4]
    elif mode in ("REPLACE", "FIND", "REPEAT"):
        outputs = args[3:4]
    elif mode in ("COMPARE", "SUBSTRING"):
        outputs = args[4:5]
    elif mode == "JSON":
        outputs = [args[1], *(args[3:4] if args[2] == "ERROR_VARIABLE" else ())]
    else:
        outputs = args[1:2] if mode in _HASHES else args[-1:]
    for name in outputs:
        interp.set(name, interp.derived(args))


def _math(interp: Interpreter, args: list[str]) -> None:
    if len(args) > 2 and contains_unknown(args[2]):
        interp.set(args[1], interp.derived(args))
        return
    try:
        interp.assign(math_command(args, interp.get))
    except LibError as error:
        interp.fail(str(error))


COMMANDS: Final[dict[str, Handler]] = {"list": _list, "string": _string, "math": _math}
