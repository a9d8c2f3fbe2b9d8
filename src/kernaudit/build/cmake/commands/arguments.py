"""cmake_parse_arguments() and separate_arguments()."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from kernaudit.build.cmake.commands.command_line import split_unix, split_windows
from kernaudit.build.cmake.lib.lists import expand_list
from kernaudit.build.cmake.unknown import contains_unknown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kernaudit.build.cmake.flow import Handler
    from kernaudit.build.cmake.interpreter import Interpreter

__all__ = ["COMMANDS"]


def _parse_arguments(interp: Interpreter, args: list[str]) -> None:
    if len(args) < 4:
        interp.fail("cmake_parse_arguments must be called with at least 4 arguments.")
    exact = args[0] in _FROM_FUNCTION
    if exact:
        values = _function_arguments(interp, args)
        args = args[_FROM_FUNCTION[args[0]] - 4 :]
    else:
        values = [item for arg in args[4:] for item in expand_list(arg)]
    keywords = _keywords(args[1], args[2], args[3])
    for name in keywords.repeated:
        interp.say("WARNING", f"keyword defined more than once: {name}")
    parser = _Parser(keywords)
    parser.read(values)
    parser.store(interp, f"{args[0]}_", exact)


_FROM_FUNCTION: Final = {"PARSE_ARGV": 6, "PARSE_ARGN": 5}
"""The signatures that read the arguments of the function they stand in, with their counts of arguments."""


def _function_arguments(interp: Interpreter, args: list[str]) -> list[str]:
    mode, wanted = args[0], _FROM_FUNCTION[args[0]]
    if len(args) != wanted:
        interp.fail(f"{mode} must be called with exactly {wanted} arguments.")
    start = _first_argument(interp, args)
    count = interp.get("ARGC") or ""
    if not count.isdigit():
        interp.fail(f"{mode} called with ARGC='{count}' that is not an unsigned integer")
    values: list[str] = []
    for number in range(start, int(count)):
        value = interp.get(f"ARGV{number}")
        if value is None:
            interp.fail(f"{mode} called with ARGV{number} not set")
        values.append(value)
    return values


def _first_argument(interp: Interpreter, args: list[str]) -> int:
    """The number that PARSE_ARGV is given; for PARSE_ARGN the first one after the function's parameters."""
    if args[0] == "PARSE_ARGV":
        if not args[1].isdigit():
            interp.fail(f"PARSE_ARGV index '{args[1]}' is not an unsigned integer")
        return int(args[1])
    if not interp.frames or interp.frames[-1].parameters < 0:
        interp.fail("PARSE_ARGN can only be used in a function")
    return interp.frames[-1].parameters


@dataclass(frozen=True, slots=True)
class _Keywords:
    """The keywords of one call: those without, with one and with many values, and those given more than once."""

    options: tuple[str, ...]
    singles: tuple[str, ...]
    lists: tuple[str, ...]
    repeated: tuple[str, ...]


@lru_cache(maxsize=512)
def _keywords(options: str, singles: str, lists: str) -> _Keywords:
    plain, one, many = (tuple(expand_list(text)) for text in (options, singles, lists))
    counts = Counter((*plain, *one, *many))
    repeated = tuple(name for name, count in counts.items() for _ in range(count - 1))
    return _Keywords(plain, one, many, repeated)


class _Parser:
    """Keywords with their values; a name in several lists is what the first of them says, and loses its result."""

    __slots__ = ("lists", "missing", "options", "seen", "singles", "unparsed")

    def __init__(self, keywords: _Keywords) -> None:
        self.options: dict[str, bool] = dict.fromkeys(keywords.options, False)
        self.singles: dict[str, str] = dict.fromkeys(keywords.singles, "")
        self.lists: dict[str, list[str]] = {name: [] for name in keywords.lists}
        self.unparsed: list[str] = []
        self.missing: set[str] = set()
        self.seen: set[str] = set()

    def read(self, values: Iterable[str]) -> None:
        """Sort the values under their keywords."""
        options, singles, lists, unparsed = self.options, self.singles, self.lists, self.unparsed
        target = unparsed
        single = waiting = ""
        for value in values:
            if value in options or value in singles or value in lists:
                if waiting:
                    self.missing.add(waiting)
                self.seen.add(value)
                target, single, waiting = unparsed, "", ""
                if value in options:
                    options[value] = True
                elif value in singles:
                    single = waiting = value
                else:
                    target, waiting = lists[value], value
            elif single:
                singles[single] = value
                single = waiting = ""
            else:
                target.append(value)
                waiting = ""
        if waiting:
            self.missing.add(waiting)

    def store(self, interp: Interpreter, prefix: str, exact: bool) -> None:
        """Define the result variables; what was not given is removed."""
        keep_empty = exact and interp.policies.is_new("CMP0174")
        writes: list[tuple[str, str | None]] = [
            (prefix + name, "TRUE" if given else "FALSE") for name, given in self.options.items()
        ]
        for name, value in self.singles.items():
            wanted = name in self.seen and (bool(value) or keep_empty)
            writes.append((prefix + name, value if wanted else None))
        writes.extend((prefix + name, _joined(values, exact)) for name, values in self.lists.items())
        writes.append((f"{prefix}UNPARSED_ARGUMENTS", _joined(self.unparsed, exact)))
        writes.append((f"{prefix}KEYWORDS_MISSING_VALUES", _joined(sorted(self.missing), False)))
        interp.assign(writes)


def _joined(values: list[str], escape: bool) -> str | None:
    if not values:
        return None
    return ";".join(value.replace(";", "\\;") for value in values) if escape else ";".join(values)


def _separate(interp: Interpreter, args: list[str]) -> None:
    if not args:
        interp.fail("separate_arguments must be given at least one argument.")
    if len(args) == 1:
        value = interp.get(args[0])
        if value is not None:
            interp.set(args[0], value.replace(" ", ";"))
        return
    flags = [arg for arg in args[1:] if arg in _MODES]
    rest = [arg for arg in args[1:] if arg not in _MODES]
    syntaxes = {flag for flag in flags if flag.endswith("_COMMAND")}
    if not syntaxes:
        interp.fail(
            "separate_arguments missing required option: 'UNIX_COMMAND' or 'WINDOWS_COMMAND' or 'NATIVE_COMMAND'"
        )
    if len(syntaxes) > 1:
        interp.fail("separate_arguments 'UNIX_COMMAND', 'WINDOWS_COMMAND' and 'NATIVE_COMMAND' are mutually exclusive")
    if "SEPARATE_ARGS" in flags and "PROGRAM" not in flags:
        interp.fail("separate_arguments `SEPARATE_ARGS` option requires `PROGRAM' option")
    if len(rest) > 1:
        interp.fail("separate_arguments given unexpected argument(s)")
    _store_separated(interp, args[0], rest[0] if rest else "", flags)


_MODES: Final = frozenset({"UNIX_COMMAND", "WINDOWS_COMMAND", "NATIVE_COMMAND", "PROGRAM", "SEPARATE_ARGS"})


def _store_separated(interp: Interpreter, name: str, command: str, flags: list[str]) -> None:
    if "PROGRAM" in flags and command and not contains_unknown(command):
        interp.set(name, interp.unknown("the program that separate_arguments(PROGRAM) looks for"))
        return
    split = split_windows if "WINDOWS_COMMAND" in flags else split_unix
    interp.set(name, ";".join(item.replace(";", "\\;") for item in split(command)))


COMMANDS: Final[dict[str, Handler]] = {
    "cmake_parse_arguments": _parse_arguments,
    "separate_arguments": _separate,
}
